/**
 * A client that sends as many questions as its connection takes, right ones and wrong ones by turns, until it is ended.
 * `npm run tool bench-server` starts it in a process of its own, so that it delays no other client.
 */
import { createRequire } from 'node:module';

interface Socket extends NodeJS.EventEmitter {
  readonly bufferedAmount: number;
  send(data: string): void;
}
/** Without types of its own. */
const { WebSocket } = createRequire(import.meta.url)('ws') as {
  WebSocket: new (url: string, options: object) => Socket;
};

/** Bytes that wait for the connection before more is written. */
const MOST_BUFFERED = 1 << 20;

let sent = 0;
const socket = new WebSocket(process.argv[2], { perMessageDeflate: false });
socket.on('open', () => {
  setInterval(() => {
    for (let i = 0; i < 2000 && socket.bufferedAmount < MOST_BUFFERED; i++)
      socket.send(sent++ % 2 === 0 ? `{"id":${sent},"path":[3,3,250,250]}` : '{"id":0}');
  }, 1);
});
// Answers are read and thrown away.
socket.on('message', () => {});
socket.on('error', () => {});
process.on('SIGTERM', () => {
  process.stdout.write(String(sent - Math.floor(socket.bufferedAmount / 20)));
  process.exit();
});

/** `npm start`: the server in its own process and clients in this one; after the clients, the server runs until Ctrl-C. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { inWords, runClients } from './clients.js';

const { PORT = '0', RATE = '10000', SECONDS = '10', BLOB = 'out/caves.prep' } = process.env;
const server = spawn(process.execPath, ['server.js'], { env: { ...process.env, PORT }, stdio: ['ignore', 'pipe', 'inherit'] });
const ended = once(server, 'exit');
const aborted = new AbortController();
// In a terminal Ctrl-C also reaches the server, which listens only to the first one.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    aborted.abort();
    server.kill('SIGINT');
  });
}
const lines = createInterface({ input: server.stdout });
const [told] = await Promise.race([once(lines, 'line'), ended.then(() => [''])]);
lines.on('line', (line) => console.log(line));
if (told) {
  console.log(told);
  const result = await runClients(told.split(': ')[0], readFileSync(BLOB), {
    rate: Number(RATE),
    seconds: Number(SECONDS),
    signal: aborted.signal,
  });
  console.log(inWords(result));
  if (!aborted.signal.aborted) console.log('the server keeps running; Ctrl-C ends it');
}
const [code] = await ended;
process.exitCode = code ?? 1;

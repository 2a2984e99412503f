/** Redis servers that answer with too many bytes, late, or never. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/memory-fleet.js';
import { openCache } from './shared-cache.js';

const key = '1'.repeat(64);

/**
 * @param answer writes what a command gets, by its name
 * @returns a cache at a server on loopback, what it tells, and the server's sockets
 */
async function cacheAt(answer: (command: string, socket: Socket) => unknown, limitMs = 20_000) {
  const sockets: Socket[] = [];
  const commands: string[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      for (const [, name] of data.toString('latin1').matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
        commands.push(name.toLowerCase());
        answer(name.toLowerCase(), socket);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const messages: string[] = [];
  const url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cache = await openCache(url, { limitMs, onTrouble: (text) => messages.push(text) });
  onTestFinished(async () => {
    await cache.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { cache, messages, sockets, commands, url };
}

/** Writes until the other side closes. */
function writeWithoutEnd(socket: Socket): void {
  const part = Buffer.alloc(1 << 16, 120);
  const more = () => {
    while (!socket.destroyed && socket.write(part));
  };
  socket.on('drain', more);
  more();
}

const MORE = 'more bytes than requested; the connection is closed; it counts as missing, and so does every other';

it.each([
  ['a value of another length than it said', (socket: Socket) => socket.write('$500000000\r\n')],
  ['an error without an end', (socket: Socket) => socket.write('-ERR ')],
  ['a list without an end', (socket: Socket) => socket.write('*1000000000\r\n')],
])('closes the connection during %s', async (_, begin) => {
  const { cache, messages, sockets, url } = await cacheAt((command, socket) => {
    if (command === 'strlen') socket.write(':4\r\n');
    else {
      begin(socket);
      writeWithoutEnd(socket);
    }
  });
  expect(await cache.getFile({ sha256: key, bytes: 4 })).toBeUndefined();
  expect(messages).toEqual([`cache ${url}: ${MORE} wrong answer`]);
  await eventually(() => expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]));
  // The buffer of the system for a connection, not what the server has.
  expect(sockets[0].bytesWritten - sockets[0].writableLength).toBeLessThan(32 << 20);
});

it('bounds answers to the first commands of a connection', async () => {
  const { cache, messages, sockets, url } = await cacheAt((_, socket) => {
    socket.write('$500000000\r\n');
    writeWithoutEnd(socket);
  });
  expect(await cache.get(key)).toBeUndefined();
  expect(messages).toEqual([`cache ${url}: ${MORE} wrong answer`]);
  await eventually(() => expect(sockets.every(({ destroyed }) => destroyed)).toBe(true));
});

it('asks for the length first, and for no value that is too long', async () => {
  const { cache, messages, commands, url } = await cacheAt((command, socket) =>
    socket.write(command === 'strlen' ? ':500000000\r\n' : '+OK\r\n'),
  );
  expect(await cache.getFile({ sha256: key, bytes: 4 })).toBeUndefined();
  expect(messages).toEqual([
    `cache ${url}: an answer of 500000000 bytes or more, expected at most 4; it counts as missing, and so does every other wrong answer`,
  ]);
  expect(commands).not.toContain('get');
});

it('closes a connection whose answer does not come in time, and makes another one', async () => {
  let isSlow = true;
  const { cache, messages, sockets, url } = await cacheAt((command, socket) => {
    if (command === 'strlen') socket.write(':4\r\n');
    else if (command !== 'get') socket.write('+OK\r\n');
    else socket.write(isSlow ? '$4\r\nbl' : '$4\r\nblob\r\n');
  }, 200);
  expect(await cache.getFile({ sha256: key, bytes: 4 })).toBeUndefined();
  expect(messages).toEqual([`cache ${url}: no answer in 0.2 s; continuing without it`]);
  await eventually(() => expect(sockets[0].destroyed).toBe(true));
  isSlow = false;
  cache.revive();
  const sha256 = 'fa2c8cc4f28176bbeed4b736df569a34c79cd3723e9ec42f9674b4d46ac6b8b8';
  expect(Buffer.from((await cache.getFile({ sha256, bytes: 4 })) ?? [])).toEqual(Buffer.from('blob'));
  expect(sockets).toHaveLength(2);
});

it('lets many answers of the right length through one connection', async () => {
  const { cache, messages, sockets } = await cacheAt((command, socket) =>
    socket.write(command === 'strlen' ? ':4\r\n' : command === 'get' ? '$4\r\nblob\r\n' : '+OK\r\n'),
  );
  const sha256 = 'fa2c8cc4f28176bbeed4b736df569a34c79cd3723e9ec42f9674b4d46ac6b8b8';
  const all = await Promise.all(Array.from({ length: 500 }, () => cache.getFile({ sha256, bytes: 4 })));
  expect(all.filter(Boolean)).toHaveLength(500);
  expect([messages, sockets.length]).toEqual([[], 1]);
});

/** Limits of the example server, in this process: `node-server.long.test.ts` runs the whole of it from the packed package. */
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bakeJps } from '../src/engines/jps/bake.js';
import { makeGrid } from './grids.js';

// Without types.
const { WebSocket } = await import('ws' as string);

/** Answers of a batch, and milliseconds from one to the next, as `game.js` has them. */
const [SHARE, BATCH_MS] = [10, 5];

/** The part of the package that the game uses. The pool answers immediately: the test counts its requests. */
const RUNTIME = `
  import { load, nearestOpen } from '${resolve('src/entry/runtime.ts')}';
  const navPool = (nav) => ({ threads: 1, findPath: async (...query) => nav.findPath(...query), close() {} });
`;

async function started(options: object = {}) {
  mkdirSync('build', { recursive: true });
  const folder = mkdtempSync(resolve('build/server-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const text = readFileSync('examples/node-server/game.js', 'utf8');
  copyFileSync('examples/node-server/page.html', join(folder, 'page.html'));
  writeFileSync(join(folder, 'game.js'), text.replace(/^import .* from 'gridprep\/runtime';$/m, RUNTIME));
  const { startGame } = await import(join(folder, 'game.js'));
  const game = await startGame(await bakeJps(makeGrid('noise', 16, 16, 0, 1)), options);
  onTestFinished(() => game.close());
  const { port } = new URL(game.url);
  /** @returns the status that a client gets which calls the server by a name, from a page */
  const status = async (host: string, origin?: string) => {
    const socket = new WebSocket(game.url, { headers: { host }, ...(origin && { origin }) });
    const answer = await Promise.race([
      once(socket, 'open').then(() => 101),
      once(socket, 'unexpected-response').then(([, response]) => response.statusCode),
    ]);
    socket.on('error', () => {});
    socket.terminate();
    return answer;
  };
  return { game, port, status };
}

it('answers one client 2000 questions a second, however they are sent', async () => {
  const { game } = await started();
  const socket = new WebSocket(game.url);
  let answered = 0;
  socket.on('message', (data: Buffer) => {
    answered += JSON.parse(String(data)).filter(({ cost }: { cost?: number }) => cost !== undefined).length;
  });
  await once(socket, 'open');
  const start = performance.now();
  for (let list = 0; list < 40; list++)
    socket.send(JSON.stringify(Array.from({ length: 120 }, (_, i) => ({ id: 120 * list + i, path: [1, 1, 9, 9] }))));
  await expect.poll(() => answered).toBeGreaterThan(40 * SHARE);
  const passed = performance.now() - start;
  expect(answered).toBeLessThanOrEqual(SHARE * (passed / BATCH_MS + 2));
  socket.terminate();
});

it('is called by its own names, and by those that it is given', async () => {
  const { port, status } = await started({ hosts: ['game.example.com'], origins: ['https://play.example.com'] });
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'game.example.com'])
    expect(await status(host)).toBe(101);
  expect(await status(`localhost:${port}`, `http://localhost:${port}`)).toBe(101);
  expect(await status(`localhost:${port}`, 'https://play.example.com')).toBe(101);
  expect(await status(`localhost:${port}`, 'https://evil.example')).toBe(403);
  // A page whose name leads to this address: origin and host are the same.
  for (const host of [`evil.example:${port}`, 'evil.example', 'localhost:1', '127.0.0.1'])
    expect(await status(host, `http://${host}`)).toBe(403);
});

/**
 * `npm run server`: the game until Ctrl-C. `PORT`, `THREADS` and `BLOB` (the map) are settings. `ORIGINS`, separated by commas, are further pages that may
 * connect, such as `https://game.example.com`; `HOSTS` are names of this server behind a proxy, such as `game.example.com`.
 */
import { readFileSync } from 'node:fs';
import { startGame } from './game.js';

const { PORT = '8080', THREADS = '0', BLOB = 'out/caves.prep', ORIGINS = '', HOSTS = '' } = process.env;
const names = { origins: ORIGINS.split(','), hosts: HOSTS.split(',') };
const game = await startGame(readFileSync(BLOB), { port: Number(PORT), threads: Number(THREADS), ...names });
console.log(`${game.url}: ${game.map}, ${game.threads} threads; its page is ${game.page}`);

let ending = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (ending) return;
    ending = true;
    await game.close();
    console.log(`${game.count.answered} questions answered, ${game.count.refused} refused`);
  });
}

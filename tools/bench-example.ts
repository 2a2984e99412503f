/**
 * `examples/topdown` as a player and its author have it: `npm run tool bench-example -- [FRAMES]`.
 *
 * Chromium draws it in software, from Vite's development server in this process, both on whatever cores there are. Frames a second; milliseconds of a frame for
 * paths, with a door a second and without; milliseconds from a map that is saved to the game that plays on it, in the steps that it takes. Looks at every walker in
 * every frame meanwhile.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createServer } from 'vite';
import { haveBrowser, launchBrowser } from '../test/browser.js';
import { blockedCells, type Seen, type Town, watch } from '../test/topdown.js';
import { printTable } from './maps.js';

/** Tiles of a street that get a wall one after another, in the row of map cells that it lies in. */
const STREET = [62, 63, 64, 65, 66, 67, 68];
const ROW = 39;
const EXAMPLE = 'examples/topdown';

const frames = Number(process.argv[2] ?? 900);
if (!haveBrowser) throw new Error('there is no Chromium: install it, or set CHROMIUM to one');
const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'gridprep-example-'))), 'town');
cpSync(EXAMPLE, folder, { recursive: true, filter: (file) => !['node_modules', 'dist'].includes(basename(file)) });
mkdirSync(join(folder, 'node_modules'));
symlinkSync(resolve('.'), join(folder, 'node_modules/gridprep'), 'junction');
const map = join(folder, 'map/town.tmj');
const original = JSON.parse(readFileSync(map, 'utf8'));

const vite = await createServer({
  root: folder,
  logLevel: 'error',
  server: { port: 0, host: '127.0.0.1', fs: { allow: [folder, resolve('.')] } },
});
await vite.listen();
const chrome = await launchBrowser();
const page = await chrome.newPage({ viewport: { width: 1000, height: 720 } });
await page.goto(vite.resolvedUrls?.local[0] ?? '');
await page.waitForFunction(() => (globalThis as unknown as Partial<Town>).game?.kinds.length === 2);

const at = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))];
const rate = ({ frames: all }: Seen) => (1000 * all.length) / all.reduce((a, b) => a + b, 0);
const rows: (string | number)[][] = [];
const tell = (name: string, seen: Seen) =>
  rows.push([
    name,
    rate(seen).toFixed(1),
    ...[0.5, 0.9, 0.95, 0.99, 1].map((share) => at(seen.paths, share).toFixed(2)),
    seen.toggled,
    seen.faults.length,
    loadavg()[0].toFixed(1),
  ]);
await watch(page, 120, blockedCells(folder), 20);
const calm = await watch(page, frames, blockedCells(folder), 0);
tell('no door moves', calm);
const busy = await watch(page, frames, blockedCells(folder), 60);
tell('a door a second', busy);
printTable(
  ['', 'frames a second', 'paths ms 50 %', '90 %', '95 %', '99 %', 'most', 'doors', 'in closed cells', 'load'],
  rows,
);

/** Saves the map with a wall of one tile. @returns milliseconds until the game plays on it */
async function save(x: number): Promise<number> {
  const level = structuredClone(original);
  level.layers[1].data[ROW * level.width + x] = 14;
  const played = page.evaluate(
    async ([wall, row]) => {
      const { game, requestAnimationFrame } = globalThis as unknown as Town;
      while (game.kinds.some(({ nav }) => nav.isOpen(wall, row))) await new Promise(requestAnimationFrame);
      return Date.now();
    },
    [x, ROW],
  );
  // The page is looking by then.
  await new Promise((done) => setTimeout(done, 200));
  const start = Date.now();
  writeFileSync(map, JSON.stringify(level));
  return (await played) - start;
}
const saves: number[] = [];
for (const x of STREET) saves.push(await save(x));
console.log(`a map that is saved is played on after ${saves.join(', ')} ms`);
await chrome.close();
await vite.close();
rmSync(folder, { recursive: true });

const played = at(saves, 0.5);
const line = (asked: string, reached: string) => console.log(`asked ${asked}, reached ${reached}`);
line('58 frames a second', `${rate(busy).toFixed(1)} with a door a second, ${rate(calm).toFixed(1)} without`);
line(
  '2 ms of a frame for paths',
  `${at(busy.paths, 0.95).toFixed(2)} in 95 of 100 frames with a door a second, ${at(busy.paths, 0.99).toFixed(2)} in 99 of 100`,
);
line('a saved map played on within 1000 ms', `${played} in the median, ${Math.max(...saves)} at most`);
line('nobody in a closed cell', `${busy.faults.length + calm.faults.length} of ${busy.looks + calm.looks} looks`);
console.log(`${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}`);
process.exit();

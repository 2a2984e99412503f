/**
 * `prep build` of 60 maps: cold, by one thread and two, again, with one map touched: `npm run tool bench-build -- [DIR]`.
 *
 * 60 generated maps of mixed sizes, built cold with one thread and with two, again with nothing changed, and with
 * one map touched; each in a process of its own, best of several. Times are wall-clock, process start included; the start alone is shown, too.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { mapText } from '../test/maps.js';
import { printTable } from './maps.js';

const MAPS = 60;
const RUNS = 3;
const PREP = fileURLToPath(new URL('../cli/prep.js', import.meta.url));
const KINDS = ['rooms', 'maze', 'noise'] as const;

const folder = mkdtempSync(join(process.argv[2] ?? tmpdir(), 'gridprep-bench-'));

/** Sides from 24 to 276; noise, whose floods are long, up to 53. */
function writeMaps(): void {
  mkdirSync(join(folder, 'maps'));
  for (let i = 0; i < MAPS; i++) {
    const kind = KINDS[i % 3];
    const side = kind === 'noise' ? 24 + (i >> 1) : kind === 'maze' ? 30 + 2 * i : 40 + 4 * i;
    writeFileSync(join(folder, `maps/m${i}.map`), mapText(kind, side, 0.2, i + 1));
  }
  writeFileSync(
    join(folder, 'prep.config.json'),
    '{"inputs":[{"maps":"maps/*.map","artifacts":{"jps":{},"bounds":{},"hpa":{}}}]}',
  );
}

function seconds(...argv: string[]): number {
  const start = performance.now();
  execFileSync(process.execPath, [PREP, ...argv], { cwd: folder });
  return (performance.now() - start) / 1000;
}

function best(runs: number, measure: () => number): number {
  return Math.min(...Array.from({ length: runs }, measure));
}

function touch(run: number): void {
  const map = join(folder, 'maps/m0.map');
  writeFileSync(map, readFileSync(map, 'utf8').replace(/[.@]/, run % 2 === 0 ? '@' : '.'));
}

/** Pure arithmetic, split between threads: what two threads can be worth here and now, beside whatever else the machine does. */
const SPIN =
  'const n = require("worker_threads").workerData; let x = 1; for (let i = 0; i < n; i++) x = (x * 1103515245 + 12345) & 0x7fffffff;';
async function spinSeconds(threads: number): Promise<number> {
  const begin = performance.now();
  const all = Array.from({ length: threads }, () =>
    once(new Worker(SPIN, { eval: true, workerData: 4e8 / threads }), 'exit'),
  );
  await Promise.all(all);
  return (performance.now() - begin) / 1000;
}

writeMaps();
const control = (await spinSeconds(1)) / (await spinSeconds(2));
const one: number[] = [];
const two: number[] = [];
// In turns, so that a busy moment of the machine meets both.
for (let i = 0; i < RUNS; i++) {
  one.push(seconds('build', '-q', '--force', '--threads', '1', '-d', 'out'));
  two.push(seconds('build', '-q', '--force', '--threads', '2', '-d', 'out'));
}
const start = best(5, () => seconds('--version'));
const again = best(5, () => seconds('build', '-q'));
let run = 0;
const touched = best(3, () => {
  touch(run++);
  const out = execFileSync(process.execPath, [PREP, 'build', '--json'], { cwd: folder, encoding: 'utf8' });
  if (out.match(/"event":"built"/g)?.length !== 1) throw new Error('not one map was built');
  touch(run++);
  return seconds('build', '-q');
});
rmSync(folder, { recursive: true });
console.log(
  `Node ${process.version}, ${cpus().length} x ${cpus()[0].model.trim()}, load ${loadavg()[0].toFixed(1)}; best of ${RUNS}`,
);
printTable(
  ['60 maps, jps + bounds + hpa', 'seconds'],
  [
    ['cold, --threads 1', Math.min(...one).toFixed(2)],
    ['cold, --threads 2', Math.min(...two).toFixed(2)],
    ['times faster', (Math.min(...one) / Math.min(...two)).toFixed(2)],
    ['times faster, each pair', one.map((t, i) => (t / two[i]).toFixed(2)).join(' ')],
    ['arithmetic in two threads, times faster', control.toFixed(2)],
    ['nothing changed', again.toFixed(2)],
    ['one map changed', touched.toFixed(2)],
    ['prep --version', start.toFixed(2)],
  ],
);

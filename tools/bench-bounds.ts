/**
 * Baking goal bounds, measured: `npm run tool bench-bounds -- [--cells] [MAP|FOLDER...]`.
 *
 * From grid and jump distances to boxes, each bake in a process of its own (compiler warm-up is part of it, and the peak
 * memory is its alone), best of 3. `naive` is the flood with a queue of cells over the same sources, extrapolated from
 * a sample, in one thread. ns are per source and reached cell. Areas are sums over all boxes. --cells adds every cell. `command`
 * is what a user waits for: `prep bounds` with the threads that it takes by default, from the process's start to its end.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BoundsAt, buildBounds } from '../src/core/bounds/build.js';
import { estimateBounds } from '../src/core/bounds/estimate.js';
import { floodsOf, planBounds } from '../src/core/bounds/share.js';
import { countOpen } from '../src/core/grid/grid.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { CellFlood } from './cell-flood.js';
import { mapFiles, printTable } from './maps.js';

const RUNS = 3;
const SAMPLE = 100;
const DEFAULT_MAPS = [
  'dao/arena2',
  'dao/lak304d',
  'dao/orz103d',
  'bg512/AR0300SR',
  'bg512/AR0011SR',
  'sc1/AcrosstheCape',
];

interface Result {
  ms: number;
  sources: number;
  rows: number;
  area: number;
  megabytes: number;
  estimate: number;
}

interface Task {
  file: string;
  at: BoundsAt;
  exact: boolean;
  threads: number;
}

async function bakeOnce({ file, ...options }: Task): Promise<Result> {
  const grid = parseMap(readFileSync(file), { file });
  const start = performance.now();
  const { stored, boxes } = await buildBounds(grid, options);
  const ms = performance.now() - start;
  let area = 0;
  for (let i = 0; i < boxes.length; i += 4) area += (boxes[i + 2] - boxes[i] + 1) * (boxes[i + 3] - boxes[i + 1] + 1);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  const estimate = 1000 * (await estimateBounds(grid, options)).seconds;
  return {
    ms,
    sources: stored.reduce((n, mask) => n + (mask ? 1 : 0), 0),
    rows: boxes.length / 4,
    area,
    megabytes,
    estimate,
  };
}

/** The best of several runs, in fresh processes. */
function bake(task: Task): Result {
  const script = fileURLToPath(import.meta.url);
  const run = () =>
    JSON.parse(
      execFileSync(process.execPath, [script, '--once', JSON.stringify(task)], { encoding: 'utf8' }),
    ) as Result;
  return Array.from({ length: task.at === 'cells' ? 1 : RUNS }, run).reduce((best, result) =>
    result.ms < best.ms ? result : best,
  );
}

/** @returns milliseconds of the whole command, the best of several */
function command(file: string, at: BoundsAt): number {
  const out = mkdtempSync(join(tmpdir(), 'bench-bounds-'));
  const prep = fileURLToPath(new URL('../cli/prep.js', import.meta.url));
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    execFileSync(process.execPath, [prep, 'bounds', file, '--boxes', at, '-d', out], { stdio: 'ignore' });
    return performance.now() - start;
  });
  rmSync(out, { recursive: true });
  return Math.min(...times);
}

/** @returns cells reached from all sources, and milliseconds, both extrapolated */
function naive(file: string, at: BoundsAt): { reached: number; ms: number } {
  const grid = parseMap(readFileSync(file), { file });
  const { sources, stored } = planBounds(floodsOf(grid), at);
  const flood = new CellFlood(grid);
  const sample = (from: number, count: number) => {
    const step = Math.max(1, Math.floor(sources.length / count));
    const start = performance.now();
    let reached = 0;
    let n = 0;
    for (let i = from; i < sources.length; i += step, n++) reached += flood.flood(sources[i], stored[sources[i]]);
    const share = sources.length / Math.max(1, n);
    return { reached: share * reached, ms: share * (performance.now() - start) };
  };
  sample(1, SAMPLE / 5);
  return sample(0, SAMPLE);
}

if (process.argv[2] === '--once') {
  console.log(JSON.stringify(await bakeOnce(JSON.parse(process.argv[3]) as Task)));
} else {
  const args = process.argv.slice(2).filter((arg) => arg !== '--cells');
  const maps = args.length > 0 ? mapFiles(args) : DEFAULT_MAPS.map((name) => `../shared/maps/${name}.map`);
  const places: BoundsAt[] = process.argv.includes('--cells') ? ['jump-points', 'cells'] : ['jump-points'];
  const rows: (string | number)[][] = [];
  for (const file of maps) {
    for (const at of places) {
      const plain = naive(file, at);
      const one = bake({ file, at, exact: true, threads: 1 });
      const two = bake({ file, at, exact: true, threads: 2 });
      const fast = bake({ file, at, exact: false, threads: 1 });
      rows.push([
        basename(file, '.map'),
        at,
        countOpen(parseMap(readFileSync(file), { file })),
        one.sources,
        one.rows,
        one.ms.toFixed(0),
        two.ms.toFixed(0),
        command(file, at).toFixed(0),
        two.estimate.toFixed(0),
        plain.ms.toFixed(0),
        ((1e6 * one.ms) / plain.reached).toFixed(2),
        ((1e6 * plain.ms) / plain.reached).toFixed(1),
        fast.ms.toFixed(0),
        (fast.area / one.area).toFixed(3),
        one.megabytes.toFixed(0),
        two.megabytes.toFixed(0),
      ]);
    }
  }
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0].model.trim()}`);
  printTable(
    [
      'map',
      'at',
      'open cells',
      'sources',
      'boxes',
      'exact ms',
      '2 threads ms',
      'command ms',
      'estimated',
      'naive ms',
      'ns',
      'naive ns',
      'fast ms',
      'fast/exact area',
      'RSS MB',
      '2 threads RSS',
    ],
    rows,
  );
}

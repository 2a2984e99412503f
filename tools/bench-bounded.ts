/**
 * Queries of JPS+ with and without goal bounds, in JavaScript and in WebAssembly, beside the engine of an older commit: `npm run bench:bounded -- [MAP|FOLDER...]`.
 *
 * Every scenario of each map, in order, whole cell paths, microseconds a query:
 * - `warm`: 40 passes of each engine in turns, in one process; the best time of every hundred queries. Compare `ratio`, to the
 *   yardstick beside it: times of a busy machine differ by half from one minute to the next.
 * - `turns`: the same, cells not asked for.
 * - `first` and `cold`: the first pass, and the mean of the first five, in a process of its own; the median of five processes.
 * - `load`: milliseconds to the first answer there, in turns with the others.
 * Every answer is compared with the yardstick's: `other costs` must be 0; paths of the same cost may take other cells.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bakeBounds, bakeJps, type GridNav, type LoadOptions, type PathBuffer, parseMap, parseScenarios } from '../src/index.js';
import { mapFiles, printTable } from './maps.js';
import { bundleToday, bundleYardstick } from './yardstick.js';

const ROUNDS = 40;
const CHUNK = 100;
const PROCESSES = 5;
const DEFAULT_MAPS = [
  'dao/arena2',
  'dao/lak304d',
  'bg512/AR0300SR',
  'bg512/AR0011SR',
  'sc1/AcrosstheCape',
  'rooms/32room_000',
  'mazes/maze512-8-0',
];

interface Runtime {
  load(blobs: Uint8Array[], options?: LoadOptions): GridNav;
  PathBuffer: new () => PathBuffer;
}

type Query = [x0: number, y0: number, x1: number, y1: number];

interface Task {
  mode: 'warm' | 'cold';
  /** Bundles, and whether each may use WebAssembly; the first is the yardstick. */
  runtimes: string[];
  wasm: boolean[];
  blobs: string[];
  engine: string;
  scenarios: string;
}

interface Warm {
  micros: number;
  turns: number;
  otherCosts: number;
}

interface Cold {
  load: number;
  first: number;
  five: number;
}

/** @param copy names a copy of its own, so that one engine's queries do not change how another's were compiled */
const importRuntime = (file: string, copy = 0) => import(`${pathToFileURL(resolve(file)).href}?${copy}`) as Promise<Runtime>;

/** Sum of what was read, so that no reading can be left out. */
let sink = 0;

/** Asks every query once. @param best microseconds of each chunk of queries, lowered where this pass was faster */
function pass(nav: GridNav, path: PathBuffer, queries: Query[], best: Float64Array, cells: boolean): void {
  for (let from = 0, chunk = 0; from < queries.length; from += CHUNK, chunk++) {
    const end = Math.min(from + CHUNK, queries.length);
    const start = performance.now();
    for (let i = from; i < end; i++) {
      const [x0, y0, x1, y1] = queries[i];
      nav.findPathInto(x0, y0, x1, y1, path);
      sink += cells ? path.cells[0] : path.waypoints[0];
    }
    best[chunk] = Math.min(best[chunk], 1000 * (performance.now() - start));
  }
}

async function warm({ runtimes, wasm, engine }: Task, blobs: Uint8Array[], queries: Query[]): Promise<Warm[]> {
  const chunks = Math.ceil(queries.length / CHUNK);
  const sides: { nav: GridNav; path: PathBuffer; times: Float64Array[] }[] = [];
  for (const [r, file] of runtimes.entries()) {
    const runtime = await importRuntime(file, r);
    const times = [true, false].map(() => new Float64Array(chunks).fill(Infinity));
    sides.push({ nav: runtime.load(blobs, { engine, wasm: wasm[r] }), path: new runtime.PathBuffer(), times });
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { nav, path, times } of sides) pass(nav, path, queries, times[0], true);
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { nav, path, times } of sides) pass(nav, path, queries, times[1], false);
  }
  const mean = (times: Float64Array) => times.reduce((sum, time) => sum + time, 0) / queries.length;
  return sides.map(({ nav, path, times }) => ({
    micros: mean(times[0]),
    turns: mean(times[1]),
    otherCosts: queries.filter((query) => {
      const [a, b] = [sides[0].nav.findPathInto(...query, sides[0].path), nav.findPathInto(...query, path)];
      return a !== b || (a && sides[0].path.cost !== path.cost);
    }).length,
  }));
}

async function cold({ runtimes: [file], wasm: [wasm], blobs: files, engine }: Task, queries: Query[]): Promise<Cold> {
  const runtime = await importRuntime(file);
  const start = performance.now();
  const nav = runtime.load(
    files.map((name) => readFileSync(name)),
    { engine, wasm },
  );
  nav.findPath(...queries[queries.length >> 1]);
  const load = performance.now() - start;
  const path = new runtime.PathBuffer();
  const passes = Array.from({ length: 5 }, () => {
    const begin = performance.now();
    for (const query of queries) {
      nav.findPathInto(...query, path);
      sink += path.cells[0];
    }
    return (1000 * (performance.now() - begin)) / queries.length;
  });
  return { load, first: passes[0], five: passes.reduce((sum, time) => sum + time, 0) / 5 };
}

function run<T>(task: Task): T {
  const args = [fileURLToPath(import.meta.url), '--task', JSON.stringify(task)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as T;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

async function compare(files: string[]): Promise<void> {
  const names = ['yardstick', 'JavaScript', 'WebAssembly'];
  const today = await bundleToday();
  const runtimes = [await bundleYardstick(), today, today];
  const wasm = [false, false, true];
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-bench-'));
  const rows: (string | number)[][] = [];
  for (const file of files) {
    const grid = parseMap(readFileSync(file), { file });
    const blobs = ['jps', 'bounds'].map((artifact) => join(folder, `${artifact}.prep`));
    writeFileSync(blobs[0], await bakeJps(grid));
    writeFileSync(blobs[1], await bakeBounds(grid));
    for (const engine of ['jps+bounds', 'jps']) {
      const task = { runtimes, wasm, blobs: engine === 'jps' ? [blobs[0]] : blobs, engine, scenarios: `${file}.scen` };
      const warms = run<Warm[]>({ ...task, mode: 'warm' });
      const colds: Cold[][] = runtimes.map(() => []);
      for (let i = 0; i < PROCESSES; i++) {
        for (const [r, runtime] of runtimes.entries())
          colds[r].push(run<Cold>({ ...task, mode: 'cold', runtimes: [runtime], wasm: [wasm[r]] }));
      }
      for (const [r, { micros, turns, otherCosts }] of warms.entries()) {
        const [load, first, five] = (['load', 'first', 'five'] as const).map((key) => median(colds[r].map((one) => one[key])));
        const ratio = (micros / warms[0].micros).toFixed(2);
        const times = [micros.toFixed(2), ratio, turns.toFixed(2), first.toFixed(1), five.toFixed(1), load.toFixed(1)];
        rows.push([basename(file, '.map'), engine, names[r], ...times, otherCosts]);
      }
    }
  }
  rmSync(folder, { recursive: true });
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0].model.trim()}`);
  printTable(['map', 'engine', 'runtime', 'warm us', 'ratio', 'turns us', 'first us', 'cold us', 'load ms', 'other costs'], rows);
}

if (process.argv[2] === '--task') {
  const task = JSON.parse(process.argv[3]) as Task;
  const scenarios = parseScenarios(readFileSync(task.scenarios, 'utf8'), task.scenarios);
  const queries = scenarios.map(({ startX, startY, goalX, goalY }): Query => [startX, startY, goalX, goalY]);
  const blobs = task.blobs.map((file) => new Uint8Array(readFileSync(file)));
  console.log(JSON.stringify(task.mode === 'warm' ? await warm(task, blobs, queries) : await cold(task, queries)));
} else {
  const args = process.argv.slice(2);
  await compare(args.length > 0 ? mapFiles(args) : DEFAULT_MAPS.map((name) => `../shared/maps/${name}.map`));
}
if (Number.isNaN(sink)) console.log(sink);

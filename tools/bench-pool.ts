/**
 * Threads over one map, measured: `npm run tool bench-pool -- [MAP|FOLDER...]`.
 *
 * Throughput: random queries, turns of their paths and, in batches that are used again, all their cells, in the main thread and by pools of 1, 2 and 4 threads, in turn, best of some rounds; beside it plain arithmetic, which
 * tells what two threads can do on the machine as it is. Processor time of all threads of a pool, compiling and collecting ones too, over that of the main thread for the
 * same queries: what is above 1 is what threads cost, whatever else runs on the machine. Memory: what of the map is shared, and what each thread has of its own after the queries: arrays of a second load
 * over what the first has shared, and its part of the WebAssembly memory; beside three maps for two of
 * 2048 x 2048 cells.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { basename, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { bakeBounds } from '../src/core/bounds/bake.js';
import { generateMap } from '../src/core/generate/generate.js';
import { type Grid, gridFrom } from '../src/core/grid/grid.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { load } from '../src/core/runtime/load-all.js';
import type { GridNav } from '../src/core/runtime/nav.js';
import { PathBuffer } from '../src/core/search/path.js';
import { bakeTable } from '../src/core/table/bake.js';
import { navPool } from '../src/entry/runtime.js';
import { Batch } from '../src/play/pool/answers.js';
import { random } from '../test/grids.js';
import { mapFiles, printTable } from './maps.js';

const MAPS = ['bg512/AR0011SR', 'bg512/AR0300SR', 'sc1/AcrosstheCape'];
const QUERIES = 10_000;
const ROUNDS = 12;
const THREADS = [1, 2, 4];
/** Threads that memory is told for. */
const MEMORY = [1, 4, 16];
const WORKER = resolve('build/src/entry/worker.js');
const SPIN = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', () => { let x = 1; for (let i = 0; i < 3e8; i++) x = (x * 16807) % 2147483647; parentPort.postMessage(x); });`;

/** How many times more plain arithmetic n threads do than one. */
async function control(n: number): Promise<number> {
  const workers = Array.from({ length: n }, () => new Worker(SPIN, { eval: true }));
  const spin = (some: Worker[]) =>
    Promise.all(some.map((worker) => new Promise((done) => worker.once('message', done).postMessage(0))));
  await spin(workers);
  const best = [Infinity, Infinity];
  for (let round = 0; round < 3; round++) {
    for (const [i, some] of [workers.slice(0, 1), workers].entries()) {
      const begin = performance.now();
      await spin(some);
      best[i] = Math.min(best[i], (performance.now() - begin) / some.length);
    }
  }
  for (const worker of workers) void worker.terminate();
  return best[0] / best[1];
}

/** Bytes of the buffers of a tree, each counted once; of shared WebAssembly memory what is taken. */
function bytesOf(value: unknown, counted = new Set<unknown>()): number {
  if (typeof value !== 'object' || value === null) return 0;
  const { memory, buffer = memory?.buffer } = value as { memory?: { buffer: ArrayBuffer }; buffer?: ArrayBuffer };
  if (!buffer) return Object.values(value).reduce((sum: number, part) => sum + bytesOf(part, counted), 0);
  if (counted.has(buffer)) return 0;
  counted.add(buffer);
  return buffer.byteLength;
}

/** Lets go of what nothing uses. */
async function collect(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    (globalThis as { gc?(): void }).gc?.();
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Bytes that a second thread has for itself: arrays, WebAssembly memory and its part of what is shared, of a load over that, after some queries. */
async function ownBytes({ source }: GridNav, queries: number[]): Promise<number> {
  const memories: { buffer: ArrayBuffer }[] = [];
  const host = globalThis as unknown as { WebAssembly: { Memory: new (limits: object) => { buffer: ArrayBuffer } } };
  const { Memory } = host.WebAssembly;
  host.WebAssembly.Memory = class extends Memory {
    constructor(limits: object) {
      super(limits);
      memories.push(this);
    }
  };
  await collect();
  const shared = bytesOf(source.kept);
  const before = process.memoryUsage().arrayBuffers;
  const nav = load(source.bytes, { ...source.options, shared: source.kept });
  const buffer = new PathBuffer();
  for (let i = 0; i < queries.length; i += 4)
    nav.findPathInto(queries[i], queries[i + 1], queries[i + 2], queries[i + 3], buffer);
  host.WebAssembly.Memory = Memory;
  await collect();
  const after = process.memoryUsage().arrayBuffers;
  return (
    after - before + bytesOf(source.kept) - shared + memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0)
  );
}

/** The row of a map: what is shared, the main thread's part included, what a thread has of its own, and what threads have in all. */
async function memoryOf(name: string, bytes: Uint8Array[], engine: string, queries: number[]): Promise<string[]> {
  const nav = load(bytes, { engine, shared: true });
  const shared = bytesOf(nav.source.kept) / 1e6;
  const own = (await ownBytes(nav, queries)) / 1e6;
  return [
    name,
    shared.toFixed(2),
    own.toFixed(2),
    ...MEMORY.map((n) => (shared + n * own).toFixed(1)),
    ...MEMORY.map((n) => (n * (shared + own)).toFixed(1)),
  ];
}

function queriesOf({ width, height }: Grid): number[] {
  const next = random(31);
  return Array.from({ length: QUERIES }, () =>
    [width, height, width, height].map((side) => Math.floor(next() * side)),
  ).flat();
}

console.log(
  `${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}; plain arithmetic in 2 threads: ${(await control(2)).toFixed(2)} times that of one`,
);
const speeds: string[][] = [];
const memory: string[][] = [];
const files =
  process.argv.length > 2
    ? mapFiles(process.argv.slice(2))
    : mapFiles(MAPS.map((name) => `../shared/maps/${name}.map`));
for (const file of files) {
  const grid = parseMap(readFileSync(file), { file });
  const hpa = await bakeHpa(grid, { cluster: 20 });
  const kinds: [string, Uint8Array[]][] = [
    ['jps+bounds', [await bakeJps(grid), await bakeBounds(grid)]],
    ['hpa', [hpa]],
  ];
  if (grid.width <= 512) kinds.push(['table', [hpa, await bakeTable(hpa)]]);
  for (const [engine, bytes] of kinds) {
    const nav = load(bytes, { engine, shared: true });
    const queries = queriesOf(grid);
    const name = `${basename(file, '.map')} ${engine}`;
    const buffer = new PathBuffer();
    const pools = THREADS.map((threads) => navPool(nav, { threads, worker: WORKER }));
    const batch = new Batch();
    const best = Array.from({ length: 1 + 2 * pools.length }, () => Infinity);
    const cpu = best.slice();
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, pool] of [undefined, ...pools, ...pools].entries()) {
        const begin = performance.now();
        const used = process.cpuUsage();
        if (pool && i > pools.length) await pool.findPathsInto(queries, batch);
        else if (pool) await pool.findPaths(queries);
        else {
          for (let q = 0; q < queries.length; q += 4) {
            if (nav.findPathInto(queries[q], queries[q + 1], queries[q + 2], queries[q + 3], buffer)) buffer.waypoints;
          }
        }
        best[i] = Math.min(best[i], performance.now() - begin);
        const { user, system } = process.cpuUsage(used);
        cpu[i] = Math.min(cpu[i], user + system);
      }
    }
    for (const pool of pools) pool.close();
    speeds.push([
      name,
      ...best.map((ms) => `${Math.round(QUERIES / ms)} k/s`),
      (best[1] / best[2]).toFixed(2),
      (best[4] / best[5]).toFixed(2),
      ...cpu.slice(1).map((us) => (us / cpu[0]).toFixed(2)),
    ]);
    memory.push(await memoryOf(name, bytes, engine, queries));
  }
}
printTable(
  [
    'paths',
    'main thread',
    ...['', ', cells'].flatMap((what) => THREADS.map((n) => `${n} threads${what}`)),
    '2 : 1',
    '2 : 1, cells',
    ...['', ', cells'].flatMap((what) => THREADS.map((n) => `${n}: processor${what}`)),
  ],
  speeds,
);
console.log('');
if (process.argv.length <= 2) {
  const small = parseMap(readFileSync(files[0]), { file: files[0] });
  const large: [string, Grid][] = [
    ['AR0011SR four times as large', gridFrom(2048, 2048, (x, y) => small.isOpen(x >> 2, y >> 2))],
    ['caves of 2048', generateMap('caves', { width: 2048, height: 2048, seed: 1 })],
  ];
  for (const [name, grid] of large)
    memory.push(await memoryOf(`${name} jps`, [await bakeJps(grid)], 'jps', queriesOf(grid).slice(0, 4000)));
}
printTable(
  ['MB', 'shared', 'own', ...MEMORY.map((n) => `${n} threads`), ...MEMORY.map((n) => `${n} unshared`)],
  memory,
);

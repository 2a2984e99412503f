/**
 * Threads over one map, measured: `npm run tool bench-pool -- [MAP|FOLDER...]`.
 *
 * Throughput: random queries, turns of their paths, in the main thread and by pools of 1, 2 and 4 threads, in turn, best of some rounds; beside it plain arithmetic, which
 * tells what two threads can do on the machine as it is. Processor time of all threads of a pool, compiling and collecting ones too, over that of the main thread for the
 * same queries: what is above 1 is what threads cost, whatever else runs on the machine. Memory: what of the map is shared, and what each thread has of its own after the queries: arrays of a second load
 * over what the first has shared, and its WebAssembly memory.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { basename, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { bakeBounds } from '../src/bounds/bake.js';
import type { Grid } from '../src/grid/grid.js';
import { bakeHpa } from '../src/hpa/bake.js';
import { bakeJps } from '../src/jps/bake.js';
import { parseMap } from '../src/maps/movingai.js';
import { keepShared } from '../src/pool/share.js';
import { load, sharedNav } from '../src/runtime/index.js';
import { navPool, type SharedNav } from '../src/runtime/pool.js';
import { PathBuffer } from '../src/search/path.js';
import { bakeTable } from '../src/table/bake.js';
import { random } from '../test/grids.js';
import { mapFiles, printTable } from './maps.js';

const MAPS = ['bg512/AR0011SR', 'bg512/AR0300SR', 'sc1/AcrosstheCape'];
const QUERIES = 10_000;
const ROUNDS = 12;
const THREADS = [1, 2, 4];
const WORKER = resolve('dist/src/runtime/pool-worker.js');
const SPIN = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', () => { let x = 1; for (let i = 0; i < 3e8; i++) x = (x * 16807) % 2147483647; parentPort.postMessage(x); });`;

/** How many times more plain arithmetic n threads do than one. */
async function control(n: number): Promise<number> {
  const workers = Array.from({ length: n }, () => new Worker(SPIN, { eval: true }));
  const spin = (some: Worker[]) => Promise.all(some.map((worker) => new Promise((done) => worker.once('message', done).postMessage(0))));
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

/** Bytes of the typed arrays of a tree. */
function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  return typeof value === 'object' && value !== null ? Object.values(value).reduce((sum, part) => sum + bytesOf(part), 0) : 0;
}

/** Bytes that a second thread has for itself: arrays and WebAssembly memory of a load over what is shared, after some queries. */
function ownBytes({ parts }: SharedNav, queries: number[]): number {
  const memories: { buffer: ArrayBuffer }[] = [];
  const host = globalThis as unknown as { gc?(): void; WebAssembly: { Memory: new (limits: object) => { buffer: ArrayBuffer } } };
  const { Memory } = host.WebAssembly;
  host.WebAssembly.Memory = class extends Memory {
    constructor(limits: object) {
      super(limits);
      memories.push(this);
    }
  };
  host.gc?.();
  const before = process.memoryUsage().arrayBuffers;
  const nav = load(parts.bytes, parts.options, parts.kept && keepShared(parts.kept));
  const buffer = new PathBuffer();
  for (let i = 0; i < queries.length; i += 4) nav.findPathInto(queries[i], queries[i + 1], queries[i + 2], queries[i + 3], buffer);
  host.WebAssembly.Memory = Memory;
  host.gc?.();
  const after = process.memoryUsage().arrayBuffers;
  return after - before + memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
}

function queriesOf({ width, height }: Grid): number[] {
  const next = random(31);
  return Array.from({ length: QUERIES }, () => [width, height, width, height].map((side) => Math.floor(next() * side))).flat();
}

console.log(
  `${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}; plain arithmetic in 2 threads: ${(await control(2)).toFixed(2)} times that of one`,
);
const speeds: string[][] = [];
const memory: string[][] = [];
const files = process.argv.length > 2 ? mapFiles(process.argv.slice(2)) : mapFiles(MAPS.map((name) => `../shared/maps/${name}.map`));
for (const file of files) {
  const grid = parseMap(readFileSync(file), { file });
  const hpa = await bakeHpa(grid, { cluster: 20 });
  const kinds: [string, Uint8Array[]][] = [
    ['jps+bounds', [await bakeJps(grid), await bakeBounds(grid)]],
    ['hpa', [hpa]],
  ];
  if (grid.width <= 512) kinds.push(['table', [hpa, await bakeTable(hpa)]]);
  for (const [engine, bytes] of kinds) {
    const nav = sharedNav(bytes, { engine });
    const queries = queriesOf(grid);
    const name = `${basename(file, '.map')} ${engine}`;
    const buffer = new PathBuffer();
    const pools = THREADS.map((threads) => navPool(nav, { threads, worker: WORKER }));
    const best = [Infinity, ...pools.map(() => Infinity)];
    const cpu = best.slice();
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, pool] of [undefined, ...pools].entries()) {
        const begin = performance.now();
        const used = process.cpuUsage();
        if (pool) await pool.findPaths(queries);
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
      ...cpu.slice(1).map((us) => (us / cpu[0]).toFixed(2)),
    ]);
    const shared = bytesOf(nav.parts.kept) / 1e6;
    const own = ownBytes(nav, queries) / 1e6;
    memory.push([
      name,
      shared.toFixed(2),
      own.toFixed(2),
      ...THREADS.map((n) => (shared + n * own).toFixed(1)),
      ...THREADS.map((n) => (n * (shared + own)).toFixed(1)),
    ]);
  }
}
printTable(['paths', 'main thread', ...THREADS.map((n) => `${n} threads`), '2 : 1', ...THREADS.map((n) => `${n}: processor`)], speeds);
console.log('');
printTable(['MB', 'shared', 'own', ...THREADS.map((n) => `${n} threads`), ...THREADS.map((n) => `${n} unshared`)], memory);

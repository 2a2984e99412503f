/**
 * All-pairs tables: bake, file, load, memory, queries: `npm run tool bench-all-pairs -- [MAP|FOLDER...] [-- floyd]`.
 *
 * What docs/decisions/tables-figures.md claims of all-pairs tables, measured: bake (both methods, with `floyd` on
 * level 1 of generated maps), file, load, memory, queries with and without a table in the same run (scenario file in order, best of 5 passes per query,
 * averaged): abstract distance, first 20 steps of a walk, full smoothed path, and how much longer than the optimum paths are.
 */
import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { decompressor } from '../src/core/blob/decompress.js';
import { unpackBlob } from '../src/core/blob/pack.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { buildHpa } from '../src/core/hpa/build.js';
import { hpaGraph } from '../src/core/hpa/graph.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { parseScenarios, type Scenario } from '../src/core/maps/scen.js';
import { load } from '../src/core/runtime/load-all.js';
import type { GridNav } from '../src/core/runtime/nav.js';
import { PathBuffer } from '../src/core/search/path.js';
import { bakeTable } from '../src/core/table/bake.js';
import { bySearch } from '../src/core/table/build.js';
import { tableMemory } from '../src/core/table/fit.js';
import { floyd } from '../src/core/table/floyd.js';
import { tableGraph } from '../src/core/table/graph.js';
import { tableOf } from '../src/core/table/rows.js';
import { tableBySearch } from '../src/core/table/search.js';
import { makeGrid } from '../test/grids.js';
import { mapFiles, printTable } from './maps.js';

const PASSES = 5;
const MOST_NODES = 9999;

/** Mean over the queries of each one's best time, us. */
function timed(scenarios: Scenario[], ask: (x0: number, y0: number, x1: number, y1: number) => void): string {
  const best = scenarios.map(() => Infinity);
  for (let pass = 0; pass < PASSES; pass++) {
    scenarios.forEach(({ startX, startY, goalX, goalY }, i) => {
      const start = performance.now();
      ask(startX, startY, goalX, goalY);
      best[i] = Math.min(best[i], performance.now() - start);
    });
  }
  return ((1000 * best.reduce((a, b) => a + b, 0)) / best.length).toFixed(2);
}

const path = new PathBuffer();

function queries(nav: GridNav, scenarios: Scenario[]): string[] {
  const walk20 = (x0: number, y0: number, x1: number, y1: number) => {
    const walk = nav.walk?.(x0, y0, x1, y1);
    for (let step = 0; step < 20 && !walk?.next().done; step++);
  };
  const excess = scenarios
    .filter(({ optimal }) => optimal > 0)
    .map(({ startX, startY, goalX, goalY, optimal }) => {
      nav.findPathInto(startX, startY, goalX, goalY, path);
      return Math.max(0, path.cost / optimal - 1);
    });
  return [
    timed(scenarios, (...query) => nav.findPathInto(...query, path)),
    timed(scenarios, walk20),
    ((100 * excess.reduce((a, b) => a + b, 0)) / excess.length).toFixed(4),
    nav.distance ? timed(scenarios, (...query) => nav.distance?.(...query)) : '',
  ];
}

/** Bytes that making something leaves behind: arrays and objects. */
async function kept<T>(make: () => T): Promise<[T, number]> {
  const used = async () => {
    // What earlier loads have left goes in several rounds.
    for (let round = 0; round < 4; round++) {
      globalThis.gc?.();
      await setTimeout(20);
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = await used();
  const result = make();
  return [result, (await used()) - before];
}

async function measure(file: string, cluster: number, levels: number): Promise<(string | number)[]> {
  const grid = parseMap(readFileSync(file), { file });
  const scenarios = parseScenarios(readFileSync(`${file}.scen`, 'utf8'), `${file}.scen`);
  const hpa = await bakeHpa(grid, { cluster, levels });
  let start = performance.now();
  const table = await bakeTable(hpa, { level: levels, maxNodes: MOST_NODES });
  const bake = performance.now() - start;
  const { nodes } = (unpackBlob(table)[0].metadata as { statistics: { nodes: number } }).statistics;
  const plain = load(hpa, { decompress: decompressor });
  let least = Infinity;
  for (let i = 0; i < 3; i++) {
    start = performance.now();
    load([hpa, table], { decompress: decompressor });
    least = Math.min(least, performance.now() - start);
  }
  const [[nav, answers], bytes] = await kept(() => {
    const made = load([hpa, table], { decompress: decompressor });
    return [made, queries(made, scenarios)] as const;
  });
  const megabytes = (b: number) => (b / 1e6).toFixed(1);
  const [whole, walk, excess] = queries(plain, scenarios);
  return [
    basename(file, '.map'),
    `${cluster}/${levels}`,
    nodes,
    (bake / 1000).toFixed(2),
    table.length,
    (table.length / nodes ** 2).toFixed(4),
    least.toFixed(0),
    `${megabytes(tableMemory(nodes).runtime)} ${megabytes(bytes)}`,
    answers[3],
    `${answers[1]} ${walk}`,
    `${answers[0]} ${whole} ${(Number(whole) / Number(answers[0])).toFixed(1)}`,
    `${answers[2]} ${excess}`,
    nav.engine,
  ];
}

/** Both methods by number of nodes: rooms and noise of a size that gives about as many. */
async function methods(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const side of [70, 99, 139, 190, 295]) {
    const grid = makeGrid('noise', side, side, 0.1, 7);
    const graph = tableGraph(hpaGraph(grid, buildHpa(grid, { cluster: 16 })), 1);
    const times = [Infinity, Infinity];
    const distances = new Float64Array(graph.count ** 2);
    for (let run = 0; run < (graph.count > 1500 ? 1 : 3); run++) {
      let start = performance.now();
      if (graph.count < 4000) floyd(graph, distances);
      if (graph.count < 4000) tableOf(graph, distances);
      times[0] = Math.min(times[0], performance.now() - start);
      start = performance.now();
      tableBySearch(graph);
      times[1] = Math.min(times[1], performance.now() - start);
    }
    const start = performance.now();
    await bySearch(graph, { threads: 2 }, 0);
    rows.push([
      graph.count,
      graph.to.length,
      ...times.map((t) => t.toFixed(0)),
      (performance.now() - start).toFixed(0),
    ]);
  }
  printTable(['nodes', 'edges', 'floyd ms', 'search ms', 'in 2 threads ms'], rows);
}

const names = process.argv.slice(2);
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0].model.trim()}, load ${loadavg()[0].toFixed(1)}`);
if (names.includes('floyd')) await methods();
const rows: (string | number)[][] = [];
for (const file of mapFiles(names.filter((name) => name !== 'floyd')).filter((map) => existsSync(`${map}.scen`))) {
  for (const [cluster, levels] of [
    [16, 1],
    [20, 1],
    [16, 2],
  ]) {
    rows.push(await measure(file, cluster, levels));
  }
}
printTable(
  [
    'map',
    'cluster/level',
    'nodes',
    'bake s',
    'bytes',
    'per pair',
    'load ms',
    'table all MB',
    'distance us',
    '20 steps, hpa us',
    'path, hpa us, ratio',
    'mean %, hpa',
    'engine',
  ],
  rows,
);
console.log(`${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB at most`);

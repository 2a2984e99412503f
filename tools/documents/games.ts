/** Experiments about games: threads over one map, frames, and the competition's thirteen measures. */

import { gridFrom } from '../../src/core/grid/grid.js';
import { bakeHpa } from '../../src/core/hpa/bake.js';
import { bakeJps } from '../../src/core/jps/bake.js';
import { load } from '../../src/core/runtime/load-all.js';
import { PathBuffer } from '../../src/core/search/path.js';
import { simulateFrames } from '../../src/lab/bench/frames.js';
import { MEASURES, type Measures } from '../../src/lab/bench/measures.js';
import { settingOf } from '../../src/lab/bench/output.js';
import { drawPairs } from '../../src/lab/bench/queries.js';
import { meanOf, type ResultRow, Results } from '../../src/lab/bench/results.js';
import { BENCH_DEFAULTS, benchMap } from '../../src/lab/bench/run.js';
import { figureOf } from './experiments.js';
import { arrayBytes, digits, percent, type ReadGrid, type Table } from './table.js';

/** Memory of 1, 4 and 16 threads over one map of 2048 x 2048 cells: what they share, and what each has for itself. */
export async function memoryOfThreads(readGrid: ReadGrid): Promise<Table> {
  const small = readGrid('bg512/AR0011SR');
  const grid = gridFrom(2048, 2048, (x, y) => small.isOpen(x >> 2, y >> 2));
  const pairs = drawPairs(grid, { count: 200 });
  const table: Table = [
    ['engine', 'document, MB a thread', 'shared, MB', 'ours, MB a thread', '1 thread', '4 threads', '16 threads'],
  ];
  for (const [engine, blob] of [
    ['jps', await bakeJps(grid)],
    ['hpa', await bakeHpa(grid)],
  ] as const) {
    const first = load(blob, { engine, shared: true, wasm: false });
    const path = new PathBuffer();
    for (const { from, to } of pairs) first.findPathInto(...from, ...to, path);
    const shared = arrayBytes(first.source.kept) / 1e6;
    const navs = [first];
    /** Bytes of all arrays with one more load, of which nothing is freed. */
    const grow = async () => {
      const nav = load(blob, { engine, shared: first.source.kept, wasm: false } as Parameters<typeof load>[1]);
      for (const { from, to } of pairs) nav.findPathInto(...from, ...to, path);
      navs.push(nav);
      await collect();
      return process.memoryUsage().arrayBuffers;
    };
    // The first of them frees what is left of the bake and of earlier loads.
    const before = await grow();
    const each = ((await grow()) - before) / 1e6;
    table.push([
      engine,
      digits(figureOf('b-memory', engine)?.value),
      digits(shared),
      digits(each),
      ...[1, 4, 16].map((n) => digits(shared + n * each)),
    ]);
  }
  return table;
}

/** Frees what nothing refers to, where Node was started with `--expose-gc`. */
async function collect(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    (globalThis as { gc?(): void }).gc?.();
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Entries of the competition's classic track of 2023, 256,000 queries: figures of the organisers' archive. */
const PUBLISHED = [
  ['SGCH-JPD (2019)', 59.73, 1062.5645, 1, '162 GB', '163 MB'],
  ['Warthog JPS+', 134.34, 1062.5645, 1, '2 GB', '642 MB'],
  ['Constrained JPS', 249.46, 1062.5645, 1, '0', '69 MB'],
  ['Dao (2007)', 823, 1098.9213, 1.0563, '0', '298 MB'],
] as const;

/** Queries of each map. */
const QUERIES = 300;
/** The competition's measures. */
const COLUMNS = MEASURES.slice(0, 13);
const SUMS = new Set<string>(['totalSeconds', 'solved', 'invalid', 'unsolved', 'storageBytes', 'precomputeMinutes']);

/** The thirteen measures of the Grid-Based Path Planning Competition, over one map of each of its sets. */
export async function competition(readGrid: ReadGrid, maps: readonly string[]): Promise<Table> {
  const engines = ['astar', 'jps', 'jps+bounds', 'ch', 'hpa', 'table'];
  const results = new Results('gppc');
  for (const map of maps) {
    const grid = readGrid(map);
    const queries = drawPairs(grid, { count: QUERIES });
    const options = { ...BENCH_DEFAULTS, repeat: 2, capMillis: 30_000, bakeMillis: 60_000, engines };
    results.add(await benchMap(map, grid, queries, options), settingOf('documents b-gppc'));
  }
  const table: Table = [['entry', ...COLUMNS, 'ms a query, 1 = Constrained JPS']];
  for (const engine of engines) {
    const rows = results.rows.filter((row) => row.engine === engine && row.leftOut === '');
    // A query that was not reached, because the bake took too long or the time ran out, counts as unsolved.
    const unsolved = String(QUERIES * maps.length - Number(total(rows, 'solved')));
    const measure = (column: keyof Measures) => (column === 'unsolved' ? unsolved : total(rows, column));
    if (rows.length > 0) table.push([engine, ...COLUMNS.map(measure), '']);
  }
  for (const [name, seconds, length, suboptimality, storage, memory] of PUBLISHED) {
    const row = [name, seconds, digits((1e6 * seconds) / 256_000), '', '', length, suboptimality - 1, 256_000, 0, 0];
    table.push([...row, '', memory, storage, '', digits(seconds / 249.46)]);
  }
  return table;
}

/** A measure over all maps: a sum, or the mean over the queries. */
const total = (rows: readonly ResultRow[], column: keyof Measures) =>
  digits(SUMS.has(column) ? rows.reduce((sum, row) => sum + Number(row[column]), 0) : meanOf(rows, column));

/** Units that request paths immediately, by a queue with a quota per frame, and by pieces of HPA* walks. */
export async function frames(readGrid: ReadGrid, maps: readonly string[]): Promise<Table> {
  const table: Table = [
    ['map', 'way', 'frames over the quota', 'over 1.5 x', 'p50, ms', 'p99, ms', 'most, ms', 'paths', 'frames waited'],
  ];
  for (const map of maps) {
    for (const result of await simulateFrames(readGrid(map), { units: 200, quota: 1, frames: 300 })) {
      const { way, over, wellOver, p50, p99, most, paths, wait } = result;
      const shares = [over, wellOver].map((share) => percent(share));
      table.push([map, way, ...shares, ...[p50, p99, most].map(digits), paths, digits(wait)]);
    }
  }
  return table;
}

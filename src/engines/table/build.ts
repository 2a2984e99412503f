/** All-pairs tables, the bake: rows by one search each, which threads share; or from Floyd's distances. */
import { type ChunkOptions, runChunks, threadsFor } from '../../core/chunks/run.js';
import type { Grid } from '../../core/grid/grid.js';
import { TABLE } from '../../core/options/bake.js';
import { defaultsOf } from '../../core/options/option.js';
import { defaultJobs } from '../../core/threads/pool.js';
import type { Abstraction } from '../hpa/abstraction.js';
import type { HpaGraph } from '../hpa/graph.js';
import type { Csr } from '../hpa/levels.js';
import { checkEffort, chooseLevel, type TableMethod } from './fit.js';
import { type TableGraph, tableGraph } from './graph.js';
import { runsTable, tableOf } from './rows.js';
import { makeShare, RowBaker, type Rows } from './search.js';
import type { Table } from './section.js';

export interface TableBuildOptions extends ChunkOptions {
  /** Level of the abstraction, 1 the lowest; 0 for the lowest with at most `maxNodes` nodes. */
  level: number;
  method: TableMethod;
  maxNodes: number;
  maxMemory: number;
  threads: number;
}
export const TABLE_BUILD_DEFAULTS: TableBuildOptions = {
  ...defaultsOf(TABLE),
  method: 'auto',
  maxMemory: 2e9,
  threads: 0,
};

/** Up to here Floyd is as fast as repeated search (docs/decisions/tables.md). */
const FLOYD_PAYS = 100;
/** Threads are started if one thread would take longer: starting them takes some tenths of a second. */
const WORTH_THREADS_MS = 300;

/** @param graph of the abstraction @throws {TableError} if no level fits, or a bake takes too much memory or time */
export async function buildTable(
  grid: Grid,
  abstraction: Abstraction,
  graph: HpaGraph,
  options: Partial<TableBuildOptions> = {},
): Promise<Table> {
  const { level, method, maxNodes, maxMemory, threads, ...others } = { ...TABLE_BUILD_DEFAULTS, ...options };
  const nodes = tableGraph(graph, chooseLevel(grid, abstraction, graph, level, maxNodes));
  checkEffort(nodes.count, method, maxMemory);
  if (method !== 'floyd' && (method !== 'auto' || nodes.count > FLOYD_PAYS))
    return bySearch(nodes, { ...others, threads: threads || defaultJobs() });
  const distances = new Float64Array(nodes.count ** 2);
  floyd(nodes, distances);
  return tableOf(nodes, distances);
}

/** @param worthMs as in {@link runChunks}, for tests */
export async function bySearch(
  graph: TableGraph,
  { threads, ...running }: Pick<TableBuildOptions, 'threads'> & ChunkOptions,
  worthMs = WORTH_THREADS_MS,
): Promise<Table> {
  const share = makeShare(graph);
  const chunks = new Map<number, Rows>();
  const baker = new RowBaker(share);
  await runChunks<Map<number, Rows>[]>(
    {
      share,
      next: () => baker.next(),
      start: threadsFor('engines/table/rows', threads - 1, share),
      worthMs,
      merge(results) {
        for (const made of results) for (const [chunk, rows] of made) chunks.set(chunk, rows);
      },
    },
    running,
  );
  const rows = [...chunks, ...baker.made].sort(([a], [b]) => a - b).map(([, chunk]) => chunk);
  return runsTable(graph, rows);
}

/** Nodes on a side of a tile: three tiles are 96 kB. */
const TILE = 64;

/**
 * All-pairs distances (Floyd 1962) in cache-sized tiles (Venkataraman, Sahni & Mukhopadhyaya 2003).
 * @param distances Float64Array(nodes * nodes), overwritten: distance between all nodes, Infinity if unreachable
 */
export function floyd({ first, to, cost }: Csr, distances: Float64Array): void {
  const n = first.length - 1;
  distances.fill(Infinity);
  for (let i = 0; i < n; i++) {
    distances[i * n + i] = 0;
    for (let e = first[i]; e < first[i + 1]; e++)
      distances[i * n + to[e]] = Math.min(distances[i * n + to[e]], cost[e]);
  }
  for (let k = 0; k < n; k += TILE) {
    tile(distances, n, k, k, k);
    for (let t = 0; t < n; t += TILE) {
      if (t === k) continue;
      tile(distances, n, k, t, k);
      tile(distances, n, t, k, k);
    }
    for (let i = 0; i < n; i += TILE) {
      if (i !== k) for (let j = 0; j < n; j += TILE) if (j !== k) tile(distances, n, i, j, k);
    }
  }
}

/** Ways from nodes of the tile at row i to those at column j, over the nodes from k on. */
function tile(distances: Float64Array, n: number, i: number, j: number, k: number): void {
  const [iEnd, jEnd, kEnd] = [Math.min(n, i + TILE), Math.min(n, j + TILE), Math.min(n, k + TILE)];
  for (let via = k; via < kEnd; via++) {
    for (let a = i; a < iEnd; a++) {
      const head = distances[a * n + via];
      if (head === Infinity) continue;
      const shift = (via - a) * n;
      for (let at = a * n + j, end = a * n + jEnd; at < end; at++) {
        const price = head + distances[at + shift];
        if (price < distances[at]) distances[at] = price;
      }
    }
  }
}

/** All-pairs tables, the bake: distances by either method, then next hops. */
import type { Grid } from '../grid/grid.js';
import type { Abstraction } from '../hpa/abstraction.js';
import type { HpaGraph } from '../hpa/graph.js';
import { defaultJobs, Pool } from '../threads/pool.js';
import { checkEffort, chooseLevel, type TableMethod } from './fit.js';
import { floyd } from './floyd.js';
import { type TableGraph, tableGraph } from './graph.js';
import { tableOf } from './rows.js';
import { rowSearch, type SharedRows } from './search.js';
import type { Table } from './section.js';

/** Options of {@link buildTable}; the command line shows these same defaults. */
export interface TableBuildOptions {
  /** Level of the abstraction, 1 the lowest; 0 for the lowest with at most `maxNodes` nodes. */
  level: number;
  /** How distances are found; the bytes are the same. */
  method: TableMethod;
  maxNodes: number;
  /** Bytes that a bake may take. */
  maxMemory: number;
  /** Threads; 0 for one per core. */
  jobs: number;
}
/** Defaults of {@link TableBuildOptions}, which the command line shows. */
export const TABLE_BUILD_DEFAULTS: TableBuildOptions = { level: 0, method: 'auto', maxNodes: 2000, maxMemory: 2e9, jobs: 0 };

/** Up to here Floyd is as fast as repeated search (docs/decisions.md). */
const FLOYD_PAYS = 100;
/** Edges looked at in all searches together that are worth starting threads, which takes some tenths of a second. */
const WORTH_THREADS = 5e7;

/**
 * All-pairs table over one level of an abstraction: distance and next hop between every two nodes, by Floyd or one search a node.
 * @param graph of the abstraction
 * @throws {TableError} if no level fits, or the bake would take too much memory or time
 */
export async function buildTable(
  grid: Grid,
  abstraction: Abstraction,
  graph: HpaGraph,
  options: Partial<TableBuildOptions> = {},
): Promise<Table> {
  const { level, method, maxNodes, maxMemory, jobs } = { ...TABLE_BUILD_DEFAULTS, ...options };
  const nodes = tableGraph(graph, chooseLevel(grid, abstraction, graph, level, maxNodes));
  checkEffort(nodes.count, method, maxMemory);
  const distances =
    method === 'floyd' || (method === 'auto' && nodes.count <= FLOYD_PAYS) ? byFloyd(nodes) : await bySearch(nodes, jobs || defaultJobs());
  return tableOf(nodes, distances);
}

function byFloyd(graph: TableGraph): Float64Array {
  const distances = new Float64Array(graph.count ** 2);
  floyd(graph, distances);
  return distances;
}

/** @param worthThreads for tests */
export async function bySearch(graph: TableGraph, jobs: number, worthThreads = WORTH_THREADS): Promise<Float64Array> {
  const { count, first, to, cost } = graph;
  if (jobs === 1 || count * to.length < worthThreads) {
    const distances = new Float64Array(count ** 2);
    const search = rowSearch(graph, distances);
    for (let source = 0; source < count; source++) search(source);
    return distances;
  }
  const share: SharedRows = {
    edges: { first, to, cost },
    distances: new Float64Array(new SharedArrayBuffer(8 * count ** 2)),
    next: new Int32Array(new SharedArrayBuffer(4)),
  };
  const pool = new Pool('table/rows', jobs);
  try {
    // Each row goes to its place, whichever thread searched it.
    await Promise.all(Array.from({ length: jobs }, () => pool.run(share)));
  } finally {
    await pool.close();
  }
  return share.distances;
}

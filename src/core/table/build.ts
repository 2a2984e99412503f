/** All-pairs tables, the bake: rows by one search each, which threads share. */
import { type ChunkOptions, runChunks, threadsFor } from '../chunks/run.js';
import type { Grid } from '../grid/grid.js';
import type { Abstraction } from '../hpa/abstraction.js';
import type { HpaGraph } from '../hpa/graph.js';
import { TABLE } from '../options/bake.js';
import { defaultsOf } from '../options/option.js';
import { defaultJobs } from '../threads/pool.js';
import { checkEffort, chooseLevel } from './fit.js';
import { type TableGraph, tableGraph } from './graph.js';
import { runsTable } from './rows.js';
import type { Table } from './section.js';
import { makeShare, RowBaker, type Rows } from './share.js';

/** Options of {@link buildTable}; the command line shows these same defaults. */
export interface TableBuildOptions extends ChunkOptions {
  /** Level of the abstraction, 1 the lowest; 0 for the lowest with at most `maxNodes` nodes. */
  level: number;
  maxNodes: number;
  /** Bytes that a bake may take. */
  maxMemory: number;
  /** Threads, the calling one included; 0 for one per core. */
  threads: number;
}
/** Defaults of {@link TableBuildOptions}, which the command line shows. */
export const TABLE_BUILD_DEFAULTS: TableBuildOptions = {
  ...defaultsOf(TABLE),
  maxMemory: 2e9,
  threads: 0,
};

/** Threads are started if one thread would take longer: starting them takes some tenths of a second. */
const WORTH_THREADS_MS = 300;

/**
 * All-pairs table over one level of an abstraction: distance and next hop between every two nodes.
 * @param graph of the abstraction
 * @throws {TableError} if no level fits, or the bake would take too much memory
 */
export async function buildTable(
  grid: Grid,
  abstraction: Abstraction,
  graph: HpaGraph,
  options: Partial<TableBuildOptions> = {},
): Promise<Table> {
  const { level, maxNodes, maxMemory, threads, ...others } = { ...TABLE_BUILD_DEFAULTS, ...options };
  const nodes = tableGraph(graph, chooseLevel(grid, abstraction, graph, level, maxNodes));
  checkEffort(nodes.count, maxMemory);
  return bySearch(nodes, { ...others, threads: threads || defaultJobs() });
}

/** One search for each row. @param worthMs as in {@link runChunks}, for tests */
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
      start: threadsFor('core/table/rows', threads - 1, share),
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

/** All-pairs tables, the bake: rows by one search each, which threads share; or from Floyd's distances. */
import { setImmediate } from 'node:timers/promises';
import { CHECKPOINT_EVERY_MS, type CheckpointStore } from '../bounds/checkpoint.js';
import { CheckpointError } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import type { Abstraction } from '../hpa/abstraction.js';
import type { HpaGraph } from '../hpa/graph.js';
import { defaultJobs, Pool } from '../threads/pool.js';
import { loadRows, saveRows } from './checkpoint.js';
import { checkEffort, chooseLevel, type TableMethod } from './fit.js';
import { floyd } from './floyd.js';
import { type TableGraph, tableGraph } from './graph.js';
import { runsTable, tableOf } from './rows.js';
import type { Table } from './section.js';
import { type Chunk, finish, makeShare, RowBaker, rowsDone, type Share, stopAll } from './share.js';

/** Options of {@link buildTable}; the command line shows these same defaults. */
export interface TableBuildOptions {
  /** Level of the abstraction, 1 the lowest; 0 for the lowest with at most `maxNodes` nodes. */
  level: number;
  /** How distances are found; the bytes are the same. */
  method: TableMethod;
  maxNodes: number;
  /** Bytes that a bake may take. */
  maxMemory: number;
  /** Threads, the calling one included; 0 for one per core. */
  threads: number;
  /** Called now and then with the number of rows done, and at the end. Floyd has no rows. */
  onProgress?: (done: number, total: number) => void;
  /** Stops the bake; it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Keeps what is done, also when stopped; a bake that finds some goes on from there, to the same result. */
  checkpoint?: CheckpointStore;
}
/** Defaults of {@link TableBuildOptions}, which the command line shows. */
export const TABLE_BUILD_DEFAULTS: TableBuildOptions = {
  level: 0,
  method: 'auto',
  maxNodes: 2000,
  maxMemory: 2e9,
  threads: 0,
};

/** Up to here Floyd is as fast as repeated search (docs/decisions/tables-a-row-from-one-search.md). */
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
  const { level, method, maxNodes, maxMemory, threads, ...others } = { ...TABLE_BUILD_DEFAULTS, ...options };
  const nodes = tableGraph(graph, chooseLevel(grid, abstraction, graph, level, maxNodes));
  checkEffort(nodes.count, method, maxMemory);
  if (method === 'floyd' || (method === 'auto' && nodes.count <= FLOYD_PAYS)) return byFloyd(nodes);
  return bySearch(nodes, { ...others, threads: threads || defaultJobs() });
}

function byFloyd(graph: TableGraph): Table {
  const distances = new Float64Array(graph.count ** 2);
  floyd(graph, distances);
  return tableOf(graph, distances);
}

/** The event loop gets its turn after so many milliseconds of searching. */
const SLICE_MS = 10;
const PROGRESS_MS = 50;

/** @param worthThreads for tests */
export async function bySearch(
  graph: TableGraph,
  {
    threads,
    onProgress,
    signal,
    checkpoint,
  }: Pick<TableBuildOptions, 'threads' | 'onProgress' | 'signal' | 'checkpoint'>,
  worthThreads = WORTH_THREADS,
): Promise<Table> {
  signal?.throwIfAborted();
  const share = makeShare(graph);
  const chunks = resumed(share, checkpoint);
  finish(share, chunks.keys());
  const baker = new RowBaker(share);
  const stop = () => stopAll(share);
  signal?.addEventListener('abort', stop, { once: true });
  const others = threads > 1 && graph.count * graph.to.length >= worthThreads ? threads - 1 : 0;
  const pool = new Pool('table/rows', others || 1);
  const helping = Promise.all(Array.from({ length: others }, () => pool.run<Map<number, Chunk>>(share)));
  // The failure itself is thrown below; until then it must neither go on nor count as unhandled.
  helping.catch(stop);
  const save = async () => checkpoint?.save(saveRows(share, new Map([...chunks, ...baker.made])));
  try {
    const start = performance.now();
    let [slice, told, saved] = [start, start, start];
    while (baker.next()) {
      const now = performance.now();
      if (now - slice < SLICE_MS) continue;
      if (now - told >= PROGRESS_MS) {
        told = now;
        onProgress?.(rowsDone(share), graph.count);
      }
      if (now - saved >= (checkpoint?.everyMs ?? CHECKPOINT_EVERY_MS)) {
        await save();
        saved = performance.now();
      }
      await setImmediate();
      slice = performance.now();
    }
    for (const made of [...(await helping), baker.made]) for (const [chunk, rows] of made) chunks.set(chunk, rows);
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
    await pool.close();
    if (chunks.size < share.finished.length) await save();
  }
  signal?.throwIfAborted();
  onProgress?.(graph.count, graph.count);
  return runsTable(
    graph,
    [...chunks].sort(([a], [b]) => a - b).map(([, chunk]) => chunk),
  );
}

/** The chunks that a checkpoint has, or several of them. */
function resumed(share: Share, checkpoint: CheckpointStore | undefined): Map<number, Chunk> {
  try {
    return new Map([checkpoint?.load() ?? []].flat().flatMap((bytes) => [...loadRows(bytes, share)]));
  } catch (error) {
    if (checkpoint?.lenient && error instanceof CheckpointError) return new Map();
    throw error;
  }
}

/** Which level a table is made of, and what is refused before any work is done. */

import { TableError } from '../../core/errors.js';
import type { Grid } from '../../core/grid/grid.js';
import { MAX_CLUSTER } from '../../core/limits.js';
import { HPA_NUMBERS } from '../../core/options/hpa.js';
import type { Abstraction } from '../hpa/abstraction.js';
import { clusterNodes, clustersOf } from '../hpa/clusters.js';
import { baseGraph, type HpaGraph } from '../hpa/graph.js';
import { pairsToEdges } from '../hpa/levels.js';

/** Runs are counted in 16 bits. */
export const MOST_NODES = 65535;
/** Above, Floyd's n^3 steps take minutes. */
export const MOST_FLOYD_NODES = 4000;
const MOST_LEVELS = HPA_NUMBERS.levels[1];

/** Algorithm of a table; the bytes are the same. */
export type TableMethod = 'auto' | 'floyd' | 'search';

/** Nodes of a level. @param level 1 the lowest */
export function nodesOfLevel({ nodeLevels }: Pick<HpaGraph, 'nodeLevels'>, level: number): number {
  return nodeLevels.reduce((sum, l) => sum + Number(l >= level), 0);
}

/** The fewest levels whose top level has nodes, at most `maxNodes`; all levels that have nodes if none fits. */
export function fittingLevels(grid: Grid, abstraction: Abstraction, maxNodes: number): number {
  const graph = withAllLevels(grid, abstraction);
  let level = 1;
  while (level < MOST_LEVELS && nodesOfLevel(graph, level) > maxNodes && nodesOfLevel(graph, level + 1) > 0) level++;
  return level;
}

/** The graph of level 1, with the levels that its nodes would be on. */
const withAllLevels = (grid: Grid, { options, ...rest }: Abstraction): HpaGraph =>
  baseGraph(grid, { ...rest, options: { ...options, levels: MOST_LEVELS } }, pairsToEdges);

/** Bytes of a table, at most: while it is baked, and at run time. */
export function tableMemory(nodes: number, method: TableMethod = 'auto'): { bake: number; runtime: number } {
  // Floyd takes doubles; search takes runs, at most one a pair, and sections; the runtime half the pairs at 32 bits.
  return { bake: (method === 'floyd' ? 8 : 4) * nodes * nodes, runtime: 2 * nodes * (nodes - 1) };
}

/** @param level 0 for the lowest that fits @throws {TableError} if there is none, or it has too many nodes */
export function chooseLevel(
  grid: Grid,
  abstraction: Abstraction,
  graph: HpaGraph,
  level: number,
  maxNodes: number,
): number {
  const { levels } = abstraction.options;
  const most = Math.min(maxNodes, MOST_NODES);
  if (level > levels) {
    throw new TableError(
      `level is ${level}, allowed are 0 to ${levels}, the levels of the HPA* bake; bake that with --levels ${level}`,
    );
  }
  const wanted = level > 0 ? [level] : Array.from({ length: levels }, (_, l) => l + 1);
  for (const l of wanted) if (nodesOfLevel(graph, l) <= most) return l;
  const last = wanted[wanted.length - 1];
  const limit = most < maxNodes ? `a table has at most ${most}` : `--max-nodes is ${most}`;
  throw new TableError(
    `level ${last} has ${nodesOfLevel(graph, last)} nodes, ${limit}; ${advice(grid, abstraction, most)}`,
  );
}

function advice(grid: Grid, abstraction: Abstraction, most: number): string {
  const { options } = abstraction;
  const ways: string[] = [];
  for (let cluster = options.cluster + 1; cluster <= MAX_CLUSTER; cluster++) {
    const count = clusterNodeCount(grid, cluster, options.entranceWidth);
    if (count > most) continue;
    // A single cluster has no nodes, and its table nothing to tell.
    if (count > 0) ways.push(`--cluster ${cluster} (${count} nodes)`);
    break;
  }
  const graph = withAllLevels(grid, abstraction);
  for (let level = options.levels + 1; level <= MOST_LEVELS; level++) {
    const count = nodesOfLevel(graph, level);
    if (count > most) continue;
    if (count > 0) ways.push(`--levels ${level} (${count} nodes)`);
    break;
  }
  const raise = most < MOST_NODES ? ['raise --max-nodes'] : [];
  return [...(ways.length > 0 ? [`bake with ${ways.join(' or ')}`] : []), ...raise].join(', or ') || 'cut the map';
}

function clusterNodeCount(grid: Grid, cluster: number, entranceWidth: number): number {
  const clusters = clustersOf(grid, cluster);
  let count = 0;
  for (let cy = 0; cy < clusters.rows; cy++) {
    for (let cx = 0; cx < clusters.columns; cx++)
      count += clusterNodes(grid, clusters, cx, cy, { entranceWidth }).length;
  }
  return count;
}

/** @throws {TableError} if a bake would take more memory than allowed, or Floyd longer than anyone waits */
export function checkEffort(nodes: number, method: TableMethod, maxMemory: number): void {
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  const { bake } = tableMemory(nodes, method);
  if (bake > maxMemory) {
    throw new TableError(
      `a table of ${nodes} nodes takes about ${megabytes(bake)} of memory to bake, --max-memory is ` +
        `${megabytes(maxMemory)}; take a higher level or larger clusters, or raise it`,
    );
  }
  if (method === 'floyd' && nodes > MOST_FLOYD_NODES) {
    throw new TableError(
      `Floyd takes at most ${MOST_FLOYD_NODES} nodes, this level has ${nodes}; take --method search, which gives ` +
        'the same bytes',
    );
  }
}

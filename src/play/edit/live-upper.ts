/** Levels above the lowest of HPA* on a map that changes: a merged cluster with a change inside is baked again as a whole. */
import type { Grid } from '../../core/grid/grid.js';
import type { Clusters } from '../../core/hpa/clusters.js';
import { type HpaGraph, membersOf } from '../../core/hpa/graph.js';
import { type Level, pairsToEdges } from '../../core/hpa/levels.js';
import { bakeMerged, nodeFlood } from '../../core/hpa/upper.js';
import { Writer } from '../../core/hpa/writer.js';
import { LiveEdges, LivePaths } from './pieces.js';

export interface LiveUpper {
  level: Level;
  /**
   * @param touched clusters of the lowest level whose nodes or edges may be new
   * @returns all that lie in a merged cluster with one of these; undefined where there is no room
   */
  repair(touched: ReadonlySet<number>): Set<number> | undefined;
}

/**
 * @param graph of all levels below
 * @param baked the level as it was baked
 * @param counts nodes of each of its clusters
 * @param span side of these, in cells
 * @param spread gives rows of nodes their room
 */
export function liveUpper(
  grid: Grid,
  { size, columns, rows }: Clusters,
  graph: HpaGraph,
  baked: Level,
  counts: ArrayLike<number>,
  { span, spread }: { span: number; spread: (array: Int32Array) => Int32Array },
): LiveUpper {
  const { clusterFirst, clusterEnd, nodeLevels } = graph;
  const number = graph.levels.length;
  const across = Math.ceil(grid.width / span);
  const wide = span / size;
  const flood = nodeFlood(grid, graph, graph.levels[number - 1], span);
  const paths = new LivePaths(baked, counts);
  const [nodes, nodeFirst] = membersOf(grid, graph, number + 1, span);
  const bounds = nodeFirst.map((at) => (at < nodes.length ? baked.first[nodes[at]] : baked.to.length));
  const edges = new LiveEdges(spread(baked.first), spread(baked.end), baked, baked.pair, bounds);

  /** @returns false where there is no room */
  const bake = (u: number, inside: readonly number[]): boolean => {
    const members: number[] = [];
    for (const c of inside) {
      edges.end.fill(0, clusterFirst[c], clusterEnd[c]);
      edges.first.fill(0, clusterFirst[c], clusterEnd[c]);
      for (let n = clusterFirst[c]; n < clusterEnd[c]; n++) if (nodeLevels[n] > number) members.push(n);
    }
    const [pairs, steps] = [new Writer(new Uint16Array(64)), new Writer(new Uint16Array(256))];
    const costs: number[] = [];
    bakeMerged(flood, members, pairs, steps, costs);
    const level = pairsToEdges(
      members.length,
      Int32Array.from(members.keys()),
      Int32Array.of(0, members.length),
      pairs.done() as Uint16Array,
      steps.done() as Uint16Array,
      (_i, _j, p) => costs[p],
    );
    const pair = paths.put(u, level);
    return pair >= 0 && edges.put(u, members, level, (t) => members[t], level.pair, 2 * pair);
  };

  return {
    level: Object.assign(edges, { pair: edges.more, ...paths }),
    repair(touched) {
      for (const c of touched) flood.settle(clusterFirst[c], clusterEnd[c]);
      const all = new Set<number>();
      const homes = Array.from(
        touched,
        (c) => Math.floor(Math.floor(c / columns) / wide) * across + Math.floor((c % columns) / wide),
      );
      for (const u of new Set(homes)) {
        const inside: number[] = [];
        const [left, top] = [(u % across) * wide, Math.floor(u / across) * wide];
        for (let y = top; y < Math.min(rows, top + wide); y++)
          for (let x = left; x < Math.min(columns, left + wide); x++) inside.push(y * columns + x);
        if (!bake(u, inside)) return undefined;
        for (const c of inside) all.add(c);
      }
      return all;
    },
  };
}

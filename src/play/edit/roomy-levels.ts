/** Levels above the lowest of HPA* on a map that changes: a merged cluster in which an edge is new is made again as a whole, by the floods of the bake. */
import type { Grid } from '../../core/grid/grid.js';
import type { Upper } from '../../core/hpa/abstraction.js';
import type { Clusters } from '../../core/hpa/clusters.js';
import type { HpaGraph } from '../../core/hpa/graph.js';
import type { Level } from '../../core/hpa/levels.js';
import { nodeFlood } from '../../core/hpa/upper.js';
import { pairsOf, Rooms } from './rooms.js';
import { Draft, RoomyEdges } from './roomy-edges.js';
import { edgeCounts } from './roomy-graph.js';
import type { RoomyNodes } from './roomy-nodes.js';

export interface UpperLevel {
  level: Level;
  /**
   * @param touched clusters of the lowest level in which nodes or edges are new
   * @returns all that lie in a merged cluster with one of these
   */
  repair(touched: ReadonlySet<number>): Set<number>;
}

/**
 * @param number of the level, 2 the lowest of these
 * @param span side of its clusters, in cells
 * @param graph with room, and all levels below
 * @param baked the same without room
 */
export function upperLevel(
  grid: Grid,
  clusters: Clusters,
  number: number,
  span: number,
  upper: Upper,
  graph: HpaGraph,
  baked: HpaGraph,
  nodes: RoomyNodes,
): UpperLevel {
  const { clusterFirst, clusterEnd, nodeLevels } = nodes;
  const { size, columns, rows } = clusters;
  const across = Math.ceil(grid.width / span);
  const wide = span / size;
  const below = graph.levels[number - 2];
  const before = baked.levels[number - 1];
  const flood = nodeFlood(grid, graph, below, span);
  const draft = new Draft();

  const { pairCounts, pairFirst } = pairsOf(upper.counts);
  // One more than there are pairs, as in the lowest level.
  const pairs = new Rooms(pairCounts.map((n) => n + 1));
  const pathFirst = new Int32Array(pairs.length);
  const steps = new Rooms(
    pairCounts.map((_, u) => before.pathFirst[pairFirst[u + 1]] - before.pathFirst[pairFirst[u]]),
  );
  const paths = new Uint16Array(steps.length);
  const edges = new RoomyEdges(
    new Int32Array(nodes.count + 1),
    edgeCounts(before.first, baked.clusterFirst),
    (n) => new Int32Array(n),
  );
  const homeOf = (c: number): number =>
    Math.floor(Math.floor(c / columns) / wide) * across + Math.floor((c % columns) / wide);

  for (let u = 0; u < upper.counts.length; u++) {
    const begin = before.pathFirst[pairFirst[u]];
    for (let p = pairFirst[u]; p <= pairFirst[u + 1]; p++)
      pathFirst[pairs.start[u] + p - pairFirst[u]] = before.pathFirst[p] - begin + steps.start[u];
    if (before.paths) paths.set(before.paths.subarray(begin, before.pathFirst[pairFirst[u + 1]]), steps.start[u]);
  }
  nodes.moveIn(
    before.first,
    before,
    (e, c) => before.pair[e] + 2 * (pairs.start[homeOf(c)] - pairFirst[homeOf(c)]),
    (c, made) => edges.put(c, clusterFirst[c], made),
  );

  /** Clusters of the lowest level in a merged one, row by row. */
  const clustersIn = (u: number): number[] => {
    const [left, top] = [(u % across) * wide, Math.floor(u / across) * wide];
    const inside: number[] = [];
    for (let y = top; y < Math.min(rows, top + wide); y++)
      for (let x = left; x < Math.min(columns, left + wide); x++) inside.push(y * columns + x);
    return inside;
  };

  const remake = (u: number, inside: readonly number[]): void => {
    const members: number[] = [];
    for (const c of inside)
      for (let n = clusterFirst[c]; n < clusterEnd[c]; n++) if (nodeLevels[n] >= number) members.push(n);
    const k = members.length;
    const first = pairs.take(u, (k * (k - 1)) / 2 + 1);
    /** Cost of each pair, Infinity where there is no way, by both members' places. */
    const costs = new Float64Array(k * k).fill(Infinity);
    const pairAt = new Int32Array(k * k);
    const lengths: number[] = [];
    const all: number[] = [];
    for (let a = 0; a < k; a++) {
      if (a + 1 < k) flood.run(members[a]);
      for (let b = a + 1; b < k; b++) {
        const path = flood.stepsTo(members[b]) ?? [];
        costs[a * k + b] = costs[b * k + a] = flood.costTo(members[b]);
        pairAt[a * k + b] = 2 * (first + lengths.length);
        pairAt[b * k + a] = pairAt[a * k + b] + 1;
        lengths.push(path.length);
        for (const step of path) all.push(step);
      }
    }
    let step = steps.take(u, all.length);
    paths.set(all, step);
    pathFirst[first] = step;
    lengths.forEach((length, p) => {
      step += length;
      pathFirst[first + p + 1] = step;
    });
    let a = 0;
    for (const c of inside) {
      draft.clear();
      for (let n = clusterFirst[c]; n < clusterEnd[c]; n++) {
        if (n === members[a]) {
          for (let b = 0; b < k; b++)
            if (costs[a * k + b] < Infinity) draft.push(members[b], costs[a * k + b], pairAt[a * k + b]);
          a++;
        }
        draft.endNode();
      }
      edges.put(c, clusterFirst[c], draft);
    }
  };

  return {
    level: { first: edges.first, to: edges.to, cost: edges.cost, pair: edges.more, pathFirst, paths },
    repair(touched) {
      for (const c of touched) flood.settle(clusterFirst[c], clusterEnd[c]);
      const inside = new Set<number>();
      for (const u of new Set(Array.from(touched, homeOf))) {
        const clusters = clustersIn(u);
        remake(u, clusters);
        for (const c of clusters) inside.add(c);
      }
      return inside;
    },
  };
}

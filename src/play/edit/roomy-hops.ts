/** The hops of HPA* on a map that changes, and the costs from landmarks, which they may make smaller. */
import type { HpaGraph } from '../../core/hpa/graph.js';
import { eachHop, type Hops } from '../../core/hpa/hops.js';
import { LANDMARKS } from '../../core/hpa/landmarks.js';
import { Draft, RoomyEdges } from './roomy-edges.js';
import { edgeCounts } from './roomy-graph.js';
import type { RoomyNodes } from './roomy-nodes.js';

export interface RoomyHops {
  readonly hops: Hops;
  /** Makes the hops anew that the nodes of a cluster have on a level, 0 the lowest. */
  repair(level: number, c: number): void;
}

/**
 * @param graph with room
 * @param baked the graph without
 * @param bakedHops its hops
 */
export function roomyHops(graph: HpaGraph, nodes: RoomyNodes, baked: HpaGraph, bakedHops: Hops): RoomyHops {
  const { count, clusterFirst, clusterEnd, nodeLevels } = nodes;
  const clusters = clusterFirst.length;
  const levelCount = baked.levels.length;
  const firstOf = (level: number) =>
    bakedHops.first.subarray(level * (baked.count + 1), (level + 1) * (baked.count + 1));
  const lengths = Array.from({ length: levelCount }, (_, level) => [
    ...edgeCounts(firstOf(level), baked.clusterFirst),
  ]).flat();
  const edges = new RoomyEdges(new Int32Array(levelCount * (count + 1)), lengths, () => new Uint8Array(0));
  const put = (level: number, c: number, draft: Draft) =>
    edges.put(level * clusters + c, level * (count + 1) + clusterFirst[c], draft);
  for (let level = 0; level < levelCount; level++) {
    nodes.moveIn(
      firstOf(level),
      bakedHops,
      () => 0,
      (c, draft) => put(level, c, draft),
    );
  }
  const hops = { first: edges.first, to: edges.to, cost: edges.cost, longest: bakedHops.longest };
  const draft = new Draft();
  /** Where in the draft the hop to a node is, to keep the cheaper of two. */
  const place = new Int32Array(count);
  let begin = 0;
  const add = (t: number, price: number) => {
    const i = place[t];
    if (price > hops.longest) hops.longest = price;
    if (i >= begin && i < draft.count && draft.to[i] === t) draft.cost[i] = Math.min(draft.cost[i], price);
    else {
      place[t] = draft.count;
      draft.push(t, price);
    }
  };
  return {
    hops,
    repair(level, c) {
      draft.clear();
      for (let n = clusterFirst[c]; n < clusterEnd[c]; n++) {
        begin = draft.count;
        if (nodeLevels[n] > level) eachHop(graph, level, n, add);
        draft.endNode();
      }
      put(level, c, draft);
    },
  };
}

/**
 * Makes the costs from the landmarks lower bounds again: no more than they were, and no more apart than any edge costs. What closes makes them loose, not wrong.
 * @param touched clusters in which edges are new
 */
export function repairMarks(
  { levels: [intra], inter }: HpaGraph,
  { clusterFirst, clusterEnd, marks }: RoomyNodes,
  waiting: Uint8Array,
  touched: Iterable<number>,
): void {
  const queue: number[] = [];
  const wait = (n: number) => {
    if (waiting[n] === 0) queue.push(n);
    waiting[n] = 1;
  };
  for (const c of touched) for (let n = clusterFirst[c]; n < clusterEnd[c]; n++) wait(n);
  // Grows while it is walked; it ends, for costs fall and are sums of edges.
  for (const n of queue) {
    waiting[n] = 0;
    for (const { first, to, cost } of [intra, inter]) {
      for (let e = first[n]; e < first[n + 1]; e++) {
        const t = to[e];
        for (let l = 0; l < LANDMARKS; l++) {
          const price = marks[LANDMARKS * n + l] + cost[e];
          if (price >= marks[LANDMARKS * t + l]) continue;
          marks[LANDMARKS * t + l] = price;
          wait(t);
        }
      }
    }
  }
}

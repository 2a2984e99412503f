/**
 * The coarse search of HPA*: which nodes a path goes through. Start and goal are connected by what floods of their
 * clusters say; nothing shared is written.
 *
 * A node is reached by crossing a border, and left by crossing its cluster and the next border in one edge: a *hop*. So
 * the two ends of a transition are not both opened, and no two intra-edges follow each other, which never pays.
 *
 * With several levels a node hops on the highest on whose border it lies and whose cluster holds neither start nor goal
 * (as in customizable route planning; Delling et al. 2011). An edge of a level costs what the best way over the levels
 * below does, so the abstract cost is the same with any number of levels. The open list is that of
 * `jps/query/search.ts`: a ring of buckets, last in first out.
 *
 * Measured and decided: docs/decisions/hpa.md.
 */

import { grown } from '../../core/arrays.js';
import { assertPath } from '../../core/errors.js';
import type { Grid } from '../../core/grid/grid.js';
import { octile, STEP } from '../../core/grid/step-costs.js';
import { MAX_COST } from '../../core/limits.js';
import type { Engine } from '../../core/search/engine.js';
import type { HpaBuildOptions } from './abstraction.js';
import type { Flood } from './flood.js';
import { apart, type HpaGraph } from './graph.js';
import type { Hops } from './hops.js';
import { LANDMARKS, markOf, type Span, takeMost } from './landmarks.js';

/** A coarse path between the clusters of a start and a goal. */
export interface CoarsePath {
  /** The first in the start's cluster, the last in the goal's. */
  nodes: readonly number[];
  /** From the first to the last, on the doubled scale. */
  cost: number;
}

/** Coarse paths by the nodes on the way out of the start's cluster and into the goal's; a key is a whole number. */
export interface Plans {
  get(key: number): CoarsePath | undefined;
  set(key: number, path: CoarsePath): void;
}

interface PlanEngine extends Pick<Engine, 'expanded' | 'generated' | 'trace'> {
  plans?: Plans | undefined;
  abstractCost: number;
}

/** Parts that a coarse search shares with the refinement of its paths. */
export interface CoarseParts {
  hops: Hops;
  marks: Float64Array;
  /** Floods of the start's cluster and of the goal's. */
  near: Flood;
  far: Flood;
  /** Whether the line between two cells is free, diagonal first or last. */
  line: (x0: number, y0: number, x1: number, y1: number, diagonalFirst?: boolean) => boolean;
}

export interface CoarseSearch {
  /**
   * Nodes of the abstract path, in the start's cluster first; none inside one cluster or on a line; null if no path.
   */
  plan(engine: PlanEngine, x0: number, y0: number, goalX: number, goalY: number): number[] | null;
  /** The level a node hops on: its highest whose cluster holds neither start nor goal. */
  levelOf(n: number, x0: number, y0: number, goalX: number, goalY: number): number;
}

/** @param options of the abstraction that the graph was made of */
export function coarseSearch(
  grid: Grid,
  { cluster: size, merge }: HpaBuildOptions,
  graph: HpaGraph,
  { hops: { first, end: ends, to, cost, longest }, marks, near, far, line }: CoarseParts,
): CoarseSearch {
  const { count, points, clusterFirst, clusterEnd, inter, nodeLevels, levels } = graph;
  const columns = Math.ceil(grid.width / size);
  // One step wide, unless that would need a ring of more than 2^17 buckets.
  const bucketWidth = Math.max(STEP, longest / 2 ** 15);
  const heads = new Int32Array(2 ** Math.ceil(Math.log2((2 * longest) / bucketWidth + 2))).fill(-1);
  const mask = heads.length - 1;
  const perBucket = 1 / bucketWidth;
  // Edges that a search looks at: of a forged graph it would without end. True ones need a few times their number.
  const mostLooks = 64 * (to.length + inter.to.length + count);
  // Buckets that it passes by: no path meets a node twice, nor a cell of the clusters at its ends.
  // An estimate is no more than a path.
  const mostNear = 2 * size * size * MAX_COST * 2 * STEP;
  const mostBuckets = Math.min(2 ** 30, 2 * (count * longest + mostNear) * perBucket + mask);
  // Node and next item of its bucket, in turn.
  let items = new Int32Array(1024);
  /** Cost from the start, Infinity in nodes that this query has not reached, and their estimates to the goal. */
  const costs = new Float64Array(2 * count).fill(Infinity);
  const parents = new Int32Array(count);
  /** Whether a node was reached, or reached cheaper, since it was last expanded. */
  const waiting = new Uint8Array(count);
  // A cluster has no more nodes than border cells.
  const startCosts = new Float64Array(4 * size);
  const goalCosts = new Float64Array(4 * size);
  /** Costs between the goal and each landmark, and how far apart each puts start and goal. */
  const goalMarks = new Float64Array(LANDMARKS);
  const gains = new Float64Array(LANDMARKS);

  /** Costs from a cell to its cluster's nodes. @returns these nodes, which are read once: memory may change */
  const connect = (x: number, y: number, costs: Float64Array, flood: Flood): Span => {
    const c = Math.floor(y / size) * columns + Math.floor(x / size);
    const nodes = { first: clusterFirst[c], end: clusterEnd[c] };
    let flooded = false;
    assertPath(nodes.end - nodes.first <= costs.length);
    for (let n = nodes.first, i = 0; n < nodes.end; n++, i++) {
      const [toX, toY] = [points[2 * n], points[2 * n + 1]];
      costs[i] = 2 * octile(toX - x, toY - y);
      if (line(x, y, toX, toY) || line(x, y, toX, toY, false)) continue;
      if (!flooded) flood.run(x, y);
      flooded = true;
      costs[i] = flood.costs[flood.at(toX, toY)];
    }
    return nodes;
  };

  /** @param n a node, or its complement */
  const pointOf = (n: number): number => points[2 * (n ^ (n >> 31))] | (points[2 * (n ^ (n >> 31)) + 1] << 16);

  /** The node of a cluster nearest to the way between two cells, by octile distance. */
  const towards = ({ first, end }: Span, costs: Float64Array, x: number, y: number): number => {
    let best = Infinity;
    let node = first;
    for (let n = first, i = 0; n < end; n++, i++) {
      const cost = costs[i] + 2 * octile(points[2 * n] - x, points[2 * n + 1] - y);
      if (cost < best) [best, node] = [cost, n];
    }
    return node;
  };

  const levelOf = (n: number, x0: number, y0: number, goalX: number, goalY: number): number => {
    let level = 0;
    for (let span = size * merge; level + 1 < nodeLevels[n] && level + 1 < levels.length; span *= merge) {
      if (!apart(points, n, x0, y0, span) || !apart(points, n, goalX, goalY, span)) break;
      level++;
    }
    return level;
  };

  const plan = (engine: PlanEngine, x0: number, y0: number, goalX: number, goalY: number): number[] | null => {
    const nodes: number[] = [];
    let lowest = 2 * octile(goalX - x0, goalY - y0);
    engine.expanded = engine.generated = 0;
    engine.abstractCost = Infinity;
    if (!grid.isOpen(x0, y0) || !grid.isOpen(goalX, goalY)) return null;
    engine.abstractCost = lowest / STEP;
    if (line(x0, y0, goalX, goalY)) return nodes;
    let best = Infinity;
    let last = -1;
    const goals = connect(goalX, goalY, goalCosts, far);
    const starts = connect(x0, y0, startCosts, near);
    const { first: startFirst, end: startEnd } = starts;
    const { first: goalFirst, end: goalEnd } = goals;
    const isInside =
      Math.floor(x0 / size) === Math.floor(goalX / size) && Math.floor(y0 / size) === Math.floor(goalY / size);
    if (isInside) {
      near.run(x0, y0);
      best = near.costs[near.at(goalX, goalY)];
    }
    const key =
      engine.plans && !isInside
        ? towards(starts, startCosts, goalX, goalY) * count + towards(goals, goalCosts, x0, y0)
        : -1;
    const known = key < 0 ? undefined : engine.plans?.get(key);
    if (known) {
      const { nodes } = known;
      const cost = startCosts[nodes[0] - startFirst] + known.cost + goalCosts[nodes[nodes.length - 1] - goalFirst];
      engine.abstractCost = cost / STEP;
      if (cost < Infinity) return nodes.slice();
    }
    // The three landmarks that tell most about this start and goal.
    for (let l = 0; l < LANDMARKS; l++) {
      goalMarks[l] = markOf(marks, l, goals, goalCosts);
      // Not a number where it leads to neither.
      gains[l] = Math.abs(goalMarks[l] - markOf(marks, l, starts, startCosts)) || 0;
      if (gains[l] > lowest) lowest = gains[l];
    }
    const [a, b, c] = [takeMost(gains), takeMost(gains), takeMost(gains)];
    const [markA, markB, markC] = [goalMarks[a], goalMarks[b], goalMarks[c]];
    const { trace } = engine;
    trace?.(x0 | (y0 << 16), -1, 0);
    let expanded = 0;
    let used = 0;
    let current = 0;
    let lastBucket = -1;
    let left = mostLooks;
    // Terminates: what is queued has made a node cheaper, and lies in a bucket from the current one to the last.
    for (let s = startFirst, n = s; ; ) {
      let base: number;
      let e: number;
      let end: number;
      let targets = to;
      let prices = cost;
      let parent: number;
      if (s < startEnd) {
        base = startCosts[s - startFirst];
        e = inter.first[s];
        end = inter.end[s];
        targets = inter.to;
        prices = inter.cost;
        parent = ~s++;
      } else {
        while (current <= lastBucket && heads[current & mask] < 0) current++;
        if (current > lastBucket || lowest + current * bucketWidth >= best) break;
        const item = heads[current & mask];
        heads[current & mask] = items[2 * item + 1];
        n = items[2 * item];
        if (waiting[n] === 0) continue;
        waiting[n] = 0;
        expanded++;
        base = costs[2 * n];
        if (n >= goalFirst && n < goalEnd) {
          const sum = base + goalCosts[n - goalFirst];
          if (sum < best) [best, last] = [sum, n];
        }
        const at = nodeLevels[n] > 1 ? n + levelOf(n, x0, y0, goalX, goalY) * count : n;
        e = first[at];
        end = ends[at];
        parent = n;
      }
      left -= Math.max(1, end - e);
      const came = parent < 0 ? x0 | (y0 << 16) : pointOf(parents[n]);
      if (!(left >= 0) || trace?.(pointOf(parent), came, base / STEP) === true) {
        best = Infinity;
        break;
      }
      for (; e < end; e++) {
        const t = targets[e];
        const price = base + prices[e];
        const known = costs[2 * t];
        if (price >= known) continue;
        let h = known < Infinity ? costs[2 * t + 1] : 2 * octile(points[2 * t] - goalX, points[2 * t + 1] - goalY);
        if (known === Infinity) {
          const l = LANDMARKS * t;
          const hA = Math.abs(marks[l + a] - markA);
          const hB = Math.abs(marks[l + b] - markB);
          const hC = Math.abs(marks[l + c] - markC);
          if (hA > h) h = hA;
          if (hB > h) h = hB;
          if (hC > h) h = hC;
        }
        if (price + h >= best) continue;
        const bucket = Math.max(current, ((price + h - lowest) * perBucket) | 0);
        if (bucket > mostBuckets) {
          left = -1;
          break;
        }
        if (bucket > lastBucket) lastBucket = bucket;
        costs[2 * t] = price;
        costs[2 * t + 1] = h;
        waiting[t] = 1;
        parents[t] = parent;
        if (2 * used === items.length) items = grown(items);
        items[2 * used] = t;
        items[2 * used + 1] = heads[bucket & mask];
        heads[bucket & mask] = used++;
      }
    }
    for (; current <= lastBucket; current++) heads[current & mask] = -1;
    // Stale flags are harmless: a node is marked again when it is listed.
    for (let i = 0; i < used; i++) costs[2 * items[2 * i]] = Infinity;
    engine.expanded = expanded;
    engine.generated = used;
    engine.abstractCost = best / STEP;
    if (best === Infinity) return null;
    if (last < 0) return nodes;
    // A node costs more than its parent, so no way back meets one twice.
    for (; last >= 0; last = parents[last]) assertPath(nodes.push(last) <= count);
    nodes.push(~last);
    nodes.reverse();
    const between = best - startCosts[nodes[0] - startFirst] - goalCosts[nodes[nodes.length - 1] - goalFirst];
    if (key >= 0) engine.plans?.set(key, { nodes: nodes.slice(), cost: between });
    return nodes;
  };

  return { plan, levelOf };
}

/**
 * HPA* query. Start and goal are connected by what floods of their clusters say; nothing shared is written.
 *
 * A node is reached by crossing a border, and left by crossing its cluster and the next border at once: a *hop*. So the two ends of
 * a transition are not both opened, and no two intra-edges follow each other, which never pays.
 *
 * With several levels a node hops on the highest on whose border it lies and whose cluster holds neither start nor goal (as in
 * customizable route planning; Delling et al. 2011). An edge of a level costs what the best way over the levels below does, so the abstract
 * cost is the same with any number of levels. The open list is that of `jps/query.ts`: a ring of buckets, last in first out.
 */

import type { Engine, Walk } from '../engine.js';
import { octile } from '../grid/costs.js';
import { type Grid, grown } from '../grid/grid.js';
import type { PathBuffer } from '../search/path.js';
import type { Abstraction } from './abstraction.js';
import { clusterFlood, STEP } from './flood.js';
import type { HpaGraph } from './graph.js';
import { hopsOf } from './hops.js';
import { LANDMARKS, landmarkCosts } from './landmarks.js';
import { refiner } from './refine.js';
import { addLine, addPoint, newPoints, type Points, pointsCost, smoothPass } from './smooth.js';

const EMPTY = -1;
/** Pieces that a walk refines ahead: smoothing sees as far. */
const AHEAD = 3;

export interface HpaSearch extends Engine {
  /** What it was made from, for `rebakeHpa`. */
  readonly abstraction: Abstraction;
  /** Cost in steps of the last query's path before smoothing. */
  abstractCost: number;
  /**
   * Writes a path into `path`. Both cells must be open and in one component.
   * @param smoothing whether to smooth it; without, it costs `abstractCost`
   */
  search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer, smoothing?: boolean): void;
  /** The same path in pieces: the cells from start to goal, refined and smoothed as they are asked for. */
  walk(x0: number, y0: number, goalX: number, goalY: number): Walk;
}

/** @param stamp where the query counter starts; tests set it near its end */
export function hpaSearch(grid: Grid, abstraction: Abstraction, graph: HpaGraph, stamp = 0): HpaSearch {
  const { options } = abstraction;
  const { count, points, clusterFirst, inter, nodeLevels } = graph;
  const size = options.cluster;
  const columns = Math.ceil(grid.width / size);
  const { stride } = grid;
  const weights = grid.costs ?? grid.open;
  const uniform = !grid.costs;
  const hops = hopsOf(graph);
  const { first, to, cost, longest } = hops;
  const marks = landmarkCosts(graph, hops);
  const goalMarks = new Float64Array(LANDMARKS);
  // One step wide, unless that would need a ring of more than 2^17 buckets.
  const bucketWidth = Math.max(STEP, longest / 2 ** 15);
  const heads = new Int32Array(2 ** Math.ceil(Math.log2((2 * longest) / bucketWidth + 2))).fill(EMPTY);
  const mask = heads.length - 1;
  // Node and next item of its bucket, in turn.
  let items = new Int32Array(1024);
  const flood = clusterFlood(grid, size);
  const g = new Float64Array(count);
  const stamps = new Int32Array(count);
  const parents = new Int32Array(count);
  // A cluster has no more nodes than border cells.
  const startCosts = new Float64Array(4 * size);
  const goalCosts = new Float64Array(4 * size);
  // Nodes of the abstract path, the first still in the start's cluster.
  let trail = new Int32Array(256);
  const smoothed = newPoints();
  const whole = newPoints();

  const clusterOf = (x: number, y: number) => Math.floor(y / size) * columns + Math.floor(x / size);
  const { line, addLocal, addHop } = refiner(grid, abstraction, graph, flood);

  /** Costs from a cell to its cluster's nodes. @returns the cluster */
  const connect = (x: number, y: number, costs: Float64Array): number => {
    const c = clusterOf(x, y);
    let flooded = false;
    for (let n = clusterFirst[c], i = 0; n < clusterFirst[c + 1]; n++, i++) {
      const [toX, toY] = [points[2 * n], points[2 * n + 1]];
      costs[i] = 2 * octile(toX - x, toY - y);
      if (!flooded && line(x, y, toX, toY)) continue;
      if (!flooded) flood.run(x - (x % size), y - (y % size), x, y);
      flooded = true;
      costs[i] = flood.costs[flood.at(toX, toY)];
    }
    return c;
  };

  /** The level a node hops on: its highest whose cluster holds neither start nor goal. */
  const levelOf = (n: number, x0: number, y0: number, goalX: number, goalY: number): number => {
    let level = 0;
    const [x, y] = [points[2 * n], points[2 * n + 1]];
    for (let span = size * options.merge; level + 1 < nodeLevels[n]; level++, span *= options.merge) {
      const [column, row] = [Math.floor(x / span), Math.floor(y / span)];
      if (column === Math.floor(x0 / span) && row === Math.floor(y0 / span)) break;
      if (column === Math.floor(goalX / span) && row === Math.floor(goalY / span)) break;
    }
    return level;
  };

  /**
   * The abstract search.
   * @returns number of nodes in `trail`; 0 for a path inside one cluster, -1 for a plain line
   */
  const plan = (x0: number, y0: number, goalX: number, goalY: number): number => {
    let lowest = 2 * octile(goalX - x0, goalY - y0);
    self.expanded = self.generated = 0;
    self.abstractCost = lowest / STEP;
    if (line(x0, y0, goalX, goalY)) return -1;
    if (stamp > 0x7fffffff - 4) {
      stamps.fill(0);
      stamp = 0;
    }
    stamp += 2;
    let best = Infinity;
    let last = -1;
    const from = connect(x0, y0, startCosts);
    const goalCluster = connect(goalX, goalY, goalCosts);
    const startFirst = clusterFirst[from];
    const startEnd = clusterFirst[from + 1];
    const goalFirst = clusterFirst[goalCluster];
    const goalEnd = clusterFirst[goalCluster + 1];
    if (from === goalCluster) {
      flood.run(x0 - (x0 % size), y0 - (y0 % size), x0, y0);
      best = flood.costs[flood.at(goalX, goalY)];
    }
    // The two landmarks that tell most about this start and goal.
    let [most, second, a, b] = [0, 0, 0, 0];
    for (let l = 0; l < LANDMARKS; l++) {
      let s = Infinity;
      let d = Infinity;
      for (let n = startFirst; n < startEnd; n++) s = Math.min(s, marks[LANDMARKS * n + l] + startCosts[n - startFirst]);
      for (let n = goalFirst; n < goalEnd; n++) d = Math.min(d, marks[LANDMARKS * n + l] + goalCosts[n - goalFirst]);
      goalMarks[l] = d;
      d = Math.abs(d - s);
      if (d > most) {
        [second, b, most, a] = [most, a, d, l];
      } else if (d > second) [second, b] = [d, l];
    }
    const markA = goalMarks[a];
    const markB = goalMarks[b];
    if (most > lowest) lowest = most;
    let expanded = 0;
    let used = 0;
    let current = 0;
    let lastBucket = -1;
    // First the borders of the start's cluster, from its nodes; then from node to node.
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
        end = inter.first[s + 1];
        targets = inter.to;
        prices = inter.cost;
        parent = ~s++;
      } else {
        while (current <= lastBucket && heads[current & mask] === EMPTY) current++;
        if (current > lastBucket || lowest + current * bucketWidth >= best) break;
        const item = heads[current & mask];
        heads[current & mask] = items[2 * item + 1];
        n = items[2 * item];
        if (stamps[n] !== stamp) continue;
        stamps[n] = stamp + 1;
        expanded++;
        base = g[n];
        if (n >= goalFirst && n < goalEnd && base + goalCosts[n - goalFirst] < best) {
          best = base + goalCosts[n - goalFirst];
          last = n;
        }
        const at = nodeLevels[n] > 1 ? n + levelOf(n, x0, y0, goalX, goalY) * (count + 1) : n;
        e = first[at];
        end = first[at + 1];
        parent = n;
      }
      for (; e < end; e++) {
        const t = targets[e];
        const price = base + prices[e];
        if (stamps[t] >= stamp && g[t] <= price) continue;
        let h = 2 * octile(points[2 * t] - goalX, points[2 * t + 1] - goalY);
        const hA = Math.abs(marks[LANDMARKS * t + a] - markA);
        const hB = Math.abs(marks[LANDMARKS * t + b] - markB);
        if (hA > h) h = hA;
        if (hB > h) h = hB;
        if (price + h >= best) continue;
        stamps[t] = stamp;
        parents[t] = parent;
        g[t] = price;
        const bucket = ((price + h - lowest) / bucketWidth) | 0;
        if (bucket > lastBucket) lastBucket = bucket;
        if (2 * used === items.length) items = grown(items);
        items[2 * used] = t;
        items[2 * used + 1] = heads[bucket & mask];
        heads[bucket & mask] = used++;
      }
    }
    for (; current <= lastBucket; current++) heads[current & mask] = EMPTY;
    self.expanded = expanded;
    self.generated = used;
    self.abstractCost = best / STEP;
    if (last < 0) return 0;
    let length = 1;
    let n = last;
    for (; n >= 0; n = parents[n]) length++;
    if (length > trail.length) trail = grown(trail, length);
    trail[0] = ~n;
    n = last;
    for (let i = length - 1; i > 0; i--, n = parents[n]) trail[i] = n;
    return length;
  };

  /** Adds piece i of the path along a trail: to the border, hop by hop, to the goal. */
  const addPiece = (out: Points, nodes: Int32Array, length: number, i: number, x0: number, y0: number, goalX: number, goalY: number) => {
    const n = nodes[i - 1];
    const next = nodes[i];
    if (length < 0) addLine(out, x0, y0, goalX, goalY, true);
    else if (length === 0) addLocal(out, x0, y0, goalX, goalY);
    else if (i === 0) addLocal(out, x0, y0, points[2 * next], points[2 * next + 1]);
    else if (i === length) addLocal(out, points[2 * n], points[2 * n + 1], goalX, goalY);
    else if (i === 1) addPoint(out, points[2 * next], points[2 * next + 1]);
    else addHop(out, levelOf(n, x0, y0, goalX, goalY), n, next);
  };

  const smooth = (path: Points) => {
    smoothPass(weights, stride, uniform, path, smoothed);
    smoothPass(weights, stride, uniform, smoothed, path);
  };

  const self: HpaSearch = {
    abstraction,
    expanded: 0,
    generated: 0,
    abstractCost: 0,
    search(x0, y0, goalX, goalY, path, smoothing = true) {
      const length = plan(x0, y0, goalX, goalY);
      whole.length = 0;
      addPoint(whole, x0, y0);
      for (let i = 0; i <= length || i === 0; i++) addPiece(whole, trail, length, i, x0, y0, goalX, goalY);
      if (smoothing && length >= 0) smooth(whole);
      const cost = pointsCost(weights, stride, whole);
      // Written from the goal backwards.
      whole.values.subarray(0, whole.length).reverse();
      path.write(whole.values, whole.length, cost);
    },
    walk(x0, y0, goalX, goalY) {
      const length = plan(x0, y0, goalX, goalY);
      const nodes = trail.slice(0, Math.max(0, length));
      const steps = (function* (): Generator<[number, number], undefined> {
        const path = newPoints();
        let [x, y] = [x0, y0];
        let i = 0;
        addPoint(path, x, y);
        yield [x, y];
        while (x !== goalX || y !== goalY) {
          for (const end = i + AHEAD; (i <= length || i === 0) && (path.length < 2 * AHEAD || i === end); i++) {
            addPiece(path, nodes, length, i, x0, y0, goalX, goalY);
          }
          smooth(path);
          const [toX, toY] = [path.values[1] & 0xffff, path.values[1] >> 16];
          path.values.copyWithin(0, 1, path.length--);
          while (x !== toX || y !== toY) {
            x += Math.sign(toX - x);
            y += Math.sign(toY - y);
            yield [x, y];
          }
        }
      })();
      return Object.assign(steps, { cost: self.abstractCost });
    },
  };
  return self;
}

/**
 * HPA* query. Start and goal are connected by what a flood of their clusters says; nothing shared is written.
 *
 * A node is reached by crossing a border, and left by crossing its cluster and the next border at once: a *hop*. So no node is
 * opened twice for the two ends of a transition, and no two intra-edges follow each other, which never pays.
 */
import { octile } from '../grid/costs.js';
import { DX, DY } from '../grid/directions.js';
import { type Grid, grown } from '../grid/grid.js';
import type { PathBuffer } from '../search/path.js';
import type { Abstraction } from './build.js';
import { clusterFlood, STEP } from './flood.js';
import type { HpaGraph } from './graph.js';
import { hopsOf } from './hops.js';
import { lineCost } from './line.js';
import { addLine, addPoint, newPoints, smoothPass } from './smooth.js';
import { traceRuns } from './trace.js';

const EMPTY = -1;

export interface HpaSearch {
  expanded: number;
  generated: number;
  search(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): void;
  /** Cost of the abstract path of the last search, on the doubled scale. */
  abstractCost: number;
}

export function hpaSearch(grid: Grid, { options, pairs, runs }: Abstraction, graph: HpaGraph, BUCKETS = 1, PASSES = 2): HpaSearch {
  const { count, points, clusterFirst, intra, inter, runFirst } = graph;
  const size = options.cluster;
  const columns = Math.ceil(grid.width / size);
  const { stride } = grid;
  const weights = grid.costs ?? grid.open;
  const uniform = !grid.costs;
  const { first, to, cost, longest } = hopsOf(graph);
  const BUCKET = STEP * BUCKETS;
  const flood = clusterFlood(grid, size);
  const g = new Float64Array(count);
  const stamps = new Int32Array(count);
  const parents = new Int32Array(count);
  const heads = new Int32Array(2 ** Math.ceil(Math.log2((2 * longest) / BUCKET + 2))).fill(EMPTY);
  const mask = heads.length - 1;
  let items = new Int32Array(1024);
  let stamp = 0;
  let startCosts = new Float64Array(4 * size);
  let goalCosts = new Float64Array(4 * size);
  let trail = new Int32Array(256);
  const refined = newPoints();
  const smoothed = newPoints();

  const clusterOf = (x: number, y: number) => Math.floor(y / size) * columns + Math.floor(x / size);

  /** Costs from a cell to its cluster's nodes. */
  const connect = (x: number, y: number, costs: Float64Array) => {
    const c = clusterOf(x, y);
    const cell = grid.cell(x, y);
    let flooded = false;
    for (let n = clusterFirst[c], i = 0; n < clusterFirst[c + 1]; n++, i++) {
      const dx = points[2 * n] - x;
      const dy = points[2 * n + 1] - y;
      costs[i] = 2 * octile(dx, dy);
      if (!flooded && lineCost(weights, stride, cell, dx, dy, true) === costs[i]) continue;
      if (!flooded) flood.run(x - (x % size), y - (y % size), x, y);
      flooded = true;
      costs[i] = flood.costs[flood.at(points[2 * n], points[2 * n + 1])];
    }
  };

  /** Adds the cheapest path inside a cluster. */
  const addLocal = (x: number, y: number, toX: number, toY: number, price: number) => {
    if (lineCost(weights, stride, grid.cell(x, y), toX - x, toY - y, true) === price) {
      addLine(refined, x, y, toX, toY, true);
      return;
    }
    flood.run(x - (x % size), y - (y % size), toX, toY);
    for (const run of traceRuns(flood, x, y)) {
      x += DX[run & 7] * ((run >> 3) + 1);
      y += DY[run & 7] * ((run >> 3) + 1);
      addPoint(refined, x, y);
    }
  };

  const addEdge = (from: number, e: number) => {
    const p = intra.pair[e] >> 1;
    const t = intra.to[e];
    let x = points[2 * from];
    let y = points[2 * from + 1];
    if (pairs[p] === 1) {
      addLine(refined, x, y, points[2 * t], points[2 * t + 1], (intra.pair[e] & 1) === 0);
      return;
    }
    const back = intra.pair[e] & 1;
    for (let i = runFirst[p], n = runFirst[p + 1] - i; n > 0; n--) {
      const run = runs[back ? runFirst[p] + n - 1 : i++];
      const length = back ? -(run >> 3) - 1 : (run >> 3) + 1;
      x += DX[run & 7] * length;
      y += DY[run & 7] * length;
      addPoint(refined, x, y);
    }
  };

  /** Adds the path of the hop between two nodes. */
  const addHop = (from: number, n: number) => {
    const price = g[n] - g[from];
    for (let k = inter.first[n]; k < inter.first[n + 1]; k++) {
      const t = inter.to[k];
      if (t === from && inter.cost[k] === price) break;
      for (let e = intra.first[from]; e < intra.first[from + 1]; e++) {
        if (intra.to[e] !== t || intra.cost[e] + inter.cost[k] !== price) continue;
        addEdge(from, e);
        k = inter.first[n + 1];
        break;
      }
    }
    addPoint(refined, points[2 * n], points[2 * n + 1]);
  };

  const self: HpaSearch = {
    expanded: 0,
    generated: 0,
    abstractCost: 0,
    search(x0, y0, goalX, goalY, path) {
      let expanded = 0;
      let used = 0;
      refined.length = 0;
      addPoint(refined, x0, y0);
      const lowest = 2 * octile(goalX - x0, goalY - y0);
      let best = lowest;
      const direct = lineCost(weights, stride, grid.cell(x0, y0), goalX - x0, goalY - y0, true) === lowest;
      if (direct) addLine(refined, x0, y0, goalX, goalY, true);
      else {
        if (stamp > 0x7fffffff - 4) {
          stamps.fill(0);
          stamp = 0;
        }
        stamp += 2;
        best = Infinity;
        let last = -1;
        const from = clusterOf(x0, y0);
        const goalCluster = clusterOf(goalX, goalY);
        connect(goalX, goalY, goalCosts);
        const goalFirst = clusterFirst[goalCluster];
        const goalEnd = clusterFirst[goalCluster + 1];
        connect(x0, y0, startCosts);
        if (from === goalCluster) {
          flood.run(x0 - (x0 % size), y0 - (y0 % size), x0, y0);
          best = flood.costs[flood.at(goalX, goalY)];
        }
        let current = 0;
        let lastBucket = -1;
        // A node of the start's cluster stands for its place in `startCosts` while its borders are crossed.
        for (let s = clusterFirst[from], i = 0; s < clusterFirst[from + 1]; s++, i++) {
          for (let k = inter.first[s]; k < inter.first[s + 1]; k++) {
            const t = inter.to[k];
            const price = startCosts[i] + inter.cost[k];
            if (stamps[t] >= stamp && g[t] <= price) continue;
            const f = price + 2 * octile(points[2 * t] - goalX, points[2 * t + 1] - goalY);
            if (f >= best) continue;
            stamps[t] = stamp;
            parents[t] = ~s;
            g[t] = price;
            const bucket = ((f - lowest) / BUCKET) | 0;
            if (bucket > lastBucket) lastBucket = bucket;
            if (2 * used === items.length) items = grown(items);
            items[2 * used] = t;
            items[2 * used + 1] = heads[bucket & mask];
            heads[bucket & mask] = used++;
          }
        }
        for (;;) {
          while (current <= lastBucket && heads[current & mask] === EMPTY) current++;
          if (current > lastBucket || lowest + current * BUCKET >= best) break;
          const item = heads[current & mask];
          heads[current & mask] = items[2 * item + 1];
          const n = items[2 * item];
          if (stamps[n] !== stamp) continue;
          stamps[n] = stamp + 1;
          expanded++;
          const gn = g[n];
          if (n >= goalFirst && n < goalEnd && gn + goalCosts[n - goalFirst] < best) {
            best = gn + goalCosts[n - goalFirst];
            last = n;
          }
          for (let e = first[n], end = first[n + 1]; e < end; e++) {
            const t = to[e];
            const price = gn + cost[e];
            if (stamps[t] >= stamp && g[t] <= price) continue;
            const f = price + 2 * octile(points[2 * t] - goalX, points[2 * t + 1] - goalY);
            if (f >= best) continue;
            stamps[t] = stamp;
            parents[t] = n;
            g[t] = price;
            const bucket = ((f - lowest) / BUCKET) | 0;
            if (bucket > lastBucket) lastBucket = bucket;
            if (2 * used === items.length) items = grown(items);
            items[2 * used] = t;
            items[2 * used + 1] = heads[bucket & mask];
            heads[bucket & mask] = used++;
          }
        }
        for (; current <= lastBucket; current++) heads[current & mask] = EMPTY;
        if (last < 0) addLocal(x0, y0, goalX, goalY, best);
        else {
          let hops = 0;
          let n = last;
          for (; n >= 0; n = parents[n]) {
            if (hops === trail.length) trail = grown(trail);
            trail[hops++] = n;
          }
          addLocal(x0, y0, points[2 * ~n], points[2 * ~n + 1], startCosts[~n - clusterFirst[from]]);
          n = trail[--hops];
          addPoint(refined, points[2 * n], points[2 * n + 1]);
          while (hops > 0) addHop(n, (n = trail[--hops]));
          addLocal(points[2 * n], points[2 * n + 1], goalX, goalY, goalCosts[n - goalFirst]);
        }
      }
      self.expanded = expanded;
      self.generated = used;
      self.abstractCost = best;
      let result = refined;
      if (!direct && PASSES > 1) {
        smoothPass(weights, stride, uniform, refined, smoothed);
        smoothPass(weights, stride, uniform, smoothed, refined);
      }
      let cells = 1;
      const { values, length } = result;
      for (let i = 1; i < length; i++) {
        cells += Math.max(Math.abs((values[i] & 0xffff) - (values[i - 1] & 0xffff)), Math.abs((values[i] >> 16) - (values[i - 1] >> 16)));
      }
      path.start(x0, y0, cells, length + 1);
      let total = 0;
      for (let i = 1; i < length; i++) {
        const [x, y] = [values[i] & 0xffff, values[i] >> 16];
        const [px, py] = [values[i - 1] & 0xffff, values[i - 1] >> 16];
        total += uniform ? 2 * octile(x - px, y - py) : lineCost(weights, stride, grid.cell(px, py), x - px, y - py, true);
        path.lineTo(x, y);
      }
      path.finish(total / STEP);
    },
  };
  return self;
}

/**
 * HPA* after a change, made of what it was: clusters beside the change are baked again, borders round them are looked at again, all the rest is copied, its
 * numbers shifted. Equal to what `buildHpa`, `hpaGraph` and `hopsOf` would make; landmarks are lower bounds still, not the best ones.
 *
 * Measured and decided: docs/decisions.md, "Edits: HPA* is copied round what changed".
 */
import { directionSteps } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import type { Abstraction } from '../hpa/abstraction.js';
import { bakeCluster, type ClusterBake, dirtyClusters } from '../hpa/build.js';
import { type Clusters, clustersOf } from '../hpa/clusters.js';
import { clusterFlood } from '../hpa/flood.js';
import type { HpaGraph } from '../hpa/graph.js';
import { eachHop, type Hops } from '../hpa/hops.js';
import { LANDMARKS } from '../hpa/landmarks.js';
import { moveCost } from '../hpa/line.js';

/** All that a search of one level is made of. */
export interface HpaParts {
  abstraction: Abstraction;
  graph: HpaGraph;
  hops: Hops;
  /** As `landmarkCosts` gives them. */
  marks: Float64Array;
  /** First pair of each cluster, and the number of all. */
  pairFirst: Int32Array;
}

/** First pair of each cluster, by its number of nodes. */
export function pairFirstOf(counts: Uint16Array): Int32Array {
  const first = new Int32Array(counts.length + 1);
  for (let c = 0; c < counts.length; c++) first[c + 1] = first[c] + (counts[c] * (counts[c] - 1)) / 2;
  return first;
}

/** @param cells x, y pairs of the cells that changed @param old of one level, without shortcuts */
export function changedParts(grid: Grid, old: HpaParts, cells: ArrayLike<number>): HpaParts {
  const { options } = old.abstraction;
  const clusters = clustersOf(grid, options.cluster);
  const dirty = dirtyClusters(grid, clusters, cells);
  const flood = clusterFlood(grid, clusters.size);
  const fresh = new Map<number, ClusterBake>();
  for (let c = dirty.indexOf(1); c >= 0; c = dirty.indexOf(1, c + 1)) fresh.set(c, bakeCluster(grid, clusters, c, options, flood));
  const { abstraction, graph, pairFirst, moved } = spliceLevel(clusters, old, fresh);
  const near = nodesRound(clusters, graph, dirty);
  graph.inter = spliceInter(grid, clusters, old.graph, graph, moved, near);
  for (let n = 0; n < graph.count; n++) graph.nodeLevels[n] = Number(graph.inter.first[n + 1] > graph.inter.first[n]);
  const hops = spliceHops(old.hops, graph, moved, near);
  const marks = spliceMarks(old.marks, graph, moved, near);
  return { abstraction, graph, hops, marks, pairFirst };
}

interface Level1 {
  abstraction: Abstraction;
  /** Without its inter-edges. */
  graph: HpaGraph;
  pairFirst: Int32Array;
  /** By old node the new one; -1 for those of clusters that were baked again. */
  moved: Int32Array;
}

/** Nodes, pairs, paths and the edges inside clusters. */
function spliceLevel({ size, columns }: Clusters, old: HpaParts, fresh: Map<number, ClusterBake>): Level1 {
  const { options, places, pairs, runs } = old.abstraction;
  const { points, clusterFirst, levels, count } = old.graph;
  const [before] = levels;
  const counts = old.abstraction.counts.slice();
  let [runCount, edgeCount] = [runs?.length ?? 0, before.to.length];
  for (const [c, bake] of fresh) {
    counts[c] = bake.places.length;
    runCount += bake.runs.length - (before.pathFirst[old.pairFirst[c + 1]] - before.pathFirst[old.pairFirst[c]]);
    edgeCount +=
      2 * bake.pairs.reduce((n, pair) => n + Number(pair > 0), 0) - (before.first[clusterFirst[c + 1]] - before.first[clusterFirst[c]]);
  }
  const pairFirst = pairFirstOf(counts);
  const first = new Int32Array(counts.length + 1);
  for (let c = 0; c < counts.length; c++) first[c + 1] = first[c] + counts[c];
  const total = first[counts.length];
  const pairCount = pairFirst[counts.length];
  const now = {
    places: new Uint16Array(total),
    pairs: options.paths ? new Uint16Array(pairCount) : new Uint32Array(pairCount),
    runs: new Uint8Array(runCount),
    points: new Uint16Array(2 * total),
    edgeFirst: new Int32Array(total + 1),
    to: new Int32Array(edgeCount),
    cost: new Float64Array(edgeCount),
    pair: new Int32Array(edgeCount),
    pathFirst: new Int32Array(pairCount + 1),
  };
  const moved = new Int32Array(count).fill(-1);
  let edge = 0;
  let run = 0;

  /** Clusters from..end as they were. */
  const copy = (from: number, end: number) => {
    const [n0, n1, at] = [clusterFirst[from], clusterFirst[end], first[from]];
    const [p0, p1, pAt] = [old.pairFirst[from], old.pairFirst[end], pairFirst[from]];
    const [r0, r1] = [before.pathFirst[p0], before.pathFirst[p1]];
    const [e0, e1] = [before.first[n0], before.first[n1]];
    now.places.set(places.subarray(n0, n1), at);
    now.points.set(points.subarray(2 * n0, 2 * n1), 2 * at);
    now.pairs.set(pairs.subarray(p0, p1), pAt);
    if (runs) now.runs.set(runs.subarray(r0, r1), run);
    for (let n = n0; n < n1; n++) {
      moved[n] = n - n0 + at;
      now.edgeFirst[moved[n]] = before.first[n] - e0 + edge;
    }
    for (let p = p0; p < p1; p++) now.pathFirst[p - p0 + pAt] = before.pathFirst[p] - r0 + run;
    now.cost.set(before.cost.subarray(e0, e1), edge);
    for (let e = e0, i = edge; e < e1; e++, i++) {
      now.to[i] = before.to[e] - n0 + at;
      now.pair[i] = before.pair[e] + 2 * (pAt - p0);
    }
    edge += e1 - e0;
    run += r1 - r0;
  };

  const make = (c: number, bake: ClusterBake) => {
    const k = bake.places.length;
    const at = first[c];
    bake.places.forEach((place, i) => {
      now.places[at + i] = place;
      now.points[2 * (at + i)] = (c % columns) * size + (place % size);
      now.points[2 * (at + i) + 1] = Math.floor(c / columns) * size + Math.floor(place / size);
    });
    now.pairs.set(bake.pairs, pairFirst[c]);
    now.runs.set(bake.runs, run);
    for (let p = 0; p < bake.pairs.length; p++) {
      now.pathFirst[pairFirst[c] + p] = run;
      if (runs && bake.pairs[p] > 0) run += bake.pairs[p] - 1;
    }
    for (let i = 0; i < k; i++) {
      now.edgeFirst[at + i] = edge;
      for (let j = 0; j < k; j++) {
        const [a, b] = i < j ? [i, j] : [j, i];
        const p = a * k - (a * (a + 1)) / 2 + b - a - 1;
        if (i === j || bake.pairs[p] === 0) continue;
        now.to[edge] = at + j;
        now.cost[edge] = bake.costs[p];
        now.pair[edge++] = 2 * (pairFirst[c] + p) + Number(j < i);
      }
    }
  };

  let done = 0;
  for (const [c, bake] of fresh) {
    copy(done, c);
    make(c, bake);
    done = c + 1;
  }
  copy(done, counts.length);
  now.edgeFirst[total] = edge;
  now.pathFirst[pairCount] = run;
  const paths = runs && now.runs;
  return {
    abstraction: { options, counts, places: now.places, pairs: now.pairs, runs: paths, upper: [] },
    graph: {
      count: total,
      points: now.points,
      clusterFirst: first,
      levels: [{ first: now.edgeFirst, to: now.to, cost: now.cost, pair: now.pair, pathFirst: now.pathFirst, paths }],
      inter: { first: new Int32Array(0), to: new Int32Array(0), cost: new Float64Array(0), level: new Uint8Array(0) },
      nodeLevels: new Uint8Array(total),
    },
    pairFirst,
    moved,
  };
}

/** 1 for the nodes of dirty clusters and of those round them: whatever crosses a border from there may be another. */
function nodesRound({ columns, rows }: Clusters, { count, clusterFirst }: HpaGraph, dirty: Uint8Array): Uint8Array {
  const near = new Uint8Array(count);
  for (let c = dirty.indexOf(1); c >= 0; c = dirty.indexOf(1, c + 1)) {
    const x = c % columns;
    const y = (c - x) / columns;
    for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row++) {
      const [from, to] = [row * columns + Math.max(0, x - 1), row * columns + Math.min(columns - 1, x + 1)];
      near.fill(1, clusterFirst[from], clusterFirst[to + 1]);
    }
  }
  return near;
}

/** The edges that cross borders. */
function spliceInter(
  grid: Grid,
  { size, columns }: Clusters,
  old: HpaGraph,
  { count, points, clusterFirst }: HpaGraph,
  moved: Int32Array,
  near: Uint8Array,
): HpaGraph['inter'] {
  const { width, height, stride } = grid;
  const weights = grid.costs ?? grid.open;
  const steps = directionSteps(stride);
  const first = new Int32Array(count + 1);
  let size0 = old.inter.to.length + 64;
  let to = new Int32Array(size0);
  let cost = new Float64Array(size0);
  let end = 0;
  const add = (t: number, price: number) => {
    if (end === size0) {
      size0 *= 2;
      const [longTo, longCost] = [new Int32Array(size0), new Float64Array(size0)];
      longTo.set(to);
      longCost.set(cost);
      [to, cost] = [longTo, longCost];
    }
    to[end] = t;
    cost[end++] = price;
  };
  /** Node in a cell of another cluster, -1 where there is none. */
  const nodeAt = (x: number, y: number): number => {
    if (x < 0 || y < 0 || x >= width || y >= height) return -1;
    const c = Math.floor(y / size) * columns + Math.floor(x / size);
    for (let n = clusterFirst[c]; n < clusterFirst[c + 1]; n++) if (points[2 * n] === x && points[2 * n + 1] === y) return n;
    return -1;
  };
  const back = new Int32Array(count).fill(-1);
  for (let n = 0; n < moved.length; n++) if (moved[n] >= 0) back[moved[n]] = n;
  for (let n = 0; n < count; n++) {
    if (near[n] === 0) {
      for (let e = old.inter.first[back[n]]; e < old.inter.first[back[n] + 1]; e++) add(moved[old.inter.to[e]], old.inter.cost[e]);
    } else {
      const [x, y] = [points[2 * n], points[2 * n + 1]];
      const cell = grid.cell(x, y);
      for (let d = 0; d < 8; d++) {
        const [toX, toY] = [x + [0, 1, 1, 1, 0, -1, -1, -1][d], y + [-1, -1, 0, 1, 1, 1, 0, -1][d]];
        if (Math.floor(toX / size) === Math.floor(x / size) && Math.floor(toY / size) === Math.floor(y / size)) continue;
        const price = moveCost(weights, steps, cell, d);
        const t = price < Infinity ? nodeAt(toX, toY) : -1;
        if (t >= 0) add(t, price);
      }
    }
    first[n + 1] = end;
  }
  return { first, to: to.slice(0, end), cost: cost.slice(0, end), level: new Uint8Array(end).fill(1) };
}

/** Hops across a cluster and the border behind it, the cheapest to each target. */
function spliceHops(old: Hops, graph: HpaGraph, moved: Int32Array, near: Uint8Array): Hops {
  const { count } = graph;
  const first = new Int32Array(count + 1);
  const to: number[] = [];
  const cost: number[] = [];
  let { longest } = old;
  const made = new Map<number, number>();
  /** Rows of nodes that are near, one after the other; the others are copied. */
  const rowEnd = new Int32Array(count);
  for (let n = near.indexOf(1); n >= 0; n = near.indexOf(1, n + 1)) {
    made.clear();
    eachHop(graph, 0, n, (t, price) => {
      const at = made.get(t);
      if (at === undefined) {
        made.set(t, to.length);
        to.push(t);
        cost.push(price);
      } else if (price < cost[at]) cost[at] = price;
      if (price > longest) longest = price;
    });
    rowEnd[n] = to.length;
  }
  const back = new Int32Array(count).fill(-1);
  let kept = 0;
  for (let n = 0; n < moved.length; n++) {
    if (moved[n] < 0) continue;
    back[moved[n]] = n;
    if (near[moved[n]] === 0) kept += old.first[n + 1] - old.first[n];
  }
  const targets = new Int32Array(kept + to.length);
  const prices = new Float64Array(kept + to.length);
  let end = 0;
  let at = 0;
  for (let n = 0; n < count; n++) {
    first[n] = end;
    if (near[n] > 0) {
      for (; at < rowEnd[n]; at++, end++) {
        targets[end] = to[at];
        prices[end] = cost[at];
      }
    } else {
      for (let e = old.first[back[n]]; e < old.first[back[n] + 1]; e++, end++) {
        targets[end] = moved[old.to[e]];
        prices[end] = old.cost[e];
      }
    }
  }
  first[count] = end;
  return { first, to: targets, cost: prices, longest };
}

/**
 * Costs from the landmarks: no more than they were, and no more apart than any edge costs. That is all that makes them lower bounds; what closes makes
 * them loose, not wrong.
 */
function spliceMarks(old: Float64Array, { count, levels: [intra], inter }: HpaGraph, moved: Int32Array, near: Uint8Array): Float64Array {
  const marks = new Float64Array(LANDMARKS * count).fill(Infinity);
  for (let n = 0; n < moved.length; n++) {
    const at = LANDMARKS * moved[n];
    for (let l = 0; at >= 0 && l < LANDMARKS; l++) marks[at + l] = old[LANDMARKS * n + l];
  }
  const queue: number[] = [];
  const waiting = near.slice();
  for (let n = near.indexOf(1); n >= 0; n = near.indexOf(1, n + 1)) queue.push(n);
  /** @returns whether the end of an edge has got cheaper */
  const relax = (n: number, t: number, price: number): boolean => {
    let cheaper = false;
    for (let l = 0; l < LANDMARKS; l++) {
      if (marks[LANDMARKS * n + l] + price >= marks[LANDMARKS * t + l]) continue;
      marks[LANDMARKS * t + l] = marks[LANDMARKS * n + l] + price;
      cheaper = true;
    }
    return cheaper;
  };
  // Grows while it is walked; it ends, for costs fall and are sums of edges.
  for (const n of queue) {
    waiting[n] = 0;
    for (const edges of [intra, inter]) {
      for (let e = edges.first[n]; e < edges.first[n + 1]; e++) {
        const t = edges.to[e];
        if (!relax(n, t, edges.cost[e]) || waiting[t] > 0) continue;
        waiting[t] = 1;
        queue.push(t);
      }
    }
  }
  return marks;
}

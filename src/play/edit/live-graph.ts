/**
 * The graph of HPA* on a map that changes: what a new bake would make, node for node and edge for edge. A change bakes
 * the clusters beside it again and puts what they have become in the place of what they were, or behind all others.
 */
import type { Grid } from '../../core/grid/grid.js';
import type { Abstraction } from '../../core/hpa/abstraction.js';
import { bakeCluster } from '../../core/hpa/build.js';
import { clustersOf } from '../../core/hpa/clusters.js';
import { clusterFlood } from '../../core/hpa/flood.js';
import { edgesAcross, type HpaGraph, hpaGraph } from '../../core/hpa/graph.js';
import { eachHop, type Hops, hopsOf } from '../../core/hpa/hops.js';
import { LANDMARKS, landmarkCosts } from '../../core/hpa/landmarks.js';
import { type Edges, pairsToEdges } from '../../core/hpa/levels.js';
import { liveShortcuts } from './live-shortcuts.js';
import { liveUpper } from './live-upper.js';
import { LiveEdges, LivePaths, Pieces, tailed } from './pieces.js';

export interface LiveGraph {
  graph: HpaGraph;
  hops: Hops;
  /** As `landmarkCosts` gives them, or less. */
  marks: Float64Array;
  /** Bakes clusters again. @returns false where there is no room for what they have become: nothing here is valid then */
  repair(dirty: readonly number[]): boolean;
}

const range = (from: number, end: number): number[] => Array.from({ length: end - from }, (_, i) => from + i);

/** @param abstraction of the grid as it is */
export function liveGraph(grid: Grid, abstraction: Abstraction): LiveGraph {
  const { options } = abstraction;
  const clusters = clustersOf(grid, options.cluster);
  const { size, columns, rows } = clusters;
  const baked = hpaGraph(grid, abstraction);
  const bakedHops = hopsOf(baked);
  const pieces = new Pieces(baked.clusterFirst);
  const count = pieces.length;
  const clusterFirst = pieces.start;
  const clusterEnd = baked.clusterEnd.slice();
  const points = tailed(baked.points, 2 * count);
  const nodeLevels = tailed(baked.nodeLevels, count);
  const marks = tailed(landmarkCosts(baked, bakedHops), LANDMARKS * count);
  /** By padded cell the number of its node and 1, or 0. */
  const nodeAt = new Int32Array(grid.open.length);
  for (let n = 0; n < baked.count; n++) nodeAt[grid.cell(points[2 * n], points[2 * n + 1])] = n + 1;
  const nodes = { points, nodeLevels, nodeAt };
  /** Of rows of a level's nodes or of all levels' the same with room behind each level's. */
  const spread = (array: Int32Array, levels = 1): Int32Array => {
    const wide = new Int32Array(levels * count);
    for (let l = 0; l < levels; l++) wide.set(array.subarray(l * baked.count, (l + 1) * baked.count), l * count);
    return wide;
  };

  const [inside, ...uppers] = baked.levels;
  const boundsOf = ({ first, to }: Edges): Int32Array =>
    baked.clusterFirst.map((n) => (n < baked.count ? first[n] : to.length));
  const { first, end } = baked.inter;
  const inter = new LiveEdges(spread(first), spread(end), baked.inter, baked.inter.level, boundsOf(baked.inter));
  const intra = new LiveEdges(spread(inside.first), spread(inside.end), inside, inside.pair, boundsOf(inside));
  const paths = new LivePaths(inside, abstraction.counts);
  const graph: HpaGraph = {
    count,
    points,
    clusterFirst,
    clusterEnd,
    levels: [Object.assign(intra, { pair: intra.more, ...paths })],
    inter: Object.assign(inter, { level: inter.more }),
    nodeLevels,
  };
  const repairs = uppers.map((upper, i) => {
    const { level, repair } = liveUpper(grid, clusters, graph, upper, abstraction.upper[i].counts, {
      span: size * options.merge ** (i + 1),
      spread,
    });
    graph.levels.push(level);
    return repair;
  });

  const levels = graph.levels.length;
  const hopBounds = new Int32Array(levels * columns * rows + 1);
  for (let at = 0; at < hopBounds.length; at++) {
    const level = Math.floor(at / (columns * rows));
    hopBounds[at] = bakedHops.first[level * baked.count + baked.clusterFirst[at % (columns * rows)]];
  }
  const hops = Object.assign(
    new LiveEdges(
      spread(bakedHops.first, levels),
      spread(bakedHops.end, levels),
      bakedHops,
      new Uint8Array(),
      hopBounds,
    ),
    { longest: bakedHops.longest },
  );

  const flood = clusterFlood(grid, size);
  const shortcuts = options.shortcuts ? liveShortcuts(grid, clusters, graph) : undefined;
  const waiting = new Uint8Array(count);

  /** Gives a cluster other nodes; one where there was one before keeps its landmarks' costs. */
  const place = (c: number, places: readonly number[]): boolean => {
    const kept = new Map<number, Float64Array>();
    for (let n = clusterFirst[c]; n < clusterEnd[c]; n++) {
      const cell = grid.cell(points[2 * n], points[2 * n + 1]);
      kept.set(cell, marks.slice(LANDMARKS * n, LANDMARKS * (n + 1)));
      nodeAt[cell] = 0;
    }
    let n = pieces.take(c, places.length);
    if (n < 0) return false;
    clusterEnd[c] = n + places.length;
    for (const at of places) {
      const [x, y] = [(c % columns) * size + (at % size), Math.floor(c / columns) * size + Math.floor(at / size)];
      const cell = grid.cell(x, y);
      [points[2 * n], points[2 * n + 1]] = [x, y];
      marks.fill(Infinity, LANDMARKS * n, LANDMARKS * (n + 1));
      const costs = kept.get(cell);
      if (costs) marks.set(costs, LANDMARKS * n);
      nodeAt[cell] = ++n;
    }
    return true;
  };

  /** Bakes a cluster: its nodes and the paths between them. @returns whether nodes are others; undefined: no room */
  const bake = (c: number): boolean | undefined => {
    const { places, pairs, runs, costs } = bakeCluster(grid, clusters, c, options, flood);
    const isSame =
      places.length === clusterEnd[c] - clusterFirst[c] &&
      places.every((at, i) => {
        const n = clusterFirst[c] + i;
        return points[2 * n] % size === at % size && points[2 * n + 1] % size === Math.floor(at / size);
      });
    if (!isSame && !place(c, places)) return undefined;
    const level = pairsToEdges(
      places.length,
      Int32Array.from(places.keys()),
      Int32Array.of(0, places.length),
      options.paths ? Uint16Array.from(pairs) : Uint32Array.from(pairs),
      options.paths ? Uint8Array.from(runs) : undefined,
      (_i, _j, p) => costs[p],
    );
    const pair = paths.put(c, level);
    const from = clusterFirst[c];
    const isDone = pair >= 0 && intra.put(c, range(from, clusterEnd[c]), level, (t) => from + t, level.pair, 2 * pair);
    return isDone ? !isSame : undefined;
  };

  /** Edges of a cluster's nodes across borders. @returns false where there is no room */
  const join = (c: number): boolean => {
    const [from, until] = [clusterFirst[c], clusterEnd[c]];
    const rows = range(from, until);
    let edges = edgesAcross(grid, options, nodes, [], from, until);
    if (shortcuts) edges = edgesAcross(grid, options, nodes, shortcuts(from, edges), from, until);
    return inter.put(c, rows, edges, undefined, edges.level);
  };

  /** Hops of clusters on a level, 0 the lowest. @returns false where there is no room */
  const hopOn = (level: number, of: Iterable<number>): boolean => {
    for (const c of of) {
      const [to, cost]: number[][] = [[], []];
      const ends = new Int32Array(clusterEnd[c] - clusterFirst[c] + 1);
      /** Cheapest hops of a node by their ends. */
      let least = new Map<number, number>();
      const add = (t: number, price: number) => {
        hops.longest = Math.max(hops.longest, price);
        least.set(t, Math.min(price, least.get(t) ?? Infinity));
      };
      for (let n = clusterFirst[c]; n < clusterEnd[c]; n++) {
        least = new Map();
        if (nodeLevels[n] > level) eachHop(graph, level, n, add);
        for (const [t, price] of least) {
          to.push(t);
          cost.push(price);
        }
        ends[n - clusterFirst[c] + 1] = to.length;
      }
      const edges = { first: ends, end: ends.subarray(1), to: Int32Array.from(to), cost: Float64Array.from(cost) };
      const from = level * count;
      if (!hops.put(level * columns * rows + c, range(from + clusterFirst[c], from + clusterEnd[c]), edges))
        return false;
    }
    return true;
  };

  return {
    graph,
    hops,
    marks,
    repair(dirty) {
      let touched = new Set(dirty);
      flood.forget();
      for (const c of dirty) {
        const isOther = bake(c);
        if (isOther === undefined) return false;
        // Shortcuts depend on the paths inside, too.
        if (!isOther && !shortcuts) continue;
        const [cx, cy] = [c % columns, Math.floor(c / columns)];
        for (let y = Math.max(0, cy - 1); y <= Math.min(rows - 1, cy + 1); y++)
          for (let x = Math.max(0, cx - 1); x <= Math.min(columns - 1, cx + 1); x++) touched.add(y * columns + x);
      }
      for (const c of touched) if (!join(c)) return false;
      if (!hopOn(0, touched)) return false;
      repairMarks(graph, marks, waiting, touched);
      for (let l = 0; l < repairs.length; l++) {
        const merged = repairs[l](touched);
        if (!merged || !hopOn(l + 1, merged)) return false;
        touched = merged;
      }
      return true;
    },
  };
}

/**
 * Makes costs from landmarks lower bounds again: no more than they were, and no more apart than any edge costs. What
 * closes makes them loose, not wrong.
 * @param waiting of each node 0
 * @param touched clusters in which edges are new
 */
export function repairMarks(
  { levels: [intra], inter, clusterFirst, clusterEnd }: HpaGraph,
  marks: Float64Array,
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
    for (const { first, end, to, cost } of [intra, inter]) {
      for (let e = first[n]; e < end[n]; e++) {
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

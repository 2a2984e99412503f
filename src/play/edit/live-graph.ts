/**
 * The graph of HPA* on a map that changes: what a new bake would make, node for node and edge for edge. A change bakes
 * the clusters next to it again and puts what they have become in the place of what they were, or behind all others.
 */
import type { Grid } from '../../core/grid/grid.js';
import type { Abstraction } from '../../core/hpa/abstraction.js';
import { bakeCluster } from '../../core/hpa/build.js';
import { type Clusters, clusterNodes, clustersOf } from '../../core/hpa/clusters.js';
import { evenFlood } from '../../core/hpa/even-flood.js';
import { edgesAcross, type HpaGraph, hpaGraph, membersOf } from '../../core/hpa/graph.js';
import { eachHop, type Hops, hopsOf } from '../../core/hpa/hops.js';
import { LANDMARKS, landmarkCosts } from '../../core/hpa/landmarks.js';
import { type Edges, type Level, pairsToEdges } from '../../core/hpa/levels.js';
import { bakeMerged, nodeFlood } from '../../core/hpa/upper.js';
import { Writer } from '../../core/hpa/writer.js';
import { LiveEdges, LiveLevel, Pieces, tailed } from './pieces.js';

function range(from: number, end: number): number[] {
  const all: number[] = [];
  for (let i = from; i < end; i++) all.push(i);
  return all;
}

/** Clusters from one column and row to others, both inside, as far as they are on the map. */
function clustersIn({ columns, rows }: Clusters, x0: number, y0: number, x1: number, y1: number): number[] {
  const list: number[] = [];
  for (let y = Math.max(0, y0); y <= Math.min(rows - 1, y1); y++)
    for (let x = Math.max(0, x0); x <= Math.min(columns - 1, x1); x++) list.push(y * columns + x);
  return list;
}

/** The level inside one cluster, whose nodes are 0, 1, ... */
const levelOf = (count: number, pairs: Uint16Array | Uint32Array, paths: Level['paths'], costs: number[]): Level =>
  pairsToEdges(count, Int32Array.from(range(0, count)), Int32Array.of(0, count), pairs, paths, (_i, _j, p) => costs[p]);

/** The graph of a bake, its hops and landmarks, with room for what its clusters may become. */
function layOut(grid: Grid, abstraction: Abstraction, clusters: Clusters) {
  const { options, upper } = abstraction;
  const baked = hpaGraph(grid, abstraction);
  const bakedHops = hopsOf(baked);
  const pieces = Pieces.between(baked.clusterFirst);
  const count = pieces.length;
  /** Rows of a level's nodes, or of all levels' with room behind each level's. */
  const spread = (array: Int32Array, levels = 1): Int32Array => {
    const wide = new Int32Array(levels * count);
    for (let l = 0; l < levels; l++) wide.set(array.subarray(l * baked.count, (l + 1) * baked.count), l * count);
    return wide;
  };
  /** Where the edges of each cluster begin. @param nodeAt numbers of nodes, cluster by cluster */
  const boundsOf = ({ first, to }: Edges, begins: Int32Array, nodeAt = (at: number) => at): Int32Array =>
    begins.map((at) => first[nodeAt(at)] ?? to.length);
  const levels = baked.levels.map((level, l) => {
    const [nodes, begins] = membersOf(grid, baked, l + 1, options.cluster * options.merge ** l);
    const bounds = l > 0 ? boundsOf(level, begins, (at) => nodes[at]) : boundsOf(level, baked.clusterFirst);
    const { counts } = l > 0 ? upper[l - 1] : abstraction;
    return new LiveLevel(spread(level.first), spread(level.end), level, bounds, counts);
  });
  const bounds = boundsOf(baked.inter, baked.clusterFirst);
  const inter = new LiveEdges(spread(baked.inter.first), spread(baked.inter.end), baked.inter, bounds);
  const graph = {
    count,
    points: tailed(baked.points, 2 * count),
    clusterFirst: pieces.start,
    clusterEnd: baked.clusterEnd.slice(),
    levels,
    inter: Object.assign(inter, { level: tailed(baked.inter.level, inter.to.length) }),
    nodeLevels: tailed(baked.nodeLevels, count),
  } satisfies HpaGraph;

  const all = clusters.columns * clusters.rows;
  const hopBounds = Int32Array.from(
    { length: levels.length * all + 1 },
    (_, at) => bakedHops.first[Math.floor(at / all) * baked.count + baked.clusterFirst[at % all]],
  );
  const { first, end, longest } = bakedHops;
  const hops = new LiveEdges(spread(first, levels.length), spread(end, levels.length), bakedHops, hopBounds);
  const marks = tailed(landmarkCosts(baked, bakedHops), LANDMARKS * count);
  return { graph, hops: Object.assign(hops, { longest }), marks, pieces };
}

export type LiveGraph = ReturnType<typeof liveGraph>;

/** @param abstraction of the grid as it is */
export function liveGraph(grid: Grid, abstraction: Abstraction) {
  const { options } = abstraction;
  const clusters = clustersOf(grid, options.cluster);
  const { size, columns, rows } = clusters;
  const { graph, hops, marks, pieces } = layOut(grid, abstraction, clusters);
  const { count, points, clusterFirst, clusterEnd, levels, inter, nodeLevels } = graph;
  /** By padded cell the number of its node and 1, or 0. */
  const nodeAt = new Int32Array(grid.open.length);
  /** Where the last hop to each node is. */
  const hopAt = new Int32Array(count);
  const flood = evenFlood(grid, size);
  const uppers = levels.slice(1).map((_, l) => mergedClusters(grid, clusters, graph, l + 1, options.merge ** (l + 1)));
  const nodesOf = (c: number): number[] => range(clusterFirst[c], clusterEnd[c]);
  const cellOf = (n: number): number => grid.cell(points[2 * n], points[2 * n + 1]);
  for (const c of clusterFirst.keys()) for (const n of nodesOf(c)) nodeAt[cellOf(n)] = n + 1;

  /** Gives a cluster other nodes; one where there was one before keeps its landmarks' costs. @returns false where there is no room */
  const place = (c: number, places: readonly number[]): boolean => {
    const kept = new Map<number, Float64Array>();
    for (const n of nodesOf(c)) {
      kept.set(cellOf(n), marks.slice(LANDMARKS * n, LANDMARKS * (n + 1)));
      nodeAt[cellOf(n)] = 0;
    }
    let n = pieces.take(c, places.length);
    if (n < 0) return false;
    clusterEnd[c] = n + places.length;
    for (const at of places) {
      const [x, y] = [(c % columns) * size + (at % size), Math.floor(c / columns) * size + Math.floor(at / size)];
      const cell = grid.cell(x, y);
      [points[2 * n], points[2 * n + 1]] = [x, y];
      marks.fill(Infinity, LANDMARKS * n, LANDMARKS * (n + 1));
      marks.set(kept.get(cell) ?? [], LANDMARKS * n);
      nodeAt[cell] = ++n;
    }
    return true;
  };

  /** Whether a cluster's nodes are others than these. */
  const hasOther = (c: number, places: readonly number[]): boolean => {
    const n = clusterFirst[c];
    const isSame = (at: number, i: number) =>
      at === (points[2 * (n + i)] % size) + (points[2 * (n + i) + 1] % size) * size;
    return places.length !== clusterEnd[c] - n || !places.every(isSame);
  };

  /** Bakes the paths between a cluster's nodes. @param isOther whether the nodes are new @returns false where there is no room */
  const bake = (c: number, places: number[], isOther: boolean): boolean => {
    if (isOther && !place(c, places)) return false;
    const { pairs, runs, costs } = bakeCluster(grid, clusters, c, options, flood, places);
    const level = options.paths
      ? levelOf(places.length, Uint16Array.from(pairs), Uint8Array.from(runs), costs)
      : levelOf(places.length, Uint32Array.from(pairs), undefined, costs);
    return levels[0].replace(c, nodesOf(c), level);
  };

  /** Edges of a cluster's nodes across borders. @param isNew whether the nodes may be others @returns whether the edges may be others; undefined: no room */
  const join = (c: number, isNew: boolean): boolean | undefined => {
    const nodes = nodesOf(c);
    const edges = edgesAcross(grid, options, { points, nodeLevels, nodeAt }, clusterFirst[c], clusterEnd[c]);
    if (!isNew && inter.has(nodes, edges, (at, e) => inter.level[at] === edges.level[e])) return false;
    const at = inter.put(c, nodes, edges);
    if (at < 0) return undefined;
    inter.level.set(edges.level, at);
    return true;
  };

  /** Hops of clusters on a level, 0 the lowest. @returns false where there is no room */
  const hopOn = (level: number, of: Iterable<number>): boolean => {
    for (const c of of) {
      const nodes = nodesOf(c);
      const edges = hopsFrom(graph, level, nodes, hopAt);
      hops.longest = Math.max(hops.longest, edges.longest);
      const places = nodes.map((n) => level * count + n);
      if (hops.put(level * columns * rows + c, places, edges) < 0) return false;
    }
    return true;
  };

  return {
    graph: graph as HpaGraph,
    hops: hops as Hops,
    /** As `landmarkCosts` gives them, or lower. */
    marks,
    /**
     * Bakes clusters again. @param changed clusters with changed cells @param dirty the same, and those next to such a cell
     * @returns false where there is no room for what they have become: nothing here is valid then
     */
    repair(changed: ReadonlySet<number>, dirty: readonly number[]): boolean {
      let touched = new Set(changed);
      const near = new Set(dirty);
      flood.forget();
      for (const c of dirty) {
        const places = clusterNodes(grid, clusters, c % columns, Math.floor(c / columns), options);
        const isOther = hasOther(c, places);
        if (!isOther && !changed.has(c)) continue;
        if (!bake(c, places, isOther)) return false;
        if (!isOther) continue;
        touched.add(c);
        const [x, y] = [c % columns, Math.floor(c / columns)];
        for (const beside of clustersIn(clusters, x - 1, y - 1, x + 1, y + 1)) near.add(beside);
      }
      for (const c of near) {
        const isOther = join(c, touched.has(c));
        if (isOther === undefined) return false;
        if (isOther) touched.add(c);
      }
      if (!hopOn(0, touched)) return false;
      repairMarks(graph, marks, [...near].flatMap(nodesOf));
      for (const [l, repair] of uppers.entries()) {
        const merged = repair(touched);
        if (!merged || !hopOn(l + 1, merged)) return false;
        touched = merged;
      }
      return true;
    },
  };
}

/** Cheapest hops from nodes on a level, by their places in the list. @param place of a number for each node, of any value */
function hopsFrom(graph: HpaGraph, level: number, nodes: readonly number[], place: Int32Array): Hops {
  const [to, cost]: number[][] = [[], []];
  const ends = [0];
  let longest = 0;
  let begin = 0;
  const add = (t: number, price: number) => {
    const at = place[t];
    longest = Math.max(longest, price);
    if (at >= begin && to[at] === t) cost[at] = Math.min(cost[at], price);
    else {
      place[t] = to.length;
      to.push(t);
      cost.push(price);
    }
  };
  for (const n of nodes) {
    if (graph.nodeLevels[n] > level) eachHop(graph, level, n, add);
    begin = to.length;
    ends.push(begin);
  }
  const first = Int32Array.from(ends);
  return { first, end: first.subarray(1), to: Int32Array.from(to), cost: Float64Array.from(cost), longest };
}

/**
 * A level above the lowest: a merged cluster with a change inside is baked again as a whole.
 * @param level its number, 1 above the lowest @param wide side of its clusters, in clusters of the lowest
 * @returns repairs it. It takes clusters of the lowest level whose nodes or edges may be new, and gives all that lie
 * in a merged cluster with one of these; undefined where there is no room
 */
function mergedClusters(
  grid: Grid,
  clusters: Clusters,
  { levels, clusterFirst, clusterEnd, nodeLevels, ...graph }: ReturnType<typeof layOut>['graph'],
  level: number,
  wide: number,
) {
  const { size, columns } = clusters;
  const edges = levels[level];
  const flood = nodeFlood(grid, graph, levels[level - 1], wide * size);
  return (touched: ReadonlySet<number>): Set<number> | undefined => {
    const all = new Set<number>();
    for (const c of touched) flood.settle(clusterFirst[c], clusterEnd[c]);
    for (const c of touched) {
      if (all.has(c)) continue;
      const [x, y] = [(c % columns) - ((c % columns) % wide), Math.floor(c / columns / wide) * wide];
      const members: number[] = [];
      for (const inside of clustersIn(clusters, x, y, x + wide - 1, y + wide - 1)) {
        all.add(inside);
        edges.end.fill(0, clusterFirst[inside], clusterEnd[inside]);
        edges.first.fill(0, clusterFirst[inside], clusterEnd[inside]);
        for (let n = clusterFirst[inside]; n < clusterEnd[inside]; n++) if (nodeLevels[n] > level) members.push(n);
      }
      const [pairs, steps] = [new Writer(new Uint16Array(64)), new Writer(new Uint16Array(256))];
      const costs: number[] = [];
      bakeMerged(flood, members, pairs, steps, costs);
      const baked = levelOf(members.length, pairs.done() as Uint16Array, steps.done() as Uint16Array, costs);
      const u = Math.floor(y / wide) * Math.ceil(columns / wide) + x / wide;
      if (!edges.replace(u, members, baked)) return undefined;
    }
    return all;
  };
}

/**
 * Makes costs from landmarks lower bounds again: no more than they were, and no more apart than any edge costs. What
 * closes makes them loose, not wrong.
 * @param nodes whose edges are new
 */
function repairMarks({ levels: [intra], inter }: HpaGraph, marks: Float64Array, nodes: Iterable<number>): void {
  const queue = new Set(nodes);
  // Grows while it is walked; it ends, for costs fall and are sums of edges.
  for (const n of queue) {
    queue.delete(n);
    for (const { first, end, to, cost } of [intra, inter]) {
      for (let e = first[n]; e < end[n]; e++) {
        const t = to[e];
        for (let l = 0; l < LANDMARKS; l++) {
          const price = marks[LANDMARKS * n + l] + cost[e];
          if (price >= marks[LANDMARKS * t + l]) continue;
          marks[LANDMARKS * t + l] = price;
          queue.add(t);
        }
      }
    }
  }
}

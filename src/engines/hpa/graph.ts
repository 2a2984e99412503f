/** Node and edge arrays of an abstraction. Everything is verified: places are open cells, paths are walked. */

import { ensure, ensureSame } from '../../core/errors.js';
import { DX, DY, directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { besideOf } from '../../core/grid/rules.js';
import { DIAGONAL, octile } from '../../core/grid/step-costs.js';
import { MAX_COST } from '../../core/limits.js';
import type { Abstraction, HpaBuildOptions, Upper } from './abstraction.js';
import { type Edges, type Level, pairsToEdges } from './levels.js';
import { lineCostOf, moveCost } from './line.js';

/** The abstraction as arrays that are searched: nodes, edges inside clusters by level, edges across borders. */
export interface HpaGraph {
  /** Number of nodes. The nodes of a level-1 cluster follow each other, clusters row by row. */
  count: number;
  /** x, y of each node. */
  points: Uint16Array;
  /** First node of each level-1 cluster, and the number of all nodes at the end. */
  clusterFirst: Int32Array;
  /** Where each one's nodes end: before the first of the next, farther before it where a map changes. */
  clusterEnd: Int32Array;
  /** Intra-edges, level 1 first; a node below a level has none there. */
  levels: Level[];
  /** Legal moves between clusters; `level` is the highest whose border each crosses, from 1. */
  inter: Edges & { level: Uint8Array };
  /** The highest level on whose border a node lies. */
  nodeLevels: Uint8Array;
}

type Nodes = Pick<HpaGraph, 'points' | 'nodeLevels' | 'count'>;

/** Makes the arrays of a whole abstraction. @throws {BlobError} if the abstraction does not fit the grid */
export function hpaGraph(grid: Grid, abstraction: Abstraction): HpaGraph {
  const { options, upper } = abstraction;
  let members: ReturnType<typeof membersOf>[] = [];
  // All numbers of nodes are checked before edges are made and the pairs of any level are unpacked.
  const graph = baseGraph(grid, abstraction, pairsToEdges, (nodes) => {
    members = upper.map(({ counts }, l) => {
      const made = membersOf(grid, nodes, l + 2, options.cluster * options.merge ** (l + 1));
      for (let c = 0; c < counts.length; c++)
        ensure(counts[c] === made[1][c + 1] - made[1][c], 'number of nodes', counts[c], 'another');
      return made;
    });
  });
  upper.forEach((one, l) => {
    addLevel(graph, members[l], one);
  });
  return graph;
}

/**
 * Nodes, inter-edges and level 1.
 * @param toLevel makes level 1
 * @param check of the nodes, before edges are made
 * @throws {BlobError} if the abstraction does not fit the grid
 */
export function baseGraph(
  grid: Grid,
  abstraction: Abstraction,
  toLevel: typeof pairsToEdges,
  check?: (nodes: Nodes) => void,
): HpaGraph {
  const { options, counts, places, pairs, runs } = abstraction;
  const { open, stride } = grid;
  const weights = grid.costs ?? open;
  const lineOf = lineCostOf(grid);
  const size = options.cluster;
  const columns = Math.ceil(grid.width / size);
  const count = places.length;
  const steps = directionSteps(stride);
  const points = new Uint16Array(2 * count);
  const cells = new Int32Array(count);
  const nodeAt = new Int32Array(open.length);
  const clusterFirst = new Int32Array(counts.length + 1);
  let n = 0;
  for (let c = 0; c < counts.length; c++) {
    for (let end = n + counts[c], before = -1; n < end; n++) {
      const place = places[n];
      const x = (c % columns) * size + (place % size);
      const y = Math.floor(c / columns) * size + Math.floor(place / size);
      ensure(place > before && place < size * size && grid.isOpen(x, y), 'node', 'misplaced', 'an open cell');
      before = place;
      points[2 * n] = x;
      points[2 * n + 1] = y;
      cells[n] = grid.cell(x, y);
      nodeAt[cells[n]] = n + 1;
    }
    clusterFirst[c + 1] = n;
  }
  ensureSame('number of nodes', n, count);
  const nodes = { count, points, nodeLevels: new Uint8Array(count) };
  const inter = edgesAcross(grid, options, nodes, nodeAt, check);

  const maxCost = size * size * 2 * DIAGONAL * (grid.costs ? MAX_COST : 1);
  /** Cost of the path stored for a pair, or the cost stored in its place. */
  const price = (i: number, j: number, p: number, from: number, end: number): number => {
    const dx = points[2 * j] - points[2 * i];
    const dy = points[2 * j + 1] - points[2 * i + 1];
    // A path visits no cell of its cluster twice.
    if (!runs) return pairs[p] > maxCost ? Infinity : 2 * octile(dx, dy) + pairs[p] - 1;
    let at = cells[i];
    if (from === end) return lineOf(weights, stride, at, dx, dy, true);
    let sum = 0;
    let length = 0;
    for (let r = from; r < end && sum < Infinity; r++) {
      const d = runs[r] & 7;
      const n = (runs[r] >> 3) + 1;
      length += n;
      sum += length < size * size ? lineOf(weights, stride, at, n * DX[d], n * DY[d], true) : Infinity;
      at += n * steps[d];
    }
    return at === cells[j] ? sum : Infinity;
  };
  const base = toLevel(
    count,
    cells.map((_, n) => n),
    clusterFirst,
    pairs,
    runs,
    price,
  );

  const { nodeLevels } = nodes;
  // In this order: the layout `mapped` lists arrays as they come.
  return { count, points, clusterFirst, clusterEnd: clusterFirst.subarray(1), levels: [base], inter, nodeLevels };
}

/**
 * Moves to other clusters; writes the levels of all nodes.
 * @param nodeAt by padded cell the number of its node and 1, or 0
 * @param check of the nodes, before edges are made
 */
function edgesAcross(
  grid: Grid,
  { cluster, merge, levels }: HpaBuildOptions,
  nodes: Nodes,
  nodeAt: Int32Array,
  check?: (nodes: Nodes) => void,
): HpaGraph['inter'] {
  const { points, nodeLevels, count } = nodes;
  const beside = besideOf(grid);
  const weights = grid.costs ?? grid.open;
  const steps = directionSteps(grid.stride);
  const first = new Int32Array(count + 1);
  // A cell has at most five neighbors in other clusters. Memory that is not written to takes none.
  const to = new Int32Array(5 * count);
  const cost = new Float64Array(5 * count);
  const level = new Uint8Array(5 * count);
  let all = 0;
  // A first walk finds the levels above the first: a forged blob is refused before the memory of edges is written to.
  for (const isMaking of levels > 1 ? [false, true] : [true]) {
    if (isMaking) check?.(nodes);
    for (let n = 0; n < count; n++) {
      const cell = grid.cell(points[2 * n], points[2 * n + 1]);
      for (let d = 0; d < 8; d++) {
        const t = nodeAt[cell + steps[d]] - 1;
        if (t < 0) continue;
        let l = 0;
        for (let span = cluster; l < levels && apart(points, n, points[2 * t], points[2 * t + 1], span); span *= merge)
          l++;
        const price = moveCost(weights, steps, cell, d, beside);
        if (l === 0 || price === Infinity) continue;
        if (l > nodeLevels[n]) nodeLevels[n] = l;
        if (!isMaking) continue;
        to[all] = t;
        cost[all] = price;
        level[all++] = l;
      }
      first[n + 1] = all;
    }
  }
  // Full arrays stay: copies of those of a crowded map would take more memory than all before.
  const cut = all > 2 * count ? 'subarray' : 'slice';
  return { first, end: first.subarray(1), to: to[cut](0, all), cost: cost[cut](0, all), level: level[cut](0, all) };
}

/** Do a node and the cell x, y lie in different clusters of this side? */
export function apart(points: Uint16Array, n: number, x: number, y: number, span: number): boolean {
  return ((points[2 * n] / span) | 0) !== ((x / span) | 0) || ((points[2 * n + 1] / span) | 0) !== ((y / span) | 0);
}

/** Nodes of each cluster of a level, ascending, and where each cluster's begin. */
export function membersOf(
  grid: Grid,
  { points, nodeLevels, count }: Nodes,
  level: number,
  span: number,
): [Int32Array, Int32Array] {
  const columns = Math.ceil(grid.width / span);
  const first = new Int32Array(columns * Math.ceil(grid.height / span) + 1);
  const cluster = (n: number) => Math.floor(points[2 * n + 1] / span) * columns + Math.floor(points[2 * n] / span);
  for (let n = 0; n < count; n++) if (nodeLevels[n] >= level) first[cluster(n) + 1]++;
  for (let c = 1; c < first.length; c++) first[c] += first[c - 1];
  const members = new Int32Array(first[first.length - 1]);
  const next = first.slice();
  for (let n = 0; n < count; n++) if (nodeLevels[n] >= level) members[next[cluster(n)]++] = n;
  return [members, first];
}

/** Adds the next level. @param members as {@link membersOf} gives them for it */
export function addLevel(graph: HpaGraph, [members, first]: [Int32Array, Int32Array], { pairs, steps }: Upper): void {
  const { levels, inter, count } = graph;
  const below = levels[levels.length - 1];
  const price = (from: number, to: number, _: number, begin: number, end: number): number => {
    let sum = 0;
    let n = from;
    for (let i = begin; i < end; i++) {
      const e = below.first[n] + steps[i];
      const k = e - below.end[n] + inter.first[n];
      if (e < below.end[n]) {
        sum += below.cost[e];
        n = below.to[e];
      } else if (k < inter.end[n]) {
        sum += inter.cost[k];
        n = inter.to[k];
      } else return Infinity;
    }
    return n === to ? sum : Infinity;
  };
  levels.push(pairsToEdges(count, members, first, pairs, steps, price));
}

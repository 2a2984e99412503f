/**
 * The abstraction as node and edge arrays, the same when baking as when loading. Nothing in it is believed: each place must be an
 * open cell of its cluster, each path is walked, and an edge costs what its path costs.
 */
import { must } from '../errors.js';
import { DIAGONAL, octile, STRAIGHT } from '../grid/costs.js';
import { DX, DY, directionSteps, LEGAL, windowAt } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import type { Abstraction } from './abstraction.js';
import { clustersOf } from './clusters.js';
import { type Level, pairsToEdges } from './levels.js';
import { lineCost } from './line.js';

/** Edges in CSR form: those of node n are first[n] .. first[n + 1]. */
export interface Edges {
  first: Int32Array;
  to: Int32Array;
  /** On the doubled scale. */
  cost: Float64Array;
}

export interface HpaGraph {
  /** Number of nodes. Those of a level-1 cluster follow each other, clusters row by row. */
  count: number;
  /** x, y of each node. */
  points: Uint16Array;
  /** First node of each level-1 cluster, and the number of all nodes at the end. */
  clusterFirst: Int32Array;
  /** Intra-edges, level 1 first; a node below a level has none there. */
  levels: Level[];
  /** Every legal move between nodes of different clusters; `level` is the highest whose border it crosses, 1 the lowest. */
  inter: Edges & { level: Uint8Array };
  /** The highest level on whose border a node lies. */
  nodeLevels: Uint8Array;
}

/** Nodes, inter-edges and level 1. @throws {BlobError} if it does not fit the grid */
export function baseGraph(grid: Grid, { options, counts, places, pairs, runs }: Abstraction): HpaGraph {
  const { open, stride } = grid;
  const weights = grid.costs ?? open;
  const { size, columns } = clustersOf(grid, options.cluster);
  const count = places.length;
  const steps = directionSteps(stride);
  const points = new Uint16Array(2 * count);
  const cells = new Int32Array(count);
  const nodeAt = new Int32Array(open.length);
  const clusterFirst = new Int32Array(counts.length + 1);
  let sound = true;
  for (let c = 0, n = 0; c < counts.length; c++) {
    for (let end = n + counts[c], before = -1; n < end && sound; n++) {
      const x = (c % columns) * size + (places[n] % size);
      const y = Math.floor(c / columns) * size + Math.floor(places[n] / size);
      sound = places[n] > before && places[n] < size * size && grid.isOpen(x, y);
      before = places[n];
      points[2 * n] = x;
      points[2 * n + 1] = y;
      cells[n] = grid.cell(x, y);
      nodeAt[cells[n]] = n + 1;
    }
    clusterFirst[c + 1] = n;
  }
  must(sound && clusterFirst[counts.length] === count, 'node', 'misplaced', 'an open cell');

  const first = new Int32Array(count + 1);
  const to: number[] = [];
  const cost: number[] = [];
  const level: number[] = [];
  const nodeLevels = new Uint8Array(count);
  for (let n = 0, c = 0; n < count; n++) {
    while (n >= clusterFirst[c + 1]) c++;
    const legal = LEGAL[windowAt(open, cells[n], stride)];
    for (let d = 0; d < 8; d++) {
      const t = nodeAt[cells[n] + steps[d]] - 1;
      if (t < 0 || ((legal >> d) & 1) === 0 || (t >= clusterFirst[c] && t < clusterFirst[c + 1])) continue;
      let crossed = 1;
      for (let span = size * options.merge; crossed < options.levels && differ(points, n, t, span); span *= options.merge) crossed++;
      to.push(t);
      cost.push((weights[cells[n]] + weights[cells[t]]) * (d & 1 ? DIAGONAL : STRAIGHT));
      level.push(crossed);
      nodeLevels[n] = Math.max(nodeLevels[n], crossed);
    }
    first[n + 1] = to.length;
  }

  /** Cost of the path stored for a pair, or the cost stored in its place. */
  const price = (i: number, j: number, p: number, from: number, end: number): number => {
    const [dx, dy] = [points[2 * j] - points[2 * i], points[2 * j + 1] - points[2 * i + 1]];
    if (!runs) return 2 * octile(dx, dy) + pairs[p] - 1;
    if (from === end) return lineCost(weights, stride, cells[i], dx, dy, true);
    let sum = 0;
    let at = cells[i];
    for (let r = from; r < end && sum < Infinity; r++) {
      const d = runs[r] & 7;
      const n = (runs[r] >> 3) + 1;
      sum += lineCost(weights, stride, at, n * DX[d], n * DY[d], true);
      at += n * steps[d];
    }
    return at === cells[j] ? sum : Infinity;
  };
  const members = Int32Array.from(cells, (_, n) => n);
  const base = pairsToEdges(count, members, clusterFirst, pairs, runs ?? new Uint8Array(), !runs, price);
  return {
    count,
    points,
    clusterFirst,
    levels: [base],
    inter: { first, to: Int32Array.from(to), cost: Float64Array.from(cost), level: Uint8Array.from(level) },
    nodeLevels,
  };
}

/** Do two nodes lie in different clusters of this side? */
function differ(points: Uint16Array, a: number, b: number, span: number): boolean {
  return (
    Math.floor(points[2 * a] / span) !== Math.floor(points[2 * b] / span) ||
    Math.floor(points[2 * a + 1] / span) !== Math.floor(points[2 * b + 1] / span)
  );
}

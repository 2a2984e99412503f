/** Level-1 abstraction as node and edge arrays. */
import { must } from '../errors.js';
import { DX, DY, directionSteps, LEGAL, windowAt } from '../grid/directions.js';
import { DIAGONAL, STRAIGHT } from '../grid/costs.js';
import type { Grid } from '../grid/grid.js';
import type { Abstraction } from './build.js';
import { clustersOf } from './clusters.js';
import { lineCost } from './line.js';

/** Edges in CSR form: those of node n are first[n] .. first[n + 1]. */
export interface Edges {
  first: Int32Array;
  to: Int32Array;
  /** On the doubled scale. */
  cost: Float64Array;
}

export interface HpaGraph {
  /** Number of nodes. */
  count: number;
  /** x, y of each. */
  points: Uint16Array;
  /** First node of each cluster, and the number of all nodes at the end. */
  clusterFirst: Int32Array;
  /** Intra-edges; `pair` is twice the number of the pair whose path it is, + 1 against its direction. */
  intra: Edges & { pair: Int32Array };
  inter: Edges;
  /** First run of each pair. */
  runFirst: Int32Array;
}

export function hpaGraph(grid: Grid, { options, counts, places, pairs, runs }: Abstraction): HpaGraph {
  const { stride } = grid;
  const weights = grid.costs ?? grid.open;
  const { size, columns } = clustersOf(grid, options.cluster);
  const count = places.length;
  const steps = directionSteps(stride);
  const cells = new Int32Array(count);
  const points = new Uint16Array(2 * count);
  const clusterFirst = new Int32Array(counts.length + 1);
  const nodeAt = new Int32Array(weights.length);
  for (let c = 0, n = 0; c < counts.length; c++) {
    for (const end = n + counts[c]; n < end; n++) {
      const x = (points[2 * n] = (c % columns) * size + (places[n] % size));
      const y = (points[2 * n + 1] = Math.floor(c / columns) * size + Math.floor(places[n] / size));
      cells[n] = grid.cell(x, y);
      nodeAt[cells[n]] = n + 1;
    }
    clusterFirst[c + 1] = n;
  }
  const runFirst = new Int32Array(pairs.length + 1);
  const first = new Int32Array(count + 1);
  let edges = 0;
  for (let c = 0, p = 0; c < counts.length; c++) {
    for (let i = clusterFirst[c]; i < clusterFirst[c + 1]; i++) {
      for (let j = i + 1; j < clusterFirst[c + 1]; j++, p++) {
        runFirst[p + 1] = runFirst[p] + Math.max(0, pairs[p] - 1);
        if (pairs[p] === 0) continue;
        first[i + 1]++;
        first[j + 1]++;
        edges += 2;
      }
    }
  }
  for (let n = 0; n < count; n++) first[n + 1] += first[n];
  const to = new Int32Array(edges);
  const cost = new Float64Array(edges);
  const pair = new Int32Array(edges);
  const next = first.slice();
  for (let c = 0, p = 0; c < counts.length; c++) {
    for (let i = clusterFirst[c]; i < clusterFirst[c + 1]; i++) {
      for (let j = i + 1; j < clusterFirst[c + 1]; j++, p++) {
        if (pairs[p] === 0) continue;
        let price = 0;
        if (pairs[p] === 1) {
          price = lineCost(weights, stride, cells[i], points[2 * j] - points[2 * i], points[2 * j + 1] - points[2 * i + 1], true);
        } else {
          let at = cells[i];
          for (let r = runFirst[p]; r < runFirst[p + 1]; r++) {
            const d = runs[r] & 7;
            const n = (runs[r] >> 3) + 1;
            price += lineCost(weights, stride, at, n * DX[d], n * DY[d], true);
            at += n * steps[d];
          }
          must(at === cells[j], 'edge', at, cells[j]);
        }
        must(price < Infinity, 'edge', price, 0);
        to[next[i]] = j;
        to[next[j]] = i;
        cost[next[i]] = cost[next[j]] = price;
        pair[next[i]++] = 2 * p;
        pair[next[j]++] = 2 * p + 1;
      }
    }
  }
  // Inter-edges: every legal move between nodes of different clusters.
  const interFirst = new Int32Array(count + 1);
  const interTo: number[] = [];
  const interCost: number[] = [];
  for (let c = 0; c < counts.length; c++) {
    for (let n = clusterFirst[c]; n < clusterFirst[c + 1]; n++) {
      const cell = cells[n];
      const legal = LEGAL[windowAt(grid.open, cell, stride)];
      for (let d = 0; d < 8; d++) {
        const t = nodeAt[cell + steps[d]] - 1;
        if (t < 0 || !((legal >> d) & 1) || (t >= clusterFirst[c] && t < clusterFirst[c + 1])) continue;
        interTo.push(t);
        interCost.push((weights[cell] + weights[cells[t]]) * (d & 1 ? DIAGONAL : STRAIGHT));
      }
      interFirst[n + 1] = interTo.length;
    }
  }
  return {
    count,
    points,
    clusterFirst,
    intra: { first, to, cost, pair },
    inter: { first: interFirst, to: Int32Array.from(interTo), cost: Float64Array.from(interCost) },
    runFirst,
  };
}

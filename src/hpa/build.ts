/**
 * HPA* (Botea, Mueller & Schaeffer 2004), the bake: nodes, and between the nodes of one cluster the cheapest paths inside it.
 *
 * Everything is told cluster by cluster, in terms that hold inside that cluster alone, so that a changed map is baked again by
 * copying what did not change. `graph.ts` turns it into node and edge arrays, when baking as when loading.
 */
import { octile } from '../grid/costs.js';
import type { Grid } from '../grid/grid.js';
import { type Clusters, clusterNodes, clustersOf, MAX_CLUSTER } from './clusters.js';
import { clusterFlood, type Flood } from './flood.js';
import { lineCost } from './line.js';
import { traceRuns } from './trace.js';

/** Options of {@link buildHpa}; the command line shows these same defaults. */
export interface HpaBuildOptions {
  /** Side of a cluster, 2 to 64 cells. */
  cluster: number;
  /** Entrances of at least this many cells have a transition at each end, shorter ones one in the middle. */
  entranceWidth: number;
}
export const HPA_BUILD_DEFAULTS: HpaBuildOptions = { cluster: 10, entranceWidth: 6 };

/** Level 1 of a map. Clusters row by row; a cluster's nodes by place; pairs i < j of a cluster's nodes, by i, then j. */
export interface Abstraction {
  options: HpaBuildOptions;
  /** Uint16Array(clusters), number of nodes. */
  counts: Uint16Array;
  /** Uint16Array(nodes), y * cluster + x inside the cluster. */
  places: Uint16Array;
  /** Uint16Array(pairs): 0 not connected inside the cluster, 1 joined by a line (diagonal first, then straight), else 1 + number of runs. */
  pairs: Uint16Array;
  /** Uint8Array of runs, from i to j: direction in bits 0..2, steps - 1 in bits 3..7. */
  runs: Uint8Array;
}

/** A growing array of small numbers. */
class Writer<T extends Uint8Array | Uint16Array> {
  length = 0;
  constructor(public values: T) {}

  push(value: number): void {
    this.room(1);
    this.values[this.length++] = value;
  }

  append(part: T): void {
    this.room(part.length);
    this.values.set(part as never, this.length);
    this.length += part.length;
  }

  done(): T {
    return this.values.slice(0, this.length) as T;
  }

  private room(more: number): void {
    if (this.length + more <= this.values.length) return;
    const longer = new (this.values.constructor as new (n: number) => T)(2 * this.values.length + more);
    longer.set(this.values as never);
    this.values = longer;
  }
}

export function buildHpa(grid: Grid, options: Partial<HpaBuildOptions> = {}): Abstraction {
  return bake(grid, { ...HPA_BUILD_DEFAULTS, ...options });
}

/** @param old what clusters that are not `dirty` are copied from */
function bake(grid: Grid, options: HpaBuildOptions, old?: Abstraction, dirty?: Uint8Array): Abstraction {
  const clusters = clustersOf(grid, options.cluster);
  const flood = clusterFlood(grid, clusters.size);
  const counts = new Uint16Array(clusters.columns * clusters.rows);
  const places = new Writer(new Uint16Array(1024));
  const pairs = new Writer(new Uint16Array(1024));
  const runs = new Writer(new Uint8Array(1024));
  let [node, pair, run] = [0, 0, 0];
  for (let c = 0; c < counts.length; c++) {
    if (old) {
      const from = [node, pair, run];
      const k = old.counts[c];
      node += k;
      pair += (k * (k - 1)) >> 1;
      for (let p = from[1]; p < pair; p++) run += Math.max(0, old.pairs[p] - 1);
      if (!dirty?.[c]) {
        counts[c] = k;
        places.append(old.places.subarray(from[0], node));
        pairs.append(old.pairs.subarray(from[1], pair));
        runs.append(old.runs.subarray(from[2], run));
        continue;
      }
    }
    const cx = c % clusters.columns;
    const cy = (c - cx) / clusters.columns;
    const nodes = clusterNodes(grid, clusters, cx, cy, options);
    counts[c] = nodes.length;
    for (const place of nodes) places.push(place);
    connect(grid, clusters, cx, cy, nodes, flood, pairs, runs);
  }
  return { options, counts, places: places.done(), pairs: pairs.done(), runs: runs.done() };
}

/** The paths between a cluster's nodes. A flood only where a line is not the answer already. */
function connect(
  grid: Grid,
  { size }: Clusters,
  cx: number,
  cy: number,
  nodes: number[],
  flood: Flood,
  pairs: Writer<Uint16Array>,
  runs: Writer<Uint8Array>,
): void {
  const { stride } = grid;
  const weights = grid.costs ?? grid.open;
  const left = cx * size;
  const top = cy * size;
  // From j to all i < j would give the runs the wrong way round: flood from j's side, trace from i.
  const direct = (a: number, b: number, cost: number) => {
    const [ax, ay] = [a % size, Math.floor(a / size)];
    const dx = (b % size) - ax;
    const dy = Math.floor(b / size) - ay;
    return lineCost(weights, stride, grid.cell(left + ax, top + ay), dx, dy, true) === (cost || 2 * octile(dx, dy));
  };
  for (let i = 0; i < nodes.length; i++) {
    let flooded = false;
    for (let j = i + 1; j < nodes.length; j++) {
      if (direct(nodes[i], nodes[j], 0)) {
        pairs.push(1);
        continue;
      }
      if (!flooded) flood.run(left, top, left + (nodes[i] % size), top + Math.floor(nodes[i] / size));
      flooded = true;
      const [x, y] = [left + (nodes[j] % size), top + Math.floor(nodes[j] / size)];
      const cost = flood.costs[flood.at(x, y)];
      if (cost === Infinity) pairs.push(0);
      else if (direct(nodes[i], nodes[j], cost)) pairs.push(1);
      else {
        const found = traceRuns(flood, x, y).reverse();
        pairs.push(1 + found.length);
        // Walked from i, the last run comes first, and every direction is turned round.
        for (const r of found) runs.push(r ^ 4);
      }
    }
  }
}

export { MAX_CLUSTER };

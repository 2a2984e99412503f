/**
 * HPA* (Botea, Mueller & Schaeffer 2004), the bake: nodes, and between the nodes of one cluster the cheapest paths
 * inside it.
 *
 * Everything is stored cluster by cluster, in terms that hold only inside that cluster, so that a changed map is baked
 * again by copying what did not change. `graph.ts` turns it into node and edge arrays, when baking as when loading.
 *
 * Measured and decided: docs/decisions/hpa.md.
 */
import { HpaError } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import { refuseDirected, refuseHexes, refuseWalls } from '../grid/refuse.js';
import { octile } from '../grid/step-costs.js';
import { HPA_NUMBERS, MOST_PRICED, PRICED_CLUSTER } from '../options/hpa.js';
import type { Abstraction, HpaBuildOptions } from './abstraction.js';
import { type Clusters, clusterNodes, clustersOf } from './clusters.js';
import { clusterFlood, type Flood } from './flood.js';
import { addLevel, baseGraph, membersOf } from './graph.js';
import { pairsToEdges } from './levels.js';
import { lineCostOf } from './line.js';
import { mostSteps, RUNS_A_CELL } from './section.js';
import { traceRuns } from './trace.js';
import { buildUpper } from './upper.js';
import { Writer } from './writer.js';

/** Defaults of {@link HpaBuildOptions} on a map without cell costs. */
export const HPA_BUILD_DEFAULTS: HpaBuildOptions = /* @__PURE__ */ hpaDefaults();

function hpaDefaults(): HpaBuildOptions {
  const { cluster, levels, merge, entranceWidth } = HPA_NUMBERS;
  return {
    cluster: cluster[2],
    levels: levels[2],
    merge: merge[2],
    entranceWidth: entranceWidth[2],
    paths: true,
  };
}

export const clusterFor = ({ costs, width, height }: Grid): number =>
  costs && width * height <= MOST_PRICED ? PRICED_CLUSTER : HPA_NUMBERS.cluster[2];

/**
 * The abstraction of HPA* (Botea, Mueller & Schaeffer 2004): clusters, their nodes, and the cheapest path inside a
 * cluster between each two.
 *
 *     const abstraction = buildHpa(grid, { cluster: 10 });
 *     const search = hpaSearch(grid, abstraction, hpaGraph(grid, abstraction));
 * @throws {HpaError} if an option is out of its range, or an edge costlier than the file can hold
 */
export function buildHpa(grid: Grid, options: Partial<HpaBuildOptions> = {}): Abstraction {
  refuseHexes(grid, 'abstractions of HPA*');
  refuseWalls(grid, 'abstractions of HPA*');
  refuseDirected(grid, 'abstractions of HPA*');
  return bake(grid, checkHpaOptions({ ...options, cluster: options.cluster ?? clusterFor(grid) }));
}

/** Options with their defaults. @throws {HpaError} if one is out of its range */
export function checkHpaOptions(options: Partial<HpaBuildOptions>): HpaBuildOptions {
  const all = { ...HPA_BUILD_DEFAULTS, ...options };
  for (const name of ['cluster', 'levels', 'merge', 'entranceWidth'] as const) {
    const [least, most] = HPA_NUMBERS[name];
    const value = all[name];
    if (value % 1 !== 0 || value < least || value > most) {
      throw new HpaError(`${name} is ${value}, allowed is a whole number from ${least} to ${most}`);
    }
  }
  return all;
}

/**
 * {@link buildHpa} after a change of some cells: only clusters around them are looked at again.
 * @param cells x, y pairs of the cells that changed; the grid has their new state
 */
export function rebakeHpa(grid: Grid, old: Abstraction, cells: ArrayLike<number>): Abstraction {
  const dirty = dirtyClusters(grid, clustersOf(grid, old.options.cluster), cells);
  return bake(grid, old.options, old, dirty);
}

/** Marks the clusters that cells lie in or next to. @param cells x, y pairs @param far 0 without those next to them */
export function dirtyClusters(
  { width, height }: Grid,
  { size, columns, rows }: Clusters,
  cells: ArrayLike<number>,
  far = 1,
): Uint8Array {
  const dirty = new Uint8Array(columns * rows);
  for (let i = 0; i + 1 < cells.length; i += 2) {
    // A cluster's nodes depend on the cells just beyond its border too.
    for (let y = Math.max(0, cells[i + 1] - far); y <= Math.min(height - 1, cells[i + 1] + far); y++) {
      for (let x = Math.max(0, cells[i] - far); x <= Math.min(width - 1, cells[i] + far); x++) {
        dirty[Math.floor(y / size) * columns + Math.floor(x / size)] = 1;
      }
    }
  }
  return dirty;
}

/** @param old what clusters that are not `dirty` are copied from */
function bake(grid: Grid, options: HpaBuildOptions, old?: Abstraction, dirty?: Uint8Array): Abstraction {
  const clusters = clustersOf(grid, options.cluster);
  const counts = new Uint16Array(clusters.columns * clusters.rows);
  const out: Output = {
    places: new Writer(new Uint16Array(1024)),
    pairs: new Writer(options.paths ? new Uint16Array(1024) : new Uint32Array(1024)),
    runs: new Writer(new Uint8Array(1024)),
  };
  const copyNext = old && copier(old, out);
  const flood = clusterFlood(grid, clusters.size);
  for (let c = 0; c < counts.length; c++) {
    const changed = dirty === undefined || dirty[c] > 0;
    if (copyNext) counts[c] = copyNext(c, !changed);
    if (!changed) continue;
    const made = bakeCluster(grid, clusters, c, options, flood);
    counts[c] = made.places.length;
    for (const place of made.places) out.places.push(place);
    for (const pair of made.pairs) out.pairs.push(pair);
    for (const run of made.runs) out.runs.push(run);
  }
  const abstraction: Abstraction = {
    options,
    counts,
    places: out.places.done() as Uint16Array,
    pairs: out.pairs.done() as Uint16Array | Uint32Array,
    runs: options.paths ? (out.runs.done() as Uint8Array) : undefined,
    upper: [],
  };
  return completeHpa(grid, abstraction, old, dirty);
}

/** Adds the levels above the first, as the options say. @throws {HpaError} if a blob cannot hold the paths */
export function completeHpa(grid: Grid, abstraction: Abstraction, old?: Abstraction, dirty?: Uint8Array): Abstraction {
  const { levels, cluster } = abstraction.options;
  const [runs, most] = [abstraction.runs?.length ?? 0, RUNS_A_CELL * grid.width * grid.height];
  if (runs > most) {
    throw new HpaError(
      `paths in clusters of ${cluster} cells have ${runs} runs, a blob of this map holds ${most}; take smaller ` +
        'clusters or --no-paths',
    );
  }
  if (levels > 1) addUpper(grid, abstraction, clustersOf(grid, cluster), old, dirty);
  return abstraction;
}

function addUpper(
  grid: Grid,
  abstraction: Abstraction,
  clusters: Clusters,
  old?: Abstraction,
  dirty?: Uint8Array,
): void {
  const { options, upper } = abstraction;
  const graph = baseGraph(grid, abstraction, pairsToEdges);
  let span = options.cluster;
  for (let level = 2; level <= options.levels; level++) {
    span *= options.merge;
    const made = buildUpper(grid, graph, span, clusters, old && dirty && { dirty, upper: old.upper[level - 2] });
    upper.push(made);
    const steps = upper.reduce((sum, one) => sum + one.steps.length, 0);
    const most = mostSteps(
      options.merge,
      upper.map(({ pairs }) => pairs),
      grid.width * grid.height,
    );
    if (steps > most)
      throw new HpaError(
        `paths of levels up to ${level} have ${steps} steps, a blob of this map holds ${most}; take fewer levels`,
      );
    addLevel(graph, membersOf(grid, graph, level, span), made);
  }
}

interface Output {
  places: Writer;
  pairs: Writer;
  runs: Writer;
}

function copier(old: Abstraction, out: Output): (cluster: number, copy: boolean) => number {
  let [node, pair, run] = [0, 0, 0];
  return (c, copy) => {
    const from = [node, pair, run];
    const k = old.counts[c];
    node += k;
    pair += (k * (k - 1)) >> 1;
    if (old.runs) for (let p = from[1]; p < pair; p++) run += Math.max(0, old.pairs[p] - 1);
    if (!copy) return 0;
    out.places.append(old.places.subarray(from[0], node));
    out.pairs.append(old.pairs.subarray(from[1], pair));
    if (old.runs) out.runs.append(old.runs.subarray(from[2], run));
    return k;
  };
}

export interface ClusterBake {
  places: number[];
  pairs: number[];
  runs: number[];
  /** Cost of each pair's path, on the doubled scale; Infinity where there is none. */
  costs: number[];
}

/** Nodes of a cluster and the paths between them; a flood only where a line is not the answer already. */
export function bakeCluster(
  grid: Grid,
  clusters: Clusters,
  c: number,
  options: HpaBuildOptions,
  flood: Flood,
  nodes = clusterNodes(grid, clusters, c % clusters.columns, Math.floor(c / clusters.columns), options),
): ClusterBake {
  const { stride } = grid;
  const { size, columns } = clusters;
  const weights = grid.costs ?? grid.open;
  const cx = c % columns;
  const cy = (c - cx) / columns;
  const out: ClusterBake = { places: nodes, pairs: [], runs: [], costs: [] };
  const lineOf = lineCostOf(grid);
  const left = cx * size;
  const top = cy * size;
  for (let i = 0; i < nodes.length; i++) {
    const [x, y] = [left + (nodes[i] % size), top + Math.floor(nodes[i] / size)];
    const line = (toX: number, toY: number) => lineOf(weights, stride, grid.cell(x, y), toX - x, toY - y, true);
    let flooded = false;
    for (let j = i + 1; j < nodes.length; j++) {
      const [toX, toY] = [left + (nodes[j] % size), top + Math.floor(nodes[j] / size)];
      const least = 2 * octile(toX - x, toY - y);
      let cost = least;
      if (line(toX, toY) !== least) {
        if (!flooded) flood.run(x, y);
        flooded = true;
        cost = flood.costs[flood.at(toX, toY)];
      }
      out.costs.push(cost);
      if (cost === Infinity) out.pairs.push(0);
      else if (!options.paths) out.pairs.push(1 + storable(cost - least));
      else if (cost === least && !flooded) out.pairs.push(1);
      else if (line(toX, toY) === cost) out.pairs.push(1);
      else {
        const runs = traceRuns(flood, toX, toY).reverse();
        out.pairs.push(1 + runs.length);
        // Traced from the end: the last run comes first, and every direction is turned round.
        for (const run of runs) out.runs.push(run ^ 4);
      }
    }
  }
  return out;
}

/** @throws {HpaError} if a cost exceeds 32 bits: very costly terrain in large clusters */
function storable(excess: number): number {
  if (excess < 0xffffffff) return excess;
  throw new HpaError(
    `an edge costs ${excess} more than a straight line; choose smaller clusters, smaller costs, or store paths`,
  );
}

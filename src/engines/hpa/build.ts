/**
 * HPA* (Botea, Mueller & Schaeffer 2004), the bake: nodes, and between the nodes of one cluster the cheapest paths
 * inside it.
 *
 * Everything is stored cluster by cluster, in terms that hold only inside that cluster. `graph.ts` turns it into node
 * and edge arrays, when baking as when loading.
 *
 * Measured and decided: docs/decisions/hpa.md.
 */

import { HpaError } from '../../core/errors.js';
import type { Grid } from '../../core/grid/grid.js';
import { refuseDirected, refuseHexes, refuseWalls } from '../../core/grid/refuse.js';
import { octile } from '../../core/grid/step-costs.js';
import { RUNS_A_CELL } from '../../core/limits.js';
import { HPA_NUMBERS, MOST_WEIGHTED, WEIGHTED_CLUSTER } from '../../core/options/hpa.js';
import type { Abstraction, HpaBuildOptions, Upper } from './abstraction.js';
import { type Clusters, clusterNodes, clustersOf } from './clusters.js';
import { clusterFlood, type Flood } from './flood.js';
import { addLevel, baseGraph, membersOf } from './graph.js';
import { pairsToEdges } from './levels.js';
import { lineCostOf } from './line.js';
import { mostNodesOf, mostSteps } from './section.js';
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
  costs && width * height <= MOST_WEIGHTED ? WEIGHTED_CLUSTER : HPA_NUMBERS.cluster[2];

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

function bake(grid: Grid, options: HpaBuildOptions): Abstraction {
  const clusters = clustersOf(grid, options.cluster);
  const counts = new Uint16Array(clusters.columns * clusters.rows);
  const out: Output = {
    places: new Writer(new Uint16Array(1024)),
    pairs: new Writer(options.paths ? new Uint16Array(1024) : new Uint32Array(1024)),
    runs: new Writer(new Uint8Array(1024)),
  };
  const flood = clusterFlood(grid, clusters.size);
  const most = mostNodesOf(grid);
  for (let c = 0; c < counts.length; c++) {
    const made = bakeCluster(grid, clusters, c, options, flood);
    counts[c] = made.places.length;
    for (const place of made.places) out.places.push(place);
    if (out.places.length > most) {
      throw new HpaError(
        `clusters of ${options.cluster} cells have more than ${most} nodes, the most of a map of this size; ` +
          'take larger clusters',
      );
    }
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
  return completeHpa(grid, abstraction);
}

/** Adds the levels above the first, as the options say. @throws {HpaError} if a blob cannot hold the paths */
export function completeHpa(grid: Grid, abstraction: Abstraction): Abstraction {
  const { levels, cluster } = abstraction.options;
  const [runs, most] = [abstraction.runs?.length ?? 0, RUNS_A_CELL * grid.width * grid.height];
  if (runs > most) {
    throw new HpaError(
      `paths in clusters of ${cluster} cells have ${runs} runs, a blob of this map holds ${most}; take smaller ` +
        'clusters or --no-paths',
    );
  }
  if (levels > 1) addUpper(grid, abstraction);
  return abstraction;
}

function addUpper(grid: Grid, abstraction: Abstraction): void {
  const { options, upper } = abstraction;
  const graph = baseGraph(grid, abstraction, pairsToEdges);
  let span = options.cluster;
  for (let level = 2; level <= options.levels; level++) {
    span *= options.merge;
    const made = buildUpper(grid, graph, span);
    upper.push(made);
    checkSteps(grid, options, upper);
    addLevel(graph, membersOf(grid, graph, level, span), made);
  }
}

/** @throws {HpaError} if a blob cannot hold the paths of upper levels */
export function checkSteps({ width, height }: Grid, { merge }: HpaBuildOptions, upper: readonly Upper[]): void {
  const steps = upper.reduce((sum, one) => sum + one.steps.length, 0);
  const pairs = upper.map((one) => one.pairs);
  const most = mostSteps(merge, pairs, width * height);
  if (steps > most)
    throw new HpaError(
      `paths of levels up to ${upper.length + 1} have ${steps} steps, a blob of this map holds ${most}; ` +
        'take fewer levels',
    );
}

interface Output {
  places: Writer;
  pairs: Writer;
  runs: Writer;
}

interface ClusterBake {
  places: number[];
  pairs: number[];
  runs: number[];
}

/** Nodes of a cluster and the paths between them; a flood only where a line is not the answer already. */
function bakeCluster(grid: Grid, clusters: Clusters, c: number, options: HpaBuildOptions, flood: Flood): ClusterBake {
  const { size, columns } = clusters;
  const cx = c % columns;
  const cy = (c - cx) / columns;
  const places = clusterNodes(grid, clusters, cx, cy, options);
  const nodes = places.map((place) => [cx * size + (place % size), cy * size + Math.floor(place / size)]);
  const pairs: number[] = [];
  const runs: number[] = [];
  const lineOf = lineCostOf(grid);
  const weights = grid.costs ?? grid.open;
  for (let i = 0; i < nodes.length; i++) {
    const [x, y] = nodes[i];
    let flooded = false;
    for (let j = i + 1; j < nodes.length; j++) {
      const [toX, toY] = nodes[j];
      const least = 2 * octile(toX - x, toY - y);
      const line = lineOf(weights, grid.stride, grid.cell(x, y), toX - x, toY - y, true);
      let cost = least;
      if (line !== least) {
        if (!flooded) flood.run(x, y);
        flooded = true;
        cost = flood.costs[flood.at(toX, toY)];
      }
      if (cost === Infinity) pairs.push(0);
      else if (!options.paths) pairs.push(1 + storable(cost - least));
      else if (line === cost) pairs.push(1);
      else {
        const traced = traceRuns(flood, toX, toY).reverse();
        pairs.push(1 + traced.length);
        // Traced from the end: the last run comes first, and every direction is turned round.
        for (const run of traced) runs.push(run ^ 4);
      }
    }
  }
  return { places, pairs, runs };
}

/** @throws {HpaError} if a cost exceeds 32 bits: very costly terrain in large clusters */
function storable(excess: number): number {
  if (excess < 0xffffffff) return excess;
  throw new HpaError(
    `an edge costs ${excess} more than a straight line; choose smaller clusters, smaller costs, or store paths`,
  );
}

/**
 * HPA* in a blob: options, then the abstraction's arrays, all upper levels in sequence
 * (docs/decisions/hpa.md).
 */

import * as KIND from '../../core/blob/kinds.js';
import type { Blob } from '../../core/blob/read.js';
import { ensure } from '../../core/errors.js';
import type { Grid } from '../../core/grid/grid.js';
import { cutsCorners } from '../../core/grid/rules.js';
import { MOST_HPA_NODES, RUNS_A_CELL } from '../../core/limits.js';
import { HPA_NUMBERS } from '../../core/options/hpa.js';
import type { Abstraction, HpaBuildOptions, Upper } from './abstraction.js';
import { clusterNodes, clustersOf } from './clusters.js';
import { hpaGraph } from './graph.js';

export function hpaSections({ options, counts, places, pairs, runs, upper }: Abstraction) {
  const info = Uint32Array.of(options.cluster, options.levels, options.merge, options.entranceWidth, places.length);
  return [
    { kind: KIND.hpaInfo, values: info },
    { kind: KIND.hpaCounts, values: counts },
    { kind: KIND.hpaPlaces, values: places },
    { kind: runs ? KIND.hpaPairs : KIND.hpaCosts, values: pairs },
    ...(runs ? [{ kind: KIND.hpaRuns, values: runs }] : []),
    ...(upper.length > 0
      ? [
          { kind: KIND.hpaUpperCounts, values: joined(upper.map((u) => u.counts)) },
          { kind: KIND.hpaUpperPairs, values: joined(upper.map((u) => u.pairs)) },
          { kind: KIND.hpaUpperSteps, values: joined(upper.map((u) => u.steps)) },
        ]
      : []),
  ];
}

function joined(parts: Uint16Array[]): Uint16Array {
  const whole = new Uint16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Options of the abstraction of a blob, and the number of its nodes. @throws {BlobError} if one is out of its range */
export function loadOptions(blob: Blob): HpaBuildOptions & { nodes: number } {
  const [cluster, levels, merge, entranceWidth, nodes] = blob.section(KIND.hpaInfo, Uint32Array, 5);
  const options = { cluster, levels, merge, entranceWidth };
  for (const [name, value] of Object.entries(options)) {
    const [least, most] = HPA_NUMBERS[name as keyof typeof HPA_NUMBERS];
    ensure(value >= least && value <= most, 'abstraction', value, `${least} to ${most}`);
  }
  limited(nodes, mostNodesOf(blob));
  return { ...options, paths: blob.has(KIND.hpaPairs), nodes };
}

/** Most nodes of a map: their arrays take some 200 bytes each. */
export const mostNodesOf = ({ width, height }: Pick<Grid, 'width' | 'height'>): number =>
  Math.max(MOST_HPA_NODES, (width * height) >> 2);

/**
 * The abstraction of a blob whose arrays of the layout `mapped` are searched: it is unpacked when its arrays are read,
 * as edits do.
 */
export function lateAbstraction(blob: Blob, grid: Grid): Abstraction {
  const { nodes: _, ...options } = loadOptions(blob);
  let loaded: Abstraction | undefined;
  const late = { options } as Abstraction;
  for (const name of ['counts', 'places', 'pairs', 'runs', 'upper'] as const)
    Object.defineProperty(late, name, {
      get() {
        loaded ??= loadAbstraction(blob, grid);
        return loaded[name];
      },
    });
  return late;
}

/** The abstraction of a blob; `hpaGraph` checks that it fits the grid. @throws {BlobError} if sections do not match */
export function loadAbstraction(blob: Blob, grid: Grid): Abstraction {
  const { width, height } = blob;
  const cells = width * height;
  const { nodes, ...options } = loadOptions(blob);
  const { cluster, paths } = options;
  const u16 = (kind: number, length: number) => blob.section(kind, Uint16Array, length);
  const clusters = Math.ceil(width / cluster) * Math.ceil(height / cluster);
  // As many as open ground has need no look at the entrances.
  if (nodes > 8 * clusters) limited(nodes, mostOnEntrances(grid, cluster));
  const counts = u16(KIND.hpaCounts, clusters);
  const places = u16(KIND.hpaPlaces, nodes);
  const count = pairCount(counts, 4 * cluster, nodes);
  checkSides(places, counts, cluster, blob);
  const pairs = paths ? u16(KIND.hpaPairs, count) : blob.section(KIND.hpaCosts, Uint32Array, count);
  const runs = paths
    ? blob.section(KIND.hpaRuns, Uint8Array, limited(pathLength(pairs, cluster * cluster), RUNS_A_CELL * cells))
    : undefined;
  return { options, counts, places, pairs, runs, upper: loadUpper(blob, options, nodes) };
}

/** @returns the sum @throws {BlobError} if it is above `most` */
function limited(sum: number, most: number): number {
  ensure(sum <= most, 'abstraction', sum, `at most ${most}`);
  return sum;
}

/** Nodes lie on the sides of their clusters: checked before anything is unpacked for each pair of nodes. */
function checkSides(places: Uint16Array, counts: Uint16Array, size: number, { width, height }: Blob): void {
  const columns = Math.ceil(width / size);
  let n = 0;
  for (let c = 0; c < counts.length; c++) {
    const right = Math.min(size, width - (c % columns) * size) - 1;
    const bottom = Math.min(size, height - Math.floor(c / columns) * size) - 1;
    for (const end = n + counts[c]; n < end; n++) {
      const inside = (places[n] % size) % right && ((places[n] / size) | 0) % bottom;
      if (inside) ensure(false, 'node', 'misplaced', 'a cell on the side of its cluster');
    }
  }
}

/** Checks all that loading checks, and that the nodes are those of the grid, for tools. @throws {BlobError} */
export function checkAbstraction(blob: Blob, grid: Grid): void {
  const abstraction = loadAbstraction(blob, grid);
  const { points, clusterFirst } = hpaGraph(grid, abstraction);
  const clusters = clustersOf(grid, abstraction.options.cluster);
  const { size, columns } = clusters;
  for (let c = 0; c + 1 < clusterFirst.length; c++) {
    const expected = clusterNodes(grid, clusters, c % columns, Math.floor(c / columns), abstraction.options);
    const actual = Array.from({ length: clusterFirst[c + 1] - clusterFirst[c] }, (_, i) => {
      const n = clusterFirst[c] + i;
      return (points[2 * n + 1] % size) * size + (points[2 * n] % size);
    });
    const same = actual.join() === expected.join();
    ensure(same, `nodes of cluster ${c}`, actual.length, `the ${expected.length} that the grid gives`);
  }
}

/**
 * Most steps of the paths of all upper levels together: `4 * merge` for each pair on average (open ground and noise
 * have less than half of that), and four for each cell of the map, for mazes of few and winding paths.
 */
export function mostSteps(merge: number, pairs: Uint16Array[], cells: number): number {
  return 4 * (merge * pairs.reduce((sum, { length }) => sum + length, 0) + cells);
}

/** Most nodes of a grid: two cells on either side of each entrance, and those that a world adds on its sides. */
function mostOnEntrances(grid: Grid, size: number): number {
  const { width, height, stride, open } = grid;
  const cut = cutsCorners(grid);
  let most = 2 * (width + height);
  const border = (from: number, step: number, across: number, length: number) => {
    for (let i = 0, before = 0; i < length; i++, from += step) {
      // Where corners are cut, a diagonal leads across wherever one of both cells is open.
      const crossed = cut ? open[from] | open[from - across] : open[from] & open[from - across];
      if (crossed > 0 && (cut || before === 0 || i % size === 0)) most += 4;
      before = crossed;
    }
  };
  for (let x = size; x < width; x += size) border(stride + 1 + x, stride, 1, height);
  for (let y = size; y < height; y += size) border((y + 1) * stride + 1, 1, stride, width);
  return most;
}

function loadUpper(blob: Blob, { cluster, levels, merge }: HpaBuildOptions, nodes: number): Upper[] {
  if (levels === 1) return [];
  const { width, height } = blob;
  const spans = Array.from({ length: levels - 1 }, (_, l) => cluster * merge ** (l + 1));
  const total = (numbers: number[]) => numbers.reduce((a, b) => a + b);
  const parts = (kind: number, lengths: number[]): Uint16Array[] => {
    const whole = blob.section(kind, Uint16Array, total(lengths));
    let at = 0;
    return lengths.map((length) => {
      at += length;
      return whole.subarray(at - length, at);
    });
  };
  const counts = parts(
    KIND.hpaUpperCounts,
    spans.map((span) => Math.ceil(width / span) * Math.ceil(height / span)),
  );
  // A node of a level lies on a side of its cluster there.
  const pairCounts = counts.map((c, l) => pairCount(c, 4 * spans[l] - 4, nodes));
  // Unpacked when the numbers of nodes have been checked against the graph of the level below.
  let whole: [Uint16Array, Uint16Array][] | undefined;
  const load = () => {
    if (whole) return whole;
    const pairs = parts(KIND.hpaUpperPairs, pairCounts);
    const lengths = pairs.map((p) => pathLength(p, nodes));
    limited(total(lengths), mostSteps(merge, pairs, width * height));
    const steps = parts(KIND.hpaUpperSteps, lengths);
    whole = pairs.map((p, l) => [p, steps[l]]);
    return whole;
  };
  return spans.map((_, l) => ({
    counts: counts[l],
    get pairs() {
      return load()[l][0];
    },
    get steps() {
      return load()[l][1];
    },
  }));
}

/** Pairs of all clusters. @param most nodes of a cluster: on level 1 its border cells @param nodes of all clusters */
function pairCount(counts: Uint16Array, most: number, nodes: number): number {
  let all = 0;
  let sum = 0;
  for (let c = 0; c < counts.length; c++) {
    const k = counts[c];
    if (k > most) ensure(false, 'number of nodes', k, `at most ${most}`);
    all += k;
    sum += (k * (k - 1)) / 2;
  }
  ensure(all <= nodes, 'number of nodes', all, `at most ${nodes}`);
  return sum;
}

/** Runs or steps of all pairs together. @param most numbers a pair may have: no path visits a cell, or a node, twice */
function pathLength(pairs: Uint16Array | Uint32Array, most: number): number {
  let sum = 0;
  for (let p = 0; p < pairs.length; p++) {
    const pair = pairs[p];
    if (pair > most) ensure(false, 'path', pair, `at most ${most}`);
    if (pair > 1) sum += pair - 1;
  }
  return sum;
}

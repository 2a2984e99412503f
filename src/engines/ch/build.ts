/**
 * A contraction hierarchy over the subgoals of a grid, or the jump points of one with cell costs (Uras & Koenig 2014;
 * Geisberger et al. 2008): a level for each node, and bits that mark the pairs of edges with a shortcut. `replay.ts`
 * rebuilds the graph from these and the grid. Stored edges would take 10 to 26 times the bytes.
 */

import { MapTooLargeError } from '../../core/errors.js';
import type { Grid } from '../../core/grid/grid.js';
import { MOST_RANKS } from '../../core/limits.js';
import { alongCurve, bothWays } from './along-curve.js';
import { CONTEXTS, learn, split, UNKNOWN } from './coder.js';
import { type Contraction, contract, WEIGHTED_WITNESS_LIMIT, WITNESS_LIMIT } from './contract.js';
import { rankByLevel } from './levels.js';
import { RemainingGraph } from './remaining.js';
import { type Extent, mostEdges, mostPairs, replayEdges, type SubgoalGraph } from './replay.js';
import { ruleOf } from './rules.js';
import type { StoredHierarchy } from './section.js';
import { type SubgoalRule, subgoalPoints } from './subgoals.js';

export interface HierarchyOptions {
  /** Most nodes that a witness search settles. Fewer make more shortcuts. Default: 60, with cell costs 200. */
  witness: number;
}

export const hierarchyDefaults = ({ costs }: Grid): HierarchyOptions => ({
  witness: costs ? WEIGHTED_WITNESS_LIMIT : WITNESS_LIMIT,
});

export interface HierarchyBake extends StoredHierarchy {
  shortcuts: number;
}

/**
 * Contracts the subgoals of a grid into the levels and shortcuts of a hierarchy, coded as in a blob.
 * @returns the same for the same grid and witness limit, on every machine
 * @throws {MapTooLargeError} if a blob cannot hold the shortcuts
 */
export function buildHierarchy(grid: Grid, options: Partial<HierarchyOptions> = {}): HierarchyBake {
  const steps = hierarchySteps(grid, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** {@link buildHierarchy} in pieces. @returns yields the numbers of contracted and of all subgoals */
export function* hierarchySteps(
  grid: Grid,
  options: Partial<HierarchyOptions> = {},
): Generator<[done: number, total: number], HierarchyBake, void> {
  const { witness } = { ...hierarchyDefaults(grid), ...options };
  const rule = ruleOf(grid);
  const graph = graphOf(grid, rule);
  const { levels, extent, bits } = yield* contracted(rule, graph, witness);
  const { code, finish } = encoder();
  // Runs the load with an encoder instead of the decoder.
  replayEdges(
    grid,
    graph,
    extent,
    {
      isLevel: (context, subgoal, level) => code(context, Number(levels[subgoal] === level)),
      isShortcut: (context, pair) => code(context, (bits[pair >>> 3] >> (pair & 7)) & 1),
    },
    rule,
  );
  const shortcuts = extent.edges - graph.edges.first[levels.length];
  return { ...extent, revision: rule.revision, subgoals: levels.length, shortcuts, bits: finish() };
}

/** Subgoals and their edges, so that the rest of the map can be freed during contraction. */
function graphOf(grid: Grid, rule: SubgoalRule): SubgoalGraph {
  const map = rule.find(grid);
  return { points: subgoalPoints(map), edges: rule.edges(grid, map) };
}

/** Contracts all subgoals. @returns in pieces: their levels, and a bit for each pair of edges */
function* contracted(
  rule: SubgoalRule,
  { points, edges }: SubgoalGraph,
  witness: number,
): Generator<[done: number, total: number], { levels: Int32Array; extent: Extent; bits: Uint8Array }, void> {
  const total = points.length;
  const { nodes, subgoals } = alongCurve(points);
  const near = subgoals.map((v) => points[v]);
  const steps = contract(near, new RemainingGraph(bothWays(edges, nodes)), witness, rule.distance, subgoals);
  const extent: Extent = { height: 1, edges: edges.first[total], pairs: 0 };
  for (;;) {
    const { done, value } = steps.next();
    if (done) {
      const levels = nodes.map((node) => value.levels[node]);
      return { levels, extent, bits: pairBits(value, levels, nodes, extent) };
    }
    extent.height = Math.max(extent.height, value.level + 1);
    extent.edges += value.shortcuts;
    extent.pairs += (value.degree * (value.degree - 1)) / 2;
    // Here rather than at the end, because the last nodes of a too dense graph take minutes.
    check('levels', extent.height, MOST_RANKS);
    check('edges', extent.edges, mostEdges(total));
    check('pairs of edges', extent.pairs, mostPairs(total));
    yield [total - value.left, total];
  }
}

function check(what: string, count: number, most: number): void {
  if (count <= most) return;
  const advice = 'use prep jps or prep hpa';
  throw new MapTooLargeError(
    `the contraction hierarchy has more than ${most} ${what}, all that a blob holds of this map; ${advice}`,
  );
}

/** One bit for each pair of upward edges of each subgoal, in the order of `replay.ts`. */
function pairBits(
  { first, degree, neighbors, pairFirst, pairCount, pairs }: Contraction,
  levels: Int32Array,
  nodes: Int32Array,
  { height, pairs: total }: Extent,
): Uint8Array {
  const { ranks, order } = rankByLevel(levels, height);
  const rankOf = new Int32Array(ranks.length);
  nodes.forEach((node, v) => {
    rankOf[node] = ranks[v];
  });
  const bits = new Uint8Array(Math.ceil(total / 8));
  let bit = 0;
  for (const subgoal of order) {
    const v = nodes[subgoal];
    const d = degree[v];
    // Place of each neighbor among the edges, which replay orders by rank.
    const sorted = Array.from({ length: d }, (_, i) => i).sort(
      (a, b) => rankOf[neighbors[first[v] + a]] - rankOf[neighbors[first[v] + b]],
    );
    const place = new Int32Array(d);
    sorted.forEach((i, k) => {
      place[i] = k;
    });
    for (let p = 2 * pairFirst[v], end = p + 2 * pairCount[v]; p < end; p += 2) {
      const i = Math.min(place[pairs[p]], place[pairs[p + 1]]);
      const j = Math.max(place[pairs[p]], place[pairs[p + 1]]);
      const at = bit + i * d - (i * (i + 1)) / 2 + j - i - 1;
      bits[at >>> 3] |= 1 << (at & 7);
    }
    bit += (d * (d - 1)) / 2;
  }
  return bits;
}

/** Encoder for the decoder in `coder.ts`. @returns `code` adds a bit, `finish` gives the bytes */
export function encoder(): { code: (context: number, bit: number) => number; finish: () => Uint8Array } {
  const models = new Int32Array(CONTEXTS).fill(UNKNOWN);
  const bytes: number[] = [];
  let low = 0;
  let high = -1;
  return {
    code(context, bit) {
      const middle = split(low, high, models[context]);
      if (bit) high = middle;
      else low = (middle + 1) | 0;
      models[context] = learn(models[context], bit);
      for (; (low ^ high) >>> 24 === 0; low <<= 8) {
        bytes.push(low >>> 24);
        high = (high << 8) | 255;
      }
      return bit;
    },
    finish() {
      // The least number in the interval whose other bytes are zeros. Zeros at the end are not stored.
      bytes.push(Math.ceil((low >>> 0) / 2 ** 24));
      while (bytes.at(-1) === 0) bytes.pop();
      return Uint8Array.from(bytes);
    },
  };
}

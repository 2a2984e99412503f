/**
 * A contraction hierarchy over the subgoals of a grid, or the jump points of one with cell costs (Uras & Koenig 2014;
 * Geisberger et al. 2008): a level for each node, and bits that mark the pairs of edges with a shortcut. `replay.ts`
 * rebuilds the graph from them and the grid. Stored edges took 10 to 26 times the bytes.
 */
import { MapTooLargeError } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import { CONTEXTS, learn, split, UNKNOWN } from './coder.js';
import { type Contraction, contract, PRICED_WITNESS_LIMIT, WITNESS_LIMIT } from './contract.js';
import { rankByLevel } from './levels.js';
import type { Edges } from './remaining.js';
import { type Extent, MOST_LEVELS, mostEdges, mostPairs, replay } from './replay.js';
import { ruleOf } from './rules.js';
import type { StoredHierarchy } from './section.js';
import { type DirectEdges, subgoalPoints } from './subgoals.js';

/** Options of {@link buildHierarchy}. */
export interface HierarchyOptions {
  /** Most nodes that a witness search settles: fewer make more shortcuts; 60, and 200 with cell costs. */
  witness: number;
}

/** Defaults of {@link HierarchyOptions}. */
export const hierarchyDefaults = ({ costs }: Grid): HierarchyOptions => ({
  witness: costs ? PRICED_WITNESS_LIMIT : WITNESS_LIMIT,
});

/** Result of a bake. */
export interface HierarchyBake extends StoredHierarchy {
  /** Edges that contraction added. */
  shortcuts: number;
}

/**
 * Contracts the subgoals of a grid: levels and shortcuts of its hierarchy, coded as a blob holds them.
 * @returns the same for the same grid and witness limit, on every machine
 * @throws {MapTooLargeError} if there are so many shortcuts that a blob could not hold them
 */
export function buildHierarchy(grid: Grid, options: Partial<HierarchyOptions> = {}): HierarchyBake {
  const steps = hierarchySteps(grid, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** {@link buildHierarchy} in pieces. @returns yields how many subgoals are contracted, and how many there are */
export function* hierarchySteps(
  grid: Grid,
  options: Partial<HierarchyOptions> = {},
): Generator<[done: number, total: number], HierarchyBake, void> {
  const { witness } = { ...hierarchyDefaults(grid), ...options };
  const rule = ruleOf(grid);
  const map = rule.find(grid);
  const points = subgoalPoints(map);
  const edges = rule.edges(grid, map);
  const total = points.length;
  const nodes = contract(points, bothWays(edges), witness, rule.distance);
  let step = nodes.next();
  for (; !step.done; step = nodes.next()) yield [total - step.value, total];
  const contraction = step.value;
  const { shortcuts } = contraction;
  const extent: Extent = {
    height: contraction.levels.reduce((most, level) => Math.max(most, level + 1), 1),
    edges: edges.first[total] + shortcuts,
    pairs: contraction.degree.reduce((sum, d) => sum + (d * (d - 1)) / 2, 0),
  };
  check('levels', extent.height, MOST_LEVELS);
  check('edges', extent.edges, mostEdges(total));
  check('pairs of edges', extent.pairs, mostPairs(total));
  const { code, finish } = encoder();
  const pairs = pairBits(contraction, extent.pairs);
  // Runs the load with an encoder in place of the bits.
  replay(
    grid,
    map,
    extent,
    {
      isLevel: (context, subgoal, level) => code(context, Number(contraction.levels[subgoal] === level)),
      isShortcut: (context, pair) => code(context, (pairs[pair >>> 3] >> (pair & 7)) & 1),
    },
    rule,
    edges,
  );
  return { ...extent, revision: rule.revision, subgoals: total, shortcuts, bits: finish() };
}

function check(what: string, count: number, most: number): void {
  if (count > most)
    throw new MapTooLargeError(
      `the contraction hierarchy has ${count} ${what}; a blob holds at most ${most} on this map`,
    );
}

/** The subgoal graph, both ways. */
export function bothWays({ first, targets, costs }: DirectEdges): Edges {
  const n = first.length - 1;
  const from = new Int32Array(n + 1);
  for (let v = 0; v < n; v++) {
    from[v + 1] += first[v + 1] - first[v];
    for (let e = first[v]; e < first[v + 1]; e++) from[targets[e] + 1]++;
  }
  for (let v = 0; v < n; v++) from[v + 1] += from[v];
  const next = from.slice(0, n);
  const edges = { first: from, targets: new Int32Array(from[n]), costs: new Float64Array(from[n]) };
  for (let v = 0; v < n; v++) {
    for (let e = first[v]; e < first[v + 1]; e++) {
      for (const [end, other] of [
        [v, targets[e]],
        [targets[e], v],
      ]) {
        const at = next[end]++;
        edges.targets[at] = other;
        edges.costs[at] = costs[e];
      }
    }
  }
  return edges;
}

/** One bit for each pair of upward edges of each subgoal, in the order of `replay.ts`. */
function pairBits(
  { levels, first, degree, neighbors, pairFirst, pairCount, pairs }: Contraction,
  total: number,
): Uint8Array {
  const { ranks, order } = rankByLevel(levels, levels.length);
  const bits = new Uint8Array(Math.ceil(total / 8));
  let bit = 0;
  for (const v of order) {
    const d = degree[v];
    // Place of each neighbor among the edges, which replay orders by rank.
    const sorted = Array.from({ length: d }, (_, i) => i).sort(
      (a, b) => ranks[neighbors[first[v] + a]] - ranks[neighbors[first[v] + b]],
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

/** The other end of the decoder in `coder.ts`. @returns codes a bit, and what gives the bytes when it has them all */
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
      // The least number whose other bytes are zeros, which need not be stored.
      bytes.push(Math.ceil((low >>> 0) / 2 ** 24));
      while (bytes.at(-1) === 0) bytes.pop();
      return Uint8Array.from(bytes);
    },
  };
}

/**
 * A contraction hierarchy over the subgoals of a grid (Uras & Koenig 2014; Geisberger et al. 2008), as a blob holds it: a level for each
 * subgoal, and bits that say over which pairs of edges its contraction made a shortcut. Everything else follows from the grid; `replay.ts`
 * makes the graph from it again.
 *
 * Edges written out, with targets, costs and parts, took 10 to 26 times the bytes.
 */
import { MapTooLargeError } from '../errors.js';
import { directionSteps } from '../grid/directions.js';
import { type Grid, grown } from '../grid/grid.js';
import { refuseCosts } from '../grid/refuse-costs.js';
import { type Contraction, contract, WITNESS_LIMIT } from './contract.js';
import { encoder } from './encoder.js';
import { subgoalRule } from './moves.js';
import type { Edges } from './remaining.js';
import { type Extent, MOST_LEVELS, mostEdges, mostPairs, rankByLevel, replay } from './replay.js';
import type { StoredHierarchy } from './section.js';
import { findSubgoals, LATER, reachRoom, type SubgoalMap, type SubgoalRule, subgoalPoints } from './subgoals.js';

/** Options of {@link buildHierarchy}. */
export interface HierarchyOptions {
  /** Most subgoals that a witness search settles: fewer make more shortcuts. */
  witness: number;
}
/** What {@link buildHierarchy} does unless told otherwise. */
export const HIERARCHY_DEFAULTS: HierarchyOptions = { witness: WITNESS_LIMIT };

/** What a bake makes. */
export interface HierarchyBake extends StoredHierarchy {
  /** Those of its edges that contraction added. */
  shortcuts: number;
}

/**
 * Contracts the subgoals of a grid: levels and shortcuts of its hierarchy, coded as a blob holds them.
 * @returns the same for the same grid and witness limit, on every machine
 * @throws {MapError} if cells have costs
 * @throws {MapTooLargeError} if there are so many shortcuts that a blob could not hold them
 */
export function buildHierarchy(grid: Grid, options: Partial<HierarchyOptions> = {}): HierarchyBake {
  const steps = hierarchySteps(grid, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** {@link buildHierarchy} in pieces: yields how many subgoals are contracted, and how many there are. */
export function* hierarchySteps(
  grid: Grid,
  options: Partial<HierarchyOptions> = {},
): Generator<[done: number, total: number], HierarchyBake, void> {
  const { witness } = { ...HIERARCHY_DEFAULTS, ...options };
  refuseCosts(grid, 'contraction hierarchies');
  const rule = subgoalRule(grid.moveRule);
  const map = findSubgoals(grid, rule);
  const points = subgoalPoints(map);
  const edges = directEdges(grid, map, rule);
  const total = points.length;
  const nodes = contract(points, edges, witness, rule.distance);
  let step = nodes.next();
  for (; !step.done; step = nodes.next()) yield [total - step.value, total];
  const contraction = step.value;
  const { shortcuts } = contraction;
  const extent: Extent = {
    height: contraction.levels.reduce((most, level) => Math.max(most, level + 1), 1),
    edges: edges.targets.length / 2 + shortcuts,
    pairs: contraction.degree.reduce((sum, d) => sum + (d * (d - 1)) / 2, 0),
  };
  check('levels', extent.height, MOST_LEVELS);
  check('edges', extent.edges, mostEdges(total));
  check('pairs of edges', extent.pairs, mostPairs(total));
  const { code, finish } = encoder();
  const pairs = pairBits(contraction, extent.pairs);
  // What a load will do, with the bits that it will read.
  replay(
    grid,
    map,
    extent,
    {
      isLevel: (context, subgoal, level) => code(context, Number(contraction.levels[subgoal] === level)),
      isShortcut: (context, pair) => code(context, (pairs[pair >>> 3] >> (pair & 7)) & 1),
    },
    rule,
  );
  return { ...extent, subgoals: total, shortcuts, bits: finish() };
}

function check(what: string, found: number, most: number): void {
  if (found > most) throw new MapTooLargeError(`the contraction hierarchy has ${found} ${what}; a blob holds at most ${most} on this map`);
}

/** The subgoal graph, both ways. */
export function directEdges(grid: Grid, map: SubgoalMap, { scan }: SubgoalRule): Edges {
  const { cells } = map;
  const n = cells.length;
  const steps = directionSteps(grid.stride);
  const targets = new Int32Array(reachRoom(grid));
  const costs = new Float64Array(targets.length);
  // Source, target and cost of each edge, from its earlier end.
  let list = new Int32Array(1024);
  let used = 0;
  const first = new Int32Array(n + 1);
  for (let v = 0; v < n; v++) {
    const count = scan(map, steps, cells[v], LATER, targets, costs);
    if (used + 3 * count > list.length) list = grown(list, 3 * count);
    for (let i = 0; i < count; i++) {
      list[used++] = v;
      list[used++] = targets[i];
      list[used++] = costs[i];
      first[v + 1]++;
      first[targets[i] + 1]++;
    }
  }
  for (let v = 0; v < n; v++) first[v + 1] += first[v];
  const next = first.slice(0, n);
  const edges = { first, targets: new Int32Array(first[n]), costs: new Int32Array(first[n]) };
  for (let i = 0; i < used; i += 3) {
    for (let end = 0; end < 2; end++) {
      const at = next[list[i + end]]++;
      edges.targets[at] = list[i + 1 - end];
      edges.costs[at] = list[i + 2];
    }
  }
  return edges;
}

/** One bit for each pair of upward edges of each subgoal, in the order of `replay.ts`. */
function pairBits({ levels, first, degree, neighbours, pairFirst, pairCount, pairs }: Contraction, total: number): Uint8Array {
  const { ranks, order } = rankByLevel(levels, levels.length);
  const bits = new Uint8Array(Math.ceil(total / 8));
  let bit = 0;
  for (const v of order) {
    const d = degree[v];
    // Place of each neighbour among the edges, which replay orders by rank.
    const sorted = Array.from({ length: d }, (_, i) => i).sort((a, b) => ranks[neighbours[first[v] + a]] - ranks[neighbours[first[v] + b]]);
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

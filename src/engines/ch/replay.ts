/**
 * Builds the hierarchy that queries read: every subgoal with its edges to subgoals of higher rank. Direct edges come
 * from the grid, shortcuts from the bits of the bake.
 *
 * First come bits that count up to the level of each subgoal. Neighbors never have the same level, which saves bits. A
 * subgoal's *rank* is its place in the order of (level, number). Then follows, rank by rank, one bit for each pair of
 * upward edges in order of their targets: whether the pair is a shortcut, an edge from the lower target to the higher
 * one. So a rank's list gets edges only from lower ranks, and is complete when its turn comes. A pair whose targets
 * have an edge of at most its cost has no bit.
 *
 * Any bits give a graph of real ways, because a shortcut is two edges. Wrong bits can lose paths or make them longer,
 * but no path leaves the open cells.
 */
import { ensure } from '../../core/errors.js';
import type { Grid } from '../../core/grid/grid.js';
import { X_MASK, Y_SHIFT } from '../../core/grid/rectangle.js';
import { type Bits, rankByLevel, readLevels } from './levels.js';
import { type DirectEdges, NO_TURN, OCTILE, type SubgoalMap, type SubgoalRule, subgoalPoints } from './subgoals.js';

/** Subgoals by rank, and their upward edges. */
export interface Hierarchy {
  /** Int32Array(subgoals): rank of each subgoal by its number. */
  ranks: Int32Array;
  /** Int32Array(subgoals): x | y << 16 of each rank. */
  points: Int32Array;
  /** Int32Array(subgoals + 1): where each rank's edges begin. */
  first: Int32Array;
  /** Int32Array(edges): rank that an edge leads to, ascending within a list. */
  targets: Int32Array;
  /** Float64Array(edges): integer costs, which in a long maze need more than 32 bits. */
  costs: Float64Array;
  /**
   * Int32Array(edges): rank of the subgoal that a shortcut leads over. A direct edge has {@link NO_TURN}, or the point
   * where it turns with the bit of {@link DIRECT}.
   */
  via: Int32Array;
}

/** The graph below a hierarchy: x | y << 16 of each subgoal, and its edges. */
export interface SubgoalGraph {
  points: Int32Array;
  edges: DirectEdges;
}

/** Direct edges are negative. */
export const DIRECT = -0x8000_0000;

export interface Extent {
  height: number;
  edges: number;
  /** Pairs of upward edges of one subgoal, over all of them. */
  pairs: number;
}

/**
 * Most edges and pairs for a number of subgoals. They bound the memory (about 70 bytes an edge) and time (about 100 ns
 * a pair) until a blob is refused. Random obstacles have 10 edges and 77 pairs per subgoal, open maps dense with
 * corners up to 900 pairs, or 6 million in all. No list has 2^16 edges.
 */
export const mostEdges = (subgoals: number): number => Math.min(64 * subgoals + 2 ** 16, 16 * subgoals + 2 ** 20);
export const mostPairs = (subgoals: number): number =>
  Math.min(2048 * subgoals + 2 ** 20, 80 * subgoals + 10 * 2 ** 20, 2 ** 31 - 2 ** 16);

/** First context of pairs, after those of levels. */
const PAIR_CONTEXTS = 200;

/** Ints of a list's head: where the list begins and ends in the pool. */
const HEAD = 2;
/** Ints of an edge in the pool: target, `via`, and its cost as a double. */
const EDGE = 4;
/** Ints that each list has room for at first, a power of two. Longer lists move. */
const ROOM = 8 * EDGE;
/** Subgoals whose lists are read together ahead of use, so that the processor waits less for memory. */
const AHEAD = 64;
const LINE = 16;

/**
 * Edge lists by rank while they grow. The methods are small and have no closures, so that V8 compiles them early and
 * once for all loads.
 */
class Lists {
  private readonly heads: Int32Array;
  private ints = new Int32Array(0);
  private doubles = new Float64Array(0);
  private end = 0;
  /** By rank: 1 + place among the edges of the current rank, or 0. */
  private readonly places: Uint16Array;
  /** By place: cost of an edge from the lower end of a pair. */
  private readonly known: Float64Array;
  private pair = 0;
  /** Edges so far. An edge beyond the extent is counted but not kept. */
  used = 0;
  /** Pairs of edges of one list; more edges only make more. */
  needed = 0;
  longest = 0;
  /** Keeps the compiler from removing the reads ahead. */
  touched = 0;

  constructor(
    ranks: Int32Array,
    { first, targets, costs, turns }: DirectEdges,
    private readonly points: Int32Array,
    private readonly to: Pick<Hierarchy, 'targets' | 'costs' | 'via'>,
  ) {
    const n = ranks.length;
    this.heads = new Int32Array(HEAD * n);
    for (let r = 0; r < n; r++) this.heads[HEAD * r] = this.heads[HEAD * r + 1] = ROOM * r;
    this.end = ROOM * n;
    this.grow();
    this.places = new Uint16Array(n);
    this.known = new Float64Array(n + 1);
    for (let v = 0; v < n; v++) {
      for (let e = first[v]; e < first[v + 1]; e++) {
        const a = ranks[v];
        const b = ranks[targets[e]];
        this.add(a < b ? a : b, a < b ? b : a, turns ? turns[e] | DIRECT : NO_TURN, costs[e], 0);
      }
    }
  }

  /** Appends the edges of a rank to those of lower ones, in order of their targets. @returns where they end */
  take(r: number, from: number): number {
    const { heads, ints, doubles } = this;
    const { targets, costs, via } = this.to;
    let end = from;
    // Insertion sort: lists are short, and the number of pairs bounds what long ones take.
    for (let p = heads[HEAD * r], last = heads[HEAD * r + 1]; p < last; p += EDGE) {
      const target = ints[p];
      let i = end++;
      for (; i > from && targets[i - 1] > target; i--) {
        targets[i] = targets[i - 1];
        costs[i] = costs[i - 1];
        via[i] = via[i - 1];
      }
      targets[i] = target;
      costs[i] = doubles[(p >> 1) + 1];
      via[i] = ints[p + 1];
    }
    return end;
  }

  touch(from: number, end: number): void {
    const { heads, ints } = this;
    const { targets } = this.to;
    for (let e = from; e < end; e++) {
      const p = heads[HEAD * targets[e]];
      this.touched |= ints[p] | ints[p + LINE];
    }
  }

  /** Adds the shortcuts over a rank, whose edges are taken. */
  connect(r: number, from: number, end: number, bits: Bits, distance: SubgoalRule['distance']): void {
    const { heads, points, places, known } = this;
    const { targets, costs } = this.to;
    let { pair } = this;
    const degree = PAIR_CONTEXTS + 2 * Math.min(31 - Math.clz32(end - from), 7);
    for (let i = from; i < end; i++) {
      places[targets[i]] = i - from + 1;
      known[i - from + 1] = Infinity;
    }
    for (let i = from; i + 1 < end; i++) {
      const { ints, doubles } = this;
      const low = targets[i];
      const x = points[low] & X_MASK;
      const y = points[low] >> Y_SHIFT;
      const price = costs[i];
      // Targets that this rank has no edge to have place 0.
      for (let p = heads[HEAD * low], last = heads[HEAD * low + 1]; p < last; p += EDGE)
        known[places[ints[p]]] = doubles[(p >> 1) + 1];
      for (let j = i + 1; j < end; j++, pair++) {
        const cost = price + costs[j];
        const before = known[j - from + 1];
        known[j - from + 1] = Infinity;
        if (before <= cost) continue;
        const high = targets[j];
        // Detour compared with an empty grid, in fortieths: short ones are more likely shortcuts.
        const least = distance((points[high] & X_MASK) - x, (points[high] >> Y_SHIFT) - y);
        const detour = (40 * (cost - least)) / least;
        const more = detour < 16 ? Math.ceil(detour) : 16;
        const had = before < Infinity ? 1 : 0;
        if (bits.isShortcut(degree + 16 * more + had, pair) > 0) this.add(low, high, r, cost, had);
      }
    }
    for (let e = from; e < end; e++) places[targets[e]] = 0;
    this.pair = pair;
  }

  /** @param had 1 if it replaces an edge */
  private add(low: number, high: number, via: number, cost: number, had: number): void {
    const { heads } = this;
    const head = HEAD * low;
    let p = heads[head];
    if (had) while (this.ints[p] !== high) p += EDGE;
    else {
      if (this.used++ >= this.to.targets.length) return;
      const size = heads[head + 1] - p;
      this.needed += size / EDGE;
      if (size >= ROOM && (size & (size - 1)) === 0) {
        const to = this.end;
        this.end += 2 * size;
        if (this.end > this.ints.length) this.grow();
        this.ints.copyWithin(to, p, p + size);
        heads[head] = p = to;
      }
      p += size;
      heads[head + 1] = p + EDGE;
    }
    if (cost > this.longest) this.longest = cost;
    this.ints[p] = high;
    this.ints[p + 1] = via;
    this.doubles[(p >> 1) + 1] = cost;
  }

  private grow(): void {
    const { ints } = this;
    this.ints = new Int32Array(2 * this.end + LINE);
    this.ints.set(ints);
    this.doubles = new Float64Array(this.ints.buffer);
  }
}

/** @param rule of the grid @throws {BlobError} if bits and extent disagree, or paths would leave this grid */
export function replay(grid: Grid, map: SubgoalMap, extent: Extent, bits: Bits, rule = OCTILE): Hierarchy {
  return replayEdges(grid, { points: subgoalPoints(map), edges: rule.edges(grid, map) }, extent, bits, rule);
}

/** {@link replay} of edges that are known. */
export function replayEdges(
  grid: Grid,
  { points: byNumber, edges }: SubgoalGraph,
  extent: Extent,
  bits: Bits,
  rule: SubgoalRule,
): Hierarchy {
  const n = byNumber.length;
  const levels = readLevels(edges, extent.height, bits);
  const { ranks, order } = rankByLevel(levels, extent.height);
  const points = order.map((v) => byNumber[v]);
  const targets = new Int32Array(extent.edges);
  const costs = new Float64Array(extent.edges);
  const via = new Int32Array(extent.edges);
  const first = new Int32Array(n + 1);
  const lists = new Lists(ranks, edges, points, { targets, costs, via });
  const fits = () => lists.needed <= extent.pairs && lists.used <= extent.edges;
  for (let r = 0; r < n && fits(); ) {
    // Subgoals of one level are not neighbors, so their lists are complete.
    let end = r;
    for (; end < n && end - r < AHEAD && levels[order[end]] === levels[order[r]]; end++)
      first[end + 1] = lists.take(end, first[end]);
    lists.touch(first[r], first[end]);
    for (; r < end && fits(); r++) lists.connect(r, first[r], first[r + 1], bits, rule.distance);
  }
  // No path that visits each cell once costs more. The bound limits the length of unpacked paths.
  const bound = rule.maxStep * grid.open.length;
  const { used, needed, longest } = lists;
  const sound = used === extent.edges && needed === extent.pairs && longest <= bound;
  ensure(sound, 'hierarchy', `${used}, ${needed}, ${longest}`, `${extent.edges}, ${extent.pairs}, ${bound} or less`);
  return { ranks, points, first, targets, costs, via };
}

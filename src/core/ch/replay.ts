/**
 * The hierarchy as queries read it: every subgoal with its edges to subgoals of higher rank, direct ones from the grid
 * and shortcuts from the bake's bits.
 *
 * First, for each subgoal, bits that count up to its level; no two neighbors have the same, so some need not be asked.
 * A subgoal's *rank* is its place in the order of (level, number). Then, for each rank in turn, one bit for each pair
 * of its upward edges, in order of their targets, says whether the pair is a shortcut over it: an edge between the two
 * targets, owned by the lower one. So all edges into a rank's list come from below it, and the list is complete when
 * its turn comes. Pairs that have an edge as cheap already are not asked.
 *
 * Whatever the bits are, what comes out is a graph of real ways: an order is an order, and a shortcut is two edges.
 * Wrong ones can lose paths or make them longer, but never leave the open cells.
 */
import { ensure } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import { X_MASK, Y_SHIFT } from '../grid/rectangle.js';
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
   * Int32Array(PARTS * edges): of a shortcut, the edges from the subgoal that it was made over to its lower and to its
   * higher end, the complement of their numbers where they are direct, and that subgoal's point; of a direct edge
   * {@link DIRECT}, 0, and the point in which it turns or `NO_TURN`.
   */
  parts: Int32Array;
}

/** What a hierarchy is made over: x | y << 16 of each subgoal, and its edges. */
export interface SubgoalGraph {
  points: Int32Array;
  edges: DirectEdges;
}

/** Ints of an edge's parts. */
export const PARTS = 3;
export const DIRECT = -(2 ** 31);

/** Header of a stored hierarchy. */
export interface Extent {
  /** Number of levels. */
  height: number;
  /** Direct edges and shortcuts. */
  edges: number;
  /** Pairs of upward edges of one subgoal, over all of them. */
  pairs: number;
}

/** Most levels; noise of one blocked cell in ten on 512 x 512 cells has 110. */
export const MOST_LEVELS = 1024;
/**
 * Most edges and pairs for a number of subgoals, which bound memory (some 70 bytes an edge) and time (about 100 ns a
 * pair) of a refusal. Noise has 10 edges and 77 pairs a subgoal, open maps dense with corners up to 900 pairs, or 6
 * million in all.
 */
export const mostEdges = (subgoals: number): number => Math.min(64 * subgoals + 2 ** 16, 16 * subgoals + 2 ** 20);
export const mostPairs = (subgoals: number): number =>
  Math.min(2048 * subgoals + 2 ** 20, 80 * subgoals + 10 * 2 ** 20, 2 ** 31);

/** Contexts of pairs come behind those of levels. */
const PAIR_CONTEXTS = 200;

/** Edges that a list has room for from the start: lists that are longer move. */
const ROOM = 8;

/**
 * Edges on their way into the lists of their lower ends. Its methods are small, so that a first load is soon compiled,
 * and know no closure, so that another one is compiled already.
 */
class Lists {
  /** By rank: where its list begins, its edges, and how many it has room for. */
  private readonly start: Int32Array;
  private readonly lengths: Int32Array;
  private readonly room: Int32Array;
  /** The lists, four ints an edge: target, place of its parts, and its cost as a double. */
  private ints = new Int32Array(0);
  private doubles = new Float64Array(0);
  private end = 0;
  /** Parts in the order in which edges are made. */
  private readonly made: Int32Array;
  /** By rank 1 + place among the edges of the current one, else 0; by place 1 + that of an edge from the lower end. */
  private readonly places: Int32Array;
  private known = new Int32Array(64);
  private pair = 0;
  /** Edges so far. One too many is counted, and not kept. */
  used = 0;
  /** Pairs of edges of one list; more edges only make more. */
  needed = 0;
  /** Cost of the longest shortcut. */
  longest = 0;

  constructor(
    ranks: Int32Array,
    { first, targets, costs, turns }: DirectEdges,
    private readonly points: Int32Array,
    private readonly to: Pick<Hierarchy, 'targets' | 'costs' | 'parts'>,
  ) {
    const n = ranks.length;
    this.lengths = new Int32Array(n);
    this.room = new Int32Array(n).fill(ROOM);
    this.places = new Int32Array(n);
    this.made = new Int32Array(to.parts.length);
    this.start = this.room.map((room, r) => room * r);
    this.end = ROOM * n;
    this.grow();
    for (let v = 0; v < n; v++) {
      for (let e = first[v]; e < first[v + 1]; e++) {
        const a = ranks[v];
        const b = ranks[targets[e]];
        this.add(a < b ? a : b, a < b ? b : a, costs[e], DIRECT, 0, turns ? turns[e] : NO_TURN);
      }
    }
  }

  /** Appends the edges of a rank to those of lower ones, in order of their targets. @returns where they end */
  take(r: number, from: number): number {
    const { ints, doubles, made } = this;
    const { targets, costs, parts } = this.to;
    let end = from;
    // Insertion sort: lists are short, and the number of pairs bounds what long ones take.
    for (let p = this.start[r], last = p + this.lengths[r]; p < last; p++) {
      const target = ints[4 * p];
      let i = end++;
      for (; i > from && targets[i - 1] > target; i--) {
        targets[i] = targets[i - 1];
        parts[PARTS * i] = parts[PARTS * i - PARTS];
      }
      targets[i] = target;
      // For now, where the rest is.
      parts[PARTS * i] = p;
    }
    for (let i = from; i < end; i++) {
      const p = parts[PARTS * i];
      const part = ints[4 * p + 1];
      costs[i] = doubles[2 * p + 1];
      parts[PARTS * i] = made[part];
      parts[PARTS * i + 1] = made[part + 1];
      parts[PARTS * i + 2] = made[part + 2];
    }
    return end;
  }

  /** Adds the shortcuts over a rank, whose edges are taken. */
  connect(r: number, from: number, end: number, bits: Bits, distance: SubgoalRule['distance']): void {
    const { start, lengths, places, points } = this;
    const { targets, costs, parts } = this.to;
    const count = end - from;
    if (count > this.known.length) this.known = new Int32Array(2 * count);
    const { known } = this;
    let { ints, doubles, pair } = this;
    const degree = PAIR_CONTEXTS + 2 * Math.min(31 - Math.clz32(count), 7);
    for (let i = from; i < end; i++) places[targets[i]] = i - from + 1;
    for (let i = from; i + 1 < end; i++) {
      const low = targets[i];
      const x = points[low] & X_MASK;
      const y = points[low] >> Y_SHIFT;
      const price = costs[i];
      for (let p = start[low], k = 1; k <= lengths[low]; p++, k++) {
        const place = places[ints[4 * p]];
        if (place > 0) known[place - 1] = k;
      }
      for (let j = i + 1; j < end; j++, pair++) {
        const cost = price + costs[j];
        const k = known[j - from];
        // Lists may move while edges are added.
        const p = start[low] + k - 1;
        if (k > 0) {
          known[j - from] = 0;
          if (doubles[2 * p + 1] <= cost) continue;
        }
        const high = targets[j];
        // Detour over an empty grid in fortieths: the shorter, the likelier a shortcut.
        const least = distance((points[high] & X_MASK) - x, (points[high] >> Y_SHIFT) - y);
        const detour = (40 * (cost - least)) / least;
        const more = detour < 16 ? Math.ceil(detour) : 16;
        if (bits.isShortcut(degree + 16 * more + (k > 0 ? 1 : 0), pair) === 0) continue;
        if (cost > this.longest) this.longest = cost;
        const lowPart = parts[PARTS * i] === DIRECT ? ~i : i;
        const highPart = parts[PARTS * j] === DIRECT ? ~j : j;
        if (k > 0) {
          doubles[2 * p + 1] = cost;
          this.put(ints[4 * p + 1], lowPart, highPart, points[r]);
        } else {
          this.add(low, high, cost, lowPart, highPart, points[r]);
          ({ ints, doubles } = this);
        }
      }
    }
    for (let i = from; i < end; i++) places[targets[i]] = 0;
    this.pair = pair;
  }

  private add(low: number, high: number, cost: number, lowPart: number, highPart: number, over: number): void {
    const part = PARTS * this.used++;
    if (part >= this.made.length) return;
    const length = this.lengths[low]++;
    if (length === this.room[low]) this.move(low);
    const p = this.start[low] + length;
    this.ints[4 * p] = high;
    this.ints[4 * p + 1] = part;
    this.doubles[2 * p + 1] = cost;
    this.needed += length;
    this.put(part, lowPart, highPart, over);
  }

  private put(part: number, lowPart: number, highPart: number, over: number): void {
    this.made[part] = lowPart;
    this.made[part + 1] = highPart;
    this.made[part + 2] = over;
  }

  /** Moves a full list to the end, with twice the room. */
  private move(r: number): void {
    const from = this.start[r];
    const to = this.end;
    this.end += 2 * this.room[r];
    if (4 * this.end > this.ints.length) this.grow();
    this.ints.copyWithin(4 * to, 4 * from, 4 * (from + this.room[r]));
    this.start[r] = to;
    this.room[r] *= 2;
  }

  private grow(): void {
    const { ints } = this;
    this.ints = new Int32Array(6 * this.end);
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
  const { ranks, order } = rankByLevel(readLevels(edges, extent.height, bits), n);
  const points = order.map((v) => byNumber[v]);
  const targets = new Int32Array(extent.edges);
  const costs = new Float64Array(extent.edges);
  const parts = new Int32Array(PARTS * extent.edges);
  const first = new Int32Array(n + 1);
  const lists = new Lists(ranks, edges, points, { targets, costs, parts });
  // Ends early where there is more than the extent says.
  for (let r = 0; r < n && lists.needed <= extent.pairs && lists.used <= extent.edges; r++) {
    first[r + 1] = lists.take(r, first[r]);
    lists.connect(r, first[r], first[r + 1], bits, rule.distance);
  }
  // No path without a cell twice costs more than the bound; it limits what a path is unpacked to.
  const bound = rule.dearest * grid.open.length;
  const { used, needed, longest } = lists;
  const sound = used === extent.edges && needed === extent.pairs && longest <= bound;
  ensure(sound, 'hierarchy', `${used}, ${needed}, ${longest}`, `${extent.edges}, ${extent.pairs}, ${bound} or less`);
  return { ranks, points, first, targets, costs, parts };
}

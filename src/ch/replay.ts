/**
 * The hierarchy as queries read it: every subgoal with its edges to subgoals of higher rank, direct ones from the grid
 * and shortcuts from the bake's bits.
 *
 * First, for each subgoal, bits that count up to its level; no two neighbours have the same, so some need not be asked.
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
import { type DirectEdges, NO_TURN, OCTILE, type SubgoalMap, subgoalPoints } from './subgoals.js';

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
 * Most edges and pairs for a number of subgoals, which bound memory (24 bytes an edge) and time (about 100 ns a pair)
 * of a refusal. Noise has 10 edges and 77 pairs a subgoal, open maps dense with corners up to 900 pairs, 6 million in
 * all.
 */
export const mostEdges = (subgoals: number): number => Math.min(64 * subgoals + 2 ** 16, 16 * subgoals + 2 ** 20);
export const mostPairs = (subgoals: number): number =>
  Math.min(2048 * subgoals + 2 ** 20, 80 * subgoals + 10 * 2 ** 20, 2 ** 31);

/**
 * Tells what the hierarchy is made from, bit by bit: a decoder knows by the context, a bake by the rest.
 * @param context of `coder.ts`
 */
export interface Bits {
  /** Is this the level of a subgoal, which is not lower? */
  isLevel(context: number, subgoal: number, level: number): number;
  /** Is a pair a shortcut? @param pair counted over all, those included that are not asked for */
  isShortcut(context: number, pair: number): number;
}

/** Most bits of levels. Subgoals have 2 to 6 each; at 20 ns a bit, levels of 1,024 everywhere would take a minute. */
const mostAsked = (subgoals: number): number => 24 * subgoals + 2 ** 20;

/** Levels; one is unlike those of its neighbours. */
function readLevels({ first, targets }: DirectEdges, height: number, bits: Bits): Uint16Array {
  const n = first.length - 1;
  const levels = new Uint16Array(n);
  // Levels of the neighbours so far, one bit each, the last for all above.
  const taken = new Int32Array(n);
  let asked = 0;
  for (let v = 0; v < n; v++) {
    const count = first[v + 1] - first[v];
    const later = count > 3 ? 3 : count;
    const neighbours = taken[v];
    let level = 0;
    for (; level < height - 1; level++) {
      const above = neighbours >>> (level > 30 ? 31 : level);
      if (above & 1 && level < 31) continue;
      asked++;
      if (bits.isLevel(8 * (level > 24 ? 24 : level) + 2 * later + (above > 1 ? 1 : 0), v, level)) break;
    }
    levels[v] = level;
    ensure(asked <= mostAsked(n), 'levels', `more than ${mostAsked(n)} bits`, 'fewer');
    for (let e = first[v]; e < first[v + 1]; e++) taken[targets[e]] |= 1 << (level > 31 ? 31 : level);
  }
  return levels;
}

/** Contexts of pairs come behind those of levels. */
const PAIR_CONTEXTS = 200;

/** Edges on their way into the lists of their lower ends: those of one end side by side. */
class EdgePool {
  /** Where the list of each rank begins, its edges, and how many it has room for. */
  readonly start: Int32Array;
  readonly lengths: Int32Array;
  readonly room: Int32Array;
  targets = new Int32Array(0);
  costs = new Float64Array(0);
  parts = new Int32Array(0);
  /** Edges so far. One too many is counted, and not kept. */
  used = 0;
  /** Pairs of edges of one list; more edges only make more. */
  needed = 0;
  private end = 0;

  constructor(
    n: number,
    private readonly extent: Extent,
  ) {
    this.start = new Int32Array(n);
    this.lengths = new Int32Array(n);
    this.room = new Int32Array(n).fill(2);
  }

  /** Puts the lists one behind the other. */
  layOut(): void {
    for (let r = 0; r < this.start.length; r++) {
      this.start[r] = this.end;
      this.end += this.room[r];
    }
    this.grow(2 * this.end);
  }

  add(low: number, high: number, cost: number, lowPart: number, highPart: number, over: number): void {
    if (this.used++ >= this.extent.edges) return;
    if (this.lengths[low] === this.room[low]) this.move(low);
    const p = this.start[low] + this.lengths[low];
    this.targets[p] = high;
    this.put(p, cost, lowPart, highPart, over);
    this.needed += this.lengths[low]++;
  }

  put(p: number, cost: number, lowPart: number, highPart: number, over: number): void {
    this.costs[p] = cost;
    this.parts[PARTS * p] = lowPart;
    this.parts[PARTS * p + 1] = highPart;
    this.parts[PARTS * p + 2] = over;
  }

  /** Moves a full list to the end, with twice the room; the pool has room for several times the edges. */
  private move(r: number): void {
    const from = this.start[r];
    const to = from + this.lengths[r];
    this.room[r] *= 2;
    if (this.end + this.room[r] > this.targets.length) this.grow(2 * this.end + this.room[r]);
    for (let p = from, q = this.end; p < to; p++, q++) {
      this.targets[q] = this.targets[p];
      this.put(q, this.costs[p], this.parts[PARTS * p], this.parts[PARTS * p + 1], this.parts[PARTS * p + 2]);
    }
    this.start[r] = this.end;
    this.end += this.room[r];
  }

  private grow(length: number): void {
    const { targets, costs, parts } = this;
    this.targets = new Int32Array(length);
    this.targets.set(targets);
    this.costs = new Float64Array(length);
    this.costs.set(costs);
    this.parts = new Int32Array(PARTS * length);
    this.parts.set(parts);
  }
}

/** @param rule of the grid @throws {BlobError} if bits and extent disagree, or paths would leave this grid */
export function replay(
  grid: Grid,
  map: SubgoalMap,
  extent: Extent,
  bits: Bits,
  rule = OCTILE,
  edges = rule.edges(grid, map),
): Hierarchy {
  const n = map.cells.length;
  const levels = readLevels(edges, extent.height, bits);
  const { ranks, order } = rankByLevel(levels, n);
  const byNumber = subgoalPoints(map);
  const points = order.map((v) => byNumber[v]);

  const pool = new EdgePool(n, extent);
  // Direct edges have room from the start, so that few lists move.
  for (let v = 0; v < n; v++) {
    for (let e = edges.first[v]; e < edges.first[v + 1]; e++) pool.room[Math.min(ranks[v], ranks[edges.targets[e]])]++;
  }
  pool.layOut();
  for (let v = 0; v < n; v++) {
    const a = ranks[v];
    for (let e = edges.first[v]; e < edges.first[v + 1]; e++) {
      const b = ranks[edges.targets[e]];
      pool.add(a < b ? a : b, a < b ? b : a, edges.costs[e], DIRECT, 0, edges.turns ? edges.turns[e] : NO_TURN);
    }
  }

  const targets = new Int32Array(extent.edges);
  const costs = new Float64Array(extent.edges);
  const parts = new Int32Array(PARTS * extent.edges);
  const first = new Int32Array(n + 1);
  const partOf = (edge: number) => (parts[PARTS * edge] === DIRECT ? ~edge : edge);
  // By rank 1 + place among the current edges, else 0; by place the edge from the lower end, else -1.
  const places = new Int32Array(n);
  let known = new Int32Array(64).fill(-1);
  let end = 0;
  let pair = 0;
  let longest = 0;
  // Ends early where there is more than the extent says.
  for (let r = 0; r < n && pool.needed <= extent.pairs && pool.used <= extent.edges; r++) {
    const from = end;
    first[r] = from;
    // Insertion sort: lists are short, and the number of pairs bounds what long ones take.
    for (let p = pool.start[r], last = p + pool.lengths[r]; p < last; p++) {
      const target = pool.targets[p];
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
      costs[i] = pool.costs[p];
      parts[PARTS * i] = pool.parts[PARTS * p];
      parts[PARTS * i + 1] = pool.parts[PARTS * p + 1];
      parts[PARTS * i + 2] = pool.parts[PARTS * p + 2];
    }
    const over = points[r];
    const degree = 31 - Math.clz32(end - from);
    if (end - from > known.length) known = new Int32Array(2 * (end - from)).fill(-1);
    for (let i = from; i < end; i++) places[targets[i]] = i - from + 1;
    for (let i = from; i + 1 < end; i++) {
      const low = targets[i];
      const x = points[low] & X_MASK;
      const y = points[low] >> Y_SHIFT;
      const list = pool.targets;
      const base = pool.start[low];
      for (let p = base + pool.lengths[low] - 1; p >= base; p--) {
        const place = places[list[p]];
        if (place > 0) known[place - 1] = p - base;
      }
      for (let j = i + 1; j < end; j++, pair++) {
        const high = targets[j];
        const cost = costs[i] + costs[j];
        // Lists may move while edges are added.
        const p = known[j - from] < 0 ? -1 : pool.start[low] + known[j - from];
        known[j - from] = -1;
        if (p >= 0 && pool.costs[p] <= cost) continue;
        // Detour over an empty grid in fortieths: the shorter, the likelier a shortcut.
        const distance = rule.distance((points[high] & X_MASK) - x, (points[high] >> Y_SHIFT) - y);
        const more = Math.min(Math.ceil((40 * (cost - distance)) / distance), 16);
        const context = PAIR_CONTEXTS + 16 * more + 2 * Math.min(degree, 7) + (p >= 0 ? 1 : 0);
        if (bits.isShortcut(context, pair) === 0) continue;
        if (cost > longest) longest = cost;
        if (p < 0) pool.add(low, high, cost, partOf(i), partOf(j), over);
        else pool.put(p, cost, partOf(i), partOf(j), over);
      }
    }
    for (let i = from; i < end; i++) places[targets[i]] = 0;
  }
  first[n] = end;
  // No path without a cell twice costs more than the bound; it limits what a path is unpacked to.
  const bound = rule.dearest * grid.open.length;
  const { used, needed } = pool;
  const sound = used === extent.edges && needed === extent.pairs && longest <= bound;
  ensure(sound, 'hierarchy', `${used}, ${needed}, ${longest}`, `${extent.edges}, ${extent.pairs}, ${bound} or less`);
  return { ranks, points, first, targets, costs, parts };
}

/** Ranks by number, numbers by rank: by level, ties by number. */
export function rankByLevel(levels: ArrayLike<number>, n: number): { ranks: Int32Array; order: Int32Array } {
  let top = 0;
  for (let v = 0; v < n; v++) top = Math.max(top, levels[v]);
  const next = new Int32Array(top + 2);
  for (let v = 0; v < n; v++) next[levels[v] + 1]++;
  for (let l = 0; l <= top; l++) next[l + 1] += next[l];
  const ranks = new Int32Array(n);
  const order = new Int32Array(n);
  for (let v = 0; v < n; v++) {
    ranks[v] = next[levels[v]]++;
    order[ranks[v]] = v;
  }
  return { ranks, order };
}

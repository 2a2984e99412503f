/** Levels of subgoals, and their order. */
import { ensure } from '../../core/errors.js';
import type { DirectEdges } from './subgoals.js';

/**
 * The decisions that make a hierarchy, bit by bit. A decoder uses the context, a bake the other arguments.
 * @param context of `coder.ts`
 */
export interface Bits {
  /** Whether a subgoal, whose level is at least `level`, has this level. */
  isLevel(context: number, subgoal: number, level: number): number;
  /** Whether a pair is a shortcut. @param pair number among all pairs, including those never asked for */
  isShortcut(context: number, pair: number): number;
}

/** Most bits of levels. Subgoals have 2 to 6 each; at 20 ns a bit, levels of 1,024 everywhere would take a minute. */
const maxBits = (subgoals: number): number => 24 * subgoals + 2 ** 20;

/** Levels of all subgoals. Neighbors never have the same. */
export function readLevels({ first, targets }: DirectEdges, height: number, bits: Bits): Uint16Array {
  const n = first.length - 1;
  const levels = new Uint16Array(n);
  // Levels of the neighbors so far, one bit each; the last bit stands for all levels above.
  const taken = new Int32Array(n);
  let bitsRead = 0;
  for (let v = 0; v < n; v++) {
    const count = first[v + 1] - first[v];
    const later = count > 3 ? 3 : count;
    const neighbors = taken[v];
    let level = 0;
    for (; level < height - 1; level++) {
      const above = neighbors >>> (level > 30 ? 31 : level);
      if (above & 1 && level < 31) continue;
      bitsRead++;
      if (bits.isLevel(8 * (level > 24 ? 24 : level) + 2 * later + (above > 1 ? 1 : 0), v, level)) break;
    }
    levels[v] = level;
    ensure(bitsRead <= maxBits(n), 'levels', `more than ${maxBits(n)} bits`, 'fewer');
    for (let e = first[v]; e < first[v + 1]; e++) taken[targets[e]] |= 1 << (level > 31 ? 31 : level);
  }
  return levels;
}

/** Ranks by number, numbers by rank: by level, ties by number. @param height number of levels */
export function rankByLevel(levels: ArrayLike<number>, height: number): { ranks: Int32Array; order: Int32Array } {
  const n = levels.length;
  const next = new Int32Array(height + 1);
  for (let v = 0; v < n; v++) next[levels[v] + 1]++;
  for (let l = 0; l < height; l++) next[l + 1] += next[l];
  const ranks = new Int32Array(n);
  const order = new Int32Array(n);
  for (let v = 0; v < n; v++) {
    ranks[v] = next[levels[v]]++;
    order[ranks[v]] = v;
  }
  return { ranks, order };
}

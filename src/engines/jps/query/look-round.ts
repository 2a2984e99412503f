/**
 * The look round from the start of a query: which jump points its rays reach, and the edges to those that are good for
 * the goal.
 *
 * It is two passes over what was found, since memory is read for all of a pass together, and waiting for it is what
 * takes the time. Neither makes anything: where a hull or a record is missing the caller makes it, and asks again.
 *
 * Measured and decided: docs/decisions/jps-query.md.
 */
import { countBits } from '../../../core/grid/rank.js';
import { EVERYWHERE, SPARE, X_MASK, Y_SHIFT } from '../../../core/grid/rectangle.js';
import { DIAGONAL, STRAIGHT } from '../../../core/grid/step-costs.js';
import type { JumpLines } from './lines.js';
import type * as layout from './records.js';

/** Ints of a sight: number of a jump point, the arrival that sees it straight, the cost up to that cell. */
export const SIGHT = 3;

/** @param sights,edges output of the two passes @param views how far is seen, in 16 bits, from the first pass */
export function lookPlaces(
  { origin, pitch, walls, folded, modulus }: JumpLines,
  sights: number,
  views: number,
  hulls: number,
  records: number,
  edges: number,
): Int32Array {
  return Int32Array.of(...origin, ...pitch, walls, folded, modulus, sights, views, hulls, records, edges);
}

/** Writes the sights of a cell. @param allowed mask of directions they may begin in @returns where they end */
export function findSights(
  ints: Int32Array,
  shorts: Int16Array,
  places: Int32Array,
  x: number,
  y: number,
  allowed: number,
): number {
  const columns = places[0];
  const rows = places[2];
  const columnPitch = places[4];
  const widePitch = places[5];
  const rowPitch = places[6];
  const walls = places[8];
  const views = places[12];
  let sightsEnd = places[11];
  for (let d = 0; d < 8; d += 2) {
    let v = 0;
    if ((allowed >> d) & 1) {
      const upright = (d & 2) === 0;
      const p = upright ? y : x;
      const side = upright ? columnPitch : rowPitch;
      const line = upright ? columns + (x << 2) : rows + (y << 2);
      const onward = d === 2 || d === 4;
      const way = onward ? 0 : 2;
      let base = (p + 1 - way) & ~31;
      let i = line + Math.imul(base >> 5, side);
      let wall = ints[walls + (i >> 2)];
      let marks = (ints[i + way] | wall) & (onward ? -1 << (p + 1) : -1 >>> (32 - p));
      while (marks === 0) {
        i += onward ? side : -side;
        base += onward ? 32 : -32;
        wall = ints[walls + (i >> 2)];
        marks = ints[i + way] | wall;
      }
      const bit = 31 - Math.clz32(onward ? marks & -marks : marks);
      v = Math.abs(base + bit - p);
      if ((wall >> bit) & 1) v--;
      else {
        const here = line + Math.imul(p >> 5, side) + way;
        const low = ((onward ? 2 : 1) << p) - 1;
        ints[sightsEnd] = ints[here + 1] + countBits(ints[here] & low) - (way >> 1);
        ints[sightsEnd + 1] = x | (y << Y_SHIFT) | (d << 13);
        ints[sightsEnd + 2] = 0;
        sightsEnd += SIGHT;
      }
    }
    shorts[views + d] = v;
  }
  // Which lines the diagonals lie on, as `diagonalAt`.
  const fold = ints[places[9] + x];
  const modulus = places[10];
  const rising = places[1] + 6 * (y + fold < modulus ? y + fold : y + fold - modulus);
  const falling = places[3] + 6 * (y < fold ? y - fold + modulus : y - fold);
  for (let d = 1; d < 8; d += 2) {
    let v = 0;
    if ((allowed >> d) & 1) {
      const east = d < 4;
      const south = d === 3 || d === 5;
      let base = (east ? x + 1 : x - 1) & ~31;
      let i = (d === 1 || d === 5 ? rising : falling) + Math.imul(base >> 5, widePitch) + (east ? 0 : 3);
      let reach = east ? -1 << (x + 1) : -1 >>> (32 - x);
      for (;;) {
        const ends = ints[i] & reach;
        if (ends !== 0) {
          const bit = 31 - Math.clz32(east ? ends & -ends : ends);
          reach &= east ? (1 << bit) - 1 : -2 << bit;
          v = (east ? base + bit - x : x - base - bit) - 1;
        }
        for (let bits = ints[i + 1] & reach; bits !== 0; bits &= bits - 1) {
          const atX = base + 31 - Math.clz32(bits & -bits);
          const run = east ? atX - x : x - atX;
          const atY = south ? y + run : y - run;
          const j = rows + (atY << 2) + Math.imul(atX >> 5, rowPitch);
          ints[sightsEnd] = east
            ? ints[j + 1] + countBits(ints[j] & ((2 << atX) - 1))
            : ints[j + 3] + countBits(ints[j + 2] & ((1 << atX) - 1)) - 1;
          ints[sightsEnd + 1] = atX | (atY << 16) | ((east ? 2 : 6) << 13);
          ints[sightsEnd + 2] = Math.imul(run, DIAGONAL);
          sightsEnd += 3;
        }
        for (let bits = ints[i + 2] & reach; bits !== 0; bits &= bits - 1) {
          const atX = base + 31 - Math.clz32(bits & -bits);
          const run = east ? atX - x : x - atX;
          const atY = south ? y + run : y - run;
          const j = columns + (atX << 2) + Math.imul(atY >> 5, columnPitch);
          ints[sightsEnd] = south
            ? ints[j + 1] + countBits(ints[j] & ((2 << atY) - 1))
            : ints[j + 3] + countBits(ints[j + 2] & ((1 << atY) - 1)) - 1;
          ints[sightsEnd + 1] = atX | (atY << 16) | ((south ? 4 : 0) << 13);
          ints[sightsEnd + 2] = Math.imul(run, DIAGONAL);
          sightsEnd += 3;
        }
        if (ends !== 0) break;
        reach = -1;
        base += east ? 32 : -32;
        i += east ? widePitch : -widePitch;
      }
    }
    shorts[views + d] = v;
  }
  return sightsEnd;
}

/**
 * Writes edges to the sights that are good for a goal.
 * @param found where the sights end
 * @returns where edges end, or the complement of a sight whose hull or record is missing
 */
export function addStartEdges(ints: Int32Array, places: Int32Array, sightsEnd: number, goal: number): number {
  const POINT: typeof layout.POINT = 4;
  const hulls = places[13];
  const records = places[14];
  const spare = (goal + SPARE) | 0;
  let into = places[15];
  for (let s = places[11]; s < sightsEnd; s += 3) {
    const target = ints[s];
    if (hulls !== 0) {
      const high = ints[hulls + 2 * target + 1];
      if (high === 0) return ~s;
      if (((spare - ints[hulls + 2 * target]) & (high - goal) & SPARE) !== SPARE) continue;
    }
    const node = ints[records + target];
    if (node === 0) return ~s;
    const point = ints[node + POINT];
    const from = ints[s + 1];
    const run = Math.abs((point & X_MASK) - (from & X_MASK)) + Math.abs((point >> Y_SHIFT) - (from >> Y_SHIFT));
    ints[into] = node;
    ints[into + 1] = ints[s + 2] + Math.imul(run, STRAIGHT);
    ints[into + 2] = 0;
    ints[into + 3] = EVERYWHERE;
    into += 4;
  }
  return into;
}

/** Directions with boxes as bit planes, derived from the grid; `../jps/wasm/assembly/build.ts` does the same. */

import type { Grid } from '../../core/grid/grid.js';
import { countBits } from '../../core/grid/rank.js';
import type { Arena } from '../jps/query/arena.js';
import type { BoxMasks } from '../jps/query/lines.js';
import { type JumpRows, wordsAround } from '../jps/query/rows.js';

/** Ints of four rows, the first of which counts boxes. */
export const ROWS = 32;
const isCount = (place: number) => (place & (ROWS - 1)) === ROWS - 8;

/** Reserves memory for a grid's masks. @param everywhere whether all cells have boxes, or only jump points */
export function layOutMasks({ width, height }: Grid, arena: Arena, everywhere: boolean): BoxMasks {
  return { index: arena.take(((width >> 5) + 1) * (height + 2)), words: 0, everywhere, count: 0 };
}

export function fillMasks(masks: BoxMasks, arena: Arena, { pitch, open, jumps }: JumpRows): void {
  const { index, everywhere } = masks;
  const near = new Int32Array(8);
  const words = arena.take(ROWS) + 8;
  masks.words = words;
  let row = words + 8;
  for (let i = pitch; i < open.length - pitch; i++) {
    const isOpen = open[i];
    if (isOpen === 0) continue;
    wordsAround(open, pitch, i, near);
    const { ints } = arena;
    let directions = 0;
    for (let d = 0; d < 8; d += 2) {
      // Legal moves of a canonical path after arriving in direction d (`canonicalAfter`).
      const here = everywhere ? isOpen : jumps[d >> 1][i];
      const ahead = here & near[d];
      directions |= ahead;
      ints[row + d] |= ahead;
      for (let turn = 1; turn < 8; turn += 6) {
        const side = (d + 2 * turn) & 7;
        const slant = (d + turn) & 7;
        const turns = near[side] & (everywhere ? isOpen : here & ~near[(side + turn) & 7]);
        directions |= turns;
        ints[row + side] |= turns;
        ints[row + slant] |= turns & near[d] & near[slant];
      }
    }
    if (directions === 0) continue;
    ints[index + i] = (row - words) >> 3;
    row += 8;
    if (!isCount(row - words)) continue;
    row += 8;
    arena.take(ROWS);
  }
  const { ints } = arena;
  for (let d = 0; d < 8; d++) {
    for (let i = words - 8; i <= row; i += 8) {
      if (isCount(i - words)) ints[i + d] = masks.count;
      else masks.count += countBits(ints[i + d]);
    }
  }
}

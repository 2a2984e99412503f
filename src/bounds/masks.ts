/** Directions with boxes as bit planes, derived from the grid; `../jps/wasm/assembly/build.ts` does the same. */
import type { Grid } from '../grid/grid.js';
import type { Arena } from '../jps/query/arena.js';
import { type BoxMasks, countBits } from '../jps/query/lines.js';
import { type JumpRows, wordsAround } from '../jps/query/rows.js';

/** Reserves memory for a grid's masks. @param everywhere whether all cells have boxes, or jump points alone */
export function layOutMasks({ width, height }: Grid, arena: Arena, everywhere: boolean): BoxMasks {
  const size = ((width >> 5) + 1) * (height + 2);
  const words = arena.take(8 * size);
  const before = arena.take(8 * ((size + 3) >> 2));
  const masks: BoxMasks = {
    words,
    before,
    everywhere,
    count: 0,
    fill({ pitch, open, jumps }: JumpRows) {
      const { ints } = arena;
      const near = new Int32Array(8);
      for (let i = pitch; i < size - pitch; i++) {
        const isOpen = open[i];
        if (isOpen === 0) continue;
        wordsAround(open, pitch, i, near);
        for (let d = 0; d < 8; d += 2) {
          // Legal moves of a canonical path after arriving in direction d (`canonicalAfter`).
          ints[words + 8 * i + d] |= (everywhere ? isOpen : jumps[d >> 1][i]) & near[d];
          for (let turn = 1; turn < 8; turn += 6) {
            const side = (d + 2 * turn) & 7;
            const slant = (d + turn) & 7;
            const turns = near[side] & (everywhere ? isOpen : jumps[d >> 1][i] & ~near[(side + turn) & 7]);
            ints[words + 8 * i + side] |= turns;
            ints[words + 8 * i + slant] |= turns & near[d] & near[slant];
          }
        }
      }
      for (let d = 0; d < 8; d++) {
        for (let i = 0; i < size; i++) {
          if ((i & 3) === 0) ints[before + 2 * i + d] = masks.count;
          masks.count += countBits(ints[words + 8 * i + d]);
        }
      }
    },
  };
  return masks;
}

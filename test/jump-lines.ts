/** Jump lines of a map that was changed, held against those of a new start. */
import { DX, DY } from '../src/core/grid/directions.js';
import type { Grid } from '../src/core/grid/grid.js';
import { jumpLines } from '../src/engines/jps/query/fill.js';
import { GROUP, type JumpLines, numberBeyond, straightJump, WIDE } from '../src/engines/jps/query/lines.js';
import { jumpRows } from '../src/engines/jps/query/rows.js';

/** Every word of the lines except the numbers of jump points, including bits beyond the map. */
function bitsOf({ arena, origin, pitch, walls }: JumpLines, { width, height }: Grid): number[] {
  const words: number[] = [];
  for (let kind = 0; kind < 4; kind++) {
    const groups = ((kind === 0 ? height : width) >> 5) + 1;
    for (let g = 0; g < groups; g++) {
      for (let i = origin[kind] + g * pitch[kind], end = i + pitch[kind]; i < end; i += kind & 1 ? WIDE : GROUP) {
        if (kind & 1) for (const k of [0, 1, 2, 4, 5, 6]) words.push(arena.ints[i + k]);
        else words.push(arena.ints[walls + (i >> 2)], arena.ints[i], arena.ints[i + 2]);
      }
    }
  }
  return words;
}

/** @throws {Error} unless the lines equal newly made ones, and each jump point has a different number */
export function checkLines(grid: Grid, lines: JumpLines): void {
  const found = bitsOf(lines, grid);
  const expected = bitsOf(jumpLines(grid, jumpRows(grid)), grid);
  const at = found.findIndex((word, i) => word !== expected[i]);
  if (at >= 0 || found.length !== expected.length)
    throw new Error(`word ${at} of the lines is ${found[at]}, expected ${expected[at]}`);
  const numbers = new Map<number, string>();
  for (let y = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++) {
      for (let d = 0; d < 8 && grid.isOpen(x, y); d += 2) {
        const v = straightJump(lines, x, y, d);
        if (v <= 0) continue;
        const number = numberBeyond(lines, x, y, d);
        const name = `${x + v * DX[d]}, ${y + v * DY[d]}, ${d}`;
        if ((numbers.get(number) ?? name) !== name || number >= lines.count)
          throw new Error(`number ${number} is of ${numbers.get(number)} and ${name}`);
        numbers.set(number, name);
      }
    }
  }
}

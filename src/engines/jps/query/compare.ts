/**
 * Compares the lines of a blob with the cells of its map, some groups at a time, so that no query waits for all groups.
 * It compares every bit that could lead a path into a wall: walls, the numbers of jump points, which are consecutive,
 * and that each turning point of a diagonal sees a jump point.
 */

import { ensure } from '../../../core/errors.js';
import { directionSteps } from '../../../core/grid/directions.js';
import type { Grid } from '../../../core/grid/grid.js';
import { countBits } from '../../../core/grid/rank.js';
import { GROUP, type JumpLines, straightJump, WIDE } from './lines.js';

/**
 * @returns a function that compares the next groups, and returns whether all are compared
 * @throws {BlobError} if they differ
 */
export function compareLines(lines: JumpLines, { open, stride, width, height }: Grid): () => boolean {
  const { arena, origin, pitch, walls, modulus } = lines;
  const steps = directionSteps(stride);
  // Each orientation forward and back, straight ones first, as jump points are numbered: diagonals look along them.
  let [pass, line, group, count] = [0, 0, 0, 0];

  const compareGroup = (at: number, kind: number, back: number, length: number): boolean => {
    const { ints } = arena;
    const slants = kind & 1;
    const d = 4 * back + kind;
    const rowAt = (p: number) => {
      if (!slants) return kind > 0 ? line : p;
      return (line + (kind > 1 ? p : modulus - (p % modulus))) % modulus;
    };
    // The cells that an arrival takes: itself, the one before, and two next to a diagonal.
    const [left, behind, right] = [3, 4, 5].map((turn) => slants * steps[(d + turn) & 7]);
    const first = 32 * group;
    let legal = 0;
    for (let p = first; p < Math.min(first + 32, length); p++) {
      const y = rowAt(p);
      const cell = (y + 1) * stride + (kind > 0 ? p : line) + 1;
      if (y < height) legal |= (open[cell] & open[cell + left] & open[cell + behind] & open[cell + right]) << p;
    }
    const own = at + (2 + slants) * back;
    if (!slants) {
      const number = count;
      count += countBits(ints[own]);
      return ints[own + 1] === number && ints[walls + (at >> 2)] === ~legal;
    }
    let same = ints[own] === ~legal;
    // To the row, then to the column, where the diagonal leads.
    for (let turn = 1; turn < 3; turn++) {
      const side = kind > 1 === turn > 1 ? (d + 1) & 7 : d - 1;
      for (let bits = ints[own + turn] & legal; bits !== 0; bits &= bits - 1) {
        const x = first + 31 - Math.clz32(bits & -bits);
        same &&= straightJump(lines, x, rowAt(x), side) > 0;
      }
    }
    return same;
  };

  // Lines have a group for each four cells: a sixteen-thousandth of them at a time, and two at least.
  const share = 2 + width * height * 2 ** -16;
  return () => {
    for (let left = share; left > 0 && pass < 8; left--) {
      const kind = (pass & 2) + (pass >> 2);
      const size = kind & 1 ? WIDE : GROUP;
      const length = kind > 0 ? width : height;
      const same = compareGroup(origin[kind] + size * line + group * pitch[kind], kind, pass & 1, length);
      ensure(same, 'jump lines', 'of other cells', 'those of the map');
      if (++group > length >> 5) {
        group = 0;
        line++;
      }
      if (line * size === pitch[kind]) {
        line = 0;
        pass++;
      }
    }
    return pass > 7;
  };
}

/** Goal bounds out of a blob that has the places of its boxes, too; copied whole into the arena of the search. */
import type { Blob } from '../blob/read.js';
import { checkViews, isView } from '../blob/views.js';
import type { Grid } from '../grid/grid.js';
import { type Arena, newArena } from '../jps/query/arena.js';
import { type BoxMasks, countBits } from '../jps/query/lines.js';
import { jumpRows } from '../jps/query/rows.js';
import { fillMasks, isCount, ROWS } from './masks.js';
import { loadMasks } from './section.js';

/** Masks as a blob has them. */
export interface StoredMasks {
  /** Int32Array: for each word of a plane its row. */
  index: Int32Array;
  /** Int32Array: all rows, eight ints each. */
  rows: Int32Array;
  /** Number of boxes. */
  count: number;
}

/** The masks of a grid, for a blob. */
export function storedMasks(blob: Blob, grid: Grid): StoredMasks {
  const arena = newArena();
  const masks = loadMasks(blob, grid, arena);
  const words = arena.end;
  fillMasks(masks, arena, jumpRows(grid));
  const { index, count } = masks;
  return { index: arena.ints.slice(index, words), rows: arena.ints.slice(words, arena.end), count };
}

/** Copies masks into an arena. @throws {BlobError} if they name boxes that are not there */
export function readMasks({ index, rows, count }: StoredMasks, blob: Blob, grid: Grid, arena: Arena): BoxMasks {
  const masks = loadMasks(blob, grid, arena);
  checkViews('goal bounds', () => {
    const size = arena.end - masks.index;
    if (!(isView(index, Int32Array, size) && rows.length % ROWS === 0 && isView(rows, Int32Array, rows.length)))
      return false;
    const words = arena.take(rows.length) + 8;
    arena.ints.set(index, masks.index);
    arena.ints.set(rows, words - 8);
    Object.assign(masks, { words, count });
    let sound = true;
    for (const row of index) sound &&= row >= 0 && 8 * row + 16 <= rows.length && !isCount(8 * row);
    let all = 0;
    for (let d = 0; d < 8; d++) {
      for (let i = 0; i < rows.length; i += 8) {
        if (isCount(i - 8)) sound &&= rows[i + d] === all;
        else all += countBits(rows[i + d]);
      }
    }
    return sound && all === count;
  });
  return masks;
}

/** Goal bounds from a blob that also has the places of its boxes, copied whole into the arena of the search. */

import type { Blob } from '../../core/blob/read.js';
import { checkViews, isView } from '../../core/blob/views.js';
import type { Grid } from '../../core/grid/grid.js';
import { countBits } from '../../core/grid/rank.js';
import { type Arena, newArena } from '../jps/query/arena.js';
import type { BoxMasks } from '../jps/query/lines.js';
import { jumpRows } from '../jps/query/rows.js';
import { fillMasks, ROWS } from './masks.js';
import { loadMasks } from './section.js';

export interface StoredMasks {
  /** Int32Array: for each word of a plane its row. */
  index: Int32Array;
  /** Int32Array: all rows, eight ints each. */
  rows: Int32Array;
  count: number;
}

export function storedMasks(blob: Blob, grid: Grid): StoredMasks {
  const arena = newArena();
  const masks = loadMasks(blob, grid, arena);
  const words = arena.end;
  fillMasks(masks, arena, jumpRows(grid));
  const { index, count } = masks;
  return { index: arena.ints.slice(index, words), rows: arena.ints.slice(words, arena.end), count };
}

/** Copies masks into an arena. @throws {BlobError} if they name boxes that are not there */
export function readMasks(stored: StoredMasks, blob: Blob, grid: Grid, arena: Arena): BoxMasks {
  const masks = loadMasks(blob, grid, arena);
  checkViews('goal bounds', () => {
    // A forged list has none.
    const { index, rows, count } = stored;
    const size = arena.end - masks.index;
    if (!(isView(index, Int32Array, size) && rows.length % ROWS === 0 && isView(rows, Int32Array, rows.length)))
      return false;
    const words = arena.take(rows.length) + 8;
    arena.ints.set(index, masks.index);
    arena.ints.set(rows, words - 8);
    Object.assign(masks, { words, count });
    // Negative as soon as a number of a row is out of range, or that of one that counts boxes.
    let sound = 0;
    const most = (rows.length >> 3) - 2;
    for (let i = 0; i < size; i++) sound |= index[i] | (most - index[i]) | -(((index[i] & 3) + 1) >> 2);
    let [all, wrong] = [0, 0];
    for (let d = 0; d < 8; d++)
      for (let i = d; i < rows.length; i += ROWS) {
        wrong |= rows[i] ^ all;
        all += countBits(rows[i + 8]) + countBits(rows[i + 16]) + countBits(rows[i + 24]);
      }
    return sound >= 0 && wrong === 0 && all === count;
  });
  return masks;
}

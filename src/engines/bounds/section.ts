/**
 * Goal bounds in a blob: section boundsInfo says where boxes are and whether they are the smallest, boundsBoxes holds
 * them. Which cell and direction a box belongs to is not stored: it follows from the grid.
 *
 * Boxes lie by direction, then by cell, each of their four fields together, so that what is alike is near: half the
 * size of boxes one after the other (docs/decisions/goal-bounds.md). At jump points fields are relative to
 * the cell, whose box mostly begins or ends next to it; in every cell they are absolute, since neighbors mostly have
 * the same box.
 */
import * as KIND from '../../core/blob/kinds.js';
import type { Blob } from '../../core/blob/read.js';
import { ensure, ensureBoxes } from '../../core/errors.js';
import type { Grid } from '../../core/grid/grid.js';
import { axialOf } from '../../core/grid/hexes.js';
import { type Arena, newArena } from '../jps/query/arena.js';
import type { BoxMasks } from '../jps/query/lines.js';
import { jumpRows } from '../jps/query/rows.js';
import type { Bounds } from './floods.js';
import { fillMasks, layOutMasks } from './masks.js';
import type { GoalBounds } from './query.js';

/** Maps up to this side have boxes of bytes. */
const BYTE_SIDE = 256;

export function boundsSections(map: Grid, { at, exact, stored, boxes }: Bounds) {
  const grid = axialOf(map);
  const values = new (elementType(grid))(boxes.length);
  const count = boxes.length / 4;
  const near = at === 'cells' ? 0 : 1;
  forBoxes(grid, new Uint32Array(stored.buffer, stored.byteOffset, stored.length >> 2), (i, place, x, y) => {
    for (let k = 0; k < 4; k++) values[k * count + place] = boxes[4 * i + k] - near * (k & 1 ? y : x);
  });
  return [
    { kind: KIND.boundsInfo, values: Uint8Array.of(Number(at === 'cells'), Number(exact)) },
    { kind: KIND.boundsBoxes, values },
  ];
}

/** Reserves room for the masks, filled in with the jump lines. @throws {BlobError} if the place of boxes is missing */
export function loadMasks(blob: Blob, grid: Grid, arena: Arena): BoxMasks {
  const [at] = blob.section(KIND.boundsInfo, Uint8Array, 2);
  ensure(at < 2, 'place of boxes', at, '0 or 1');
  return layOutMasks(grid, arena, at > 0);
}

/**
 * @param masks filled in for this grid
 * @param unchecked leaves the look at each box to the search in WebAssembly
 * @throws {BlobError} if boxes are damaged, missing, empty or outside the map
 */
export function loadBoxes(blob: Blob, grid: Grid, arena: Arena, masks: BoxMasks, unchecked?: unknown): GoalBounds {
  const type = elementType(grid);
  const { buffer, byteOffset, byteLength } = blob.section(KIND.boundsBoxes, type, 4 * masks.count);
  // WebAssembly reads four bytes at a time.
  const boxes = arena.take((byteLength + 7) >> 2);
  new Uint8Array(arena.ints.buffer).set(new Uint8Array(buffer, byteOffset, byteLength), 4 * boxes);
  const bounds: GoalBounds = {
    arena,
    pitch: (grid.width >> 5) + 1,
    masks,
    boxes,
    bits: 8 * type.BYTES_PER_ELEMENT,
  };
  ensureBoxes(unchecked || areInside(bounds, grid, new type(buffer, byteOffset, byteLength / type.BYTES_PER_ELEMENT)));
  return bounds;
}

/** Whether every box holds a cell, and none outside the map. */
function areInside(
  { arena, pitch, masks, bits }: GoalBounds,
  { width, height }: Grid,
  boxes: Uint8Array | Uint16Array,
): boolean {
  const { ints } = arena;
  const { index, words, count, everywhere } = masks;
  const size = pitch * (height + 2);
  const limit = (1 << bits) - 1;
  // Negative as soon as one box is wrong.
  let sound = 0;
  const next = ints.slice(words - 8, words);
  for (let i = 0; i < size; i++) {
    const word = words + 8 * ints[index + i];
    if (word === words) continue;
    const row = (i / pitch) | 0;
    const left = everywhere ? 0 : 32 * (i - row * pitch) + 31;
    const y = everywhere ? 0 : row - 1;
    for (let d = 0; d < 8; d++) {
      let at = next[d];
      for (let rest = ints[word + d]; rest !== 0; rest &= rest - 1, at++) {
        const x = everywhere ? 0 : left - Math.clz32(rest & -rest);
        const right = (boxes[2 * count + at] + x) & limit;
        const bottom = (boxes[3 * count + at] + y) & limit;
        sound |=
          (right - ((boxes[at] + x) & limit)) |
          (bottom - ((boxes[count + at] + y) & limit)) |
          (width - 1 - right) |
          (height - 1 - bottom);
      }
      next[d] = at;
    }
  }
  return sound >= 0;
}

/** Goal bounds without JPS+, for tools. @throws {BlobError} as {@link loadBoxes} */
export function loadBounds(blob: Blob, grid: Grid): GoalBounds {
  const arena = newArena();
  const masks = loadMasks(blob, grid, arena);
  fillMasks(masks, arena, jumpRows(grid));
  return loadBoxes(blob, grid, arena, masks);
}

export function elementType({ width, height }: Grid): Uint8ArrayConstructor | Uint16ArrayConstructor {
  return width > BYTE_SIDE || height > BYTE_SIDE ? Uint16Array : Uint8Array;
}

/**
 * Visits boxes by cell, then direction: place in that order, place in each field of the section, cell.
 * @param words direction masks, four cells a word
 */
export function forBoxes(
  { stride }: Grid,
  words: Uint32Array,
  visit: (i: number, place: number, x: number, y: number) => void,
): void {
  const next = new Int32Array(9);
  for (let w = 0; w < words.length; w++) {
    for (let rest = words[w] | 0; rest !== 0; rest &= rest - 1) next[((31 - Math.clz32(rest & -rest)) & 7) + 1]++;
  }
  for (let d = 0; d < 8; d++) next[d + 1] += next[d];
  let i = 0;
  for (let w = 0; w < words.length; w++) {
    for (let rest = words[w] | 0; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      const cell = 4 * w + (bit >> 3);
      const y = Math.floor(cell / stride);
      visit(i++, next[bit & 7]++, cell - y * stride - 1, y - 1);
    }
  }
}

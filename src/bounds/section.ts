/**
 * Goal bounds in a blob: section boundsInfo says where boxes are and whether they are the smallest, boundsBoxes holds
 * them. Which cell and direction a box belongs to is not stored: the grid tells.
 *
 * Boxes lie by direction, then by cell, each of their four fields together, so that what is alike is near: half the size
 * of boxes one after the other (docs/decisions.md). At jump points fields are relative to the cell, whose box mostly
 * begins or ends beside it; in every cell they are absolute, since neighbours mostly have the same box.
 */
import { BOUNDS_BOXES, BOUNDS_INFO } from '../blob/layout.js';
import type { Blob } from '../blob/read.js';
import { must } from '../errors.js';
import { canonicalAfter, directionSteps, LEGAL, windowAt } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import { buildJumpDistances } from '../jps/build.js';
import { type GoalBounds, indexBounds } from './query.js';
import type { Bounds } from './share.js';

/** Maps up to this side have boxes of bytes. */
const BYTE_SIDE = 256;

/** Sections of a bake. */
export function boundsSections(grid: Grid, { at, exact, stored, boxes }: Bounds) {
  const values = new (elementType(grid))(boxes.length);
  const count = boxes.length / 4;
  const near = at === 'cells' ? 0 : 1;
  forBoxes(grid, indexBounds(stored).words, (i, place, x, y) => {
    for (let k = 0; k < 4; k++) values[k * count + place] = boxes[4 * i + k] - near * (k & 1 ? y : x);
  });
  return [
    { kind: BOUNDS_INFO, values: Uint8Array.of(Number(at === 'cells'), Number(exact)) },
    { kind: BOUNDS_BOXES, values },
  ];
}

/**
 * @param arrivals of the grid's jump distances; every straight arrival at a jump point, as 8 * cell + direction
 * @throws {BlobError} if they are damaged, or not of this grid
 */
export function loadBounds(blob: Blob, grid: Grid, arrivals: Int32Array): GoalBounds {
  const { open, stride, width, height } = grid;
  const [at] = blob.section(BOUNDS_INFO, Uint8Array, 2);
  must(at < 2, 'place of boxes', at, '0 or 1');
  const stored = new Uint8Array((open.length + 3) & ~3);
  if (at > 0) for (let c = 0; c < open.length; c++) stored[c] = open[c] && LEGAL[windowAt(open, c, stride)];
  else {
    const steps = directionSteps(stride);
    for (const arrival of arrivals) {
      const c = arrival >> 3;
      stored[c] |= canonicalAfter(open, steps, c, arrival & 7) & LEGAL[windowAt(open, c, stride)];
    }
  }
  const type = elementType(grid);
  const { words, before, count } = indexBounds(stored);
  const values = blob.section(BOUNDS_BOXES, type, 4 * count);
  const boxes = new type(4 * count);
  const near = at > 0 ? 0 : 1;
  forBoxes(grid, words, (i, place, x, y) => {
    boxes[4 * i] = values[place] + near * x;
    boxes[4 * i + 1] = values[count + place] + near * y;
    boxes[4 * i + 2] = values[2 * count + place] + near * x;
    boxes[4 * i + 3] = values[3 * count + place] + near * y;
  });
  let faults = 0;
  for (let i = 0; i < boxes.length; i += 4) {
    // Negative, if the box has no cell, or cells outside the map.
    faults |= (boxes[i + 2] - boxes[i]) | (boxes[i + 3] - boxes[i + 1]) | (width - 1 - boxes[i + 2]) | (height - 1 - boxes[i + 3]);
  }
  must(faults >= 0, 'box', 'empty or outside', 'inside the map');
  return { words, before, boxes };
}

/** Checks all that loading checks, for tools. @throws {BlobError} */
export function checkBounds(blob: Blob, grid: Grid): void {
  loadBounds(blob, grid, buildJumpDistances(grid).arrivals);
}

function elementType({ width, height }: Grid): Uint8ArrayConstructor | Uint16ArrayConstructor {
  return width > BYTE_SIDE || height > BYTE_SIDE ? Uint16Array : Uint8Array;
}

/**
 * Calls back for every box, by cell, then direction: with its place in that order, its place in each field of the section, which is by
 * direction first, and its cell.
 * @param words direction masks of the cells, four a word: most hold none, and are passed over together
 */
function forBoxes({ stride }: Grid, words: Uint32Array, visit: (i: number, place: number, x: number, y: number) => void): void {
  // Place of the next box of each direction.
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

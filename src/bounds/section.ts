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
import type { Bounds } from './plan.js';
import { type GoalBounds, indexBounds } from './query.js';

/** Maps up to this side have boxes of bytes. */
const BYTE_SIDE = 256;

/** Sections of a bake. */
export function boundsSections(grid: Grid, { at, exact, stored, boxes }: Bounds) {
  const values = new (elementType(grid))(boxes.length);
  forBoxes(grid, stored, at === 'cells', (i, from, offset) => {
    values[from] = boxes[i] - offset;
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
  let faults = 0;
  forBoxes(grid, stored, at > 0, (i, from, offset) => {
    boxes[i] = values[from] + offset;
  });
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

/** Calls back for every field of every box: its place by cell and direction, its place in the section, and what is subtracted there. */
function forBoxes({ stride }: Grid, stored: Uint8Array, absolute: boolean, visit: (i: number, from: number, offset: number) => void): void {
  // Place of the next box of each direction.
  const next = new Int32Array(9);
  for (const mask of stored) for (let d = 0; d < 8; d++) next[d + 1] += (mask >> d) & 1;
  for (let d = 0; d < 8; d++) next[d + 1] += next[d];
  const count = next[8];
  let i = 0;
  for (let c = 0; c < stored.length; c++) {
    for (let mask = stored[c]; mask !== 0; mask &= mask - 1) {
      const at = next[31 - Math.clz32(mask & -mask)]++;
      const y = Math.floor(c / stride);
      for (let k = 0; k < 4; k++) visit(i++, k * count + at, absolute ? 0 : k & 1 ? y - 1 : c - y * stride - 1);
    }
  }
}

/** Goal bounds under any move rule, for `../jps/moves/search.ts`. */
import * as KIND from '../../core/blob/kinds.js';
import type { Blob } from '../../core/blob/read.js';
import { ensure, ensureBoxes } from '../../core/errors.js';
import type { Grid } from '../../core/grid/grid.js';
import { countBits, rank } from '../../core/grid/rank.js';
import { EVERYWHERE, NOWHERE, packPoint, SPARE, X_MASK, Y_SHIFT } from '../../core/grid/rectangle.js';
import type { MoveJumps } from '../jps/moves/jumps.js';
import type { MoveBounds } from '../jps/moves/search.js';
import { legalDirections, nodeDirections } from './moves.js';
import { elementType, forBoxes } from './section.js';

/** The boxes of a blob, under any move rule. @throws {BlobError} if they are damaged, or not as many */
export function loadMoveBounds(blob: Blob, grid: Grid, jumps: Pick<MoveJumps, 'nodes' | 'windows'>): MoveBounds {
  const { width, height } = grid;
  const [at] = blob.section(KIND.boundsInfo, Uint8Array, 2);
  ensure(at < 2, 'place of boxes', at, '0 or 1');
  const stored = at > 0 ? legalDirections(grid) : nodeDirections(grid, jumps);
  const words = new Uint32Array(stored.buffer, stored.byteOffset, stored.length >> 2);
  const before = new Int32Array(words.length);
  let count = 0;
  for (let w = 0; w < words.length; w++) {
    before[w] = count;
    count += countBits(words[w]);
  }
  const values = blob.section(KIND.boundsBoxes, elementType(grid), 4 * count);
  const boxes = new (elementType(grid))(4 * count);
  const near = at > 0 ? 0 : 1;
  forBoxes(grid, words, (i, place, x, y) => {
    for (let k = 0; k < 4; k++) boxes[4 * i + k] = values[k * count + place] + near * (k & 1 ? y : x);
    const right = boxes[4 * i + 2];
    const bottom = boxes[4 * i + 3];
    ensureBoxes(boxes[4 * i] <= right && boxes[4 * i + 1] <= bottom && right < width && bottom < height);
  });
  return moveBounds({ words, before, boxes });
}

interface Boxes {
  /** Direction mask of each cell's boxes, four padded cells a word; number of boxes before each word. */
  words: Uint32Array;
  before: Int32Array;
  /** minX, minY, maxX, maxY of each box, by cell, then direction. */
  boxes: Uint8Array | Uint16Array;
}

export function moveBounds({ words, before, boxes }: Boxes): MoveBounds {
  const one = new Int32Array(2);
  const box: MoveBounds['box'] = (cell, d, corners) => {
    corners[0] = 0;
    corners[1] = EVERYWHERE;
    if (((words[cell >> 2] >> ((cell & 3) * 8 + d)) & 1) === 0) return;
    const i = 4 * rank(words, before, -1, cell, d);
    corners[0] = packPoint(boxes[i], boxes[i + 1]);
    corners[1] = packPoint(boxes[i + 2], boxes[i + 3]) + SPARE;
  };
  const hull: MoveBounds['hull'] = (cell, mask, corners) => {
    let [left, top] = [NOWHERE & X_MASK, NOWHERE >> Y_SHIFT];
    let [right, bottom] = [0, 0];
    for (let bits = mask; bits !== 0; bits &= bits - 1) {
      box(cell, 31 - Math.clz32(bits & -bits), one);
      left = Math.min(left, one[0] & X_MASK);
      top = Math.min(top, (one[0] >> Y_SHIFT) & X_MASK);
      right = Math.max(right, one[1] & X_MASK);
      bottom = Math.max(bottom, (one[1] >> Y_SHIFT) & X_MASK);
    }
    corners[0] = packPoint(left, top);
    corners[1] = packPoint(right, bottom) + SPARE;
  };
  return { directions: (cell) => (words[cell >> 2] >> ((cell & 3) * 8)) & 255, box, hull };
}

/** The apron of a tile of a world: the cells one beyond its sides, which lie in the frame of its grid. */
import { ensure } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import * as KIND from './kinds.js';
import type { Blob } from './read.js';

/** A tile's grid with its apron. @param grid of the tile's blob, with costs @throws {BlobError} if damaged */
export function apronOf(blob: Blob, grid: Grid): Grid {
  const tile = grid.copy();
  const cells = 2 * (tile.width + tile.height) + 4;
  const bits = blob.section(KIND.tileApron, Uint8Array, (cells + 7) >> 3);
  const costs = blob.has(KIND.tileApronCosts) ? blob.section(KIND.tileApronCosts, Uint8Array, cells) : undefined;
  if (costs) tile.costs ??= tile.open.slice();
  let n = 0;
  eachFrameCell(tile, (cell) => {
    const open = (bits[n >> 3] >> (n & 7)) & 1;
    tile.open[cell] = open;
    if (tile.costs) tile.costs[cell] = costs ? costs[n] : open;
    ensure(!costs || costs[n] > 0 === open > 0, 'apron', 'of other cells', 'a cost for each open cell');
    n++;
  });
  return tile;
}

/** Visits the cells of a grid's frame: the row above from left to right, that below, then each row's left and right. */
export function eachFrameCell({ stride, height }: Grid, visit: (cell: number) => void): void {
  const below = (height + 1) * stride;
  for (let x = 0; x < stride; x++) visit(x);
  for (let x = 0; x < stride; x++) visit(below + x);
  for (let y = 1; y <= height; y++) {
    visit(y * stride);
    visit(y * stride + stride - 1);
  }
}

/** The cheapest path among the cells of a box, whatever tiles they lie in: exact, where windows of clusters are not. */
import { DX, DY } from '../core/grid/directions.js';
import type { MoveRule } from '../core/grid/grid.js';
import { cellSearch } from '../core/hpa/flood.js';
import { distanceOf } from '../core/hpa/ground.js';
import { trace } from '../core/hpa/trace.js';
import type { Box } from '../core/hpa/window-search.js';
import { type Cell, LARGEST } from './box.js';
import { partIn } from './layout.js';
import type { Tile } from './tile.js';
import type { Piece } from './window.js';

export interface NearPath extends Piece {
  /** From each cell the cost to the last. */
  left: number[];
}

export type NearSearch = ReturnType<typeof nearSearch>;

export function nearSearch(moveRule: MoveRule) {
  const stride = LARGEST + 2;
  // Tiles have costs or none; the queue of those with costs does for both.
  const search = cellSearch({ moveRule, costs: new Uint8Array(0) }, stride);
  const { weights, costs, ahead } = search;
  const distance = distanceOf({ moveRule });
  /**
   * Finds the cheapest path inside a box of {@link LARGEST} columns and rows at most.
   * @param tiles those in the box; it is blocked where none lies @param bound cost that the path stays below
   * @returns null if there is none
   */
  return (tiles: Tile[], box: Box, from: Cell, to: Cell, bound = Infinity): NearPath | null => {
    const { left, top, right, bottom } = box;
    const at = (x: number, y: number) => (y - top + 1) * stride + x - left + 1;
    weights.fill(0);
    costs.fill(Infinity);
    let cheapest = 1;
    for (const tile of tiles) {
      const part = partIn(box, tile);
      for (let row = 0; row < part.height; row++) {
        const cell = tile.grid.cell(part.left, part.top + row);
        weights.set(tile.weights.subarray(cell, cell + part.width), (part.atY + row) * stride + part.atX);
      }
    }
    for (let y = top; y <= bottom; y++)
      for (let x = left, cell = at(left, y); x <= right; x++) ahead[cell++] = distance(from[0] - x, from[1] - y);
    if (tiles.every(({ grid }) => grid.costs))
      cheapest = weights.reduce((least, weight) => (weight > 0 && weight < least ? weight : least), 255);
    // From its end, so that the cells come from its start.
    const cost = search.search(at(...to), at(...from), bound, cheapest);
    if (cost >= bound || cost === Infinity) return null;
    const cells = [...from];
    const rest = [cost];
    let [x, y] = from;
    trace({ ...search, at }, x, y, (d) => {
      x += DX[d];
      y += DY[d];
      cells.push(x, y);
      rest.push(costs[at(x, y)]);
    });
    return { cells: Uint16Array.from(cells), cost, left: rest };
  };
}

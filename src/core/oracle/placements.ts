/** Squares of several cells on the raw map, for checks; shares no code with `grid/clearance.ts`. */
import { Grid, type ReadonlyGrid } from '../grid/grid.js';
import { isDiagonalLegal } from './rules.js';

/**
 * The grid of anchors, by looking at every cell below them; a placement costs its most expensive cell.
 * @param raw the map as read, of single cells
 */
export function placements(raw: ReadonlyGrid, size: number): Grid {
  const { width, height, terrain, moveRule } = raw;
  const grid = new Grid(width, height, terrain, moveRule, size);
  const costs = new Uint8Array(grid.open.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const below = squareOf(x, y, x, y, size);
      if (!below.every(([u, v]) => raw.isOpen(u, v))) continue;
      grid.open[grid.cell(x, y)] = 1;
      costs[grid.cell(x, y)] = Math.max(...below.map(([u, v]) => raw.costs?.[raw.cell(u, v)] ?? 1));
    }
  }
  if (costs.some((cost) => cost > 1)) grid.costs = costs;
  return grid;
}

/**
 * Follows a path of anchors with the whole square. A straight step sweeps the cells of both its ends; a diagonal one
 * also the two corners next to them: all cells of the rectangle round both, unless the move rule cuts corners.
 * @param cells x, y pairs of anchors
 * @throws {Error} naming the first step that sweeps a blocked cell, and the cell
 */
export function checkSweep(
  raw: Pick<ReadonlyGrid, 'isOpen' | 'moveRule'>,
  size: number,
  cells: ArrayLike<number>,
): void {
  // Where corners are cut, so are those of the square: it has to stand at both ends of a step.
  const cuts = isDiagonalLegal(raw.moveRule, 1);
  for (let i = 0; i < cells.length; i += 2) {
    const [x, y] = [cells[i], cells[i + 1]];
    const [fromX, fromY] = i > 0 && !cuts ? [cells[i - 2], cells[i - 1]] : [x, y];
    const blocked = squareOf(Math.min(x, fromX), Math.min(y, fromY), Math.max(x, fromX), Math.max(y, fromY), size).find(
      ([u, v]) => !raw.isOpen(u, v),
    );
    if (blocked)
      throw new Error(
        `from ${fromX}, ${fromY} to ${x}, ${y} a square of ${size} sweeps blocked cell ${blocked.join(', ')}`,
      );
  }
}

/** The cells below a square that is moved from one anchor to another. */
function squareOf(left: number, top: number, right: number, bottom: number, size: number): [number, number][] {
  const cells: [number, number][] = [];
  for (let v = top; v < bottom + size; v++) for (let u = left; u < right + size; u++) cells.push([u, v]);
  return cells;
}

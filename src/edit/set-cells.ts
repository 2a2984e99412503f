/** Changing a grid of one's own: openness and costs stay consistent, and changes are returned in the form of `rebakeHpa`. */
import { labelComponents } from '../grid/components.js';
import { type Grid, MAX_COST } from '../grid/grid.js';
import type { Reachable } from '../search/engine.js';
import { type Area, boxOn } from './area.js';

/**
 * Calls back for each cell of an area. @returns x, y pairs of those for which it gave true
 * @throws {RangeError} if the area is not on the map
 */
function change(grid: Grid, area: Area, visit: (cell: number) => boolean): number[] {
  const [x0, y0, x1, y1] = boxOn(grid, area);
  const changed: number[] = [];
  for (let row = y0; row <= y1; row++) {
    for (let column = x0; column <= x1; column++) if (visit(grid.cell(column, row))) changed.push(column, row);
  }
  return changed;
}

/** @throws {RangeError} unless it is one that a cell may have */
function checkCost(cost: number): void {
  if (!Number.isInteger(cost) || cost < 1 || cost > MAX_COST)
    throw new RangeError(`cost is ${cost}, allowed is a whole number from 1 to ${MAX_COST}`);
}

/**
 * Opens or closes the cells of an area.
 * @param cost of cells that open, where the grid has costs
 * @returns x, y pairs of the cells that changed, for `rebakeHpa`
 * @throws {RangeError} if the area is not on the map, or the cost is none; nothing is changed then
 */
export function setOpen(grid: Grid, area: Area, open: boolean, cost = 1): number[] {
  checkCost(cost);
  return change(grid, area, (cell) => {
    if (grid.open[cell] > 0 === open) return false;
    grid.open[cell] = Number(open);
    if (grid.costs) grid.costs[cell] = open ? cost : 0;
    return true;
  });
}

/**
 * Prices the open cells of an area; blocked ones have no cost.
 * @returns x, y pairs of the cells that changed, for `rebakeHpa`
 * @throws {RangeError} as {@link setOpen}
 */
export function setCost(grid: Grid, area: Area, cost: number): number[] {
  checkCost(cost);
  const costs = grid.costs ?? grid.open.slice();
  const changed = change(grid, area, (cell) => {
    if (grid.open[cell] === 0 || costs[cell] === cost) return false;
    costs[cell] = cost;
    return true;
  });
  if (changed.length > 0) grid.costs = costs;
  return changed;
}

/** Which cells of a grid are connected, as it is now: ask for it again after a change. */
export function reachability(grid: Grid): Reachable {
  const labels = labelComponents(grid);
  const label = (x: number, y: number): number => {
    if (!grid.contains(x, y))
      throw new RangeError(`cell ${x}, ${y} is not on the map of ${grid.width} x ${grid.height} cells`);
    return labels[grid.cell(x, y)];
  };
  return (x0, y0, x1, y1) => label(x0, y0) > 0 && label(x0, y0) === label(x1, y1);
}

/** Checks a path by the move rule, with code that no engine shares. */
import type { ReadonlyGrid } from '../grid/grid.js';
import type { Link } from '../grid/links.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';
import { hexSteps, isDiagonalLegal, isUnwalled } from './rules.js';

type Cell = readonly [x: number, y: number];

/**
 * Walks a path cell by cell, sharing no code with the engines.
 * @param cells x, y pairs
 * @param links those on the path
 * @returns the integer cost of the path, on the doubled scale where cells have costs
 * @throws {Error} naming the first cell or move that is not legal, or an end that is not the asked one
 */
export function checkPath(
  grid: ReadonlyGrid,
  cells: ArrayLike<number>,
  from: readonly [number, number],
  to: readonly [number, number],
  links: readonly { index: number; link: Link }[] = [],
): number {
  const last = cells.length - 2;
  if (last < 0 || cells[0] !== from[0] || cells[1] !== from[1])
    throw new Error(`path starts at ${cells[0]}, ${cells[1]}, not at ${from.join(', ')}`);
  if (cells[last] !== to[0] || cells[last + 1] !== to[1])
    throw new Error(`path ends at ${cells[last]}, ${cells[last + 1]}, not at ${to.join(', ')}`);
  if (!grid.isOpen(from[0], from[1])) throw new Error(`path starts at blocked cell ${from.join(', ')}`);
  let cost = 0;
  for (let i = 2; i <= last; i += 2) {
    const [from, to]: Cell[] = [
      [cells[i - 2], cells[i - 1]],
      [cells[i], cells[i + 1]],
    ];
    const taken = links.find(({ index }) => index === i / 2 - 1)?.link;
    cost += taken ? linkCost(grid, taken, from, to) : stepCost(grid, from, to);
  }
  return cost;
}

/** @throws {Error} unless the link is one of the grid's, leads from cell to cell, and ends on an open one */
function linkCost(grid: ReadonlyGrid, taken: Link, from: Cell, to: Cell): number {
  const [way, back] = [[...taken.from, ...taken.to].join(), [...taken.to, ...taken.from].join()];
  const ends = [...from, ...to].join();
  const isOfMap =
    grid.links?.includes(taken) || grid.links?.some((one) => JSON.stringify(one) === JSON.stringify(taken));
  if (!isOfMap) throw new Error(`no link ${taken.name} from ${from.join(', ')} to ${to.join(', ')}`);
  if (!(ends === way || (ends === back && !taken.oneWay)) || !grid.isOpen(to[0], to[1]))
    throw new Error(`illegal link from ${from.join(', ')} to ${to.join(', ')}`);
  return Math.round(taken.cost * STRAIGHT) * (grid.costs ? 2 : 1);
}

/** @throws {Error} unless a move between two cells is legal */
function stepCost(grid: ReadonlyGrid, [x, y]: Cell, [nx, ny]: Cell): number {
  const [dx, dy] = [Math.abs(nx - x), Math.abs(ny - y)];
  const beside = Number(grid.isOpen(x, ny)) + Number(grid.isOpen(nx, y));
  const hexagons = hexSteps(grid.moveRule, x, y);
  const isNear = dx <= 1 && dy <= 1 && dx + dy > 0;
  const isStep = hexagons
    ? hexagons.some((step) => step[0] === nx - x && step[1] === ny - y)
    : isNear && (dx + dy < 2 || isDiagonalLegal(grid.moveRule, beside));
  if (!isStep || !grid.isOpen(nx, ny)) throw new Error(`illegal move from ${x}, ${y} to ${nx}, ${ny}`);
  const [cell, entered] = [grid.cell(x, y), grid.cell(nx, ny)];
  if (!isUnwalled(grid, cell, entered)) throw new Error(`a wall stands in the way from ${x}, ${y} to ${nx}, ${ny}`);
  const left = grid.stepCosts === 'entered' ? entered : cell;
  const weight = grid.costs ? grid.costs[left] + grid.costs[entered] : 1;
  return weight * (dx + dy === 2 && !hexagons ? DIAGONAL : STRAIGHT);
}

/** Links over the seams of a map that wraps around: what leaves it on one side comes in on the other. */
import { DX, DY } from './directions.js';
import type { Grid } from './grid.js';
import type { LinkInput } from './links.js';
import { besideOf, isHex } from './rules.js';
import { DIAGONAL, STRAIGHT } from './step-costs.js';
import { EAST, SOUTH } from './walls.js';

/** Sides that are joined: left and right, top and bottom, or both pairs. */
export type Wrap = 'x' | 'y' | 'xy';

/**
 * A link named `wrap` for each step over a seam, or one for each of its ways where they cost differently.
 * @throws {RangeError} if the value is not x, y or xy, or the map is of hexagons or larger units
 */
export function wrapLinks(grid: Grid, wrap: Wrap): LinkInput[] {
  const { width, height, size, costs, stepCosts, walls = [] } = grid;
  if (!['x', 'y', 'xy'].includes(wrap)) throw new RangeError(`wrap is ${wrap}, allowed are x, y and xy`);
  if (size > 1 || isHex(grid)) throw new RangeError('wrap is for squares and units of one cell; leave it out');
  const over = (at: number, length: number, axis: string) => (wrap.includes(axis) ? (at + length) % length : at);
  const links: LinkInput[] = [];
  const isOpen = (x: number, y: number) => grid.isOpen(over(x, width, 'x'), over(y, height, 'y'));
  /** Whether a wall ends at the corner that a diagonal over a seam leads past. */
  const isWalled = ([x, y]: readonly [number, number], [u, v]: readonly [number, number]) =>
    [x, u].some((column) => Math.abs(y - v) === 1 && (walls[grid.cell(column, Math.min(y, v))] & SOUTH) > 0) ||
    [y, v].some((row) => Math.abs(x - u) === 1 && (walls[grid.cell(Math.min(x, u), row)] & EAST) > 0);
  // Half of the directions: each link leads both ways, or is one of two that differ in cost.
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let d = 1; d <= 4; d++) {
        const [u, v] = [x + DX[d], y + DY[d]];
        const to = [over(u, width, 'x'), over(v, height, 'y')] as const;
        if ((to[0] === u && to[1] === v) || !isOpen(x, y) || !isOpen(u, v) || (to[0] === x && to[1] === y)) continue;
        if (d & 1 && Number(isOpen(u, y)) + Number(isOpen(x, v)) < besideOf(grid)) continue;
        if (d & 1 && isWalled([x, y], to)) continue;
        const length = (d & 1 ? DIAGONAL : STRAIGHT) / STRAIGHT;
        const [there, here] = costs ? [costs[grid.cell(...to)], costs[grid.cell(x, y)]] : [1, 1];
        const link = { name: 'wrap', from: [x, y] as const, to };
        if (!stepCosts || there === here) links.push({ ...link, cost: ((there + here) / 2) * length });
        else
          links.push(
            { ...link, cost: there * length, oneWay: true },
            { ...link, from: to, to: link.from, cost: here * length, oneWay: true },
          );
      }
  return links;
}

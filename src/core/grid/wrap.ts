/** Maps whose sides are joined: a link named `wrap` for each step over a seam. */
import { DX, DY } from './directions.js';
import { sharesOf } from './entered.js';
import type { Grid, ReadonlyGrid } from './grid.js';
import type { Link } from './links.js';
import { besideOf, isHex } from './rules.js';
import { DIAGONAL, STRAIGHT } from './step-costs.js';
import { EAST, SOUTH } from './walls.js';

const NAME = 'wrap';

export type Wrap = 'x' | 'y' | 'xy';

/**
 * A link for each step over a seam, also between blocked cells, which may open; one for each of its ways where they may
 * cost differently.
 * @param edges walls along the edge of the map, as of `edgeWalls`
 * @throws {RangeError} if the value is not x, y or xy, or the map is of hexagons or larger units
 */
export function wrapLinks(grid: Grid, wrap: Wrap, edges?: Uint8Array): Link[] {
  const { width, height, size, stepCosts } = grid;
  if (!['x', 'y', 'xy'].includes(wrap)) throw new RangeError(`wrap is ${wrap}, allowed are x, y and xy`);
  if (size > 1 || isHex(grid)) throw new RangeError('wrap is for squares and units of one cell; leave it out');
  const links: Link[] = [];
  const add = (from: Link['from'], to: Link['to']) => {
    const ends = stepCosts ? [[from, to] as const, [to, from] as const] : [[from, to] as const];
    for (const [from, to] of ends) {
      const link = { name: NAME, from, to, cost: 1, oneWay: stepCosts !== undefined };
      links.push({ ...link, cost: seamCost(grid, link) });
    }
  };
  const over = (at: number, length: number, axis: string) => (wrap.includes(axis) ? (at + length) % length : at);
  const cellAt = (x: number, y: number) => grid.cell(over(x, width, 'x'), over(y, height, 'y'));
  const isOpen = (x: number, y: number) => grid.open[cellAt(x, y)];
  const wallsAt = (x: number, y: number) => (grid.walls?.[cellAt(x, y)] ?? 0) | (edges?.[cellAt(x, y)] ?? 0);
  /** Whether a wall is in the way of a step: on its border, or one of four at the corner that a diagonal leads past. */
  const isWalled = (x: number, y: number, d: number): boolean => {
    if (d === 2) return (wallsAt(x, y) & EAST) > 0;
    if (d === 4) return (wallsAt(x, y) & SOUTH) > 0;
    const row = y + Math.min(0, DY[d]);
    return ((wallsAt(x, row) | wallsAt(x + 1, row)) & SOUTH) + ((wallsAt(x, row) | wallsAt(x, row + 1)) & EAST) > 0;
  };
  // Half of the directions: each link leads both ways, or there are two.
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let d = 1; d <= 4; d++) {
        const [u, v] = [x + DX[d], y + DY[d]];
        const to = [over(u, width, 'x'), over(v, height, 'y')] as const;
        // Around a single column or row a step would end where it began, and a diagonal be a plain step.
        const isOnItself = (to[0] === x && DX[d] !== 0) || (to[1] === y && DY[d] !== 0);
        const isOver = (to[0] !== u || to[1] !== v) && grid.contains(...to) && !isOnItself;
        if (!isOver || isWalled(x, y, d)) continue;
        if (d & 1 && isOpen(u, y) + isOpen(x, v) < besideOf(grid)) continue;
        add([x, y], to);
      }
  return links;
}

/** Cost of a step over a seam, in steps. */
function seamCost({ costs, open, stepCosts, ...grid }: ReadonlyGrid, { from, to }: Pick<Link, 'from' | 'to'>): number {
  const { left, entered } = sharesOf({ stepCosts });
  const costAt = ([x, y]: Link['from']) => Math.max(1, (costs ?? open)[(y + 1) * grid.stride + x + 1]);
  const length = from[0] !== to[0] && from[1] !== to[1] ? DIAGONAL : STRAIGHT;
  return Math.round(((left * costAt(from) + entered * costAt(to)) / 2) * length) / STRAIGHT;
}

/** Whether a link is a step over a seam of a map that wraps. */
export function isSeam({ width, height }: Pick<ReadonlyGrid, 'width' | 'height'>, { name, from, to }: Link): boolean {
  const isOver = (a: number, b: number, side: number) => side > 1 && Math.abs(a - b) === side - 1;
  return name === NAME && (isOver(from[0], to[0], width) || isOver(from[1], to[1], height));
}

/** Updates costs of links over seams in place, after costs of cells have changed. */
export function repriceSeams(grid: ReadonlyGrid, links: readonly Link[]): void {
  for (const link of links) {
    const { from, to } = link;
    if (!isSeam(grid, link)) continue;
    if (!grid.isOpen(...from) || !grid.isOpen(...to)) continue;
    Object.assign(link, { cost: seamCost(grid, link) });
  }
}

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
  if (!['x', 'y', 'xy'].includes(wrap)) throw new RangeError(`wrap is ${wrap}, allowed are x, y and xy`);
  if (grid.size > 1 || isHex(grid)) throw new RangeError('wrap is for squares and units of one cell; leave it out');
  const seams = seamsOf(grid, wrap, edges);
  const links: Link[] = [];
  // Half of the directions: each link leads both ways, or there are two.
  for (let y = 0; y < grid.height; y++)
    for (let x = 0; x < grid.width; x++)
      for (let d = 1; d <= 4; d++) {
        const to = seams.across(x, y, d);
        if (to && !seams.isWalled(x, y, d) && seams.isPassable(x, y, d)) links.push(...linksOver(grid, [x, y], to));
      }
  return links;
}

/** The links of a step over a seam: one for both ways, or one for each where they may cost differently. */
function linksOver(grid: Grid, from: Link['from'], to: Link['to']): Link[] {
  const linkOf = (from: Link['from'], to: Link['to']): Link => ({
    name: NAME,
    from,
    to,
    cost: seamCost(grid, { from, to }),
    oneWay: grid.stepCosts !== undefined,
  });
  return grid.stepCosts ? [linkOf(from, to), linkOf(to, from)] : [linkOf(from, to)];
}

/** Steps over the seams of a grid, by cell and direction. @param edges as for {@link wrapLinks} */
function seamsOf(grid: Grid, wrap: Wrap, edges: Uint8Array | undefined) {
  const { width, height } = grid;
  const required = besideOf(grid);
  const [joinsX, joinsY] = [wrap.includes('x'), wrap.includes('y')];
  const wrapX = (x: number) => (joinsX ? (x + width) % width : x);
  const wrapY = (y: number) => (joinsY ? (y + height) % height : y);
  const cellAt = (x: number, y: number) => grid.cell(wrapX(x), wrapY(y));
  const isOpen = (x: number, y: number) => grid.open[cellAt(x, y)];
  const wallsAt = (x: number, y: number) => (grid.walls?.[cellAt(x, y)] ?? 0) | (edges?.[cellAt(x, y)] ?? 0);

  return {
    /** @returns the cell on the other side of the seam; undefined where the step crosses none */
    across(x: number, y: number, d: number): Link['to'] | undefined {
      const [nextX, nextY] = [x + DX[d], y + DY[d]];
      const [toX, toY] = [wrapX(nextX), wrapY(nextY)];
      if (toX === nextX && toY === nextY) return undefined;
      // Around a single column or row a step would end where it began, and a diagonal be a plain step.
      const isOnItself = (toX === x && DX[d] !== 0) || (toY === y && DY[d] !== 0);
      return grid.contains(toX, toY) && !isOnItself ? [toX, toY] : undefined;
    },
    /** Whether a wall is in the way: on the border of a step, or one of four at the corner of a diagonal. */
    isWalled(x: number, y: number, d: number): boolean {
      if (d === 2) return (wallsAt(x, y) & EAST) > 0;
      if (d === 4) return (wallsAt(x, y) & SOUTH) > 0;
      const row = y + Math.min(0, DY[d]);
      const across = (wallsAt(x, row) | wallsAt(x + 1, row)) & SOUTH;
      const along = (wallsAt(x, row) | wallsAt(x, row + 1)) & EAST;
      return across + along > 0;
    },
    /** Whether enough cells next to a diagonal are open. */
    isPassable(x: number, y: number, d: number): boolean {
      return (d & 1) === 0 || isOpen(x + DX[d], y) + isOpen(x, y + DY[d]) >= required;
    },
  };
}

/** Cost of a step over a seam, in steps. */
export function seamCost(
  { costs, open, stepCosts, ...grid }: ReadonlyGrid,
  { from, to }: Pick<Link, 'from' | 'to'>,
): number {
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

/** Replaces links over seams whose costs an edit has changed; kept paths have the old ones. */
export function repriceSeams(grid: ReadonlyGrid, links: Link[]): void {
  links.forEach((link, i) => {
    if (!isSeam(grid, link) || !grid.isOpen(...link.from) || !grid.isOpen(...link.to)) return;
    const cost = seamCost(grid, link);
    if (cost !== link.cost) links[i] = { ...link, cost };
  });
}

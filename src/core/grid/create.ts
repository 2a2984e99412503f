/** A grid from a function of its cells, for maps that are made in code. */
import { refuseUnknown } from '../unknown-names.js';
import { anchorsOf, withMoves } from './clearance.js';
import { DX, DY } from './directions.js';
import { type StepCosts, stepCostsOf } from './entered.js';
import { type Grid, gridOfCells, type MoveRule } from './grid.js';
import type { LinkInput } from './links.js';
import { madePlaces, type PlacesInput } from './places.js';
import { besideOf, checkRule, isHex } from './rules.js';
import { DIAGONAL, STRAIGHT } from './step-costs.js';
import { withWallCosts } from './wall-costs.js';
import { EAST, ONE_WAY, SOUTH, type WallInput, type WallRows, withWalls } from './walls.js';
import { withLinks } from './with-links.js';

/** Options of maps that are made in code. */
export interface CreateGridOptions extends PlacesInput {
  /** Side of the square unit in cells, 1 to 16; the grid is open where its top left cell may stand. */
  size?: number;
  /** Diagonal moves that are legal; default `no-corners`. */
  diagonals?: MoveRule;
  /** Extra costs of cells near walls, by distance: [4, 2] adds 4 next to a wall and 2 at distance 2. */
  wallCosts?: readonly number[];
  /** `entered`: a step costs what the entered cell costs. Default: the average of both cells. */
  costs?: StepCosts;
  /** Walls between cells: [[2, 3, 'east'], [2, 4, 'south']], or rows of `#` and `.`. */
  walls?: readonly WallInput[] | WallRows;
  /** Links: pairs of cells that are joined, such as stairs, ladders, teleporters and ledges. */
  links?: readonly LinkInput[];
  /** Joins left and right, top and bottom, or both pairs, by links of the name `wrap`. */
  wrap?: 'x' | 'y' | 'xy';
}

/**
 * Makes a grid of `width` x `height` cells, each 1 to 8192, from a function of the cell.
 *
 *     const grid = createGrid(64, 48, (x, y) => x !== 20 || y > 40);
 *     const blob = await bakeJps(grid, { name: 'level1' });
 *
 * @param cell of column x, row y: true or its cost, 1 to 255, where it is open; false or 0 where it is blocked
 * @throws {RangeError} if a side, a cost or the size is out of its range, or the rule of diagonals unknown
 * @throws {MapError} if a square of that size fits nowhere @throws {TypeError} if an option is unknown
 */
export function createGrid(
  width: number,
  height: number,
  cell: (x: number, y: number) => boolean | number,
  options: CreateGridOptions = {},
): Grid {
  if ('oneWay' in (options ?? {})) throw new TypeError(`option oneWay is unknown; ${ONE_WAY}`);
  refuseUnknown(
    options,
    'size',
    'diagonals',
    'wallCosts',
    'costs',
    'walls',
    'links',
    'doors',
    'markers',
    'floors',
    'cellSize',
    'wrap',
  );
  const { size = 1, diagonals = 'no-corners', wallCosts, costs, walls, links = [], wrap, ...places } = options ?? {};
  checkRule(diagonals);
  for (const link of Array.isArray(links) ? (links as LinkInput[]) : [])
    refuseUnknown(link, 'name', 'from', 'to', 'cost', 'oneWay');
  const cells = withWalls(gridOfCells(width, height, cell), walls);
  const grid = withMoves(anchorsOf(wallCosts ? withWallCosts(cells, wallCosts) : cells, size), diagonals);
  grid.stepCosts = stepCostsOf(costs);
  grid.places = madePlaces(width, height, places);
  return withLinks(grid, wrap ? [...(links ?? []), ...wrapLinks(grid, wrap)] : links);
}

/**
 * A link named `wrap` for each step over a seam, or one for each of its ways where they cost differently.
 * @throws {RangeError} if the value is not x, y or xy, or the map is of hexagons or larger units
 */
function wrapLinks(grid: Grid, wrap: NonNullable<CreateGridOptions['wrap']>): LinkInput[] {
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

/** A grid from a function of its cells, for maps that are made in code. */
import { refuseUnknown } from '../unknown-names.js';
import { anchorsOf, withMoves } from './clearance.js';
import { type StepCosts, stepCostsOf } from './entered.js';
import { type Grid, gridOfCells, type MoveRule } from './grid.js';
import { type LinkInput, withLinks } from './links.js';
import { madePlaces, type PlacesInput } from './places.js';
import { withWallCosts } from './wall-costs.js';
import { ONE_WAY, type WallInput, type WallRows, withWalls } from './walls.js';
import { wrapLinks } from './wrap.js';

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
 * @throws {RangeError} if a side, a cost or the size is out of its range @throws {MapError} if a square of that size
 * fits nowhere @throws {TypeError} if an option is unknown
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
  for (const link of Array.isArray(links) ? (links as LinkInput[]) : [])
    refuseUnknown(link, 'name', 'from', 'to', 'cost', 'oneWay');
  const cells = withWalls(gridOfCells(width, height, cell), walls);
  const grid = withMoves(anchorsOf(wallCosts ? withWallCosts(cells, wallCosts) : cells, size), diagonals);
  grid.stepCosts = stepCostsOf(costs);
  grid.places = madePlaces(width, height, places);
  return withLinks(grid, wrap ? [...(links ?? []), ...wrapLinks(grid, wrap)] : links);
}

/** A grid from a function of its cells, for maps that are made in code. */
import { refuseUnknown } from '../unknown-names.js';
import { anchorsOf, withMoves } from './clearance.js';
import { type StepCosts, stepCostsOf } from './entered.js';
import { type Grid, gridOfCells, type MoveRule } from './grid.js';
import type { LinkInput } from './links.js';
import { type Floor, madePlaces, type PlacesInput } from './places.js';
import { checkRule } from './rules.js';
import { withWallCosts } from './wall-costs.js';
import { edgeWalls, ONE_WAY, type WallInput, type WallRows, withWalls } from './walls.js';
import { checkCount, withLinks } from './with-links.js';
import { type Wrap, wrapLinks } from './wrap.js';

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
  wrap?: Wrap;
}

/**
 * Makes a grid of `width` x `height` cells, each 1 to 8192, from a function of the cell.
 *
 *     const grid = createGrid(64, 48, (x, y) => x !== 20 || y > 40);
 *     const blob = await bakeJps(grid, { name: 'level1' });
 *
 * @param cell of column x, row y: true or its cost, 1 to 255, where it is open; false or 0 where it is blocked
 * @throws {RangeError} if a side, a cost or the size is out of its range, diagonals is unknown, floors touch, or
 * two have one name
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
  checkApart(grid, grid.places?.floors ?? []);
  withLinks(grid, links);
  if (wrap === undefined) return grid;
  const all = [...(grid.links ?? []), ...wrapLinks(grid, wrap, walls && edgeWalls(walls, width, height))];
  checkCount(all);
  if (all.length > 0) grid.links = all;
  return grid;
}

/** @throws {RangeError} if a step leads from one floor to another: only links join floors */
function checkApart(grid: Grid, floors: readonly Floor[]): void {
  const on = new Uint16Array(floors.length > 1 ? grid.open.length : 0);
  floors.forEach(({ x, y, width, height }, i) => {
    for (let row = y; row < y + height && on.length > 0; row++)
      on.fill(i + 1, grid.cell(x, row), grid.cell(x, row) + width);
  });
  const { open, stride } = grid;
  for (let cell = 0; cell < on.length; cell++) {
    if (on[cell] === 0 || open[cell] === 0) continue;
    const to = [1, stride - 1, stride, stride + 1].map((step) => cell + step);
    const other = to.find((at) => on[at] > 0 && on[at] !== on[cell] && open[at] > 0);
    if (other === undefined) continue;
    const [one, two] = [on[cell], on[other]].map((number) => JSON.stringify(floors[number - 1].name));
    throw new RangeError(
      `floors ${one} and ${two} touch at ${(cell % stride) - 1}, ${Math.floor(cell / stride) - 1}; ` +
        'leave a blocked column or row between them, and join them by links',
    );
  }
}

/**
 * A map with walls as engines search it: a grid twice as wide and high, without walls. Cells of the map lie at even
 * columns and rows; between two of them lies their border, between four their corner:
 *
 *     a | b        a # b       a border is open where both cells are and no wall stands there, a corner where its
 *     c   d        . # .       four borders are. So a step of the map is two steps here, and a diagonal leads past
 *                  c . d       the end of no wall. Paths turn only on cells of the map.
 *
 * Under `never` cells may have costs: c becomes 2 c - 1, and a border costs 1, so that a step costs twice what it did.
 * Corners are closed then: ways over corners only would be cheaper than over the cells next to them.
 */
import { Grid, MAX_SIDE } from './grid.js';

/** Highest cost of a cell on a map with walls between cells. */
export const MOST_WALLED_COST = 128;
/** Longest side of a map with walls between cells. */
export const MOST_WALLED_SIDE = MAX_SIDE / 2;

/** The doubled grid of a map with walls, a copy; any other grid itself. */
export function doubled(map: Grid): Grid {
  const { width, height, terrain, moveRule } = map;
  if (!map.walls) return map;
  const grid = new Grid(2 * width - 1, 2 * height - 1, terrain, moveRule);
  grid.stepCosts = map.stepCosts;
  if (map.costs) grid.costs = new Uint8Array(grid.open.length);
  for (let y = 0; y < grid.height; y++) for (let x = 0; x < grid.width; x++) setPlace(grid, map, x, y);
  return grid;
}

/** Takes a place of the doubled grid from the map. */
export function setPlace(grid: Grid, { open, stride, walls = open, costs }: Grid, x: number, y: number): void {
  const [odd, below] = [x & 1, y & 1];
  // The cells around it, one, two or four: b next to a, c below it.
  const a = ((y >> 1) + 1) * stride + (x >> 1) + 1;
  const [b, c, at] = [a + odd, a + below * stride, grid.cell(x, y)];
  const corner = odd & below & Number(costs !== undefined);
  const shut = (odd & (walls[a] | walls[c])) | (below & ((walls[a] | walls[b]) >> 1)) | corner;
  grid.open[at] = open[a] & open[b] & open[c] & open[c + odd] & ~shut;
  if (grid.costs) grid.costs[at] = grid.open[at] && (odd | below || !costs ? 1 : 2 * costs[a] - 1);
}

/** Point x | y << 16 of the map for one of the doubled grid; for a border or corner that of the cell before it. */
export const fromDoubled = (point: number): number => (point >> 1) & 0x7fff7fff;

/** Padded number of a map's cell in its doubled grid. */
export function doubledCell({ stride }: Pick<Grid, 'stride'>, cell: number): number {
  const row = Math.floor(cell / stride);
  // That grid has 2 * stride - 3 columns with its border.
  return 2 * (cell + row * (stride - 3) - stride + 1);
}

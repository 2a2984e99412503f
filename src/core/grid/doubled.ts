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
import { Grid } from './grid.js';

/** The doubled grid of a map with walls, a copy; any other grid itself. */
export function doubled(map: Grid): Grid {
  const { width, height, stride, open, walls, costs } = map;
  if (!walls) return map;
  const grid = new Grid(2 * width - 1, 2 * height - 1, map.terrain, map.moveRule);
  grid.stepCosts = map.stepCosts;
  const { open: places, stride: wide } = grid;
  const corners = costs ? 0 : 1;
  const prices = costs && new Uint8Array(places.length);
  grid.costs = prices;
  // Behind the last cell of a row, and below the last row, lies the blocked border of both grids.
  for (let y = 0; y < height; y++)
    for (let x = 0, c = stride * (y + 1) + 1, at = wide * (2 * y + 1) + 1; x < width; x++, c++, at += 2) {
      const next = c + stride;
      const east = open[c] & open[c + 1] & ~walls[c];
      const south = open[c] & open[next] & ~(walls[c] >> 1);
      places[at] = open[c];
      places[at + 1] = east;
      places[at + wide] = south;
      places[at + wide + 1] = east & south & open[next + 1] & ~(walls[next] | (walls[c + 1] >> 1)) & corners;
      if (!prices) continue;
      prices[at] = open[c] && 2 * costs[c] - 1;
      prices[at + 1] = east;
      prices[at + wide] = south;
    }
  return grid;
}

/** Whether a grid of that size is the doubled one of a map with walls, if exactly its open places have costs. */
export function isDoubled(grid: Grid, map: Grid): boolean {
  const planeOf = ({ open, costs = open }: Grid) => costs;
  const plane = planeOf(grid);
  return planeOf(doubled(map)).every((place, c) => place === plane[c]);
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

/**
 * Layouts of hexagons. A map has them in offset columns and rows, as editors do; engines in axial coordinates
 * (redblobgames.com/grids/hexagons), where each of the six moves is one step for all cells:
 *
 *     hex-odd-r    . . . .         hex-odd-q    .   .         pushed right, or down by half a cell: odd rows or
 *     even rows:    . . . .                       .   .       columns; with `even` the others. r has pointy tops,
 *     even-r       . . . .                      .   .         q flat ones.
 *
 * The axial grid is wider by half the rows, or higher by half the columns; what the map has no cells for is blocked.
 */
import { Grid, type ReadonlyGrid } from './grid.js';
import { distanceOf, isHex, RULES } from './rules.js';
import { octile, STRAIGHT } from './step-costs.js';

/** Columns and rows of an offset layout as axial coordinates, and back. Points are x | y << 16. */
export interface HexLayout {
  /** Sides of the axial grid. */
  readonly width: number;
  readonly height: number;
  toAxial(point: number): number;
  toOffset(point: number): number;
  /** {@link toOffset} of the first points of a list, in place. */
  allToOffset(points: Int32Array, count: number): void;
}

type Sides = Pick<ReadonlyGrid, 'width' | 'height' | 'moveRule'>;

/** Whether columns are pushed, not rows; and 1 where it is the even ones. Undefined where none is. */
export function pushOf({ moveRule }: Pick<Sides, 'moveRule'>): { columns: boolean; even: number } | undefined {
  const place = RULES[moveRule] - RULES['hex-odd-r'];
  return place < 0 ? undefined : { columns: place > 1, even: place & 1 };
}

/** The layout of a map; undefined where cells are squares, or in axial coordinates. */
export function hexLayout({ moveRule, width, height }: Sides): HexLayout | undefined {
  const push = pushOf({ moveRule });
  if (!push) return undefined;
  const { columns, even } = push;
  const room = (columns ? width : height) >> 1;
  const unit = columns ? 1 << 16 : 1;
  // By the coordinate that both have.
  const shear = (point: number) => (room - (((columns ? point & 0xffff : point >> 16) + even) >> 1)) * unit;
  return {
    width: columns ? width : width + room,
    height: columns ? height + room : height,
    toAxial: (point) => point + shear(point),
    toOffset: (point) => point - shear(point),
    allToOffset(points, count) {
      const bits = columns ? 0 : 16;
      for (let i = 0; i < count; i++) {
        const point = points[i];
        points[i] = point - (room - ((((point >> bits) & 0xffff) + even) >> 1)) * unit;
      }
    },
  };
}

/** The axial grid of a map of hexagons in an offset layout, a copy; any other grid itself. */
export function axialOf(grid: Grid): Grid {
  const layout = hexLayout(grid);
  if (!layout) return grid;
  const axial = new Grid(layout.width, layout.height, grid.terrain, 'hex');
  axial.stepCosts = grid.stepCosts;
  if (grid.costs) axial.costs = new Uint8Array(axial.open.length);
  for (let y = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++) {
      const point = layout.toAxial(x | (y << 16));
      const [from, to] = [grid.cell(x, y), axial.cell(point & 0xffff, point >> 16)];
      axial.open[to] = grid.open[from];
      if (grid.costs && axial.costs) axial.costs[to] = grid.costs[from];
    }
  }
  return axial;
}

/**
 * Which cells of the row above a cell touches in addition to the one in its column: 1 or 0 for the left one (side 0)
 * and the right one (1).
 */
export type Touches = (cell: number, side: number) => number;

/** Of hexagons; undefined for squares. */
export function touchesAbove(grid: Pick<Grid, 'moveRule' | 'stride'>): Touches | undefined {
  if (!isHex(grid)) return undefined;
  const push = pushOf(grid);
  if (!push) return (_, side) => side;
  const { columns, even } = push;
  const { stride } = grid;
  return (cell, side) => {
    // The border makes 1 of column and row 0.
    const isPushed = ((columns ? cell % stride : Math.floor(cell / stride)) + 1 + even) & 1;
    return columns ? 1 - isPushed : Number(isPushed === side);
  };
}

/**
 * Masks of the moves from a cell as the map is drawn. In an offset layout two are diagonals, on the side that the
 * cell is pushed to. Undefined where all cells have the same.
 */
export function offsetMoves(grid: Pick<Grid, 'moveRule' | 'stride'>): ((cell: number) => number) | undefined {
  const touches = touchesAbove(grid);
  const push = pushOf(grid);
  if (!touches || !push) return undefined;
  const diagonals = push.columns ? [0x28, 0x82] : [0xa0, 0x0a];
  return (cell) => 0x55 | diagonals[touches(cell, 1)];
}

/** No step between hexagons changes column or row by more than one. */
const chebyshev: typeof octile = (dx, dy) => STRAIGHT * Math.max(Math.abs(dx), Math.abs(dy));

/** What no path is cheaper than, from the columns and rows between its ends. */
export const leastCost = (map: Pick<Grid, 'moveRule'>): typeof octile => (isHex(map) ? chebyshev : octile);

/** The cheapest path between two cells of an empty map. */
export function metricOf(grid: Sides): (x0: number, y0: number, x1: number, y1: number) => number {
  const layout = hexLayout(grid);
  const least = distanceOf(grid);
  if (!layout) return (x0, y0, x1, y1) => least(x1 - x0, y1 - y0);
  return (x0, y0, x1, y1) => {
    const [a, b] = [layout.toAxial(x0 | (y0 << 16)), layout.toAxial(x1 | (y1 << 16))];
    return least((b & 0xffff) - (a & 0xffff), (b >> 16) - (a >> 16));
  };
}

/** A direction of axial coordinates as the map is drawn: with pointy tops there is no north, with flat ones no east. */
export function drawnDirection(map: Pick<Grid, 'moveRule'>, d: number): number {
  if (!isHex(map)) return d;
  return pushOf(map)?.columns ? ((d & 3) === 2 ? d + 1 : d) : d === 0 ? 7 : d === 4 ? 3 : d;
}

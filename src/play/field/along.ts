/** The path that the directions of a flood lead along. */
import { DX, DY } from '../../core/grid/directions.js';
import { fromDoubled } from '../../core/grid/doubled.js';
import type { Grid } from '../../core/grid/grid.js';
import type { HexLayout } from '../../core/grid/hexes.js';
import type { Leg } from '../../core/search/join.js';
import { toOffsets } from '../../core/search/offsets.js';
import { PathBuffer } from '../../core/search/path.js';
import type { Linked } from '../../runtime/nav.js';
import { GOAL, LINKED, UNREACHED } from './repair.js';
import type { Flood, FloodLink } from './types.js';

/** The map of a flood. */
interface FloodedMap {
  grid: Grid;
  /** Of hexagons in columns and rows. */
  layout: HexLayout | undefined;
  linked: Linked | undefined;
  /** Steps of the grid for each step of the map: 2 with walls between cells. */
  times?: number;
}

/**
 * The links of a map as it is, as floods take them.
 * @param cellAt padded number of a cell in the grid that is flooded
 */
export function floodLinks(
  linked: Linked | undefined,
  cellAt: (x: number, y: number) => number,
  times = 1,
): FloodLink[] {
  const ways = linked?.search.ways() ?? [];
  return ways.map(({ from, to, cost, link }) => ({
    from: cellAt(...from),
    to: cellAt(...to),
    cost: times * cost,
    link,
  }));
}

/** Column and row of a padded cell, x | y << 16. */
export const pointOf = ({ stride }: Grid, cell: number): number =>
  ((cell % stride) - 1) | ((Math.floor(cell / stride) - 1) << 16);

/** The link that a path takes from a padded cell, if it takes one. */
export const linkAt = (flood: Flood, cell: number): FloodLink | undefined =>
  flood.directions[cell] === LINKED && flood.cost(cell) < Infinity ? flood.linkFrom(cell) : undefined;

/**
 * Direction of the next step of the map from a padded cell, or what `directions` has in its place. On the doubled grid
 * a flood that is not done may turn between two cells: the cell behind may then lead back, or elsewhere at another
 * cost. The way of cells that are not settled is not known yet.
 */
export function stepFrom(flood: Flood, { stride }: Grid, times: number, cell: number): number {
  const d = flood.directionAt(cell);
  if (times === 1 || d >= GOAL) return d;
  const cost = flood.cost(cell);
  const isKnown = flood.done || cost < flood.settled;
  return isKnown && flood.cost(cell + times * (DX[d] + DY[d] * stride)) < cost ? d : UNREACHED;
}

/**
 * Leaves the path from a padded cell in the buffer.
 * @param points scratch memory
 * @returns whether there is a path; otherwise `path` is unchanged
 */
export function pathAlong(
  flood: Flood,
  { grid, layout, linked, times = 1 }: FloodedMap,
  start: number,
  path: PathBuffer,
  points: number[] = [],
): boolean {
  if (flood.cost(start) === Infinity) return false;
  const legs: Leg[] = [];
  const costTo = (cell: number) => (flood.cost(start) - flood.cost(cell)) / flood.step / times;
  for (let c = start; ; ) {
    points.length = 0;
    let at = pointOf(grid, c);
    let d = -1;
    for (let last = -1; ; last = d) {
      d = stepFrom(flood, grid, times, c);
      if (d !== last) points.push(at);
      if (d >= GOAL) break;
      at += times * (DX[d] + (DY[d] << 16));
      c += times * (DX[d] + DY[d] * grid.stride);
    }
    // The rest of the way is not known yet.
    if (d === UNREACHED) return false;
    const way = linked && linkAt(flood, c);
    const leg = way || legs.length > 0 ? new PathBuffer() : path;
    const turns = times > 1 ? points.map(fromDoubled) : points;
    leg.write(turns.reverse(), turns.length, costTo(c));
    if (layout) toOffsets(leg, layout);
    if (linked) legs.push({ path: leg, link: way?.link });
    if (way) {
      c = way.to;
      continue;
    }
    if (legs.length > 1) linked?.join(path, costTo(c), legs);
    else if (linked) path.links = [];
    return true;
  }
}

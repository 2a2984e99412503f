/** Paths that look walked: lines of sight, paths pulled straight, and where a unit that stands anywhere goes next. */
import { MAX_COST, type ReadonlyGrid } from '../grid/grid.js';
import { PARTS, type Plane, planeOf, sees } from './sight.js';
import { apart, turnsOf } from './turns.js';

/** What a map must tell to be looked at: every `GridNav` does. */
export interface SeenMap {
  readonly width: number;
  readonly height: number;
  /** Side of the square that walks, in cells. */
  readonly size: number;
  readonly grid: ReadonlyGrid;
  /** Another number after each edit. */
  readonly version?: number;
}

/** A path over any angles. */
export interface PulledPath {
  /** x, y of start, turns, goal, in cells and fractions of them. */
  waypoints: Float32Array;
  /** Length as the crow flies from waypoint to waypoint, in cells. */
  length: number;
}

/** Room that a unit takes. */
export interface PullOptions {
  /**
   * Half the side of the square that must stay clear of walls, in cells; a round unit of this radius fits inside. 0 is a point, which must not even
   * touch a wall; up to 0.5 every path has room. Walkers of several cells take 0.5 at least, which then is their whole square.
   */
  radius?: number;
}

/** Where to go next. */
export interface Heading {
  /** The waypoint. */
  x: number;
  y: number;
  /** Direction to it, of length 1; 0, 0 at the goal. */
  dx: number;
  dy: number;
  /** Its number among the waypoints. */
  index: number;
}

/**
 * What a unit sees of a map. Points are in cells: cell x, y is the square from x, y to x + 1, y + 1, with its centre at x + 0.5, y + 0.5; for a walker
 * of several cells they are those of its anchor. They are rounded to 1/1024 of a cell, and exact from there on.
 */
export interface Sight {
  /**
   * Can a unit go straight from one point to another? Without a radius the line may touch no blocked cell, corners included; with one, walls
   * may be just that far away. False where the unit would leave the map.
   * @throws {RangeError} if the radius is negative or not a number
   */
  lineOfSight(x0: number, y0: number, x1: number, y1: number, radius?: number): boolean;

  /**
   * The path from centre to centre of its cells with few turns, never longer than before; on priced maps it leads straight over cells alone that
   * cost no more than those left out. Where the path itself has no room for the radius it stays as it is.
   * @param path of this map: its `cells`, and how many of them are the path's where a buffer holds more
   * @throws {RangeError} as {@link lineOfSight}
   */
  stringPull(path: { readonly cells: ArrayLike<number>; readonly length?: number }, options?: PullOptions): PulledPath;

  /**
   * Where a unit goes next that stands anywhere, pushed aside by others for example: to the last waypoint that it can go to straight over what costs
   * no more than the cell it stands on; if there is none, to the first that it sees at all.
   * @param options `from` is the number of the first waypoint to think of, the last heading's `index` for example
   * @returns null where it sees none of them: it needs a new path
   * @throws {RangeError} as {@link lineOfSight}
   */
  steer(path: PulledPath, x: number, y: number, options?: PullOptions & { from?: number }): Heading | null;
}

/** Looks at a loaded map, and again after each edit of one that changes. Takes a third of a byte per cell, on priced maps for each cost that paths are pulled over. */
export function sightOf(nav: SeenMap): Sight {
  const { width, height, size } = nav;
  let { grid, version } = nav;
  /** By the dearest cell that counts as open. */
  let planes: Plane[] = [];

  const least = size > 1 ? 0.5 : 0;
  const inside = (x: number, side: number, r: number) => x >= (r || 1) && x <= side * PARTS - (r || 1);

  /** Whether a unit gets from one point to another over cells that cost `limit` at most. */
  const clear = (x0: number, y0: number, x1: number, y1: number, radius: number, limit = MAX_COST): boolean => {
    if (!(radius >= 0)) throw new RangeError(`radius is ${radius}, allowed is a number of 0 or more`);
    if (version !== nav.version) {
      ({ grid, version } = nav);
      planes = [];
    }
    planes[limit] ??= planeOf(grid, limit);
    const r = Math.round(Math.max(radius, least) * PARTS);
    const a = Math.round(x0 * PARTS);
    const b = Math.round(y0 * PARTS);
    const c = Math.round(x1 * PARTS);
    const d = Math.round(y1 * PARTS);
    return inside(a, width, r) && inside(c, width, r) && inside(b, height, r) && inside(d, height, r) && sees(planes[limit], a, b, c, d, r);
  };
  /** On maps whose cells all cost the same there is no limit. */
  const costAt = (x: number, y: number) => (grid.isOpen(x, y) && grid.costs?.[grid.cell(x, y)]) || MAX_COST;

  return {
    lineOfSight: (x0, y0, x1, y1, radius = 0) => clear(x0, y0, x1, y1, radius),
    stringPull({ cells, length: count = cells.length >> 1 }, { radius = 0 } = {}) {
      const points: number[] = [];
      let length = 0;
      let before = 0;
      const turns = turnsOf(cells, count, (i, k) => {
        let limit = MAX_COST;
        for (let j = grid.costs ? i : k + 1; j <= k; j++) limit = Math.min(limit, costAt(cells[2 * j], cells[2 * j + 1]));
        return clear(cells[2 * i] + 0.5, cells[2 * i + 1] + 0.5, cells[2 * k] + 0.5, cells[2 * k + 1] + 0.5, radius, limit);
      });
      for (const t of turns) {
        const x = cells[2 * t] + 0.5;
        const y = cells[2 * t + 1] + 0.5;
        const [x0, y0, x1, y1] = points.slice(-4);
        // No turn where it goes straight on.
        if ((x1 - x0) * (y - y1) === (y1 - y0) * (x - x1) && (x1 - x0) * (x - x1) + (y1 - y0) * (y - y1) > 0) points.length -= 2;
        points.push(x, y);
        length += apart(cells, before, t);
        before = t;
      }
      return { waypoints: Float32Array.from(points), length };
    },
    steer({ waypoints }, x, y, { radius = 0, from = 0 } = {}) {
      const last = (waypoints.length >> 1) - 1;
      const limit = costAt(Math.floor(x), Math.floor(y));
      let index = last;
      while (index >= from && !clear(x, y, waypoints[2 * index], waypoints[2 * index + 1], radius, limit)) index--;
      if (index < from) while (index++ < last && !clear(x, y, waypoints[2 * index], waypoints[2 * index + 1], 0));
      if (index > last) return null;
      const [toX, toY] = waypoints.subarray(2 * index);
      const away = Math.hypot(toX - x, toY - y) || 1;
      return { x: toX, y: toY, dx: (toX - x) / away, dy: (toY - y) / away, index };
    },
  };
}

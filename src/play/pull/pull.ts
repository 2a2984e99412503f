/** Paths that look walked: lines of sight, paths pulled straight, and where a unit that stands anywhere goes next. */

import { assertNumber } from '../../core/errors.js';
import type { ReadonlyGrid } from '../../core/grid/grid.js';
import { regularScale } from '../../core/grid/hex-plane.js';
import type { Link } from '../../core/grid/links.js';
import { isHex } from '../../core/grid/rules.js';
import { MAX_COST } from '../../core/limits.js';
import type { Path, PathBuffer } from '../../core/search/path.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import { inside, type Nav } from '../../runtime/nav.js';
import { cellAt, centerOf } from '../../runtime/places.js';
import { seesOverHexes } from './hex-sight.js';
import { Line } from './line.js';
import { PARTS, type Plane, planeOf, sees as seesOver, seesPastWalls, updatePlane } from './sight.js';
import { cornersOf, turnsOf } from './turns.js';

/** A path over any angles. */
export interface PulledPath {
  /** x, y of start, turns, goal: points, in cells and fractions of them. */
  points: Float32Array;
  /** Links on it, and the index of the point at which each begins, on maps that have any. */
  links?: readonly { index: number; link: Link }[];
  /** Length of the straight lines from point to point, in cells: hexagons are 1 apart from middle to middle. */
  length: number;
}

/** Options of {@link sightOf}. */
export interface SightOptions {
  /**
   * Half the side of the square that stays clear of walls, in cells, from the unit's middle; a round unit of this
   * radius fits inside. Default: 0, a point that must not touch a wall. Larger units use at least half their side; up
   * to that every path has room. On hexagons half the width of a hexagon across its flat sides, a cell being 1 wide;
   * paths have room up to 0.25.
   */
  radius?: number | undefined;
}

/** Where to go next. */
export interface Heading {
  /** The point to go to. */
  x: number;
  y: number;
  /** Direction to it, of length 1; 0, 0 at the goal. */
  dx: number;
  dy: number;
  /** Its index among the points of the path. */
  index: number;
}

/**
 * A unit's view of a map. It takes and gives points, the middle of the unit: cell x, y is the square from x, y to x +
 * 1, y + 1, and a unit on it has its middle at x + size / 2, y + size / 2; of hexagons `centerOf` gives it. Points are
 * rounded to 1/1024 of a cell, and exact from there on.
 */
export interface Sight {
  /**
   * Whether a unit can go straight from one point to another. Without a radius the line may touch no blocked cell,
   * corners included; with one, walls may be just that far away. False where the unit would leave the map.
   */
  isClear(x0: number, y0: number, x1: number, y1: number): boolean;

  /**
   * Straightens a path, from middle to middle of its cells. The result is never longer; on weighted maps it is straight
   * only over cells that cost no more than those left out. Where there is no room for the radius, the path stays as it
   * is.
   * @param path of this map
   */
  pull(path: { readonly cells: ArrayLike<number>; readonly links?: Path['links'] } | PathBuffer): PulledPath;

  /**
   * The next point for a unit at any position: the last point of the path that it can walk to straight over cells that
   * cost no more than its own, or else the first that it sees.
   * @param index first point to consider, for example the index of the last heading
   * @returns null if it can walk straight to none of them, and needs a new path
   */
  steer(path: PulledPath, x: number, y: number, index?: number): Heading | null;
}

/** How many times as long a bit takes that is flipped as one that is made with all others. */
const FLIPS = 16;

/** A path with cells and the links between them. */
export interface Cells {
  readonly cells: ArrayLike<number>;
  readonly links?: Path['links'];
}

/** A path that is pulled as far as its unit needs it; behind, it turns where its cells do. */
export interface PulledPart extends PulledPath {
  /** Index of the last point that is pulled; Infinity if all are. */
  end: number;
}

/** {@link Sight} from within. */
export interface PartSight extends Sight {
  /** {@link Sight.pull} of `most` cells, from the cell with index `from` on. */
  pullPart(path: Cells | PathBuffer, most: number, from?: number): PulledPart;
  /** {@link Sight.isClear} of numbers. */
  sees(x0: number, y0: number, x1: number, y1: number): boolean;
  /** {@link Sight.steer} to one of the points with indices from `from` to `last`. */
  steerTo(points: Float32Array, x: number, y: number, from: number, last: number): Heading | null;
}

/** Units that are in the way like walls. */
export interface UnitLayer {
  readonly plane: Plane;
  /** Of hexagons the map with their cells closed. */
  readonly grid?: ReadonlyGrid | undefined;
}

/**
 * Makes a line-of-sight object for a map; it follows edits. It takes a third of a byte per cell, on weighted maps for
 * each cost that paths are straightened over.
 *
 *     const sight = sightOf(nav, { radius: 0.4 });
 *     const pulled = sight.pull(nav.findPath(2, 2, 37, 27));
 *     const heading = sight.steer(pulled, unit.x, unit.y);
 *
 * @throws {RangeError} if the radius is negative or not a number
 */
export function sightOf(map: Nav, options?: SightOptions): Sight {
  refuseUnknown(options, 'radius');
  return sightAround(map, options);
}

/** {@link sightOf} with units in the way. */
export function sightAround(map: Nav, options?: SightOptions, units?: UnitLayer): PartSight {
  const radius = options?.radius ?? 0;
  const nav = inside(map);
  const { width, height, size } = nav;
  if (typeof radius !== 'number' || !(radius >= 0))
    throw new RangeError(`radius is ${radius}, allowed is a number of 0 or more`);
  let { grid, version } = nav;
  const hexes = isHex(grid);
  const [scaleX, scaleY] = hexes ? regularScale(grid) : [1, 1];
  /** By the highest cost of a cell that counts as open. The one of maps without costs is not left to the first path. */
  let planes: Plane[] = [];
  if (!hexes && !grid.costs) planes[MAX_COST] = planeOf(grid, MAX_COST);
  /** The hexagon that stopped the last line. */
  const hider = { i: 0, k: 0 };

  /**
   * From the middle of a cell, which is a body's on the map of a larger walker's cells, to the middle of the walker.
   */
  const shift = (size - 1) / 2;
  const r = Math.round(Math.max(radius - shift, size > 1 ? 0.5 : 0) * PARTS);
  const parts = (x: number) => Math.round((x - shift) * PARTS);
  /** A point on the edge of the map touches the frame, which is blocked. */
  const inMap = (x: number, side: number, half: number) => x >= half && x <= side * PARTS - half;

  const refresh = (): void => {
    if (version === nav.version) return;
    const boxes = hexes ? undefined : nav.since?.(version);
    ({ grid, version } = nav);
    const area = boxes?.reduce((sum, [x0, y0, x1, y1]) => sum + (x1 - x0 + 1) * (y1 - y0 + 1), 0) ?? Infinity;
    if (FLIPS * area > width * height) planes = [];
    planes.forEach((plane, most) => {
      updatePlane(plane, grid, most, boxes ?? []);
    });
  };
  /** Whether a unit gets from one point to another over cells that cost `limit` at most. */
  const clear = (x0: number, y0: number, x1: number, y1: number, half = r, limit = MAX_COST): boolean => {
    const [a, b, c, d] = [parts(x0), parts(y0), parts(x1), parts(y1)];
    if (hexes)
      return seesOverHexes(units?.grid ?? grid, limit, a / PARTS, b / PARTS, c / PARTS, d / PARTS, half / PARTS, hider);
    planes[limit] ??= planeOf(grid, limit);
    const isInside = inMap(a, width, half) && inMap(c, width, half) && inMap(b, height, half) && inMap(d, height, half);
    if (!isInside || !seesOver(planes[limit], a, b, c, d, half) || !seesPastWalls(grid, a, b, c, d, half)) return false;
    return !units || seesOver(units.plane, a, b, c, d, half);
  };
  /** On maps whose cells all cost the same there is no limit. */
  const costAt = (x: number, y: number) => (grid.isOpen(x, y) && grid.costs?.[grid.cell(x, y)]) || MAX_COST;
  const middle = (cells: ArrayLike<number>, i: number) => centerOf(map, cells[2 * i], cells[2 * i + 1]);

  /** Turns of a part of a path, by the numbers of its cells. */
  const turnsIn = (cells: ArrayLike<number>, first: number, count: number): number[] => {
    const middles = new Float64Array(2 * count);
    const costs = grid.costs && new Uint8Array(count);
    for (let i = 0; i < count; i++) {
      [middles[2 * i], middles[2 * i + 1]] = middle(cells, first + i);
      if (costs) costs[i] = costAt(cells[2 * (first + i)], cells[2 * (first + i) + 1]);
    }
    const straight = (i: number, k: number): boolean => {
      let limit = MAX_COST;
      if (costs) for (let j = i; j <= k && limit > 1; j++) limit = Math.min(limit, costs[j]);
      return clear(middles[2 * i], middles[2 * i + 1], middles[2 * k], middles[2 * k + 1], r, limit);
    };
    // As far apart as they are in the plane.
    const points = hexes ? middles.map((v, i) => v * (i & 1 ? scaleY : scaleX)) : middles;
    return turnsOf(points, count, straight).map((turn) => first + turn);
  };

  const pullPart: PartSight['pullPart'] = (path, most, from = 0) => {
    refresh();
    const { cells } = path;
    const count = 'cellCount' in path ? path.cellCount : cells.length >> 1;
    const line = new Line(scaleX, scaleY);
    const links: { index: number; link: Link }[] = [];
    const taken = path.links?.filter(({ index }) => index >= from) ?? [];
    let first = from;
    let end = 0;
    for (const { index, link } of [...taken, { index: count - 1, link: undefined }]) {
      const pulled = Math.max(1, Math.min(index + 1, from + most) - first);
      const turns = turnsIn(cells, first, pulled);
      // Where the part ends is no turn.
      if (first + pulled <= index && turns.length > 2) turns.pop();
      const last = turns[turns.length - 1];
      line.begin();
      for (const turn of turns) line.add(...middle(cells, turn));
      if (first < from + most) end = last === count - 1 ? Infinity : line.last;
      for (const corner of cornersOf(cells, last, index)) line.add(...middle(cells, corner));
      if (link) links.push({ index: line.last, link });
      first = index + 1;
    }
    const points = Float32Array.from(line.points);
    return { points, ...(path.links && { links }), length: line.length, end };
  };

  const sees: PartSight['sees'] = (x0, y0, x1, y1) => {
    refresh();
    return clear(x0, y0, x1, y1);
  };

  const steerTo: PartSight['steerTo'] = (points, x, y, from, last) => {
    refresh();
    const limit = costAt(...cellAt(map, x, y));
    let index = last;
    while (index >= from && !clear(x, y, points[2 * index], points[2 * index + 1], r, limit)) index--;
    if (index < from) {
      // A unit that has no room for its radius, or whose paths have none, continues as a point.
      const hasRoom = r <= (hexes ? PARTS / 4 : PARTS / 2) && clear(x, y, x, y);
      const half = hasRoom ? r : size > 1 ? PARTS / 2 : 0;
      while (index++ < last && !clear(x, y, points[2 * index], points[2 * index + 1], half));
    }
    if (index > last) return null;
    const [toX, toY] = [points[2 * index], points[2 * index + 1]];
    const away = Math.hypot((toX - x) * scaleX, (toY - y) * scaleY) || 1;
    return { x: toX, y: toY, dx: (toX - x) / away, dy: (toY - y) / away, index };
  };

  return {
    isClear(...points) {
      for (const at of points) assertNumber(at, 'a coordinate');
      return sees(...points);
    },
    sees,
    pullPart,
    steerTo,
    pull(path) {
      if (!path?.cells) throw new TypeError(`path is ${String(path)}, expected what findPath gives, or a PathBuffer`);
      const { cells, links: taken = [] } = path;
      const count = 'cellCount' in path ? path.cellCount : cells.length >> 1;
      if (count < 1) throw new RangeError('path has no cells, expected 1 or more');
      for (let i = 0; i < 2 * count; i++) assertNumber(cells[i], 'a coordinate');
      if (!Array.isArray(taken) || !taken.every((one) => one?.link))
        throw new TypeError(`links is ${String(taken)}, expected those of a path`);
      const { points, links, length } = pullPart(path, Infinity);
      return links ? { points, links, length } : { points, length };
    },
    steer(path, x, y, given = 0) {
      const from = Math.max(0, given) || 0;
      const { points, links = [] } = path ?? {};
      if (!ArrayBuffer.isView(points) || !Array.isArray(links))
        throw new TypeError(`path is ${String(path)}, expected what pull gives`);
      // Never past a link that is still ahead.
      const last = links.find(({ index }) => index >= from)?.index ?? (points.length >> 1) - 1;
      return steerTo(points, x, y, from, last);
    },
  };
}

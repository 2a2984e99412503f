/**
 * Paths around units for one query, without a change of the map.
 *
 * The engine of the map answers first. Its path is the cheapest if no unit is in its way. Otherwise a flood by rays
 * from the goal finds the cheapest one, on a copy of the map with the units as walls. If that path enters slow cells,
 * its cost with them limits a reach from the start, which contains the cheapest path.
 *
 * Measured and decided: docs/decisions/units.md.
 */
import { cellOf } from '../../core/grid/cells.js';
import { type Path, PathBuffer } from '../../core/search/path.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import { type GridNav, inside, type Nav } from '../../runtime/nav.js';
import type { Around, Blockers } from '../avoid/blockers.js';
import { Obstacles } from '../avoid/obstacles.js';
import { eachCell, overlayOf } from './overlay.js';
import { CellReach, checkSlow, type ReachOptions } from './reach.js';

/** The cells of the last list of each nav: the next list is often nearly the same. */
class ListedCells {
  readonly obstacles: Obstacles;
  private readonly seen: Uint32Array;
  private round = 1;
  private cells: number[] = [];

  constructor(readonly nav: GridNav) {
    this.obstacles = new Obstacles(nav);
    this.seen = new Uint32Array(nav.grid.open.length);
  }

  /** @param list of cells of the map */
  take(list: ArrayLike<number>): Obstacles {
    const { nav, obstacles, seen, cells: before } = this;
    const last = this.round++;
    this.cells = [];
    for (let i = 0; i < list.length; i += 2) {
      const [x, y] = [list[i], list[i + 1]];
      const cell = nav.grid.cell(x, y);
      if (seen[cell] === this.round) continue;
      if (seen[cell] !== last) obstacles.count(x, y, 1, 1);
      seen[cell] = this.round;
      this.cells.push(x, y);
    }
    for (let i = 0; i < before.length; i += 2)
      if (seen[nav.grid.cell(before[i], before[i + 1])] === last) obstacles.count(before[i], before[i + 1], 1, -1);
    return obstacles;
  }
}

const lists = /* @__PURE__ */ new WeakMap<GridNav, ListedCells>();
const reaches = /* @__PURE__ */ new WeakMap<GridNav, CellReach>();

/** Options of {@link findPathAround}. */
export type AroundOptions = Pick<ReachOptions, 'slow' | 'links'>;

/**
 * A path around units: {@link Nav.findPath} as if the cells of units were walls, except at both ends of the path.
 * Optimal if the engine is.
 *
 *     const path = findPathAround(nav, 2, 2, 37, 27, [12, 4, 13, 4]);
 *
 * @param avoid x, y pairs of cells, or {@link blockersOf}. A larger unit may not cover any of these cells
 * @param options `slow`: x, y, steps of cells that cost more to enter, as for {@link reach}; the cost of the path
 * includes it; `links` that the path may take, as of `findPath`
 * @returns null if there is no way around them
 * @throws {TypeError} if `avoid` or `slow` is no list
 * @throws {RangeError} as `findPath`, if a cell of the list is not on the map, or the blockers are of another map
 */
export function findPathAround(
  nav: Nav,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  avoid: ArrayLike<number> | Blockers,
  options?: AroundOptions,
): Path | null {
  const path = new PathBuffer();
  return findPathAroundInto(nav, x0, y0, x1, y1, avoid, path, options) ? path.toPath() : null;
}

/**
 * {@link findPathAround} without allocation, see {@link Nav.findPathInto}; with `slow` cells or `links` it allocates.
 * @returns whether there is a path; without one `path` may hold another
 */
export function findPathAroundInto(
  nav: Nav,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  avoid: ArrayLike<number> | Blockers,
  path: PathBuffer,
  options?: AroundOptions,
): boolean {
  refuseUnknown(options, 'slow', 'links');
  const inner = inside(nav);
  const finder = around(inner, avoid);
  const { slow, links } = options ?? {};
  const isFound = links
    ? inner.findPathInto(x0, y0, x1, y1, path, { links })
    : finder.findPathInto(x0, y0, x1, y1, path);
  if (!links && (slow === undefined || slow === null)) return isFound;
  const ground = overlayOf(inner);
  const extra = new Map<number, number>();
  eachCell('slow', slow, 3, ground, (x, y, steps) => {
    checkSlow(x, y, steps);
    ground.covering(x, y, (cell) => extra.set(cell, Math.max(steps, extra.get(cell) ?? 0)));
  });
  if (!isFound) return false;
  const { cells, cellCount } = path;
  let more = 0;
  for (let i = 2; i < 2 * cellCount; i += 2) more += extra.get(ground.cellAt(cells[i], cells[i + 1])) ?? 0;
  if (more === 0 && !links) return true;
  const { size } = inner.grid;
  const isIn = (x: number, y: number, left: number, top: number) =>
    x >= left && x < left + size && y >= top && y < top + size;
  const others: number[] = [];
  eachCell('avoid', avoid, 2, ground, (x, y) => {
    if (!isIn(x, y, x0, y0) && !isIn(x, y, x1, y1)) others.push(x, y);
  });
  const within = reaches.get(inner) ?? new CellReach(inner);
  reaches.set(inner, within);
  // Extra costs are rounded to less than a thousandth of a step.
  const limit = links ? Infinity : path.cost + more + cellCount / 1000;
  return within.run(x0, y0, limit, { avoid: others, slow, links }).pathInto(x1, y1, path) !== null;
}

/**
 * What finds the paths around a list as it is, or around blockers as they are then.
 * @throws {TypeError} if it is neither a list nor blockers
 * @throws {RangeError} if a cell is not on the map, or the blockers are of another one
 */
export function around(nav: GridNav, avoid: ArrayLike<number> | Blockers): Around {
  const given = avoid as Partial<Around>;
  if (given?.findPathInto) {
    if (given.nav !== nav) throw new RangeError('blockers of another map');
    return given as Around;
  }
  const list = avoid as ArrayLike<number>;
  if (typeof list?.length !== 'number')
    throw new TypeError(`avoid is ${list}, expected a list of x, y pairs, or what blockersOf gives`);
  if (list.length % 2 !== 0) throw new RangeError(`avoid is ${list.length} numbers, expected x, y pairs`);
  for (let i = 0; i < list.length; i += 2) cellOf(nav.grid, list[i], list[i + 1]);
  const listed = lists.get(nav) ?? new ListedCells(nav);
  lists.set(nav, listed);
  return {
    nav,
    findPathInto: (x0, y0, x1, y1, path) => listed.take(list).findPathInto(x0, y0, x1, y1, path),
    get work() {
      return listed.obstacles.work;
    },
  };
}

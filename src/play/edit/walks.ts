/** Walks, distances and nearest goals on a map that changes, out of HPA* and tables. */

import { assertPath } from '../../core/errors.js';
import { octile, STRAIGHT } from '../../core/grid/step-costs.js';
import type { Portal, Query, Reachable, Walk } from '../../core/search/engine.js';
import { type Path, PathBuffer } from '../../core/search/path.js';
import type { HpaSearch } from '../../engines/hpa/query.js';
import type { GridNav, Nav } from '../../runtime/nav.js';
import { holds } from './difference.js';
import type { LiveEngines, LiveMap } from './engines.js';

/** A walk that notices edits: it continues from the cell that it has reached, on a path of the map as it is then. */
export interface LiveWalk extends Walk {
  /** Cost of the path that is walked now, from the cell where it was last planned. */
  readonly cost: number;
  /** How often it was planned again. */
  readonly replans: number;
  /** Whether it has ended before its goal. After a later edit, `next` continues if there is a path. */
  readonly blocked: boolean;
}

/** Walks and distances of the loaded map until it is edited. Then a walk cuts a whole path of the live engine. */
export function planned(
  { nav, differs }: LiveMap,
  { search, limit }: LiveEngines,
  isReachable: Reachable,
): Pick<GridNav, 'walk' | 'distance' | 'nearest'> {
  const path = new PathBuffer();
  const find = (...[x0, y0, x1, y1]: Query): PathBuffer => {
    assertPath(search.search(x0, y0, x1, y1, path));
    return path;
  };
  /** Side of a cluster. Making HPA* may take long, so only portals do. */
  const clusterSize = () => ((nav.use('hpa') ?? nav.use('table')) as HpaSearch).abstraction.options.cluster;
  const walk = (...query: Query): Walk | null => {
    if (!isReachable(...query)) return null;
    if (nav.walk && differs.count === 0) return nav.walk(...query);
    return walkOf(find(...query).toPath(), clusterSize);
  };
  const distance = (...query: Query): number => {
    if (!isReachable(...query)) return Infinity;
    const most = nav.distance ? limit(query, true) : 0;
    const cost = most > 0 && nav.distance ? nav.distance(...query) : Infinity;
    return most > 0 && holds(differs, cost, most) ? cost : find(...query).cost;
  };
  return {
    walk: nav.walk && walk,
    distance: nav.distance && distance,
    nearest: nav.nearest && nearestBy(isReachable, distance),
  };
}

/** A walk along a whole path. @param sizeOf gives the side of a cluster */
function walkOf({ cost, cells }: Path, sizeOf: () => number): Walk {
  /** Place in `cells` of the cell that `next` returns. */
  let i = 0;
  return {
    cost,
    portals() {
      const size = sizeOf();
      const clusterAt = (at: number) => ({
        x: cells[at] - (cells[at] % size),
        y: cells[at + 1] - (cells[at + 1] % size),
      });
      const ahead: Portal[] = [];
      let last = clusterAt(Math.max(0, i - 2));
      for (let at = i; at < cells.length; at += 2) {
        const { x, y } = clusterAt(at);
        if (x !== last.x || y !== last.y) ahead.push({ x: cells[at], y: cells[at + 1], cluster: { x, y, size } });
        last = { x, y };
      }
      return ahead;
    },
    next() {
      if (i === cells.length) return { done: true, value: undefined };
      i += 2;
      return { done: false, value: [cells[i - 2], cells[i - 1]] };
    },
    [Symbol.iterator]() {
      return this;
    },
  };
}

/** @param distance in steps, of cells that are connected @returns as `GridNav.nearest` */
function nearestBy(isReachable: Reachable, distance: (...query: Query) => number): GridNav['nearest'] {
  return (x0, y0, goals) => {
    let least = Infinity;
    let index = -1;
    for (let i = 0; 2 * i < goals.length; i++) {
      const [x, y] = [goals[2 * i], goals[2 * i + 1]];
      if (!isReachable(x0, y0, x, y) || octile(x - x0, y - y0) >= least * STRAIGHT) continue;
      const cost = distance(x0, y0, x, y);
      if (cost >= least) continue;
      least = cost;
      index = i;
    }
    return index;
  };
}

/** @param plan a walk over the map as it is; null where there is no path @returns walks that notice edits */
export function liveWalk(
  nav: Nav,
  plan: NonNullable<GridNav['walk']>,
): (...query: Parameters<typeof plan>) => LiveWalk | null {
  return (x0, y0, x1, y1, ...rest) => startWalk(nav, (...ends) => plan(...ends, ...rest), [x0, y0, x1, y1]);
}

function startWalk(nav: Nav, plan: (...query: Query) => Walk | null, query: Query): LiveWalk | null {
  const [x0, y0, x1, y1] = query;
  let walk = plan(...query);
  if (!walk) return null;
  let planned = nav.version;
  let { cost } = walk;
  let replans = 0;
  let at: [number, number] | undefined;
  return {
    get cost() {
      return cost;
    },
    get replans() {
      return replans;
    },
    get blocked() {
      return walk === null;
    },
    next() {
      if (planned !== nav.version && !(at?.[0] === x1 && at[1] === y1)) {
        planned = nav.version;
        replans++;
        walk = plan(at?.[0] ?? x0, at?.[1] ?? y0, x1, y1);
        cost = walk?.cost ?? Infinity;
        // The cell that it stands on was returned already.
        if (at) walk?.next();
      }
      const step = walk?.next() ?? { done: true, value: undefined };
      if (!step.done) at = step.value;
      return step;
    },
    portals: () => walk?.portals() ?? [],
    [Symbol.iterator]() {
      return this;
    },
  };
}

/** Walks, distances and nearest goals on a map that changes, out of HPA* and tables. */
import { assertPath } from '../../core/errors.js';
import { octile, STRAIGHT } from '../../core/grid/step-costs.js';
import type { GridNav, Nav } from '../../core/runtime/nav.js';
import type { Reachable, Walk } from '../../core/search/engine.js';
import type { TableSearch } from '../../core/table/query.js';
import { holds, type Query } from './difference.js';
import type { LiveWalk, Parts } from './edits.js';

/** Those that the loaded map has. @param hpa asked for no others */
export const planned: NonNullable<Parts['planned']> = (edits, hpa) => {
  const { self, nav, loaded, engines } = edits;
  const walkOn = (...query: Query): Walk => assertPath(hpa.search().walk(...query)) as Walk;
  const plan = (...query: Query): Walk | null => {
    if (!self.isReachable(...query)) return null;
    return nav.walk && loaded.differs.cells.size === 0 ? nav.walk(...query) : walkOn(...query);
  };
  const distance = (...query: Query): number => {
    if (!self.isReachable(...query)) return Infinity;
    const { base } = engines;
    // A table beside another engine is of the map that was loaded, whatever was healed.
    const ask = (base.search as Partial<TableSearch>).distance ?? (base === loaded ? nav.distance : undefined);
    const most = ask ? engines.limit(query, true) : 0;
    const cost = most > 0 && ask ? ask(...query) : Infinity;
    return most > 0 && holds(base, cost, most) ? cost : walkOn(...query).cost;
  };
  return {
    walk: nav.walk && ((...query) => liveWalk(self, plan, ...query)),
    distance: nav.distance && distance,
    nearest: nav.nearest && nearestBy(self.isReachable, distance),
  };
};

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

/** @param plan a walk over the map as it is; null where there is no way */
function liveWalk(nav: Nav, plan: (...query: Query) => Walk | null, ...query: Query): LiveWalk | null {
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
        // The cell that it stands on was told already.
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

/** HPA* and tables on a map that changes: walks that notice edits, distances, and paths where they are the engine. */
import { assertPath } from '../../core/errors.js';
import type { Grid } from '../../core/grid/grid.js';
import { octile, STRAIGHT } from '../../core/grid/step-costs.js';
import type { HpaSearch } from '../../core/hpa/query.js';
import type { GridNav } from '../../core/runtime/nav.js';
import type { Reachable, Walk } from '../../core/search/engine.js';
import type { TableSearch } from '../../core/table/query.js';
import { holds, limitOf } from './difference.js';
import type { Edits, LiveWalk } from './edits.js';
import { type LiveHpa, liveHpa } from './hpa.js';

type Query = [x0: number, y0: number, x1: number, y1: number];

/** What {@link planning} adds to a map. */
export interface Planning extends Pick<GridNav, 'distance' | 'nearest'> {
  walk?: ((...query: Query) => LiveWalk | null) | undefined;
}

/** HPA* as it is repaired; made when it is first asked for. */
export interface Planner {
  search(): HpaSearch;
  /** @param cells padded cells whose openness or cost is new */
  changed(cells: Iterable<number>): void;
  /** @param edits that are made with this planner */
  extras(edits: Edits): Planning;
}

/** @param nav with an abstraction, or without: then nothing may be asked @param view the map as it is */
export function planning({ nav, loaded }: Pick<Edits, 'nav' | 'loaded'>, view: () => Grid): Planner {
  let planner: LiveHpa | undefined;
  /** Changes that it does not know of. */
  const pending = new Set<number>();
  const search = (): HpaSearch => {
    const { abstraction } = (nav.use('hpa') ?? nav.use('table')) as HpaSearch;
    if (!planner) planner = liveHpa(view, abstraction, loaded.differs.cells);
    else if (pending.size > 0) planner.repair(pending);
    pending.clear();
    return planner.search;
  };
  return {
    search,
    changed(cells) {
      for (const cell of cells) pending.add(cell);
    },
    extras(edits) {
      const { self } = edits;
      const plan = (...query: Query): Walk | null => {
        if (!self.isReachable(...query)) return null;
        return loaded.differs.cells.size === 0 && nav.walk ? nav.walk(...query) : assertPath(search().walk(...query));
      };
      const distance = (...query: Query): number => {
        if (!self.isReachable(...query)) return Infinity;
        // A table beside another engine is of the map that was loaded, whatever was healed.
        const ask =
          (edits.base.search as Partial<TableSearch>).distance ?? (edits.base === loaded ? nav.distance : undefined);
        const isOther = edits.lockstep && loaded.differs.cells.size > 0;
        const most = ask && !isOther ? limitOf(edits.base, nav.engine, query, true) : 0;
        const cost = most > 0 && ask ? ask(...query) : Infinity;
        if (most > 0 && holds(edits.base, cost, most)) return cost;
        return (assertPath(search().walk(...query)) as Walk).cost;
      };
      return {
        walk: nav.walk && liveWalks(plan, () => self.version),
        distance: nav.distance && distance,
        nearest: nav.nearest && nearestBy(self.isReachable, distance),
      };
    },
  };
}

/** @param distance in steps, of cells that are connected @returns as `GridNav.nearest` */
export function nearestBy(
  isReachable: Reachable,
  distance: (...query: Query) => number,
): (x0: number, y0: number, goals: ArrayLike<number>) => number {
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

/** @param plan a walk over the map as it is; null where there is no way @param version of the map */
export function liveWalks(
  plan: (...query: Query) => Walk | null,
  version: () => number,
): (...query: Query) => LiveWalk | null {
  return (x0, y0, x1, y1) => {
    let walk = plan(x0, y0, x1, y1);
    if (!walk) return null;
    let planned = version();
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
        if (planned !== version() && !(at?.[0] === x1 && at[1] === y1)) {
          planned = version();
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
  };
}

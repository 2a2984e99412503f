/**
 * Paths over links on top of any engine: exact where the engine is, and no costlier than its paths elsewhere. The
 * links are chosen in `routes.ts`; the engine finds the ways between them.
 *
 * Measured and decided: docs/decisions/links.md.
 */

import { assertPath } from '../../core/errors.js';
import { type Link, linkCost } from '../../core/grid/links.js';
import { unitOf } from '../../core/grid/step-costs.js';
import type { Engine, Query, Walk } from '../../core/search/engine.js';
import { joinPaths, type Leg, PathBuffer, type PathLink } from '../../core/search/path.js';
import { type Allows, type Arc, allArcs, type LinkedMap, type Work, workOf } from './arcs.js';
import { CellSearch } from './cells.js';
import { Landmarks } from './landmarks.js';
import { type Route, Routes } from './routes.js';

/** An engine whose paths take links. `allows`: those that one query may take, all by default. */
export interface LinkedSearch extends Engine {
  /** Names of links that are closed. */
  readonly closed: Set<string>;
  /** The ways of open links. */
  ways(): readonly Arc[];
  /** Whether a path leads from one component to another. */
  connects(from: number, to: number, allows?: Allows): boolean;
  search(x0: number, y0: number, x1: number, y1: number, path: PathBuffer, allows?: Allows): boolean;
  /** Cost of the path in steps, Infinity where there is none. */
  distance(x0: number, y0: number, x1: number, y1: number, allows?: Allows): number;
  /** The path in pieces. @param walk of a leg */
  walk(x0: number, y0: number, x1: number, y1: number, walk?: Engine['walk'], allows?: Allows): Walk | null;
}

const NO_LINKS: readonly PathLink[] = [];

/** Most arcs for which pieces of paths are joined on every map; and on the largest ones. */
const [FEW_ARCS, MOST_ARCS] = [64, 256];
/**
 * Most arcs for which pieces of paths are joined. With more, a search over cells takes about as long, and never much
 * longer.
 */
const mostPieces = ({ open }: { open: ArrayLike<number> }): number =>
  Math.max(FEW_ARCS, Math.min(MOST_ARCS, open.length >> 8));

export function linkedSearch(ground: LinkedMap, base: Engine, links: readonly Link[]): LinkedSearch {
  const closed = new Set<string>();
  const leg = new PathBuffer();
  let all = allArcs(ground.grid, links);
  let known: Routes | undefined;
  let cells: CellSearch | undefined;
  let marks: Landmarks | undefined;
  const isMany = all.arcs.length > mostPieces(ground.grid);
  /** The map and the links as they are. */
  const routes = (): Routes => {
    if (known?.version === ground.version) return known;
    const unit = unitOf(ground.grid);
    const isSame = all.unit === unit && all.arcs.every(({ link, cost }) => cost === linkCost(link, unit));
    if (!isSame) all = allArcs(ground.grid, links);
    if (marks && isSame) marks.update();
    else marks = new Landmarks(ground.grid, all);
    known = new Routes(ground, base, all, closed, marks);
    return known;
  };
  const cellSearch = (): CellSearch => {
    if (cells?.all !== all) cells = new CellSearch(ground.grid, all);
    return cells;
  };

  /**
   * Whether a query is answered over cells: of many arcs, and of a choice among several, of which nothing is known yet.
   * It depends on the map and the query only, since paths of equal cost may have other cells.
   */
  const takesCells = (allows?: Allows): boolean => isMany || (allows !== undefined && all.arcs.length > FEW_ARCS);

  /** A path over cells. @returns its integer cost */
  const byCells = (query: Query, allows?: Allows): number => {
    const { state } = routes();
    const cells = cellSearch();
    const total = cells.search(
      query,
      ground.version,
      state.isShut,
      allows && ((arc) => allows(state.arcs[arc].link)),
      base.trace,
    );
    [self.expanded, self.generated] = [cells.expanded, cells.generated];
    return total / all.unit;
  };

  /** What finding links has taken depends on earlier queries: the work of a query is that of the legs of its path. */
  const count = ([expanded, generated]: Work): void => {
    self.expanded += expanded;
    self.generated += generated;
  };

  const find = (query: Query, path: PathBuffer, allows?: Allows): Route | undefined => {
    const route = routes().find(query, path, allows);
    [self.expanded, self.generated] = [0, 0];
    return route;
  };

  /**
   * The way to the entry of an arc (place 0, and 2 between arcs) or from its exit (1), which may have been asked for.
   */
  const legOf = (routes: Routes, place: number, arc: number, query: Query): PathBuffer => {
    const { legPoint, points, leg: found, work } = routes.state.sides[place];
    const isKnown = legPoint === points[arc];
    const isFound = isKnown || base.search(...query, leg);
    count(isKnown ? work : workOf(base));
    routes.isCut = !isFound;
    assertPath(isFound || base.trace);
    return isKnown ? found : leg;
  };

  function* legs({ routes, arcs: found }: Route, x0: number, y0: number, x1: number, y1: number): Generator<Leg> {
    const { arcs } = routes.state;
    let [x, y] = [x0, y0];
    let place = 0;
    for (const arc of found) {
      const { link, from, to } = arcs[arc];
      yield { path: legOf(routes, place, arc, [x, y, ...from]), link };
      if (routes.isCut) return;
      [x, y] = to;
      place = 2;
    }
    yield { path: legOf(routes, 1, found[found.length - 1], [x, y, x1, y1]) };
  }

  const self: LinkedSearch = {
    expanded: 0,
    generated: 0,
    closed,
    get trace() {
      return base.trace;
    },
    set trace(trace) {
      base.trace = trace;
    },
    get refine() {
      return base.refine !== false;
    },
    set refine(refine) {
      base.refine = refine;
    },
    ways() {
      const { arcs, sides } = routes().state;
      return arcs.filter((_, i) => sides[0].labels[i] >= 0);
    },
    connects(from, to, allows) {
      if (from === to || !from || !to) return from * to > 0;
      return (allows ? routes().over(allows) : routes()).state.reach(from).has(to);
    },
    search(x0, y0, x1, y1, path, allows) {
      if (takesCells(allows)) {
        const cost = byCells([x0, y0, x1, y1], allows);
        if (cost === Infinity) return false;
        cellSearch().write(ground.grid.cell(x1, y1), cost, path, leg);
        return true;
      }
      const route = find([x0, y0, x1, y1], path, allows);
      if (!route) return false;
      const { routes, arcs, total } = route;
      if (arcs.length > 0) joinPaths(path, total / routes.state.unit, legs(route, x0, y0, x1, y1));
      else {
        count(routes.direct);
        path.links = NO_LINKS;
      }
      return !routes.isCut;
    },
    distance(x0, y0, x1, y1, allows) {
      if (takesCells(allows)) return byCells([x0, y0, x1, y1], allows);
      const route = find([x0, y0, x1, y1], leg, allows);
      return route ? route.total / route.routes.state.unit : Infinity;
    },
    walk(x0, y0, x1, y1, walk = base.walk?.bind(base), allows = undefined) {
      if (takesCells(allows)) {
        const path = new PathBuffer();
        return walk && self.search(x0, y0, x1, y1, path, allows) ? walkAlong(path) : null;
      }
      const route = walk && find([x0, y0, x1, y1], leg, allows);
      if (!route) return null;
      const { arcs, costs, unit } = route.routes.state;
      let from: Link['from'] = [x0, y0];
      let cost = 0;
      const walks: Walk[] = [];
      for (const arc of route.arcs) {
        walks.push(walk(...from, ...arcs[arc].from) as Walk);
        cost += costs[arc] / unit;
        from = arcs[arc].to;
      }
      walks.push(walk(...from, x1, y1) as Walk);
      return walks.length > 1 ? chainWalks(walks, cost) : walks[0];
    },
  };
  return self;
}

/** Walks of the legs, one after the other. @param links what the links between them cost, in steps */
function chainWalks(walks: readonly Walk[], links: number): Walk {
  const left = [...walks];
  const self: Walk = {
    cost: walks.reduce((sum, { cost }) => sum + cost, links),
    portals: () => left.flatMap((walk) => walk.portals()),
    next() {
      const step = left[0].next();
      if (!step.done || left.length === 1) return step;
      left.shift();
      return self.next();
    },
    [Symbol.iterator]: () => self,
  };
  return self;
}

/** The cells of a path that is known. */
function walkAlong(path: PathBuffer): Walk {
  const { cells, cellCount, cost } = path;
  let i = 0;
  const self: Walk = {
    cost,
    portals: () => [],
    next: () => (i < cellCount ? { value: [cells[2 * i], cells[2 * i++ + 1]] } : { done: true, value: undefined }),
    [Symbol.iterator]: () => self,
  };
  return self;
}

/**
 * Paths over links on top of any engine: exact where the engine is, and no costlier than its paths elsewhere. The
 * links are chosen in `routes.ts`; the engine finds the ways between them.
 *
 * Measured and decided: docs/decisions/links.md.
 */

import { assertPath } from '../../core/errors.js';
import type { Link } from '../../core/grid/links.js';
import { unitOf } from '../../core/grid/step-costs.js';
import type { Engine, Query } from '../../core/search/engine.js';
import { joinPaths, type Leg } from '../../core/search/join.js';
import { PathBuffer, type PathLink } from '../../core/search/path.js';
import { type Allows, type Arc, Arcs, allArcs, type LinkedMap } from './arcs.js';
import { CellSearch } from './cells.js';
import { Landmarks } from './landmarks.js';
import { type Side, type Work, workOf } from './pieces.js';
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
  /** Whether paths are found by a search over cells. */
  readonly isMany: boolean;
  /** Arcs of the path, if it is joined from pieces; undefined without one. */
  arcsOf(query: Query, allows?: Allows): Arc[] | undefined;
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
  let had = [...links];
  let all = allArcs(ground, links);
  let known = new Arcs(ground, all, closed);
  let pieces: Routes | undefined;
  let cells: CellSearch | undefined;
  let marks: Landmarks | undefined;
  // It depends on the map only, since paths of equal cost may have other cells.
  const isMany = all.links.length > mostPieces(ground.grid);
  /** The links as they are. */
  const state = (): Arcs => {
    if (known.version === ground.version) return known;
    const unit = unitOf(ground.grid);
    // Seams that cost something else are other links.
    const isSame = all.unit === unit && links.every((link, i) => link === had[i]);
    if (isSame) marks?.update();
    else {
      had = [...links];
      all = allArcs(ground, links);
      marks = cells = undefined;
    }
    pieces = undefined;
    known = new Arcs(ground, all, closed);
    return known;
  };
  const routes = (): Routes => {
    const arcs = state();
    marks ??= new Landmarks(ground.grid, all);
    pieces ??= new Routes(arcs, base, marks);
    return pieces;
  };

  /** A path over cells. @returns its integer cost */
  const byCells = (query: Query, allows?: Allows): number => {
    const arcs = state();
    cells ??= new CellSearch(ground.grid, all);
    const total = cells.search(query, arcs, allows, base.trace);
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

  /** The way between two points. @param side has it, if it has been asked for */
  const legOf = (from: number, to: number, side: Side | false): PathBuffer => {
    if (side) {
      count(side.work);
      return side.leg;
    }
    const isFound = routes().ask(from, to, leg) < Infinity;
    count(workOf(base));
    assertPath(isFound || base.trace);
    return leg;
  };

  function* legs(arcs: readonly number[], start: number, goal: number): Generator<Leg> {
    const [heads, tails] = routes().sides;
    let from = start;
    for (const arc of arcs) {
      const to = all.points[0][arc];
      yield { path: legOf(from, to, arc === arcs[0] && heads.legPoint === to && heads), link: all.links[arc] };
      if (routes().isCut) return;
      from = all.points[1][arc];
    }
    yield { path: legOf(from, goal, tails.legPoint === from && tails) };
  }

  const self: LinkedSearch = {
    expanded: 0,
    generated: 0,
    closed,
    isMany,
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
      const arcs = state();
      return all.links.flatMap((_, arc) => (arcs.isFree(arc) ? [arcs.arc(arc)] : []));
    },
    connects: (from, to, allows) => (from === to || !from || !to ? from * to > 0 : state().reach(from, allows).has(to)),
    search(x0, y0, x1, y1, path, allows) {
      if (isMany) {
        const cost = byCells([x0, y0, x1, y1], allows);
        if (cost < Infinity) cells?.write(ground.grid.cell(x1, y1), cost, path, leg);
        return cost < Infinity;
      }
      const route = find([x0, y0, x1, y1], path, allows);
      if (!route) return false;
      if (route.arcs.length > 0)
        joinPaths(path, route.total / all.unit, legs(route.arcs, x0 | (y0 << 16), x1 | (y1 << 16)));
      else {
        count(routes().direct);
        path.links = NO_LINKS;
      }
      return !routes().isCut;
    },
    distance(x0, y0, x1, y1, allows) {
      if (isMany) return byCells([x0, y0, x1, y1], allows);
      return (find([x0, y0, x1, y1], leg, allows)?.total ?? Infinity) / all.unit;
    },
    arcsOf: (query, allows) => find(query, leg, allows)?.arcs.map((arc) => state().arc(arc)),
  };
  return self;
}

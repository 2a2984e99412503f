/**
 * Paths over links on top of any engine: exact where the engine is, and no dearer than its own paths elsewhere.
 *
 * A path takes an arc i first and an arc j last, or none. What lies between them, from the entry of i to the exit of j,
 * is a row of costs for each i. What lies before i and behind j begins as a lower bound, as does the path without
 * links, and the engine is asked for the exact cost of what has the lowest bound, until that is exact. Which arcs may
 * be first and last, and the bounds, come from the lists of the blob as `arcs.ts` has them. Where no cell is better than
 * it was, the rows of the baked map are bounds of those that are not yet made.
 *
 * Measured and decided: docs/decisions/links.md.
 */

import { assertPath } from '../errors.js';
import type { Link } from '../grid/links.js';
import { STRAIGHT } from '../grid/step-costs.js';
import { type Engine, searchTraced, type Walk } from '../search/engine.js';
import { joinPaths, type Leg, PathBuffer, type PathLink } from '../search/path.js';
import { type Arc, type Arcs, arcsOf, type Ground } from './arcs.js';
import { climbCosts } from './costs.js';
import type { LinkLists } from './lists.js';
import { linkRows, type Row } from './rows.js';
import { chainWalks } from './walk.js';

/** An engine whose paths take links. */
export interface LinkedSearch extends Engine {
  /** Names of links that are closed. */
  readonly closed: Set<string>;
  /** The ways of open links. */
  ways(): readonly Arc[];
  /** Row of an arc, by its number among all ways. */
  row(arc: number): Row;
  /** Whether a path leads from one component to another. */
  connects(from: number, to: number): boolean;
  /** Cost of the path in steps, Infinity where there is none. */
  distance(x0: number, y0: number, x1: number, y1: number): number;
  /** The path in pieces. @param walk of a leg */
  walk(x0: number, y0: number, x1: number, y1: number, walk?: Engine['walk']): Walk | null;
}

const NO_LINKS: readonly PathLink[] = [];

/** @param baked the search of the map as it was baked, for one that changes */
export function linkedSearch(
  ground: Ground,
  base: Engine,
  links: readonly Link[],
  lists?: LinkLists,
  baked?: LinkedSearch,
): LinkedSearch {
  const closed = new Set<string>();
  const leg = new PathBuffer();
  let version = -1;
  let state: Arcs;
  let rowOf: (first: number) => Row;
  /** Costs without paths, where they take less time; of the search at hand, unless it is traced. */
  let climbs: ReturnType<typeof climbCosts>;
  let costOf: typeof climbs;
  /** The search of the baked map, where no cell is better than there. */
  let above: LinkedSearch | undefined;
  /** Of the arcs that may be first: the least cost from their entry on, the last arc of that, and looks until it is known. */
  let rests: Float64Array;
  let lasts: Int32Array;
  let looks: Int32Array;
  /** Integer cost of the last path, and whether a limit ended a search. */
  let total = 0;
  let isCut = false;

  /** Takes the map and the links as they are. */
  const refresh = (): void => {
    if (version === ground.version) return;
    version = ground.version;
    state = arcsOf(ground, links, closed, lists);
    const { arcs, costs, sides, isBaked } = state;
    above = !isBaked && ground.edits?.differs.least(0, 0, 0, 0) === Infinity ? baked : undefined;
    const ends = arcs.flatMap(({ from, to }) => [from, to].map(([x, y]) => ground.grid.cell(x, y)));
    costOf = climbs = base.climb && climbCosts(base.climb, ends);
    const follow = (arc: number) => {
      state.list(2, ...arcs[arc].to);
      const { arcs: listed, bounds, isExact, count } = sides[2];
      return [listed.slice(0, count), bounds.slice(0, count), isExact.slice(0, count)] as const;
    };
    // Rows are kept for later queries, so they are no work of the one that asks first.
    const askBetween = (from: number, to: number): number => {
      const { trace } = base;
      const { expanded, generated } = self;
      base.trace = undefined;
      const cost = ask(...arcs[from].to, ...arcs[to].from, leg);
      base.trace = trace;
      Object.assign(self, { expanded, generated });
      return cost;
    };
    rowOf = linkRows(costs, follow, askBetween);
    rests = sides[0].bounds.slice();
    [lasts, looks] = [sides[0].arcs.slice(), sides[0].arcs.slice()];
  };

  /** Integer cost by the engine between cells of one component. @param path gets the way, but where costs take less time */
  const ask = (x0: number, y0: number, x1: number, y1: number, path: PathBuffer): number => {
    const { grid } = ground;
    if (costOf) return costOf(grid.cell(x0, y0), grid.cell(x1, y1), x1 - x0, y1 - y0);
    const isFound = base.search(x0, y0, x1, y1, path);
    isCut ||= !isFound;
    self.expanded += base.expanded;
    self.generated += base.generated;
    return isFound ? Math.round(path.cost * state.unit) : Infinity;
  };

  /** Asks the engine how far the end of a listed arc is from start (place 0) or goal (1). */
  const askSide = (place: number, listed: number, x: number, y: number): void => {
    const side = state.sides[place];
    const { points, arcs, bounds, isExact } = side;
    const point = points[arcs[listed]];
    const [endX, endY] = [point & 0xffff, point >> 16];
    const cost = place > 0 ? ask(endX, endY, x, y, side.leg) : ask(x, y, endX, endY, side.leg);
    side.asked = costOf ? -1 : point;
    for (let i = 0; i < side.count; i++) {
      if (points[arcs[i]] !== point) continue;
      bounds[i] = cost;
      isExact[i] = 1;
    }
  };

  /**
   * Leaves the path of the baked map in a buffer where it holds: its links are open, it crosses no cell that is worse
   * than it was, and no way over one that is better can cost less.
   */
  const askBaked = (x0: number, y0: number, x1: number, y1: number, path: PathBuffer): boolean => {
    refresh();
    const differs = ground.edits?.differs;
    if (!baked || !differs || state.isBaked) return false;
    const most = differs.least(x0, y0, x1, y1);
    if (differs.cells.length > 0 && (differs.isWide || (most < Infinity && !state.isLevel))) return false;
    const isFound = searchTraced(baked, base.trace, x0, y0, x1, y1, path);
    if (!isFound || path.cost * STRAIGHT > most || differs.crosses(path)) return false;
    [self.expanded, self.generated] = [baked.expanded, baked.generated];
    return !path.links?.some(({ link }) => closed.has(link.name));
  };

  /** Looks for the best last arc behind a first one. @param row of that, or of the baked map for a bound */
  const look = (f: number, place: number, [, row]: Row): void => {
    const { arcs, bounds, count } = state.sides[place];
    let rest = Infinity;
    let last = 0;
    for (let l = 0; l < count; l++) {
      const cost = row[arcs[l]] + bounds[l];
      if (cost >= rest) continue;
      rest = cost;
      last = l;
    }
    rests[f] = rest;
    lasts[f] = last;
  };

  /** The first arc with which a path may cost least, and less than `below`; -1 without one. */
  const lowest = (below: number): number => {
    const behind = rests;
    const { bounds, count } = state.sides[0];
    let least = below;
    let f = -1;
    for (let i = 0; i < count; i++) {
      const cost = bounds[i] + behind[i];
      if (cost >= least) continue;
      least = cost;
      f = i;
    }
    return f;
  };

  /** @param path gets the path where no link is on it @returns the arcs on it in order; undefined without a path */
  const solve = (x0: number, y0: number, x1: number, y1: number, path: PathBuffer): number[] | undefined => {
    refresh();
    costOf = base.trace ? undefined : climbs;
    isCut = false;
    self.expanded = self.generated = 0;
    const { costs, sides, isLevel, least } = state;
    const [heads, tails] = sides;
    const isJoined = state.list(0, x0, y0) === state.list(1, x1, y1);
    let shortest = Infinity;
    for (let l = 0; l < tails.count; l++) if (tails.bounds[l] < shortest) shortest = tails.bounds[l];
    for (let f = 0; f < heads.count; f++) {
      const arc = heads.arcs[f];
      const exit = tails.points[arc];
      rests[f] = costs[arc] + Math.max(shortest, isLevel ? least(x1 - (exit & 0xffff), y1 - (exit >> 16)) : 0);
    }
    // Bound of the path without links, until it is known.
    let direct = isJoined ? least(x1 - x0, y1 - y0) : Infinity;
    let found: number[] = [];
    // A path of the baked map may end with an arc that is shut.
    if (above) state.list(3, x1, y1);
    total = Infinity;
    looks.fill(above ? 2 : 1, 0, heads.count);
    while (!isCut) {
      const f = lowest(total);
      const bound = f < 0 ? total : heads.bounds[f] + rests[f];
      if (direct < Infinity && direct <= bound) {
        total = ask(x0, y0, x1, y1, path);
        direct = Infinity;
      } else if (f < 0) break;
      else if (looks[f] > 0) {
        const arc = heads.arcs[f];
        const isBound = looks[f]-- > 1;
        look(f, isBound ? 3 : 1, isBound ? (above as LinkedSearch).row(arc) : rowOf(arc));
      } else if (!heads.isExact[f]) askSide(0, f, x0, y0);
      else if (!tails.isExact[lasts[f]]) {
        askSide(1, lasts[f], x1, y1);
        looks.fill(above ? 2 : 1, 0, heads.count);
      } else {
        total = bound;
        const first = heads.arcs[f];
        const [before] = rowOf(first);
        found = [tails.arcs[lasts[f]]];
        while (found[0] !== first) found.unshift(before[found[0]]);
        break;
      }
    }
    return total < Infinity && !isCut ? found : undefined;
  };

  /** The way to the entry of an arc (place 0, and 2 between arcs) or from its exit (1), which may have been asked for. */
  const legOf = (place: number, arc: number, x0: number, y0: number, x1: number, y1: number): PathBuffer => {
    const { asked, points, leg: found } = state.sides[place];
    if (asked === points[arc]) return found;
    isCut = !base.search(x0, y0, x1, y1, leg);
    assertPath(!isCut || base.trace);
    return leg;
  };

  function* legs(found: number[], x0: number, y0: number, x1: number, y1: number): Generator<Leg> {
    let [x, y] = [x0, y0];
    let place = 0;
    for (const arc of found) {
      const { link, from, to } = state.arcs[arc];
      yield { path: legOf(place, arc, x, y, from[0], from[1]), link };
      if (isCut) return;
      [x, y] = to;
      place = 2;
    }
    yield { path: legOf(1, found[found.length - 1], x, y, x1, y1) };
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
      refresh();
      return state.arcs.filter((_, i) => state.sides[0].labels[i] >= 0);
    },
    row(arc) {
      refresh();
      return rowOf(arc);
    },
    connects(from, to) {
      if (from === to || !from || !to) return from * to > 0;
      refresh();
      return state.reach(from).has(to);
    },
    search(x0, y0, x1, y1, path) {
      if (askBaked(x0, y0, x1, y1, path)) return true;
      const found = solve(x0, y0, x1, y1, path);
      if (found?.length) joinPaths(path, total / state.unit, legs(found, x0, y0, x1, y1));
      else if (found) {
        if (costOf) base.search(x0, y0, x1, y1, path);
        path.links = NO_LINKS;
      }
      return !!found && !isCut;
    },
    distance(...query) {
      if (askBaked(...query, leg)) return leg.cost;
      return solve(...query, leg) ? total / state.unit : Infinity;
    },
    walk(x0, y0, x1, y1, walk = base.walk?.bind(base)) {
      const found = walk && solve(x0, y0, x1, y1, leg);
      if (!found) return null;
      let from: Link['from'] = [x0, y0];
      let cost = 0;
      const walks: Walk[] = [];
      for (const arc of found) {
        walks.push(walk(...from, ...state.arcs[arc].from) as Walk);
        cost += state.costs[arc] / state.unit;
        from = state.arcs[arc].to;
      }
      walks.push(walk(...from, x1, y1) as Walk);
      return found.length > 0 ? chainWalks(walks, cost) : walks[0];
    },
  };
  return self;
}

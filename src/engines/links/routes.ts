/**
 * Which arcs the best path between two cells takes, on a map in one state.
 *
 * A path takes an arc i first and an arc j last, or none. What lies between them, from the entry of i to the exit of j,
 * is a row of costs for each i. What lies before i and behind j begins as a lower bound, as does the path without
 * links. The engine computes the exact cost of the piece with the lowest bound, until that is exact.
 *
 * The result depends on the map and the query only, not on the rows that earlier queries have made: a row is grown
 * until no other arc can be as good, and of equal paths the one whose arcs are listed first is taken.
 */
import { moreAlong } from '../../core/grid/entered.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import type { Engine } from '../../core/search/engine.js';
import { PathBuffer } from '../../core/search/path.js';
import { type AllArcs, type Allows, type Arcs, arcsOf, type Ground, type Work, workOf } from './arcs.js';
import { climbCosts } from './costs.js';
import { Rows } from './rows.js';

export type Query = readonly [x0: number, y0: number, x1: number, y1: number];

/** Arcs of a path in their order, and its integer cost. */
export interface Route {
  readonly by: Routes;
  readonly arcs: readonly number[];
  readonly total: number;
}

/** Filters of links whose routes are kept. */
const MOST_FILTERS = 32;
/** How much farther a row grows than it has to. */
const STRIDE = 8 * STRAIGHT;
/** Knowledge of the way behind a first arc: a bound, its cost, or also the last arc on it. */
const [BOUND, LAST] = [0, 2];

export class Routes {
  readonly version: number;
  readonly state: Arcs;
  /** Nodes for the path of the last query without links, and whether a trace has ended it. */
  direct: Work = [0, 0];
  isCut = false;
  /** Costs without paths, where they take less time; of the last query, unless it was traced. */
  private readonly climbs: ReturnType<typeof climbCosts>;
  costOf: Routes['climbs'];
  private readonly rows: Rows;
  /** By first arc: the least cost from its entry on, the last arc of that, and how much of it is known. */
  private readonly rests: Float64Array;
  private readonly lasts: Int32Array;
  private readonly known: Uint8Array;
  private readonly leg = new PathBuffer();
  /** Routes over fewer links, those used last first. */
  private readonly filtered: { allowed: readonly boolean[]; routes: Routes }[] = [];

  /** @param allows which of the links there are, all by default; no lists hold then */
  constructor(
    private readonly ground: Ground,
    private readonly base: Engine,
    private readonly all: AllArcs,
    private readonly closed: ReadonlySet<string>,
    allows?: Allows,
  ) {
    this.version = ground.version;
    this.state = arcsOf(ground, all, closed, allows);
    const { arcs, costs, cells, sides } = this.state;
    this.climbs = base.climb && arcs.length <= 256 ? climbCosts(base.climb, [...cells[0], ...cells[1]]) : undefined;
    const follow = (arc: number) => {
      this.state.list(2, ...arcs[arc].to);
      const { arcs: listed, bounds, isExact, count } = sides[2];
      return [listed.slice(0, count), bounds.slice(0, count), isExact.slice(0, count)] as const;
    };
    this.rows = new Rows(costs, follow, (from, to) => this.askBetween(from, to));
    this.rests = sides[0].bounds.slice();
    this.lasts = sides[0].arcs.slice();
    this.known = sides[0].isExact.slice();
  }

  /** @param path gets the path where it takes no arc @returns undefined without a path, or where a trace has ended it */
  find(query: Query, path: PathBuffer, allows?: Allows): Route | undefined {
    const { arcs } = this.state;
    this.costOf = this.base.trace ? undefined : this.climbs;
    this.isCut = false;
    const route = this.choose(query, path);
    // The best path of all is the best of those that may be taken, if it may be.
    if (!allows || !route || route.arcs.every((arc) => allows(arcs[arc].link))) return route;
    return this.over(allows).find(query, path);
  }

  /** Routes over the links that may be taken. */
  over(allows: Allows): Routes {
    const { filtered, all } = this;
    const allowed = all.links.map(allows);
    const at = filtered.findIndex((one) => one.allowed.every((is, i) => is === allowed[i]));
    const [kept] = at < 0 ? [] : filtered.splice(at, 1);
    const routes = kept?.routes ?? new Routes(this.ground, this.base, all, this.closed, allows);
    filtered.unshift({ allowed, routes });
    filtered.length = Math.min(filtered.length, MOST_FILTERS);
    return routes;
  }

  /** Integer cost between cells of one component, Infinity where a trace ends it. @param path gets the way, unless there is `costOf` */
  private ask(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): number {
    const { base, costOf, ground } = this;
    const { grid } = ground;
    // The scale of a hierarchy may be another than that of the map.
    if (costOf && base.climb) {
      const [from, to] = [grid.cell(x0, y0), grid.cell(x1, y1)];
      const cost = costOf(from, to, x1 - x0, y1 - y0) / base.climb.unit;
      return Math.round((cost + moreAlong(grid, from, to) / 2) * this.state.unit);
    }
    const isFound = base.search(x0, y0, x1, y1, path);
    this.isCut ||= !isFound;
    return isFound ? Math.round(path.cost * this.state.unit) : Infinity;
  }

  /** Rows are kept for later queries, so no trace sees how they are made. */
  private askBetween(from: number, to: number): number {
    const { base, leg } = this;
    const { arcs } = this.state;
    const { trace } = base;
    base.trace = undefined;
    const cost = this.ask(...arcs[from].to, ...arcs[to].from, leg);
    base.trace = trace;
    return cost;
  }

  private choose([x0, y0, x1, y1]: Query, path: PathBuffer): Route | undefined {
    const { state, rests, lasts, known, rows } = this;
    const { costs, sides, isLevel, distance } = state;
    const [heads, tails] = sides;
    const isJoined = state.list(0, x0, y0) === state.list(1, x1, y1);
    let shortest = Infinity;
    for (let l = 0; l < tails.count; l++) if (tails.bounds[l] < shortest) shortest = tails.bounds[l];
    for (let f = 0; f < heads.count; f++) {
      const arc = heads.arcs[f];
      const exit = tails.points[arc];
      rests[f] = costs[arc] + Math.max(shortest, isLevel ? distance(exit & 0xffff, exit >> 16, x1, y1) : 0);
    }
    known.fill(BOUND, 0, heads.count);
    rows.work = 0;
    // Bound of the path without links, until it is known.
    let direct = isJoined ? distance(x0, y0, x1, y1) : Infinity;
    let total = Infinity;
    while (!this.isCut) {
      const f = this.lowest(total);
      const first = heads.arcs[f];
      const bound = f < 0 ? total : heads.bounds[f] + rests[f];
      if (direct < Infinity && direct <= bound) {
        total = this.ask(x0, y0, x1, y1, path);
        this.direct = workOf(this.base);
        direct = Infinity;
      } else if (f < 0) return total < Infinity ? { by: this, arcs: [], total } : undefined;
      else if (known[f] === BOUND) this.look(f, shortest);
      else if (!heads.isExact[f]) this.askSide(0, f, x0, y0);
      else if (!tails.isExact[lasts[f]]) {
        this.askSide(1, lasts[f], x1, y1);
        known.fill(BOUND, 0, heads.count);
      } else {
        const { before } = rows.of(first, rests[f] - tails.bounds[lasts[f]]);
        const found = [tails.arcs[lasts[f]]];
        while (found[0] !== first) found.unshift(before[found[0]]);
        return { by: this, arcs: found, total: bound };
      }
    }
    return undefined;
  }

  /** The first arc with which a path may cost least and below a limit; -1 without one. */
  private lowest(below: number): number {
    const { rests } = this;
    const { bounds, count } = this.state.sides[0];
    let least = below;
    let f = -1;
    for (let i = 0; i < count; i++) {
      const cost = bounds[i] + rests[i];
      if (cost >= least) continue;
      least = cost;
      f = i;
    }
    return f;
  }

  /**
   * Looks for the best last arc behind a first one. It is known if those that the row has not come to cannot be as good;
   * otherwise the bound rises. @param shortest no more than what is behind any last arc
   */
  private look(f: number, shortest: number): void {
    const [heads, { arcs, bounds, count }] = this.state.sides;
    const { costs, least } = this.rows.of(heads.arcs[f], this.rests[f] - shortest + STRIDE);
    const bound = least + shortest;
    let rest = Infinity;
    let last = 0;
    for (let l = 0; l < count; l++) {
      const cost = costs[arcs[l]] + bounds[l];
      if (cost >= rest) continue;
      rest = cost;
      last = l;
    }
    this.known[f] = rest < bound || bound === Infinity ? LAST : BOUND;
    this.rests[f] = Math.min(rest, bound);
    this.lasts[f] = last;
  }

  /** Asks the engine how far the end of a listed arc is from start (place 0) or goal (1). */
  private askSide(place: number, listed: number, x: number, y: number): void {
    const side = this.state.sides[place];
    const { points, arcs, bounds, isExact } = side;
    const point = points[arcs[listed]];
    const [endX, endY] = [point & 0xffff, point >> 16];
    const cost = place > 0 ? this.ask(endX, endY, x, y, side.leg) : this.ask(x, y, endX, endY, side.leg);
    side.legPoint = this.costOf ? -1 : point;
    side.work = workOf(this.base);
    for (let i = 0; i < side.count; i++) {
      if (points[arcs[i]] !== point) continue;
      bounds[i] = cost;
      isExact[i] = 1;
    }
  }
}

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

import { STRAIGHT } from '../../core/grid/step-costs.js';
import type { Engine, Query } from '../../core/search/engine.js';
import { PathBuffer } from '../../core/search/path.js';
import { type AllArcs, type Allows, type Arcs, arcsOf, type LinkedMap, type Work, workOf } from './arcs.js';
import type { Landmarks } from './landmarks.js';
import { Rows } from './rows.js';

/** Arcs of a path in their order, and its integer cost. */
export interface Route {
  readonly routes: Routes;
  readonly arcs: readonly number[];
  readonly total: number;
}

/** Filters of links whose routes are kept. */
const MOST_FILTERS = 32;
/** How much farther a row grows than it has to. */
const STRIDE = 8 * STRAIGHT;
/** Knowledge of a first arc: bounds without landmarks, bounds, or also the last arc of the way behind it. */
const [PLAIN, BOUND, LAST] = [0, 1, 2];

export class Routes {
  readonly version: number;
  readonly state: Arcs;
  /** Nodes for the path of the last query without links, and whether a trace has ended it. */
  direct: Work = [0, 0];
  isCut = false;
  private readonly rows: Rows;
  /** By first arc: the least cost from its entry on, the last arc of that, and how much of it is known. */
  private readonly rests: Float64Array;
  private readonly lasts: Int32Array;
  private readonly known: Uint8Array;
  /** Listed first arcs with which a path may still cost less than the best that is known. */
  private readonly live: Int32Array;
  private alive = 0;
  private readonly leg = new PathBuffer();
  /** Routes over fewer links, those used last first. */
  private readonly filtered: { allowed: readonly boolean[]; routes: Routes }[] = [];

  /** @param allows which of the links there are, all by default */
  constructor(
    private readonly ground: LinkedMap,
    private readonly base: Engine,
    private readonly all: AllArcs,
    private readonly closed: ReadonlySet<string>,
    private readonly marks: Landmarks,
    allows?: Allows,
  ) {
    this.version = ground.version;
    this.state = arcsOf(ground, all, closed, allows);
    const { arcs, costs, sides } = this.state;
    const follow = (arc: number) => {
      this.state.list(2, ...arcs[arc].to);
      marks.raise(all.cells[1][arc], 0, sides[2]);
      const { arcs: listed, bounds, isExact, count } = sides[2];
      return [listed.slice(0, count), bounds.slice(0, count), isExact.slice(0, count)] as const;
    };
    this.rows = new Rows(costs, follow, (from, to) => this.askBetween(from, to));
    this.rests = sides[0].bounds.slice();
    this.lasts = new Int32Array(arcs.length);
    this.known = sides[0].isExact.slice();
    this.live = new Int32Array(arcs.length);
  }

  /**
   * @param path gets the path where it takes no arc
   * @returns undefined without a path, or where a trace has ended it
   */
  find(query: Query, path: PathBuffer, allows?: Allows): Route | undefined {
    const { arcs } = this.state;
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
    const at = filtered.findIndex((one) => one.allowed.every((allows, i) => allows === allowed[i]));
    const [kept] = at < 0 ? [] : filtered.splice(at, 1);
    const routes = kept?.routes ?? new Routes(this.ground, this.base, all, this.closed, this.marks, allows);
    filtered.unshift({ allowed, routes });
    filtered.length = Math.min(filtered.length, MOST_FILTERS);
    return routes;
  }

  /** Integer cost between cells of one component, Infinity where a trace ends it. @param path gets the way */
  private ask(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): number {
    const isFound = this.base.search(x0, y0, x1, y1, path);
    this.isCut ||= !isFound;
    // Forged arrays may make a cost less than 0, or NaN: with these, rows and pairs would have no order.
    return isFound ? Math.max(0, Math.round(path.cost * this.state.unit) || 0) : Infinity;
  }

  /** Rows are kept for later queries, so no trace sees how they are made. */
  private askBetween(from: number, to: number): number {
    const { base, leg, marks } = this;
    const { arcs } = this.state;
    const { trace } = base;
    marks.asked++;
    base.trace = undefined;
    const cost = this.ask(...arcs[from].to, ...arcs[to].from, leg);
    base.trace = trace;
    return cost;
  }

  private choose([x0, y0, x1, y1]: Query, path: PathBuffer): Route | undefined {
    const { state, rests, lasts, known, rows, marks } = this;
    const { costs, sides, isLevel, distance } = state;
    const [heads, tails] = sides;
    if (!this.base.trace) marks.grow(heads);
    const isJoined = state.list(0, x0, y0) === state.list(1, x1, y1);
    const [start, goal] = [this.ground.grid.cell(x0, y0), this.ground.grid.cell(x1, y1)];
    // A trace sees the same searches whatever landmarks there are.
    let isRaised = this.base.trace !== undefined;
    let shortest = Infinity;
    for (let l = 0; l < tails.count; l++) if (tails.bounds[l] < shortest) shortest = tails.bounds[l];
    this.alive = heads.count;
    for (let f = 0; f < heads.count; f++) {
      const arc = heads.arcs[f];
      const exit = tails.points[arc];
      const isListed = f < tails.count && tails.arcs[f] === arc;
      const behind = isListed ? tails.bounds[f] : isLevel ? distance(exit & 0xffff, exit >> 16, x1, y1) : 0;
      rests[f] = costs[arc] + (isLevel && behind > shortest ? behind : shortest);
      this.live[f] = f;
    }
    known.fill(isRaised ? BOUND : PLAIN, 0, heads.count);
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
      } else if (f < 0) return total < Infinity ? { routes: this, arcs: [], total } : undefined;
      else if (known[f] === PLAIN) {
        heads.bounds[f] = Math.max(heads.bounds[f], marks.bound(start, 0, first));
        known[f] = BOUND;
      } else if (known[f] === BOUND) {
        if (!isRaised) marks.raise(goal, 1, tails);
        isRaised = true;
        this.look(f, shortest);
      } else if (!heads.isExact[f]) this.askSide(0, f, x0, y0);
      else if (!tails.isExact[lasts[f]]) {
        this.askSide(1, lasts[f], x1, y1);
        for (let i = 0; i < heads.count; i++) if (known[i] === LAST) known[i] = BOUND;
      } else {
        const { before } = rows.of(first, rests[f] - tails.bounds[lasts[f]]);
        const found = [tails.arcs[lasts[f]]];
        while (found[0] !== first) found.unshift(before[found[0]]);
        return { routes: this, arcs: found, total: bound };
      }
    }
    return undefined;
  }

  /** The first arc with which a path may cost least and below a limit, which never rises; -1 without one. */
  private lowest(below: number): number {
    const { rests, live, alive } = this;
    const { bounds } = this.state.sides[0];
    let least = below;
    let f = -1;
    this.alive = 0;
    for (let k = 0; k < alive; k++) {
      const i = live[k];
      const cost = bounds[i] + rests[i];
      if (cost >= below) continue;
      live[this.alive++] = i;
      if (cost >= least) continue;
      least = cost;
      f = i;
    }
    return f;
  }

  /**
   * Looks for the best last arc behind a first one. It is known if those that the row has not come to cannot be as
   * good; otherwise the bound rises.
   * @param shortest no more than what is behind any last arc
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
    side.legPoint = point;
    this.marks.asked++;
    side.work = workOf(this.base);
    for (let i = 0; i < side.count; i++) {
      if (points[arcs[i]] !== point) continue;
      bounds[i] = cost;
      isExact[i] = 1;
    }
  }
}

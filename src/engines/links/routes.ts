/**
 * Which arcs the best path between two cells takes, on a map in one state.
 *
 * Start, arcs and goal are nodes, and the pieces of paths between them are edges, whose costs begin as lower bounds.
 * The engine computes the exact cost of a piece of the cheapest path, until all are exact (lazy shortest paths; Dellin
 * & Srinivasa 2016).
 *
 * The result depends on the map and the query only, not on the costs that are known from earlier queries: bounds are
 * never above costs, so all best paths cost the same at the end, and the order of arcs chooses among them. What lies
 * between arcs is computed before what lies before and behind them, so a trace also sees the same pieces.
 */

import type { Engine, Query } from '../../core/search/engine.js';
import { PathBuffer } from '../../core/search/path.js';
import type { Allows, Arcs } from './arcs.js';
import type { Landmarks } from './landmarks.js';

/** Nodes that a search has expanded and generated. */
export type Work = readonly [expanded: number, generated: number];
export const workOf = ({ expanded, generated }: Engine): Work => [expanded, generated];

/** Arcs of a path in their order, and its integer cost. */
export interface Route {
  readonly arcs: readonly number[];
  readonly total: number;
}

/** Costs from start to entries of arcs, or from exits to the goal; Infinity where no path on foot leads. */
class Side {
  readonly costs: Float64Array;
  readonly isExact: Uint8Array;
  /** The way from or to the end that was last asked for. */
  readonly leg = new PathBuffer();
  legPoint = -1;
  work: Work = [0, 0];

  constructor(count: number) {
    this.costs = new Float64Array(count);
    this.isExact = new Uint8Array(count);
  }
}

export class Routes {
  readonly sides: readonly [heads: Side, tails: Side];
  /** Nodes for the path of the last query without links, and whether a trace has ended it. */
  direct: Work = [0, 0];
  isCut = false;
  /** Components of entries and of exits, -1 of arcs that are shut. */
  private readonly labels: readonly [entries: Int32Array, exits: Int32Array];
  /** By entry: costs from the exits of all, or lower bounds; and whether they are exact. */
  private readonly gaps: Float64Array;
  private readonly isExact: Uint8Array;
  /** By arc: no more than what lies behind its exit, Infinity if the best path cannot take it. */
  private readonly rests: Float64Array;
  /** Least cost up to an exit, and the arc before that. */
  private readonly costs: Float64Array;
  private readonly before: Int32Array;
  /** Arcs that are reached and not done. */
  private readonly waiting: Int32Array;
  private readonly isWaiting: Uint8Array;
  private readonly leg = new PathBuffer();

  constructor(
    private readonly state: Arcs,
    private readonly base: Engine,
    private readonly marks: Landmarks,
  ) {
    const { costs, points, distance } = state.all;
    const { length } = costs;
    this.labels = [0, 1].map((end) =>
      Int32Array.from(costs, (_, arc) => (state.isFree(arc) ? state.label(arc, end) : -1)),
    ) as never;
    this.sides = [new Side(length), new Side(length)];
    const [entries, exits] = this.labels;
    this.gaps = new Float64Array(length ** 2).fill(Infinity);
    this.isExact = new Uint8Array(length ** 2);
    for (let from = 0; from < length; from++)
      for (let to = 0; to < length; to++) {
        if (exits[from] < 0 || exits[from] !== entries[to]) continue;
        const [exit, entry] = [points[1][from], points[0][to]];
        this.gaps[to * length + from] = distance(exit & 0xffff, exit >> 16, entry & 0xffff, entry >> 16);
      }
    this.rests = new Float64Array(length);
    this.costs = new Float64Array(length);
    this.before = new Int32Array(length);
    this.waiting = new Int32Array(length);
    this.isWaiting = new Uint8Array(length);
  }

  /** Integer cost between cells of one component, Infinity where a trace ends it. @param path gets the way */
  private ask(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): number {
    const isFound = this.base.search(x0, y0, x1, y1, path);
    this.isCut ||= !isFound;
    // Forged arrays may make a cost less than 0, or NaN: with these, paths would have no order.
    return isFound ? Math.max(0, Math.round(path.cost * this.state.all.unit) || 0) : Infinity;
  }

  /**
   * @param path gets the path where it takes no arc
   * @returns undefined without a path, or where a trace has ended it
   */
  find(query: Query, path: PathBuffer, allows?: Allows): Route | undefined {
    const [x0, y0, x1, y1] = query;
    const { state, sides, costs, before, marks, base } = this;
    const [heads, tails] = sides;
    const { grid } = state.ground;
    const [start, goal] = [grid.cell(x0, y0), grid.cell(x1, y1)];
    let direct = this.begin(query, allows);
    this.isCut = false;
    const isLevel = state.all.shortcuts.length === 0;
    let isDirect = direct === Infinity;
    const askDirect = (): void => {
      direct = this.ask(x0, y0, x1, y1, path);
      this.direct = workOf(base);
      isDirect = true;
    };
    // On a map without shortcuts no bound is lower.
    if (isLevel && !isDirect) askDirect();
    // A trace sees the same searches whatever landmarks there are.
    if (!base.trace) {
      marks.grow(heads.costs);
      marks.raise(start, 0, heads.costs);
      marks.raise(goal, 1, tails.costs);
    }
    this.lookBack(isLevel ? direct : Infinity);
    while (!this.isCut) {
      const last = this.cheapest(direct);
      if (last < 0) {
        if (isDirect) return direct < Infinity ? { arcs: [], total: direct } : undefined;
        askDirect();
      } else {
        const arcs = [last];
        let isKnown = true;
        for (let from = before[last]; isKnown && from >= 0; from = before[from]) {
          isKnown = this.isKnown(from, arcs[0]);
          arcs.unshift(from);
        }
        if (!isKnown) continue;
        if (!heads.isExact[arcs[0]]) this.askSide(0, arcs[0], x0, y0);
        else if (!tails.isExact[last]) this.askSide(1, last, x1, y1);
        else return { arcs, total: costs[last] + tails.costs[last] };
      }
    }
    return undefined;
  }

  /** Lower bounds of all pieces that begin or end with the query. @returns that of the path without links */
  private begin([x0, y0, x1, y1]: Query, allows?: Allows): number {
    const { state, sides, labels, rests } = this;
    const { distance, points, links, costs } = state.all;
    const { grid, label } = state.ground;
    const [from, to] = [label(grid.cell(x0, y0)), label(grid.cell(x1, y1))];
    const [heads, tails] = sides;
    for (const side of sides) {
      side.isExact.fill(0);
      side.legPoint = -1;
    }
    for (let arc = 0; arc < rests.length; arc++) {
      const [entry, exit] = [points[0][arc], points[1][arc]];
      const isFree = labels[0][arc] >= 0 && (!allows || allows(links[arc]));
      const head = isFree ? distance(x0, y0, entry & 0xffff, entry >> 16) : Infinity;
      const tail = isFree ? distance(exit & 0xffff, exit >> 16, x1, y1) : Infinity;
      heads.costs[arc] = labels[0][arc] === from ? head : Infinity;
      tails.costs[arc] = labels[1][arc] === to ? tail : Infinity;
      rests[arc] = head + costs[arc] + tail;
    }
    return from === to ? distance(x0, y0, x1, y1) : Infinity;
  }

  /**
   * Finds what lies behind exits at least, by Dijkstra's algorithm from the goal.
   * @param most cost of a path, on a map without shortcuts
   */
  private lookBack(most: number): void {
    const { rests, waiting, gaps, sides } = this;
    const { costs } = this.state.all;
    const { length } = rests;
    let count = 0;
    for (let arc = 0; arc < length; arc++) {
      const isNear = rests[arc] < most;
      rests[arc] = isNear ? sides[1].costs[arc] : Infinity;
      if (isNear) waiting[count++] = arc;
    }
    while (count > 0) {
      let at = 0;
      let least = Infinity;
      for (let i = 0; i < count; i++) {
        const cost = rests[waiting[i]] + costs[waiting[i]];
        if (cost >= least) continue;
        least = cost;
        at = i;
      }
      if (least >= most) return;
      const to = waiting[at];
      waiting[at] = waiting[--count];
      for (let i = 0; i < count; i++) {
        const arc = waiting[i];
        const cost = gaps[to * length + arc] + least;
        if (cost < rests[arc]) rests[arc] = cost;
      }
    }
  }

  /**
   * Finds the cheapest path as far as costs are known, by A*; of equal ones that with the first last arc, and so on.
   * @returns its last arc, -1 if none costs less than `below`
   */
  private cheapest(below: number): number {
    const { rests, costs, before, waiting, isWaiting, gaps } = this;
    const own = this.state.all.costs;
    const [heads, tails] = this.sides;
    let best = below;
    let found = -1;
    let count = 0;
    for (let arc = 0; arc < rests.length; arc++) {
      costs[arc] = heads.costs[arc] + own[arc];
      before[arc] = -1;
      isWaiting[arc] = Number(costs[arc] < Infinity && costs[arc] + rests[arc] <= best);
      if (isWaiting[arc]) waiting[count++] = arc;
    }
    while (count > 0) {
      let at = 0;
      let least = Infinity;
      for (let i = 0; i < count; i++) {
        const bound = costs[waiting[i]] + rests[waiting[i]];
        if (bound >= least) continue;
        least = bound;
        at = i;
      }
      if (least > best || least === Infinity) break;
      const arc = waiting[at];
      waiting[at] = waiting[--count];
      isWaiting[arc] = 0;
      const total = costs[arc] + tails.costs[arc];
      if (total < best || (total === best && arc < found)) {
        best = total;
        found = arc;
      }
      for (let to = 0; to < costs.length; to++) {
        const cost = costs[arc] + gaps[to * costs.length + arc] + own[to];
        if (cost > costs[to] || cost + rests[to] > best) continue;
        if (cost < costs[to] || arc < before[to]) before[to] = arc;
        if (cost === costs[to]) continue;
        costs[to] = cost;
        if (isWaiting[to]) continue;
        isWaiting[to] = 1;
        waiting[count++] = to;
      }
    }
    return found;
  }

  /** Whether the cost between two arcs is exact. If not, raises its bound or makes it so. */
  private isKnown(from: number, to: number): boolean {
    const { base, marks, state, gaps, isExact } = this;
    const { cells, points } = state.all;
    const at = to * cells[0].length + from;
    if (isExact[at] > 0) return true;
    const bound = marks.bound(cells[1][from], to);
    if (bound > gaps[at]) {
      gaps[at] = bound;
      return false;
    }
    // Costs are kept for later queries, so no trace sees how they are computed.
    const { trace } = base;
    base.trace = undefined;
    const [exit, entry] = [points[1][from], points[0][to]];
    gaps[at] = this.ask(exit & 0xffff, exit >> 16, entry & 0xffff, entry >> 16, this.leg);
    isExact[at] = 1;
    marks.asked++;
    base.trace = trace;
    return false;
  }

  /** Asks the engine how far the end of an arc is from start (place 0) or goal (1). */
  private askSide(place: 0 | 1, arc: number, x: number, y: number): void {
    const side = this.sides[place];
    const points = this.state.all.points[place];
    const point = points[arc];
    const [endX, endY] = [point & 0xffff, point >> 16];
    const cost = place > 0 ? this.ask(endX, endY, x, y, side.leg) : this.ask(x, y, endX, endY, side.leg);
    side.legPoint = point;
    side.work = workOf(this.base);
    this.marks.asked++;
    for (let i = 0; i < points.length; i++) {
      if (points[i] !== point || side.costs[i] === Infinity) continue;
      side.costs[i] = cost;
      side.isExact[i] = 1;
    }
  }
}

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
import type { PathBuffer } from '../../core/search/path.js';
import type { Allows, Arcs } from './arcs.js';
import { FAR, type Landmark, type Landmarks } from './landmarks.js';
import { Pieces } from './pieces.js';

/** Arcs of a path in their order, and its integer cost. */
export interface Route {
  readonly arcs: readonly number[];
  readonly total: number;
}

/** More pieces than there are arcs, after which a query adds a landmark. */
const MANY = 64;
const NONE: readonly number[] = [];

export class Routes extends Pieces {
  private readonly count = this.state.all.costs.length;
  /** By component: arcs that end in it, and arcs that begin in it and may be on the best path. */
  private readonly ending = new Map<number, number[]>();
  private readonly leaving = new Map<number, number[]>();
  /** By entry: costs from the exits of its component, or lower bounds; whether they are exact, and whether filled. */
  private readonly gaps = new Float64Array(this.count ** 2);
  private readonly isExact = new Uint8Array(this.count ** 2);
  private readonly isFilled = new Uint8Array(this.count);
  /** Least cost up to an exit, the arc before that, and no more than what lies behind. */
  private readonly costs = new Float64Array(this.count);
  private readonly before = new Int32Array(this.count);
  private readonly rests = new Float64Array(this.count);
  /** Arcs that are reached and not done, and by arc whether it is one (1) or done (2). */
  private readonly waiting = new Int32Array(this.count);
  private readonly states = new Uint8Array(this.count);

  constructor(
    state: Arcs,
    base: Engine,
    private readonly marks: Landmarks,
  ) {
    super(state, base);
    const [entries, exits] = this.labels;
    for (const label of exits) this.ending.set(label, []);
    for (const label of entries) this.leaving.set(label, []);
    for (let arc = 0; arc < this.count; arc++) this.ending.get(exits[arc])?.push(arc);
  }

  /**
   * @param path gets the path where it takes no arc
   * @returns undefined without a path, or where a trace has ended it
   */
  find([x0, y0, x1, y1]: Query, path: PathBuffer, allows?: Allows): Route | undefined {
    const { sides, costs, before, marks, base } = this;
    const [heads, tails] = sides;
    const [start, goal] = [x0 | (y0 << 16), x1 | (y1 << 16)];
    this.isCut = false;
    let direct = this.labelOf(start) === this.labelOf(goal) ? this.apart(start, goal) : Infinity;
    // On a map without shortcuts no bound is lower.
    const isLevel = this.state.all.shortcuts.length === 0;
    let isDirect = isLevel || direct === Infinity;
    if (isLevel && direct < Infinity) direct = this.askDirect(start, goal, path);
    this.begin(start, goal, isLevel ? direct : Infinity, allows);
    if (!base.trace && marks.grow(heads.costs, this.asked)) this.isFilled.fill(0);
    this.asked = 0;
    this.raiseSides(start, goal, false);
    this.lookBack(goal, isDirect ? direct : Infinity);
    while (!this.isCut) {
      if (this.asked > costs.length + MANY && this.addLandmark()) {
        this.raiseSides(start, goal, true);
        this.lookBack(goal, isDirect ? direct : Infinity);
      }
      const last = this.cheapest(start, direct);
      if (last < 0) {
        if (isDirect) return direct < Infinity ? { arcs: [], total: direct } : undefined;
        direct = this.askDirect(start, goal, path);
        isDirect = true;
        continue;
      }
      const arcs = [last];
      for (let arc = before[last]; arc >= 0; arc = before[arc]) arcs.unshift(arc);
      if (!heads.isExact[arcs[0]]) this.askSide(0, arcs[0], start);
      else if (!tails.isExact[last]) this.askSide(1, last, goal);
      else return { arcs, total: costs[last] + tails.costs[last] };
    }
    return undefined;
  }

  /**
   * Raises lower bounds of the pieces before and behind arcs by landmarks. A trace sees the same searches whatever
   * landmarks there are. @param isAsked whether to ask the engine for costs that are not known
   */
  private raiseSides(start: number, goal: number, isAsked: boolean): void {
    const { marks, sides, state } = this;
    if (this.base.trace) return;
    for (const [place, point] of [start, goal].entries()) {
      const cell = this.cellAt(point);
      const label = this.labelOf(point);
      const costFrom = ({ costs, arc }: Landmark) =>
        !costs && isAsked && state.label(arc, 0) === label
          ? this.askUnseen(state.all.points[0][arc], point)
          : costs?.[cell];
      marks.raise(costFrom, place, sides[place].costs);
    }
  }

  /** Finds what lies behind exits at least, by Dijkstra's algorithm from the goal. @param most cost of a path */
  private lookBack(goal: number, most: number): void {
    const { rests, waiting, isNear, isFilled, gaps, labels, ending, leaving } = this;
    const { costs } = this.state.all;
    for (const arcs of leaving.values()) arcs.length = 0;
    rests.set(this.sides[1].costs);
    let count = 0;
    for (const arc of ending.get(this.labelOf(goal)) ?? NONE) if (isNear[arc]) waiting[count++] = arc;
    while (count > 0) {
      const at = this.leastOf(count, rests, costs);
      const to = waiting[at];
      const least = rests[to] + costs[to];
      if (least >= most) return;
      waiting[at] = waiting[--count];
      leaving.get(labels[0][to])?.push(to);
      if (!isFilled[to]) this.fill(to);
      for (const arc of ending.get(labels[0][to]) ?? NONE) {
        const cost = gaps[to * rests.length + arc] + least;
        if (cost >= rests[arc] || !isNear[arc]) continue;
        if (rests[arc] === Infinity) waiting[count++] = arc;
        rests[arc] = cost;
      }
    }
  }

  /** Raises the lower bounds of pieces to an entry. */
  private fill(to: number): void {
    const { labels, gaps, isExact, isFilled, marks } = this;
    const { points } = this.state.all;
    const row = to * isFilled.length;
    isFilled[to] = 1;
    for (const from of this.ending.get(labels[0][to]) ?? NONE)
      if (!isExact[row + from]) gaps[row + from] = this.apart(points[1][from], points[0][to]);
    marks.raise(({ ends }) => ends[0][to], 1, gaps.subarray(row, row + isFilled.length));
  }

  /** @returns place of the waiting arc with the least sum */
  private leastOf(count: number, a: Float64Array, b: Float64Array): number {
    const { waiting } = this;
    let at = 0;
    let least = Infinity;
    for (let i = 0; i < count; i++) {
      const sum = a[waiting[i]] + b[waiting[i]];
      if (sum >= least) continue;
      least = sum;
      at = i;
    }
    return at;
  }

  /**
   * Finds the cheapest path between arcs, with costs to the first and from the last as far as they are known, by A*; of
   * equal ones that with the first last arc, and so on. The piece before an arc becomes exact when the arc is next.
   * @returns its last arc, -1 if none costs less than `below`
   */
  private cheapest(start: number, below: number): number {
    const { rests, costs, before, waiting, states, isExact, labels, sides } = this;
    const [heads, tails] = sides;
    let best = below;
    let found = -1;
    let count = 0;
    costs.fill(Infinity);
    states.fill(0);
    for (const arc of this.leaving.get(this.labelOf(start)) ?? NONE) {
      costs[arc] = heads.costs[arc] + this.state.all.costs[arc];
      before[arc] = -1;
      if (costs[arc] + rests[arc] > best) continue;
      states[arc] = 1;
      waiting[count++] = arc;
    }
    while (count > 0) {
      const at = this.leastOf(count, costs, rests);
      const arc = waiting[at];
      const bound = costs[arc] + rests[arc];
      if (bound > best || bound === Infinity) break;
      const piece = arc * costs.length + before[arc];
      if (before[arc] >= 0 && !isExact[piece]) {
        const { points } = this.state.all;
        this.gaps[piece] = this.askUnseen(points[1][before[arc]], points[0][arc]);
        isExact[piece] = 1;
        this.asked++;
        this.reachAgain(arc);
        continue;
      }
      waiting[at] = waiting[--count];
      states[arc] = 2;
      const total = costs[arc] + tails.costs[arc];
      if (total < best || (total === best && arc < found)) {
        best = total;
        found = arc;
      }
      for (const to of this.leaving.get(labels[1][arc]) ?? NONE) {
        if (!this.relax(arc, to, best) || states[to] === 1) continue;
        states[to] = 1;
        waiting[count++] = to;
      }
    }
    return found;
  }

  /** Finds the least cost up to the exit of an arc again, from all that are done. */
  private reachAgain(arc: number): void {
    this.costs[arc] = this.sides[0].costs[arc] + this.state.all.costs[arc];
    this.before[arc] = -1;
    for (const from of this.ending.get(this.labels[0][arc]) ?? NONE)
      if (this.states[from] > 1) this.relax(from, arc, Infinity);
  }

  /** Reaches an arc from another. @returns whether that is better, and costs at most so much in all */
  private relax(from: number, to: number, most: number): boolean {
    const { rests, costs, before, gaps } = this;
    const cost = costs[from] + gaps[to * costs.length + from] + this.state.all.costs[to];
    if (cost > costs[to] || cost + rests[to] > most || (cost === costs[to] && from >= before[to])) return false;
    costs[to] = cost;
    before[to] = from;
    return true;
  }

  /**
   * Adds a landmark by searches of the engine, about as many as a query has asked for; costs of near-optimal engines
   * are no bounds. @returns whether it did
   */
  private addLandmark(): boolean {
    const { marks, base } = this;
    const { points } = this.state.all;
    this.asked = 0;
    const arc = base.refine === undefined ? marks.farthest(this.sides[0].costs) : -1;
    if (arc < 0) return false;
    const source = points[0][arc];
    const costTo = (point: number) =>
      this.labelOf(point) === this.labelOf(source) ? Math.min(FAR, this.askUnseen(source, point)) : FAR;
    marks.add({ arc, ends: points.map((all) => all.map(costTo)) });
    this.isFilled.fill(0);
    return true;
  }
}

/** Costs of pieces of paths between the ends of a query and those of arcs, as the engine of the map finds them. */
import type { Engine } from '../../core/search/engine.js';
import { PathBuffer } from '../../core/search/path.js';
import type { Allows, Arcs } from './arcs.js';

/** Nodes that a search has expanded and generated. */
export type Work = readonly [expanded: number, generated: number];
export const workOf = ({ expanded, generated }: Engine): Work => [expanded, generated];

/** Costs from start to entries of arcs, or from exits to the goal; Infinity where no path on foot leads. */
export class Side {
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

  clear(): void {
    this.costs.fill(Infinity);
    this.isExact.fill(0);
    this.legPoint = -1;
  }
}

export class Pieces {
  readonly sides: readonly [heads: Side, tails: Side];
  /** Nodes for the path of the last query without links, and whether a trace has ended it. */
  direct: Work = [0, 0];
  isCut = false;
  /** Pieces that the last query has asked for. */
  protected asked = 0;
  /** Components of entries and of exits, -1 of arcs that are shut. */
  protected readonly labels: readonly Int32Array[];
  /** Arcs that the query may take. */
  protected readonly isNear: Uint8Array;
  private readonly leg = new PathBuffer();

  constructor(
    protected readonly state: Arcs,
    protected readonly base: Engine,
  ) {
    const { length } = state.all.costs;
    this.sides = [new Side(length), new Side(length)];
    this.isNear = new Uint8Array(length);
    this.labels = [0, 1].map((end) =>
      Int32Array.from(state.all.costs, (_, arc) => (state.isFree(arc) ? state.label(arc, end) : -1)),
    );
  }

  /** Least integer cost of a path between two points, x | y << 16. */
  protected apart(from: number, to: number): number {
    return this.state.all.distance(from & 0xffff, from >> 16, to & 0xffff, to >> 16);
  }

  protected cellAt(point: number): number {
    return this.state.ground.grid.cell(point & 0xffff, point >> 16);
  }

  /** Component of a point. */
  protected labelOf(point: number): number {
    return this.state.ground.label(this.cellAt(point));
  }

  /**
   * Finds the arcs near the query, and lower bounds of the pieces before and behind them.
   * @param most cost of a path, on a map without shortcuts
   */
  protected begin(start: number, goal: number, most: number, allows?: Allows): void {
    const { state, sides, labels, isNear } = this;
    const { points, links, costs } = state.all;
    const [from, to] = [this.labelOf(start), this.labelOf(goal)];
    for (const side of sides) side.clear();
    for (let arc = 0; arc < costs.length; arc++) {
      const head = this.apart(start, points[0][arc]);
      const tail = this.apart(points[1][arc], goal);
      const isFree = labels[0][arc] >= 0 && (!allows || allows(links[arc]));
      isNear[arc] = Number(isFree && head + costs[arc] + tail < most);
      if (labels[0][arc] === from) sides[0].costs[arc] = head;
      if (labels[1][arc] === to) sides[1].costs[arc] = tail;
    }
  }

  /** Integer cost between points of one component, Infinity where a trace ends it. @param path gets the way */
  ask(from: number, to: number, path: PathBuffer): number {
    const isFound = this.base.search(from & 0xffff, from >> 16, to & 0xffff, to >> 16, path);
    this.isCut ||= !isFound;
    // Forged arrays may make a cost less than 0, or NaN: with these, paths would have no order.
    return isFound ? Math.max(0, Math.round(path.cost * this.state.all.unit) || 0) : Infinity;
  }

  /** The same for costs that later queries also use: no trace sees how they are found. */
  protected askUnseen(from: number, to: number): number {
    const { base, leg } = this;
    const { trace } = base;
    base.trace = undefined;
    const cost = this.ask(from, to, leg);
    base.trace = trace;
    return cost;
  }

  /** The same for the path without links. */
  protected askDirect(start: number, goal: number, path: PathBuffer): number {
    const cost = this.ask(start, goal, path);
    this.direct = workOf(this.base);
    return cost;
  }

  /** The same between an end of an arc and start (place 0) or goal (1). */
  protected askSide(place: 0 | 1, arc: number, end: number): void {
    const side = this.sides[place];
    const points = this.state.all.points[place];
    const point = points[arc];
    const cost = place > 0 ? this.ask(point, end, side.leg) : this.ask(end, point, side.leg);
    side.legPoint = point;
    side.work = workOf(this.base);
    this.asked++;
    for (let i = 0; i < points.length; i++) {
      if (points[i] !== point || side.costs[i] === Infinity) continue;
      side.costs[i] = cost;
      side.isExact[i] = 1;
    }
  }
}

/**
 * A* (Hart et al. 1968) over the cells of a map and its arcs, in buckets: for maps with many links, and for links that
 * only some queries may take.
 *
 * No path costs less than the distance on an empty map, unless it takes a *shortcut*, an arc that costs less than that
 * between its ends. With shortcuts it costs at least the distance to the nearest entry of one (left out where shortcuts
 * are dense), and from the exit of one to the goal with its cost. The lesser of the two is the bound of a cell; it
 * falls by no more than a step costs.
 */

import { directionSteps } from '../../core/grid/directions.js';
import { sharesOf } from '../../core/grid/entered.js';
import type { ReadonlyGrid } from '../../core/grid/grid.js';
import type { Link } from '../../core/grid/links.js';
import { isHex, isStraight } from '../../core/grid/rules.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { MAX_COST } from '../../core/limits.js';
import type { Trace } from '../../core/search/engine.js';
import { joinPoints, writePoints } from '../../core/search/join.js';
import type { PathBuffer } from '../../core/search/path.js';
import { BucketRing } from '../../core/search/ring.js';
import type { AllArcs, Allows, Arcs } from './arcs.js';
import { stepLengths } from './legal-moves.js';

/** Bit of a cell next to its legal moves: they are known. */
const KNOWN = 256;
/** Most buckets between a cell and the next. */
const MOST_BUCKETS = 1 << 16;
/** Least cells of the map for each shortcut, for which a table of distances to shortcuts pays. */
const CELLS_OF_SHORTCUT = 64;
/** Most shortcuts of which each query computes the distance to its goal; with more, a table has it. */
const FEW_SHORTCUTS = 2048;
const FAR = 0x4000_0000;

export class CellSearch {
  expanded = 0;
  generated = 0;
  private version = 0;
  private readonly costs: Float64Array;
  /** The cell before each, or below 0 the arc. */
  private readonly before: Int32Array;
  private readonly legal: (cell: number) => number;
  private readonly moves: Uint16Array;
  /** Twice the number of the search that has reached a cell, and 1 while it waits. */
  private readonly states: Int32Array;
  private searches = 0;
  /** The first arc of each cell and the next of each arc, -1 without one. */
  private readonly firstArcs: Int32Array;
  private readonly nextArcs: Int32Array;
  /**
   * Distances on an empty map: to the nearest entry of a shortcut where these are sparse, from an exit with its cost
   * where they are many.
   */
  private readonly toShortcut: Int32Array | undefined;
  private readonly fromShortcut: Int32Array | undefined;
  private readonly ring: BucketRing;
  private readonly width: number;
  private bucket = 0;

  constructor(
    private readonly grid: ReadonlyGrid,
    readonly all: AllArcs,
  ) {
    const { shortcuts, costs, cells, unit } = all;
    const { length } = grid.open;
    this.costs = new Float64Array(length);
    this.before = new Int32Array(length);
    this.legal = all.legal;
    this.moves = new Uint16Array(length);
    this.states = new Int32Array(length);
    this.firstArcs = new Int32Array(length).fill(-1);
    this.nextArcs = new Int32Array(costs.length);
    for (let arc = costs.length - 1; arc >= 0; arc--) {
      this.nextArcs[arc] = this.firstArcs[cells[0][arc]];
      this.firstArcs[cells[0][arc]] = arc;
    }
    if (shortcuts.length > 0 && shortcuts.length < length / CELLS_OF_SHORTCUT)
      this.toShortcut = this.spread(cells[0], 0);
    if (shortcuts.length > FEW_SHORTCUTS) this.fromShortcut = this.spread(cells[1], STRAIGHT / unit);
    const longest = costs.reduce((a, b) => Math.max(a, b), 4 * DIAGONAL * (grid.costs ? 2 * MAX_COST : 1));
    const span = longest + (shortcuts.length > 0 ? 2 * unit * (grid.width + grid.height) : 0);
    this.width = Math.max(STRAIGHT / 4, span / MOST_BUCKETS);
    this.ring = new BucketRing(span / this.width);
  }

  /** Distances from the nearest end of a shortcut, with a part of its cost, in two passes. */
  private spread(ends: Int32Array, part: number): Int32Array {
    const { grid, all } = this;
    const { stride, width, height } = grid;
    const far = new Int32Array(grid.open.length).fill(FAR);
    for (const arc of all.shortcuts) far[ends[arc]] = Math.min(far[ends[arc]], all.costs[arc] * part);
    const diagonal = isHex(grid) ? STRAIGHT : isStraight(grid) ? 2 * STRAIGHT : DIAGONAL;
    for (const side of [1, -1]) {
      let cell = side > 0 ? grid.cell(0, 0) : grid.cell(width - 1, height - 1);
      for (let y = 0; y < height; y++, cell += side * (stride - width)) {
        let last = FAR;
        for (let x = 0; x < width; x++, cell += side) {
          const above = cell - side * stride;
          const straight = (last < far[above] ? last : far[above]) + STRAIGHT;
          const across = (far[above - 1] < far[above + 1] ? far[above - 1] : far[above + 1]) + diagonal;
          last = straight < across ? straight : across;
          if (last < far[cell]) far[cell] = last;
          else last = far[cell];
        }
      }
    }
    return far;
  }

  /** @returns integer cost of the best path, Infinity without one or where a trace ends it */
  search(
    [x0, y0, x1, y1]: readonly [number, number, number, number],
    state: Arcs,
    allows?: Allows,
    trace?: Trace,
  ): number {
    const { grid, all, ring, costs, before, legal, moves, states, firstArcs, nextArcs, toShortcut, width } = this;
    const { open, stride } = grid;
    if (state.version !== this.version) moves.fill(0);
    this.version = state.version;
    ring.clear();
    this.bucket = this.expanded = this.generated = 0;
    const [start, goal] = [grid.cell(x0, y0), grid.cell(x1, y1)];
    const { left, entered } = sharesOf(grid);
    const steps = directionSteps(stride);
    const weights = grid.costs ?? open;
    const scale = all.unit / STRAIGHT;
    const [straight, diagonal] = stepLengths(grid);
    const { distance } = all;
    const { fromShortcut } = this;
    if (this.searches++ > 2 ** 29) this.searches = states.fill(0) && 1;
    const now = 2 * this.searches;
    let behind = fromShortcut ? fromShortcut[goal] * scale : Infinity;
    for (const arc of fromShortcut ? [] : all.shortcuts) {
      const exit = all.points[1][arc];
      behind = Math.min(behind, all.costs[arc] + distance(exit & 0xffff, exit >> 16, x1, y1));
    }
    let best = Infinity;
    const boundOf = (cell: number): number => {
      const y = Math.floor(cell / stride);
      const bound = distance(cell - y * stride - 1, y - 1, x1, y1);
      return Math.min(bound, toShortcut ? toShortcut[cell] * scale + behind : behind);
    };
    const base = Math.floor(boundOf(start) / width);
    const reach = (cell: number, cost: number, from: number): void => {
      const bound = boundOf(cell);
      if (cost + bound >= best) return;
      if (cell === goal) best = cost;
      costs[cell] = cost;
      before[cell] = from;
      states[cell] = now + 1;
      this.generated++;
      ring.push(cell, Math.max(this.bucket, Math.floor((cost + bound) / width) - base));
    };
    reach(start, 0, start);
    for (; this.bucket <= ring.last; this.bucket++) {
      if (best <= (this.bucket + base) * width) break;
      for (let cell = ring.pop(this.bucket); cell >= 0; cell = ring.pop(this.bucket)) {
        if (states[cell] !== now + 1) continue;
        states[cell] = now;
        const cost = costs[cell];
        // Others of its bucket may cost less than the path to the goal.
        if (best < Infinity && cost + boundOf(cell) >= best) continue;
        this.expanded++;
        if (trace) {
          const from = before[cell] < 0 ? all.cells[0][~before[cell]] : before[cell];
          if (trace(this.pointOf(cell), cell === start ? -1 : this.pointOf(from), cost / all.unit)) return Infinity;
        }
        if ((moves[cell] & KNOWN) === 0) moves[cell] |= KNOWN | legal(cell);
        const known = moves[cell];
        const weight = weights[cell] * left;
        for (let mask = known & 255, d = 0; mask > 0; mask >>= 1, d++) {
          if ((mask & 1) === 0) continue;
          const next = cell + steps[d];
          const total = cost + ((d & 1) > 0 ? diagonal : straight) * (weight + weights[next] * entered);
          if (states[next] < now || total < costs[next]) reach(next, total, cell);
        }
        for (let arc = firstArcs[cell]; arc >= 0; arc = nextArcs[arc]) {
          const total = cost + all.costs[arc];
          const to = all.cells[1][arc];
          if ((states[to] < now || total < costs[to]) && state.isFree(arc, allows)) reach(to, total, ~arc);
        }
      }
    }
    return best;
  }

  private pointOf(cell: number): number {
    const { stride } = this.grid;
    return ((cell % stride) - 1) | ((Math.floor(cell / stride) - 1) << 16);
  }

  /** Leaves the path that was found in a buffer. @param cost in steps @param piece scratch memory */
  write(goal: number, cost: number, path: PathBuffer, piece: PathBuffer): void {
    const { before, all } = this;
    const points: number[] = [];
    const taken: { link: Link; turn: number }[] = [];
    // Costs fall from cell to cell, so the loop ends at the start.
    for (let cell = goal; ; ) {
      points.push(this.pointOf(cell));
      const from = before[cell];
      if (from === cell) break;
      if (from < 0) taken.unshift({ link: all.links[~from], turn: -points.length });
      cell = from < 0 ? all.cells[0][~from] : from;
    }
    const { length } = points;
    const { write = writePoints } = all;
    const whole = Int32Array.from(points);
    write(path, whole, cost);
    path.links = [];
    const links = taken.map(({ link, turn }) => ({ link, turn: length - 1 + turn }));
    if (links.length > 0) joinPoints(path, whole, cost, links, piece, write);
  }
}

/**
 * Reach: all cells that a unit can get to within a number of steps of movement, as turn-based games show them.
 *
 * Dijkstra with buckets over single cells (Dial 1969). A cell whose nine cells around are open and of one cost
 * continues only in canonical order (Harabor & Grastien 2011): straight after a straight step, in three directions
 * after a diagonal one. A tie is kept as it was found, see `../field/flood.ts` for why that loses no cell.
 */

import { grown } from '../../core/arrays.js';
import { stepCostsOf } from '../../core/grid/entered.js';
import { isHex, leastBeside, movesMask } from '../../core/grid/rules.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { freeOfWalls } from '../../core/grid/walls.js';
import { MAX_COST } from '../../core/limits.js';
import { type Path, PathBuffer } from '../../core/search/path.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import { allowsOf } from '../../engines/links/arcs.js';
import { type GridNav, inside, type Nav } from '../../runtime/nav.js';
import { noteCost } from '../../runtime/path-cost.js';
import type { FloodLink } from '../field/types.js';
import {
  CellList,
  type CellOverlay,
  eachCell,
  LINKED,
  linksBy,
  MIXED,
  overlayOf,
  PLAIN,
  pathBack,
  UNKNOWN,
} from './overlay.js';
import type { Reach, ReachOptions } from './types.js';

export type { Reach, ReachOptions };

/** Of cells that nothing leads to, while costs are 32-bit integers; and the highest cost then. */
const FAR = 2 ** 31 - 1;
const NARROW = 2 ** 29;
/** Most extra steps of a cell. */
const MOST_EXTRA = 10_000;

/** @throws {RangeError} unless the extra steps of a cell are in range */
export function checkSlow(x: number, y: number, more: number): void {
  if (!(typeof more === 'number' && more >= 0 && more <= MOST_EXTRA))
    throw new RangeError(`slow of cell ${x}, ${y} is ${more}, allowed are 0 to ${MOST_EXTRA} steps`);
}

/** A {@link Reach} whose memory is reused. */
export class CellReach implements Reach {
  count = 0;
  private list = new Int32Array(512);
  /**
   * Int32Array(padded cells): cost on the scale of step costs, `far` where nothing leads. Float64Array from the first
   * reach on that is farther than {@link NARROW}; integers are faster.
   */
  private costs: Int32Array | Float64Array;
  private far = FAR;
  /** Direction of the last step to a cell. */
  private from: Uint8Array;
  /** 1 where a unit may not stop. */
  private crossed: Uint8Array | undefined;
  private readonly crossings = new CellList();
  /** 1 where a move ends. */
  private stops: Uint8Array | undefined;
  private readonly ends = new CellList();
  /**
   * Number of cells where diagonals alternate, otherwise 0: each cell has a second cost then, of paths with an odd
   * number of them.
   */
  private flip = 0;
  private diagonal = DIAGONAL;
  private isEntered = false;
  /** Whether its paths may cost other than those of the map; the version of the map that it is of. */
  private isOther = false;
  private version = -1;
  /** Cells that have a cost, to be forgotten. */
  private touched = new Int32Array(512);
  private touches = 0;
  /** Ring of buckets, lists through the items; -1 ends them. */
  private heads = new Int32Array(0);
  /** Cell, cost, next item. */
  private items: Int32Array | Float64Array = new Int32Array(3 * 512);
  private view: Int32Array | undefined;
  private step = STRAIGHT;
  private maxExtra = 0;
  private ground: CellOverlay;
  private allows: ReturnType<typeof allowsOf>;
  /** Links that the last steps to cells led over. */
  private readonly over = new Map<number, FloodLink>();

  constructor(readonly nav: GridNav) {
    this.ground = overlayOf(nav);
    this.costs = new Int32Array(this.ground.open.length).fill(FAR);
    this.from = new Uint8Array(this.ground.open.length);
  }

  get cells(): Int32Array {
    this.view ??= this.list.subarray(0, 2 * this.count);
    return this.view;
  }

  has(x: number, y: number): boolean {
    const cell = this.ground.cellAt(x, y);
    return this.costs[this.stateOf(cell)] < this.far && !this.crossed?.[cell];
  }

  costAt(x: number, y: number): number {
    const cost = this.costs[this.stateOf(this.ground.cellAt(x, y))];
    return cost < this.far ? cost / this.step : Infinity;
  }

  pathTo(x: number, y: number): Path | null {
    return this.pathInto(x, y, new PathBuffer())?.toPath() ?? null;
  }

  /** {@link Reach.pathTo} in a buffer, which it returns. */
  pathInto(x: number, y: number, path: PathBuffer): PathBuffer | null {
    if (!this.has(x, y)) return null;
    const goal = this.stateOf(this.ground.cellAt(x, y));
    const { nav, isOther, version } = this;
    pathBack(this.ground, this.from, this.over, goal, this.costs[goal] / this.step, this.flip, path);
    if (isOther) noteCost(nav, path, version === nav.version);
    return path;
  }

  /** Place of the lowest cost of a cell. */
  private stateOf(cell: number): number {
    return this.flip > 0 && this.costs[cell + this.flip] < this.costs[cell] ? cell + this.flip : cell;
  }

  run(x: number, y: number, steps: number, options: ReachOptions | undefined): this {
    const ground = overlayOf(this.nav);
    const { grid } = ground;
    const start = ground.cellAt(x, y);
    this.forget();
    this.allows = allowsOf(options?.links);
    this.step = grid.costs ? 2 * STRAIGHT : STRAIGHT;
    this.isEntered = (options?.costs ?? grid.stepCosts) === 'entered';
    this.setDiagonal(options?.diagonal, ground);
    this.version = this.nav.version;

    try {
      this.maxExtra = 0;
      eachCell('avoid', options?.avoid, 2, ground, this.avoid);
      eachCell('slow', options?.slow, 3, ground, this.slow);
      const isOwn = (this.isEntered && !grid.stepCosts) || options?.costs === 'average';
      this.isOther = options?.diagonal !== undefined || this.maxExtra > 0 || isOwn;
      if (options?.stop) {
        this.stops ??= new Uint8Array(ground.open.length);
        eachCell('stop', options.stop, 2, ground, this.stop);
      }
      if (options?.pass) {
        this.crossed ??= new Uint8Array(ground.open.length);
        eachCell('pass', options.pass, 2, ground, this.pass);
        this.crossed[start] = 0;
      }
      const limit = steps * this.step;
      const most = this.far === FAR ? Math.min(limit, NARROW) : limit;
      if (grid.open[start] > 0 && this.search(ground, start, most) && most < limit) {
        this.widen();
        this.search(ground, start, limit);
      }
    } finally {
      ground.restore();
    }
    return this;
  }

  private setDiagonal(diagonal: ReachOptions['diagonal'], { open, grid }: CellOverlay): void {
    const isOther = diagonal !== undefined;
    if (isOther && ![1, 1.5, 2, 'alternate'].includes(diagonal))
      throw new RangeError(`diagonal is ${diagonal}, allowed are 1, 1.5, 2 and alternate`);
    if (isOther && isHex(grid)) throw new RangeError(`diagonal is ${diagonal}, and hexagons have none; leave it out`);
    this.flip = diagonal === 'alternate' ? open.length : 0;
    this.diagonal = diagonal === 'alternate' ? STRAIGHT : isOther ? diagonal * STRAIGHT : DIAGONAL;
    if (this.flip === 0 || this.costs.length > open.length) return;
    const costs = this.far === FAR ? new Int32Array(2 * open.length) : new Float64Array(2 * open.length);
    this.costs = costs.fill(this.far);
    this.from = new Uint8Array(costs.length);
  }

  // Visitors of the cells of each list: made once, so that reaches that reuse memory make no object.
  private readonly avoid = (x: number, y: number): void => this.ground.close(x, y);
  private readonly slow = (x: number, y: number, more: number): void => {
    checkSlow(x, y, more);
    const cost = Math.round(more * this.step);
    this.maxExtra = Math.max(this.maxExtra, cost);
    if (cost > 0) this.ground.charge(x, y, cost);
  };
  private readonly stop = (x: number, y: number): void => this.ground.covering(x, y, this.end);
  private readonly end = (cell: number): void => {
    if (this.stops) this.stops[cell] = 1;
    this.ends.push(cell);
    this.ground.mark(cell);
  };
  private readonly pass = (x: number, y: number): void => this.ground.covering(x, y, this.cross);
  private readonly cross = (cell: number): void => {
    if (this.crossed) this.crossed[cell] = 1;
    this.crossings.push(cell);
  };

  private widen(): void {
    this.far = Infinity;
    this.costs = new Float64Array(this.costs.length).fill(Infinity);
    this.items = new Float64Array(this.items.length);
  }

  private forget(): void {
    const { costs, touched, crossed, crossings, stops, ends, far } = this;
    for (let i = 0; i < this.touches; i++) costs[touched[i]] = far;
    if (crossed) crossings.clear(crossed, 0);
    if (stops) ends.clear(stops, 0);
    this.touches = this.count = 0;
    this.view = undefined;
  }

  /** @returns whether there is more beyond the limit */
  private search(ground: CellOverlay, start: number, limit: number): boolean {
    const { costs, from, far, maxExtra, flip, isEntered, stops } = this;
    const { open, kinds, grid } = ground;
    const { costs: weights } = grid;
    const hex = isHex(grid);
    const beside = leastBeside(grid);
    const diagonal = hex ? STRAIGHT : this.diagonal;
    const extra = maxExtra > 0 ? ground.extra : undefined;
    const { steps } = ground;
    const links = this.nav.linked && linksBy(ground, this.allows);
    /**
     * Cells that were listed as within reach: one may be reached again for less over a link cheaper than a bucket, or
     * with another number of diagonals.
     */
    const seen = links || flip > 0 ? new Set<number>() : undefined;
    const farthest = Math.max(0, ...[...(links?.values() ?? [])].flat().map(({ cost }) => cost));
    this.over.clear();
    const all = movesMask(grid);
    const most = Math.round(limit);
    // No move is cheaper than a bucket is wide, so the cells of one are final in any order.
    const width = weights ? 2 * STRAIGHT : STRAIGHT;
    const longest = Math.max((weights ? 2 * MAX_COST : 1) * 2 * STRAIGHT, farthest) + maxExtra;
    const needed = 2 ** Math.ceil(Math.log2(Math.min(most, longest) / width + 2));
    if (this.heads.length < needed) this.heads = new Int32Array(needed);
    this.heads.fill(-1);
    const { heads, crossed } = this;
    const ring = heads.length - 1;
    let { items, touched, list } = this;
    let used = 1;
    let free = -1;
    let listed = 1;
    let touches = 1;
    let count = 0;
    let isCut = false;
    costs[start] = 0;
    from[start] = 8;
    touched[0] = start;
    items[0] = start;
    items[1] = 0;
    items[2] = -1;
    heads[0] = 0;
    for (let bucket = 0; listed > 0; bucket++) {
      // A cell continues only into later buckets.
      let item = heads[bucket & ring];
      heads[bucket & ring] = -1;
      while (item >= 0) {
        const state = items[3 * item];
        const odd = state < flip || flip === 0 ? 0 : flip;
        const cell = state - odd;
        const cost = items[3 * item + 1];
        const next = items[3 * item + 2];
        items[3 * item + 2] = free;
        free = item;
        item = next;
        listed--;
        if (costs[state] !== cost) continue;
        if (!crossed?.[cell] && !seen?.has(cell)) {
          seen?.add(cell);
          if (2 * count + 2 > list.length) list = grown(list);
          const point = ground.pointOf(cell);
          list[2 * count] = point & 0xffff;
          list[2 * count + 1] = point >> 16;
          count++;
        }
        if (stops?.[cell] && cell !== start) continue;
        const arrival = from[state];
        const known = kinds[cell] === UNKNOWN ? ground.kindOf(cell) : kinds[cell];
        const kind = flip > 0 ? MIXED : known;
        let mask = kind !== PLAIN || arrival > 7 ? all : arrival & 1 ? AFTER[arrival] : 1 << arrival;
        if (grid.walls && kind !== PLAIN) mask &= freeOfWalls(grid, cell);
        const ways = links?.get(cell);
        for (let d = 0, more = ways ? ways.length : 0; mask > 0 || more > 0; mask >>= 1, d++) {
          let to = cell;
          let there = cost;
          let arrival = d;
          if (mask > 0) {
            if (!(mask & 1)) continue;
            to += steps[d];
            if (open[to] === 0) continue;
            let length = STRAIGHT;
            if (d & 1) {
              if (open[cell + steps[(d + 7) & 7]] + open[cell + steps[(d + 1) & 7]] < beside) continue;
              length = odd > 0 ? 2 * STRAIGHT : diagonal;
            }
            there += weights ? length * ((isEntered ? weights[to] : weights[cell]) + weights[to]) : length;
          } else {
            const way = (ways as FloodLink[])[--more];
            ({ to } = way);
            if (open[to] === 0) continue;
            there += way.cost;
            arrival = LINKED;
          }
          if (extra) there += extra[to];
          if (stops?.[to] && crossed?.[to]) continue;
          to += arrival < LINKED && arrival & 1 && flip > 0 ? flip - odd : odd;
          if (there >= costs[to]) {
            // A link may cost more than integers of 32 bits hold.
            isCut ||= there > FAR;
            continue;
          }
          if (there > most) {
            isCut = true;
            continue;
          }
          if (arrival === LINKED) this.over.set(to, (ways as FloodLink[])[more]);
          if (costs[to] === far) {
            if (touches === touched.length) touched = grown(touched);
            touched[touches++] = to;
          }
          costs[to] = there;
          from[to] = arrival;
          const slot = Math.floor(there / width) & ring;
          let at = free;
          if (at >= 0) free = items[3 * at + 2];
          else {
            at = used++;
            if (3 * used > items.length) items = grown(items);
          }
          items[3 * at] = to;
          items[3 * at + 1] = there;
          items[3 * at + 2] = heads[slot];
          heads[slot] = at;
          listed++;
        }
      }
      // A link may lead on within the bucket.
      if (links && heads[bucket & ring] >= 0) bucket--;
    }
    this.items = items;
    this.touched = touched;
    this.list = list;
    this.touches = touches;
    this.count = count;
    return isCut;
  }
}

/** Directions after a diagonal one: it and the two next to it. */
const AFTER = /* @__PURE__ */ [0, 1, 2, 3, 4, 5, 6, 7].map(
  (d) => (1 << d) | (1 << ((d + 1) & 7)) | (1 << ((d + 7) & 7)),
);

/**
 * All cells within a number of steps, with weighted terrain and the move rule of the map.
 *
 *     const moves = reach(nav, unit.x, unit.y, 6, { avoid: enemies, pass: friends });
 *     for (let i = 0; i < moves.cells.length; i += 2) highlight(moves.cells[i], moves.cells[i + 1]);
 *     const path = moves.pathTo(x, y); // null where it cannot stop
 *
 * @param steps 0 or more; cells at exactly that cost are included
 * @throws {TypeError} if a list is invalid, or `reuse` is not a reach
 * @throws {RangeError} if the cell or one of a list is not on the map, steps or extra steps are below 0, or `reuse` is
 * of another map
 */
export function reach(nav: Nav, x: number, y: number, steps: number, options?: ReachOptions): Reach {
  refuseUnknown(options, 'avoid', 'pass', 'stop', 'slow', 'diagonal', 'costs', 'links', 'reuse');
  stepCostsOf(options?.costs);
  if (!(typeof steps === 'number' && steps >= 0)) throw new RangeError(`steps is ${steps}, allowed are 0 or more`);
  const inner = inside(nav);
  const reuse = options?.reuse ?? new CellReach(inner);
  if (!(reuse instanceof CellReach)) throw new TypeError(`reuse is ${reuse}, expected what reach gives`);
  if (reuse.nav !== inner) throw new RangeError('reach of another map');
  return reuse.run(x, y, steps, options);
}

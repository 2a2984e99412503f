/**
 * Reach: all cells that a unit can get to within a number of steps of movement, as turn-based games show them.
 *
 * Dijkstra with buckets over single cells (Dial 1969). A cell whose nine cells around are open and of one cost
 * continues only in canonical order (Harabor & Grastien 2011): straight after a straight step, in three directions
 * after a diagonal one. A tie is kept as it was found, see `../field/flood.ts` for why that loses no cell.
 */

import { stepCostsOf } from '../../core/grid/entered.js';
import { isHex } from '../../core/grid/rules.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { type Path, PathBuffer } from '../../core/search/path.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import { allowsOf } from '../../engines/links/arcs.js';
import { inside, type Nav } from '../../runtime/nav.js';
import { noteCost } from '../../runtime/path-cost.js';
import { type CellOverlay, eachCell, overlayOf, pathBack } from './overlay.js';
import { FAR, NARROW, ReachSearch } from './search.js';
import type { Reach, ReachOptions } from './types.js';

export type { Reach, ReachOptions };

/** Most extra steps of a cell. */
const MOST_EXTRA = 10_000;

/** @throws {RangeError} unless the extra steps of a cell are in range */
export function checkSlow(x: number, y: number, more: number): void {
  if (!(typeof more === 'number' && more >= 0 && more <= MOST_EXTRA))
    throw new RangeError(`slow of cell ${x}, ${y} is ${more}, allowed are 0 to ${MOST_EXTRA} steps`);
}

/** A {@link Reach} whose memory is reused. */
export class CellReach extends ReachSearch implements Reach {
  /** Whether its paths may cost other than those of the map; the version of the map that it is of. */
  private isOther = false;
  private version = -1;

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
}

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

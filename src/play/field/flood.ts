/**
 * Costs and first directions of the cheapest paths from every cell to the nearest of several goals.
 *
 * Dijkstra by canonical rays (Sturtevant & Rabin 2016) from the goals. A ray writes cell after cell, a diagonal one
 * with two straight rays from each of its cells. It ends at a wall, at a cell that costs no more already, or where it
 * has to branch. There it is listed in its bucket. So is a ray that is far ahead of its bucket: a shorter way may come.
 *
 * Why a ray may end at a cell of the same cost: let c be reached at its lowest cost from p, and n be the next cell of
 * an optimal path over c. Either n follows from that arrival. Or a way from p to n that avoids c costs as much, over y,
 * whose cost is optimal too, and n follows straight from y however y was reached. What follows from an arrival depends
 * on the nine cells around c: by the canonical order where they have one cost, otherwise by their costs (see
 * `../../engines/weighted/successors.ts`, which drops no straight move for a tie).
 *
 * Costs are integers, on the doubled scale where cells have costs. Each flood counts from a base below all costs of the
 * floods before, so that nothing has to be cleared. Memory that was never written holds 0, which is above all of them.
 */
import type { Grid } from '../../core/grid/grid.js';
import type { Box } from '../../core/grid/rectangle.js';
import { isHex, movesMask } from '../../core/grid/rules.js';
import { costRange, DIAGONAL, diagonalDistance, hexDistance, STRAIGHT } from '../../core/grid/step-costs.js';
import { Buckets } from './buckets.js';
import { linksAgainst } from './links-against.js';
import { hasRange, type Marks } from './marks.js';
import { raysOf } from './rays.js';
import { GOAL, repairOf, UNREACHED } from './repair.js';
import type { Flood, FloodLink, Seed } from './types.js';

/** How far rays may be ahead of their bucket, in buckets: the cheapest steps. */
const AHEAD = 64;
const WORK_OF_ITEM = 8;

export class CellFlood implements Flood {
  readonly step: number;
  readonly diagonal: number;
  most = Infinity;
  readonly directions: Uint8Array;
  settled = 0;
  done = false;
  /** Lowest and highest cost of a cell, on the doubled scale where cells have costs. */
  readonly #range: { least: number; most: number };
  readonly #legal: number;
  readonly #costs: Float64Array;
  readonly #distance: (dx: number, dy: number) => number;
  readonly #buckets: Buckets;
  readonly #rays;
  /** What rays write; `most` is the highest cost of interest, from the base. */
  readonly #on;
  readonly #ways;
  readonly #repair;
  #goals: Seed[] = [];
  /** The base that costs count from. */
  #base = 0;
  /** Above all costs of this flood, and no higher than any of those before it. */
  #top = 0;
  #target = -1;

  /**
   * @param marks of this grid, made for the same diagonal
   * @param links that paths may take; a flood over links is never repaired, it begins again
   */
  constructor(
    private readonly grid: Grid,
    marks: Marks,
    private readonly links: readonly FloodLink[] = [],
  ) {
    const { open, costs: weights } = grid;
    const { diagonal } = marks;
    const costs = new Float64Array(open.length);
    const directions = new Uint8Array(open.length);
    const range = weights ? costRange(grid) : { least: 0.5, most: 0.5 };
    this.#range = { least: 2 * range.least, most: 2 * range.most };
    // No move is cheaper. An estimate rises by no more than the cost does.
    const width = STRAIGHT * this.#range.least;
    const span = 2 * (AHEAD * width + this.#range.most * Math.max(DIAGONAL, diagonal));
    const buckets = new Buckets(width, span);
    const list = (cell: number, mask: number, cost: number) => buckets.add(cell, mask, cost + this.#estimate(cell));
    this.step = weights ? 2 * STRAIGHT : STRAIGHT;
    [this.diagonal, this.directions, this.#costs, this.#buckets] = [diagonal, directions, costs, buckets];
    this.#legal = movesMask(grid);
    this.#distance = isHex(grid) ? hexDistance : diagonalDistance(diagonal);
    this.#on = { costs, directions, most: 0, work: 0, list };
    this.#rays = raysOf(grid, marks, this.#on);
    this.#ways = linksAgainst(links, open, costs, directions, list);
    this.#repair = repairOf(grid, costs, directions, diagonal);
  }

  get work(): number {
    return this.#on.work;
  }

  start(seeds: Seed[], limit: number, target = -1): void {
    this.#target = target;
    let [lowest, highest] = [Infinity, 0];
    for (const { cell, cost } of seeds) {
      lowest = Math.min(lowest, cost + this.#estimate(cell));
      highest = Math.max(highest, cost);
    }
    this.#rebase(limit, highest);
    if (target < 0) this.directions.fill(UNREACHED);
    const [base, costs] = [this.#base, this.#costs];
    this.#buckets.clear();
    this.#buckets.floor = base + lowest;
    this.#repair.busy = false;
    this.#repair.cells = [];
    this.#ways.begin();
    for (const { cell, cost } of seeds) {
      if (cost > limit) continue;
      costs[cell] = Math.min(base + cost, costs[cell]);
      this.directions[cell] = GOAL;
      this.#on.list(cell, 255, base + cost);
    }
    this.most = limit;
    this.#on.work = this.settled = 0;
    this.done = false;
  }

  advance(work: number): boolean {
    const [on, buckets] = [this.#on, this.#buckets];
    const stop = on.work + work;
    if (!this.#listRepaired(stop)) return false;
    while (buckets.count > 0 || this.#jump()) {
      // No other cell leads to the target for less.
      if (this.#target >= 0 && this.cost(this.#target) <= buckets.floor - this.#base) break;
      if (!this.#emptyBucket(stop)) {
        // With a target, cells are settled in the order of their estimates, not of their costs.
        this.settled = this.#target < 0 ? buckets.floor - this.#base : 0;
        return false;
      }
      if (this.links.length === 0 || !this.#relax()) buckets.advance();
    }
    this.settled = this.#target < 0 || buckets.count === 0 ? Infinity : 0;
    this.done = true;
    return true;
  }

  revise(boxes: readonly Box[], seeds: Seed[]): void {
    const listed = this.#buckets.cells();
    this.#buckets.clear();
    this.#goals = seeds;
    this.#repair.begin(boxes, listed, this.#top, this.#on.most);
    this.settled = 0;
    this.done = false;
  }

  fits(grid: Grid, boxes?: readonly Box[]): boolean {
    return hasRange(grid, boxes, this.#range.least / 2, this.#range.most / 2);
  }

  linkFrom(cell: number): FloodLink {
    return this.#ways.from(cell);
  }

  bound(cell: number, cost: number): void {
    this.#costs[cell] = this.#base + cost;
    this.directions[cell] = UNREACHED;
  }

  cost(cell: number): number {
    const cost = this.#costs[cell];
    return cost < this.#top && this.directions[cell] !== UNREACHED ? cost - this.#base : Infinity;
  }

  directionAt(cell: number): number {
    const [costs, last] = [this.#costs, this.directions[cell]];
    // With a target it begins again for each query, in the same way.
    if (last >= GOAL || this.#target >= 0) return last;
    for (let d = 0; d < last; d++) if (this.#repair.costBy(cell, d, costs[cell]) === costs[cell]) return d;
    return last;
  }

  /** Lower bound of the cost from a cell to the target. */
  #estimate(cell: number): number {
    const { stride } = this.grid;
    const target = this.#target;
    // Links may be shorter than any distance.
    if (target < 0 || this.links.length > 0) return 0;
    return (
      this.#range.least *
      this.#distance((cell % stride) - (target % stride), ((cell / stride) | 0) - ((target / stride) | 0))
    );
  }

  /** Lets costs count from below all before. @param highest start cost */
  #rebase(limit: number, highest: number): void {
    // A path visits no cell twice.
    const over = this.links.reduce((sum, { cost }) => sum + cost, 0);
    const step = this.#range.most * Math.max(DIAGONAL, this.diagonal);
    const range = Math.min(limit, highest + this.#costs.length * step + over) + 1;
    if (this.#base - range < -(2 ** 52)) {
      this.#costs.fill(0);
      this.#base = 0;
    }
    this.#top = this.#base;
    this.#base -= range;
    this.#on.most = this.#base + Math.min(limit, range);
  }

  /** Lists the cells that a repair has found. @returns false if work reaches a limit before all are listed */
  #listRepaired(stop: number): boolean {
    const [on, repair] = [this.#on, this.#repair];
    while (repair.cells.length > 0) {
      if (repair.busy) {
        on.work += repair.advance(stop - on.work);
        if (repair.busy) return false;
        this.#buckets.floor = repair.seed(this.#goals, this.#base);
      }
      for (let cell = repair.cells.pop(); cell !== undefined; cell = repair.cells.pop()) {
        if (this.directions[cell] <= GOAL) on.list(cell, 255, this.#costs[cell]);
        if (++on.work >= stop) return false;
      }
    }
    return true;
  }

  /** Lets rays go from all cells of the lowest bucket. @returns false if work reaches a limit first */
  #emptyBucket(stop: number): boolean {
    const [on, buckets, costs] = [this.#on, this.#buckets, this.#costs];
    const { goStraight, goDiagonally } = this.#rays;
    const { floor, width } = buckets;
    while (!buckets.isEmptied) {
      if (on.work >= stop) return false;
      buckets.take();
      const { cell } = buckets;
      const cost = costs[cell];
      const due = cost + this.#estimate(cell);
      // It was reached at a lower cost since, and listed for an earlier bucket.
      if (due < floor) continue;
      if (due >= floor + width) {
        on.list(cell, 255, cost);
        continue;
      }
      on.work += WORK_OF_ITEM;
      const limit = cost + AHEAD * width;
      for (let mask = buckets.mask & this.#legal; mask !== 0; mask &= mask - 1) {
        const d = 31 - Math.clz32(mask & -mask);
        if ((d & 1) !== 0) goDiagonally(cell, d, cost, limit);
        else goStraight(cell, d, cost, limit);
      }
    }
    return true;
  }

  /** Continues behind links from the lowest bucket, which is empty. @returns whether that listed a cell in it */
  #relax(): boolean {
    const end = this.#buckets.floor + this.#buckets.width;
    return this.#ways.relax(Math.min(this.#top, end), this.#on.most) < end;
  }

  /** If nothing is listed, continues behind the nearest link. @returns whether something is listed */
  #jump(): boolean {
    const [ways, buckets] = [this.#ways, this.#buckets];
    for (let { nearest } = ways; buckets.count === 0 && nearest < this.#top; nearest = ways.nearest) {
      buckets.floor = nearest;
      this.#relax();
    }
    return buckets.count > 0;
  }
}

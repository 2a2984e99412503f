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
import { grown } from '../../core/arrays.js';
import { canonicalAfter, directionSteps } from '../../core/grid/directions.js';
import { sharesOf } from '../../core/grid/entered.js';
import type { Grid } from '../../core/grid/grid.js';
import { isHex, leastBeside, movesMask } from '../../core/grid/rules.js';
import { costRange, DIAGONAL, diagonalDistance, hexDistance, STRAIGHT } from '../../core/grid/step-costs.js';
import { linksAgainst } from './links-against.js';
import { hasRange, type Marks, MIXED, WALL } from './marks.js';
import { GOAL, repairOf, UNREACHED } from './repair.js';
import type { Flood, FloodLink, Seed } from './types.js';

/** How far rays may be ahead of their bucket, in buckets: the cheapest steps. */
const AHEAD = 64;
const WORK_OF_ITEM = 8;

/**
 * @param marks of this grid, made for the same diagonal
 * @param links that paths may take; a flood over links is never repaired, it begins again
 * @param diagonal cost of a diagonal step between cells of cost 1
 */
export function flood(grid: Grid, { bytes: marks, after, diagonal }: Marks, links: readonly FloodLink[] = []): Flood {
  const { open, stride, costs: weights } = grid;
  const steps = directionSteps(stride);
  const beside = leastBeside(grid);
  /** How many walls there may be next to a diagonal, times WALL. */
  const spare = WALL * (2 - beside);
  // From the goal on: the cell that a step enters comes first.
  const { left: behind, entered: ahead } = sharesOf(grid);
  const legal = movesMask(grid);
  const distance = isHex(grid) ? hexDistance : diagonalDistance(diagonal);
  // On the doubled scale where cells have costs.
  const range = weights && costRange(grid);
  const least = range ? 2 * range.least : 1;
  const maxWeight = range ? 2 * range.most : 1;
  /** Width of a bucket: no move is cheaper. */
  const width = STRAIGHT * least;
  const far = AHEAD * width;
  const costs = new Float64Array(open.length);
  const directions = new Uint8Array(open.length);
  /**
   * Ring of buckets, linked lists through the items; -1 ends them. An estimate rises by no more than the cost does.
   * Goals may be beyond the last bucket, and are in it until it is emptied.
   */
  const heads = new Int32Array(
    2 ** Math.ceil(Math.log2((2 * (far + maxWeight * Math.max(DIAGONAL, diagonal))) / width + 3)),
  ).fill(-1);
  /** Cell, directions to go in, next item of the list. */
  let items = new Int32Array(3 << 8);
  let used = 0;
  let free = -1;
  let listed = 0;
  /** The base that costs count from, and the highest cost of interest, counted from there. */
  let base = 0;
  let most = 0;
  /** Above all costs of this flood, and no higher than any of those before it. */
  let top = 0;
  /** Lowest cost of the bucket that is being emptied, and its place. */
  let floor = 0;
  let current = 0;
  let target = -1;
  const repair = repairOf(grid, costs, directions, diagonal);
  /** Lower bound of the cost from a cell to the target. */
  const estimate = (cell: number): number => {
    // Links may be shorter than any distance.
    if (target < 0 || links.length > 0) return 0;
    return least * distance((cell % stride) - (target % stride), ((cell / stride) | 0) - ((target / stride) | 0));
  };

  /** Lists a cell and the directions to go from it. */
  const list = (cell: number, mask: number, cost: number): void => {
    const slot = (current + Math.min((cost + estimate(cell) - floor) / width, heads.length - 1)) & (heads.length - 1);
    let item = free;
    if (item >= 0) free = items[3 * item + 2];
    else {
      item = used++;
      if (3 * used > items.length) items = grown(items);
    }
    items[3 * item] = cell;
    items[3 * item + 1] = mask;
    items[3 * item + 2] = heads[slot];
    heads[slot] = item;
    listed++;
  };

  const ways = linksAgainst(links, open, costs, directions, list);
  /** Continues behind links from this bucket, which is empty. @returns whether that listed a cell in it */
  const relax = (): boolean => ways.relax(Math.min(top, floor + width), most) < floor + width;
  /** If nothing is listed, continues behind the nearest link. @returns whether something is listed */
  const jump = (): boolean => {
    for (let nearest = ways.nearest; listed === 0 && nearest < top; nearest = ways.nearest) {
      floor = nearest;
      relax();
    }
    return listed > 0;
  };

  let goals: Seed[] = [];
  const clear = () => {
    heads.fill(-1);
    used = listed = current = 0;
    free = -1;
  };

  /** A straight ray. One function for all rays was slower by a fifth. */
  const goStraight = (from: number, d: number, start: number, limit: number): void => {
    const step = steps[d];
    const ends = (1 << d) | WALL;
    const back = d ^ 4;
    // Where the first two cells differ in cost, the ray ends at the second.
    const unit = weights ? STRAIGHT * (ahead * weights[from] + behind * weights[from + step]) : STRAIGHT;
    const end = Math.min(limit, most - unit);
    let c = from;
    let cost = start;
    for (;;) {
      if (cost > end) {
        if (end === limit) list(c, 1 << d, cost);
        break;
      }
      c += step;
      cost += unit;
      if (costs[c] <= cost) break;
      const mark = marks[c];
      if ((mark & ends) !== 0) {
        if ((mark & WALL) !== 0) break;
        costs[c] = cost;
        directions[c] = back;
        const onward = (mark & MIXED) !== 0 ? after(c, d) : canonicalAfter(open, steps, c, d);
        if (onward !== 0) list(c, onward, cost);
        break;
      }
      costs[c] = cost;
      directions[c] = back;
    }
    self.work += (cost - start) / unit;
  };

  const goDiagonally = (from: number, d: number, start: number, limit: number): void => {
    const step = steps[d];
    const left = steps[d - 1];
    const right = steps[(d + 1) & 7];
    const unit = weights ? diagonal * (ahead * weights[from] + behind * weights[from + step]) : diagonal;
    const end = Math.min(limit, most - unit);
    let c = from;
    let cost = start;
    for (;;) {
      if (cost > end) {
        if (end === limit) list(c, 1 << d, cost);
        return;
      }
      if ((marks[c + left] & WALL) + (marks[c + right] & WALL) > spare) return;
      c += step;
      cost += unit;
      if (costs[c] <= cost || (marks[c] & WALL) !== 0) return;
      costs[c] = cost;
      directions[c] = d ^ 4;
      if ((marks[c] & MIXED) !== 0) {
        const onward = after(c, d);
        if (onward !== 0) list(c, onward, cost);
        return;
      }
      self.work++;
      goStraight(c, d - 1, cost, limit);
      goStraight(c, (d + 1) & 7, cost, limit);
    }
  };

  const self: Flood = {
    step: weights ? 2 * STRAIGHT : STRAIGHT,
    diagonal,
    most: Infinity,
    directions,
    work: 0,
    settled: 0,
    done: false,
    start(seeds, limit, towards = -1) {
      target = towards;
      let [lowest, highest] = [Infinity, 0];
      for (const { cell, cost } of seeds) {
        lowest = Math.min(lowest, cost + estimate(cell));
        highest = Math.max(highest, cost);
      }
      // A path visits no cell twice.
      const over = links.reduce((sum, { cost }) => sum + cost, 0);
      const range = Math.min(limit, highest + open.length * maxWeight * Math.max(DIAGONAL, diagonal) + over) + 1;
      if (base - range < -(2 ** 52)) {
        costs.fill(0);
        base = 0;
      }
      top = base;
      base -= range;
      most = base + Math.min(limit, range);
      if (target < 0) directions.fill(UNREACHED);
      clear();
      repair.busy = false;
      repair.cells = [];
      floor = base + lowest;
      ways.begin();
      for (const { cell, cost } of seeds) {
        if (cost > limit) continue;
        costs[cell] = Math.min(base + cost, costs[cell]);
        directions[cell] = GOAL;
        list(cell, 255, base + cost);
      }
      self.most = limit;
      self.work = self.settled = 0;
      self.done = false;
    },
    advance(work) {
      const stop = self.work + work;
      while (repair.cells.length > 0) {
        if (repair.busy) {
          self.work += repair.advance(stop - self.work);
          if (repair.busy) return false;
          floor = repair.seed(goals, base);
        }
        for (let cell = repair.cells.pop(); cell !== undefined; cell = repair.cells.pop()) {
          if (directions[cell] <= GOAL) list(cell, 255, costs[cell]);
          if (++self.work >= stop) return false;
        }
      }
      while (listed > 0 || jump()) {
        // No other cell leads to the target for less.
        if (target >= 0 && self.cost(target) <= floor - base) break;
        for (let item = heads[current]; item >= 0; item = heads[current]) {
          if (self.work >= stop) {
            // With a target, cells are settled in the order of their estimates, not of their costs.
            self.settled = target < 0 ? floor - base : 0;
            return false;
          }
          heads[current] = items[3 * item + 2];
          items[3 * item + 2] = free;
          free = item;
          listed--;
          const cell = items[3 * item];
          const cost = costs[cell];
          const due = cost + estimate(cell);
          // It was reached at a lower cost since, and listed for an earlier bucket.
          if (due < floor) continue;
          if (due >= floor + width) {
            list(cell, 255, cost);
            continue;
          }
          self.work += WORK_OF_ITEM;
          const limit = cost + far;
          for (let mask = items[3 * item + 1] & legal; mask !== 0; mask &= mask - 1) {
            const d = 31 - Math.clz32(mask & -mask);
            if ((d & 1) !== 0) goDiagonally(cell, d, cost, limit);
            else goStraight(cell, d, cost, limit);
          }
        }
        if (links.length > 0 && relax()) continue;
        current = (current + 1) & (heads.length - 1);
        floor += width;
      }
      self.settled = target < 0 || listed === 0 ? Infinity : 0;
      self.done = true;
      return true;
    },
    revise(boxes, seeds) {
      const left: number[] = [];
      for (let head of heads) for (; head >= 0; head = items[3 * head + 2]) left.push(items[3 * head]);
      clear();
      goals = seeds;
      repair.begin(boxes, left, top, most);
      self.settled = 0;
      self.done = false;
    },
    fits: (grid, boxes) => hasRange(grid, boxes, least / 2, maxWeight / 2),
    linkFrom: ways.from,
    bound(cell, cost) {
      costs[cell] = base + cost;
      directions[cell] = UNREACHED;
    },
    cost: (cell) => (costs[cell] < top && directions[cell] !== UNREACHED ? costs[cell] - base : Infinity),
    directionAt(cell) {
      const last = directions[cell];
      // With a target it begins again for each query, in the same way.
      if (last >= GOAL || target >= 0) return last;
      for (let d = 0; d < last; d++) if (repair.costBy(cell, d, costs[cell]) === costs[cell]) return d;
      return last;
    },
  };
  return self;
}

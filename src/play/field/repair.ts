/**
 * Repairs a flood after edits: only cells that they change are flooded again (Ramalingam & Reps 1996).
 *
 * A cell whose step to its parent is no longer there, or costs more, takes another parent that makes it no costlier, or
 * loses its cost; then its children are looked at. A parent always costs less than its child, so there are no circles.
 * Cells without a cost then start from their best neighbor, and are listed along with all cells near the edits. Steps
 * near an edit are looked at before anything else: none is illegal at any time.
 */

import { directionSteps } from '../../core/grid/directions.js';
import { sharesOf } from '../../core/grid/entered.js';
import type { Grid } from '../../core/grid/grid.js';
import type { Box } from '../../core/grid/rectangle.js';
import { leastBeside, movesMask } from '../../core/grid/rules.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { around } from './marks.js';
import type { Seed } from './types.js';

/** Entries of `Flood.directions` beyond the eight. */
export const GOAL = 8;
export const UNREACHED = 9;
/** The next step is over a link. */
export const LINKED = 10;

const WORK_OF_LOOK = 8;

export function repairOf(grid: Grid, costs: Float64Array, directions: Uint8Array, diagonal: number) {
  const { open, stride, costs: weights } = grid;
  const steps = directionSteps(stride);
  const beside = leastBeside(grid);
  const moves = movesMask(grid);
  const { left, entered } = sharesOf(grid);
  /** Cells whose parent has lost its cost. */
  let orphans: number[] = [];
  let at = 0;
  let top = 0;
  let most = 0;
  /** Whether an edit came before the flood, or the repair of another edit, was complete. */
  let isPartial = false;

  /**
   * Cost of a cell by way of the next one in a direction; Infinity if that is no step, or costs no less than a limit.
   */
  const costBy = (cell: number, d: number, limit: number): number => {
    const to = cell + steps[d];
    if (((moves >> d) & open[to]) === 0 || directions[to] === UNREACHED || costs[to] >= limit) return Infinity;
    if ((d & 1) !== 0 && open[cell + steps[d - 1]] + open[cell + steps[(d + 1) & 7]] < beside) return Infinity;
    return (
      costs[to] + ((d & 1) !== 0 ? diagonal : STRAIGHT) * (weights ? left * weights[cell] + entered * weights[to] : 1)
    );
  };

  /** Gives a cell its best parent, if that makes it cost no more than so much. @returns whether there is one */
  const adopt = (cell: number, limit: number): boolean => {
    let best = limit;
    let parent = -1;
    for (let d = 0; d < 8; d++) {
      const cost = costBy(cell, d, best);
      if (cost > best) continue;
      best = cost;
      parent = d;
    }
    if (parent < 0) return false;
    costs[cell] = best;
    directions[cell] = parent;
    return true;
  };

  const look = (cell: number) => {
    const d = directions[cell];
    if (d > GOAL) return;
    if (open[cell] > 0) {
      if (d === GOAL) return;
      const before = costs[cell];
      if (adopt(cell, before)) {
        // Rays continue from a cell by the way they came: before a flood is complete, what is beyond another way may be
        // missing.
        if (costs[cell] < before || (isPartial && directions[cell] !== d)) self.cells.push(cell);
        return;
      }
      self.cells.push(cell);
    }
    costs[cell] = top;
    directions[cell] = UNREACHED;
    for (let e = 0; e < 8; e++) if (directions[cell + steps[e]] === (e ^ 4)) orphans.push(cell + steps[e]);
  };

  const self = {
    busy: false,
    /** Lowest cost of a cell that is to be listed, once it is done. */
    lowest: Infinity,
    costBy,
    /** Cells to be listed, some twice, some without a cost. */
    cells: [] as number[],
    /**
     * @param listed cells that are listed as it begins
     * @param above all costs
     * @param limit above all costs of interest, or equal to the highest
     */
    begin(boxes: readonly Box[], listed: number[], above: number, limit: number): void {
      top = above;
      most = limit;
      isPartial = self.busy || self.cells.length + listed.length > 0;
      for (const cell of listed) self.cells.push(cell);
      around(stride, boxes, look);
      around(stride, boxes, (cell) => {
        if (open[cell] > 0) self.cells.push(cell);
      });
      at = 0;
      self.lowest = Infinity;
      self.busy = true;
    },
    /**
     * Puts goals on cells that have no cost now, or a higher one.
     * @param base what costs count from
     * @returns the lowest cost
     */
    seed(goals: readonly Seed[], base: number): number {
      for (const { cell, cost } of goals) {
        // If costs are equal, the goal stays.
        const isLower = costs[cell] < base + cost || (costs[cell] === base + cost && directions[cell] === GOAL);
        if (base + cost > most || (isLower && directions[cell] <= GOAL)) continue;
        costs[cell] = base + cost;
        directions[cell] = GOAL;
        self.cells.push(cell);
        self.lowest = Math.min(self.lowest, costs[cell]);
      }
      return self.lowest;
    },
    /** Continues. @returns work done, at least as much as given unless it is done */
    advance(work: number): number {
      const { cells } = self;
      let done = 0;
      for (; orphans.length > 0 && done < work; done += WORK_OF_LOOK) look(orphans.pop() as number);
      for (; at < cells.length && done < work; done += WORK_OF_LOOK) {
        const cell = cells[at++];
        if (directions[cell] > GOAL && open[cell] > 0) adopt(cell, most);
        if (directions[cell] <= GOAL) self.lowest = Math.min(self.lowest, costs[cell]);
      }
      self.busy = orphans.length > 0 || at < cells.length;
      if (!self.busy) orphans = [];
      return done;
    },
  };
  return self;
}

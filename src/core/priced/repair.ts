/** Jump distances of a weighted map that changes. */
import { directionSteps } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import { runOrder } from '../grid/rules.js';
import { repairRuns, windowsRound } from '../search/edit-log.js';
import { lookOf, type PricedJumps, pricedJumps } from './jumps.js';

/** Jumps that are repaired around edits. They depend on the grid only, however it was edited. */
export function livePricedJumps(grid: Grid): PricedJumps {
  const jumps = pricedJumps(grid, true);
  const look = lookOf(grid, jumps);
  jumps.repair = (cells) => {
    const windows = windowsRound(cells, grid);
    windows.forEach(jumps.read);
    jumps.log.add(repairRuns(jumps.distances, directionSteps(grid.stride), runOrder(grid).short, windows, look));
    return windows;
  };
  return jumps;
}

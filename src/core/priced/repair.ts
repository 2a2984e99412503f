/** Jump distances of a weighted map that changes. */
import { directionSteps } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import { runOrder } from '../grid/rules.js';
import { repairRuns, windowsRound } from '../search/edit-log.js';
import { type PricedJumps, pricedJumps } from './jumps.js';

/** Jumps that are repaired around edits. They follow from the grid alone, however it was edited. */
export function livePricedJumps(grid: Grid): PricedJumps {
  const jumps = pricedJumps(grid, true);
  const { distances, legal, nodes, ends, read, log } = jumps;
  const steps = directionSteps(grid.stride);
  const look = (c: number, d: number): number => {
    if (((legal[c] >> d) & 1) === 0) return 0;
    const next = c + steps[d];
    if ((nodes[next] >> d) & 1) return 1;
    const ahead = (ends[next] >> d) & 1 ? 0 : distances[8 * next + d];
    return ahead > 0 ? ahead + 1 : ahead - 1;
  };
  jumps.repair = (cells) => {
    const windows = windowsRound(cells, grid);
    windows.forEach(read);
    log.add(repairRuns(distances, steps, runOrder(grid).short, windows, look));
    return windows;
  };
  return jumps;
}

/**
 * Detours: on maps without costs a short path may lead round the wrong side of a wall. Where the straight way leaves
 * room for a path that is shorter by more than so many per cent, one is searched for, exactly, in a window around it.
 *
 * Measured and decided: docs/decisions/hpa-windows.md.
 */
import type { Grid } from '../grid/grid.js';
import { STEP } from '../grid/step-costs.js';
import { distanceOf } from './ground.js';
import { type Mend, setCells } from './smooth.js';
import { LARGEST, type WindowSearch, windowSearch } from './window-search.js';

/** Nothing is searched for where the straight way shows that no path is shorter by this factor. */
const TOO_LONG = 1.07;
/** Longer paths are left alone: searching those of 151 to 180 steps as well costs a third and mends no worst case. */
const LONGEST = 150;
/** Most columns and rows of the window beside a path. */
const MARGIN = 12;

/** @returns for maps whose cells have no costs */
export function detoursOf(grid: Grid): Mend & { forget(cells: Iterable<number>): void } {
  const distance = distanceOf(grid);
  // Most maps never need it.
  let made: WindowSearch | undefined;
  const mend: Mend = (path, before) => {
    const [first, last] = [path[0], path[path.length - 1]];
    const [x0, y0, x1, y1] = [first & 0xffff, first >> 16, last & 0xffff, last >> 16];
    const bound = Math.ceil(before * STEP);
    if (before > LONGEST || bound <= TOO_LONG * distance(x1 - x0, y1 - y0)) return false;
    let [left, top, right, bottom] = [x0, y0, x0, y0];
    for (const point of path) {
      left = Math.min(left, point & 0xffff);
      right = Math.max(right, point & 0xffff);
      top = Math.min(top, point >> 16);
      bottom = Math.max(bottom, point >> 16);
    }
    const margin = Math.min(MARGIN, (LARGEST - 1 - Math.max(right - left, bottom - top)) >> 1);
    if (margin < 0) return false;
    left = Math.max(0, left - margin);
    top = Math.max(0, top - margin);
    right = Math.min(grid.width - 1, right + margin);
    bottom = Math.min(grid.height - 1, bottom + margin);
    made ??= windowSearch(grid);
    // From its end, so that the cells come from its start.
    const length = made.search(x1, y1, x0, y0, { left, top, right, bottom }, bound);
    if (length > 0) setCells(path, made.result, length);
    return length > 0;
  };
  return Object.assign(mend, {
    forget(cells: Iterable<number>) {
      made?.forget(cells);
    },
  });
}

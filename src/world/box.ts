/** Boxes of cells of a world, small enough to be searched cell by cell. */
import { STEP } from '../core/grid/step-costs.js';
import type { Box } from '../core/hpa/window-search.js';
import type { WorldLayout } from './layout.js';

export type Cell = readonly [x: number, y: number];

/** Most columns and rows of a box that is searched cell by cell. */
export const LARGEST = 256;

export const fits = ({ left, top, right, bottom }: Box): boolean => Math.max(right - left, bottom - top) < LARGEST;

export const isIn = ({ left, top, right, bottom }: Box, x: number, y: number): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

export function boxOf(cells: readonly Cell[]): Box {
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The box of some tiles. */
export function boxOfTiles({ tile, width, height }: WorldLayout, tiles: readonly Cell[]): Box {
  const { left, top, right, bottom } = boxOf(tiles);
  return {
    left: tile * left,
    top: tile * top,
    right: Math.min(width, tile * (right + 1)) - 1,
    bottom: Math.min(height, tile * (bottom + 1)) - 1,
  };
}

/** A box with more cells on each side: so many, or fewer where it would not fit any more. */
export function widened(layout: WorldLayout, box: Box, by: number): Box {
  const { width, height } = layout;
  const { left, top, right, bottom } = box;
  const most = fits(box) ? LARGEST : Infinity;
  const [wide, high] = [right - left, bottom - top].map((span) => Math.min(Math.floor((most - 1 - span) / 2), by));
  return {
    left: Math.max(0, left - wide),
    top: Math.max(0, top - high),
    right: Math.min(width - 1, right + wide),
    bottom: Math.min(height - 1, bottom + high),
  };
}

/** What a path between two cells costs at least that leaves a box on the way. */
export function leastBeyond({ width, height }: WorldLayout, box: Box, [x0, y0]: Cell, [x1, y1]: Cell): number {
  const { left, top, right, bottom } = box;
  const ways = [
    left > 0 ? x0 + x1 - 2 * left : Infinity,
    top > 0 ? y0 + y1 - 2 * top : Infinity,
    right < width - 1 ? 2 * right - x0 - x1 : Infinity,
    bottom < height - 1 ? 2 * bottom - y0 - y1 : Infinity,
  ];
  return STEP * (Math.min(...ways) + 2);
}

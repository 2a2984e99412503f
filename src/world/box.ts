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

/** The box around cells. @param cells x, y pairs */
export function boxOf(cells: readonly number[]): Box {
  const box = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
  for (let i = 0; i < cells.length; i += 2) {
    box.left = Math.min(box.left, cells[i]);
    box.top = Math.min(box.top, cells[i + 1]);
    box.right = Math.max(box.right, cells[i]);
    box.bottom = Math.max(box.bottom, cells[i + 1]);
  }
  return box;
}

/** The box of some tiles. */
export function boxOfTiles(layout: WorldLayout, tiles: readonly Cell[]): Box {
  const { left, top, right, bottom } = boxOf(tiles.flat());
  const { tile } = layout;
  const box = { left: tile * left, top: tile * top, right: tile * (right + 1) - 1, bottom: tile * (bottom + 1) - 1 };
  return grown(layout, box, 0);
}

/** A box with `by` more cells on each side, or fewer if it would not fit any more. */
export function widened(layout: WorldLayout, box: Box, by: number): Box {
  const most = fits(box) ? LARGEST : Infinity;
  const [wide, high] = [box.right - box.left, box.bottom - box.top].map((span) =>
    Math.min(Math.floor((most - 1 - span) / 2), by),
  );
  return grown(layout, box, wide, high);
}

/** A box with more columns and rows on each side, as far as the map goes. */
export function grown(
  { width, height }: Pick<WorldLayout, 'width' | 'height'>,
  box: Box,
  wide: number,
  high = wide,
): Box {
  return {
    left: Math.max(0, box.left - wide),
    top: Math.max(0, box.top - high),
    right: Math.min(width - 1, box.right + wide),
    bottom: Math.min(height - 1, box.bottom + high),
  };
}

/** Least cost of a path between two cells that leaves a box on the way. */
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

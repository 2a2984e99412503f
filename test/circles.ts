/** Dense weighted terrain, from a seed. */
import { type Grid, setCosts } from '../src/core/grid/grid.js';
import { random } from './grids.js';

/** Cells of a map for each circle. */
const CELLS_A_CIRCLE = 700;

/** Prices a map: circles of cost 3 and 8, of radius 2 to 14. */
export function priceCircles(grid: Grid, seed: number): void {
  const next = random(seed);
  const costs = new Uint8Array(grid.open.length).fill(1);
  for (let i = (grid.width * grid.height) / CELLS_A_CIRCLE; i > 0; i--) {
    const [cx, cy, r, cost] = [next() * grid.width, next() * grid.height, 2 + 12 * next(), next() < 0.5 ? 3 : 8];
    for (let y = Math.max(0, Math.ceil(cy - r)); y <= Math.min(grid.height - 1, cy + r); y++)
      for (let x = Math.max(0, Math.ceil(cx - r)); x <= Math.min(grid.width - 1, cx + r); x++)
        if (Math.hypot(x - cx, y - cy) <= r) costs[grid.cell(x, y)] = cost;
  }
  setCosts(grid, (x, y) => costs[grid.cell(x, y)]);
}

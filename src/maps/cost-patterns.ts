/** Seeded costs over the open cells of any map, equal on every machine. */

import { type Grid, setCosts } from '../core/grid/grid.js';
import { random } from '../core/grid/sample.js';
import { MAX_COST } from '../core/limits.js';

/**
 * Patterns of costs:
 * - `swamps`: round patches of cost 3 on ground of cost 1
 * - `patches`: round patches of cost 2, 5 or 10 on ground of cost 1
 * - `gradients`: costs 1 to 20 that rise and fall smoothly, as hills do
 * - `roads`: ways of cost 1, three cells wide, between places on a field of cost 4
 * - `random`: each cell independently, 1 to 255
 */
export const COST_PATTERNS = ['swamps', 'patches', 'gradients', 'roads', 'random'] as const;
export type CostPattern = (typeof COST_PATTERNS)[number];

/** Share of the map that patches would cover if none lay over another. */
const COVERED = 0.35;
const RADIUS = [4, 12] as const;
/** Cells from one height of `gradients` to the next. */
const PITCH = 24;
const HIGHEST = 20;
/** Cells of the map for each place that `roads` lead to. */
const CELLS_A_PLACE = 2500;
const FIELD = 4;

/** A copy of a map weighted by a pattern, former costs dropped. @param seed 1 to 2^31 - 1 */
export function drawCosts(grid: Grid, pattern: CostPattern, seed = 1): Grid {
  const copy = grid.copy();
  const { width, height } = copy;
  const next = random(seed);
  const upTo = (n: number) => Math.floor(next() * n);
  const plane = PATTERNS[pattern](width, height, upTo);
  setCosts(copy, (x, y) => plane[y * width + x]);
  return copy;
}

type Draw = (width: number, height: number, upTo: (n: number) => number) => Uint8Array;

const PATTERNS: Record<CostPattern, Draw> = {
  swamps: (width, height, upTo) => patches(width, height, upTo, [3]),
  patches: (width, height, upTo) => patches(width, height, upTo, [2, 5, 10]),
  gradients,
  roads,
  random: (width, height, upTo) => Uint8Array.from({ length: width * height }, () => 1 + upTo(MAX_COST)),
};

function patches(width: number, height: number, upTo: (n: number) => number, costs: number[]): Uint8Array {
  const plane = new Uint8Array(width * height).fill(1);
  // 22 / 7 is close enough to pi.
  for (let left = COVERED * width * height; left > 0; ) {
    const radius = RADIUS[0] + upTo(RADIUS[1] - RADIUS[0] + 1);
    const [x, y] = [upTo(width), upTo(height)];
    const cost = costs[upTo(costs.length)];
    for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row++) {
      let half = 0;
      while ((half + 1) ** 2 + (row - y) ** 2 <= radius * radius) half++;
      plane.fill(cost, row * width + Math.max(0, x - half), row * width + Math.min(width - 1, x + half) + 1);
    }
    left -= (radius * radius * 22) / 7;
  }
  return plane;
}

/** Heights on a lattice, between them in proportion, in 1 / PITCH^2 of a height: whole numbers. */
function gradients(width: number, height: number, upTo: (n: number) => number): Uint8Array {
  const columns = Math.floor(width / PITCH) + 2;
  const heights = Array.from({ length: columns * (Math.floor(height / PITCH) + 2) }, () => 1 + upTo(HIGHEST));
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const at = Math.floor(y / PITCH) * columns + Math.floor(x / PITCH);
    const [right, down] = [x % PITCH, y % PITCH];
    const above = heights[at] * (PITCH - right) + heights[at + 1] * right;
    const below = heights[at + columns] * (PITCH - right) + heights[at + columns + 1] * right;
    return Math.floor((above * (PITCH - down) + below * down) / PITCH ** 2);
  });
}

/** Each place has a road to the nearest of those before it. */
function roads(width: number, height: number, upTo: (n: number) => number): Uint8Array {
  const plane = new Uint8Array(width * height).fill(FIELD);
  const places = Array.from({ length: Math.ceil((width * height) / CELLS_A_PLACE) + 1 }, () => [
    upTo(width),
    upTo(height),
  ]);
  places.forEach(([x, y], i) => {
    const distance = ([column, row]: number[]) => (column - x) ** 2 + (row - y) ** 2;
    const [toX, toY] = places
      .slice(0, i)
      .reduce((best, other) => (distance(other) < distance(best) ? other : best), places[0]);
    const [dx, dy] = [toX - x, toY - y];
    const length = Math.max(Math.abs(dx), Math.abs(dy), 1);
    for (let step = 0; step <= length; step++) {
      // Rounded to the nearest cell, in whole numbers.
      const column = x + Math.floor((2 * dx * step + length) / (2 * length));
      const row = y + Math.floor((2 * dy * step + length) / (2 * length));
      for (let r = Math.max(0, row - 1); r <= Math.min(height - 1, row + 1); r++) {
        plane.fill(1, r * width + Math.max(0, column - 1), r * width + Math.min(width - 1, column + 1) + 1);
      }
    }
  });
  return plane;
}

/** Maps with walls between cells, for tests. */
import { createGrid } from '../src/core/grid/create.js';
import type { Grid } from '../src/core/grid/grid.js';
import type { LinkInput } from '../src/core/grid/links.js';
import type { WallInput } from '../src/core/grid/walls.js';

export type WalledRule = 'no-corners' | 'never';
export const WALLED_RULES: readonly WalledRule[] = ['no-corners', 'never'];

/** A random map. @param next numbers from 0 to 1 @param maxCost highest cost of a cell, under `never` */
export function walledGrid(
  next: () => number,
  diagonals: WalledRule,
  { side = 20, maxCost = 1, links = false }: { side?: number; maxCost?: number; links?: boolean } = {},
): Grid {
  const upTo = (n: number) => Math.floor(next() * n);
  const [width, height] = [2 + upTo(side - 2), 2 + upTo(side - 2)];
  const [blocked, walled] = [0.3 * next(), 0.4 * next()];
  const walls: WallInput[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      for (const side of ['east', 'south'] as const) if (next() < walled) walls.push([x, y, side]);
  }
  const costs = Array.from({ length: width * height }, () => (next() < blocked ? 0 : 1 + upTo(maxCost)));
  costs[0] = costs[costs.length - 1] = 1;
  // One wall at least.
  walls.push([0, 0, 'east'], [0, 0, 'south']);
  const joined: LinkInput[] = [{ from: [0, 0], to: [width - 1, height - 1], cost: 2, name: 'lift' }];
  return createGrid(width, height, (x, y) => costs[y * width + x], {
    diagonals,
    walls,
    ...(links && { links: joined }),
  });
}

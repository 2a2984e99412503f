/** Two cells far apart that a path joins: the query that a page opens with. */
import type { Cell } from './desk/measure.js';
import type { Scene } from './scene.js';

/** The first and the last cell of the largest component, row by row; undefined where it has a single cell. */
export function farCells({ grid, components }: Pick<Scene, 'grid' | 'components'>): [Cell, Cell] | undefined {
  const labels: ArrayLike<number> = components();
  const sizes: number[] = [0];
  for (let c = 0; c < labels.length; c++) if (labels[c] > 0) sizes[labels[c]] = (sizes[labels[c]] ?? 0) + 1;
  const largest = sizes.indexOf(sizes.reduce((a, b) => Math.max(a, b)));
  if (sizes[largest] < 2) return undefined;
  let first = 0;
  while (labels[first] !== largest) first++;
  let last = labels.length - 1;
  while (labels[last] !== largest) last--;
  const cellOf = (c: number): Cell => [(c % grid.stride) - 1, Math.floor(c / grid.stride) - 1];
  return [cellOf(first), cellOf(last)];
}

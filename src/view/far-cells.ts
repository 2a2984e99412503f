/** Two distant cells with a path: the first query of the page. */
import type { Cell } from './desk/steps.js';
import type { Scene } from './scene.js';

/** Two opposite corners of the largest component; undefined if it has a single cell. */
export function farCells({
  grid: { stride },
  components,
}: Pick<Scene, 'grid' | 'components'>): [Cell, Cell] | undefined {
  const labels: ArrayLike<number> = components();
  const sizes: number[] = [0];
  for (let c = 0; c < labels.length; c++) if (labels[c] > 0) sizes[labels[c]] = (sizes[labels[c]] ?? 0) + 1;
  const largest = sizes.indexOf(sizes.reduce((a, b) => Math.max(a, b)));
  if (sizes[largest] < 2) return undefined;
  const cellOf = (c: number): Cell => [(c % stride) - 1, Math.floor(c / stride) - 1];
  const diagonals = [1, -1].map((sign) => {
    let [first, last, from, to] = [0, 0, Infinity, -Infinity];
    for (let c = 0; c < labels.length; c++) {
      if (labels[c] !== largest) continue;
      const along = (c % stride) + sign * Math.floor(c / stride);
      if (along < from) [first, from] = [c, along];
      if (along > to) [last, to] = [c, along];
    }
    return { ends: [cellOf(first), cellOf(last)] as [Cell, Cell], span: to - from };
  });
  return diagonals.reduce((a, b) => (b.span > a.span ? b : a)).ends;
}

/** Two cells far apart that a path joins: the query that a page opens with. */
import type { Cell } from './desk/measure.js';
import type { Scene } from './scene.js';

/** Two opposite corners of the largest component; undefined where it has a single cell. */
export function farCells({ grid, components }: Pick<Scene, 'grid' | 'components'>): [Cell, Cell] | undefined {
  const labels: ArrayLike<number> = components();
  const sizes: number[] = [];
  for (let c = 0; c < labels.length; c++) if (labels[c] > 0) sizes[labels[c]] = (sizes[labels[c]] ?? 0) + 1;
  let largest = 0;
  sizes.forEach((size, label) => {
    if (size > (sizes[largest] ?? 0)) largest = label;
  });
  /** For each diagonal its first and its last cell, by their distance along it. */
  const diagonals = [1, -1].map((sign) => ({
    sign,
    first: [0, 0] as Cell,
    last: [0, 0] as Cell,
    from: Infinity,
    to: -Infinity,
  }));
  for (let y = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++) {
      if (labels[grid.cell(x, y)] !== largest || largest === 0) continue;
      for (const diagonal of diagonals) {
        const along = x + diagonal.sign * y;
        if (along < diagonal.from) Object.assign(diagonal, { from: along, first: [x, y] });
        if (along > diagonal.to) Object.assign(diagonal, { to: along, last: [x, y] });
      }
    }
  }
  const [a, b] = diagonals;
  const { first, last } = b.to - b.from > a.to - a.from ? b : a;
  return first.join() === last.join() ? undefined : [first, last];
}

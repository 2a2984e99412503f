/** Two cells far apart that a path joins: the query that a page opens with. */
import type { Cell } from './desk/measure.js';
import type { Scene } from './scene.js';

/** Two opposite corners of the largest component; undefined where it has a single cell. */
export function farCells({ grid, components }: Pick<Scene, 'grid' | 'components'>): [Cell, Cell] | undefined {
  const labels: ArrayLike<number> = components();
  const sizes: number[] = [0];
  for (let c = 0; c < labels.length; c++) if (labels[c] > 0) sizes[labels[c]] = (sizes[labels[c]] ?? 0) + 1;
  const largest = sizes.indexOf(sizes.reduce((a, b) => Math.max(a, b)));
  if (largest === 0) return undefined;
  /** The first and the last cell along a diagonal, and their distance. */
  const along = (sign: number) => {
    const [first, last]: [Cell, Cell] = [
      [0, 0],
      [0, 0],
    ];
    let [from, to] = [Infinity, -Infinity];
    for (let y = 0; y < grid.height; y++) {
      for (let x = 0; x < grid.width; x++) {
        if (labels[grid.cell(x, y)] !== largest) continue;
        const at = x + sign * y;
        if (at < from) [from, first[0], first[1]] = [at, x, y];
        if (at > to) [to, last[0], last[1]] = [at, x, y];
      }
    }
    return { span: to - from, ends: [first, last] as [Cell, Cell] };
  };
  const [down, up] = [along(1), along(-1)];
  const { ends } = up.span > down.span ? up : down;
  return ends[0].join() === ends[1].join() ? undefined : ends;
}

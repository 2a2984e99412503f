/** What every map answers, whatever finds its paths. */
import { found } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import type { Engine } from '../search/engine.js';
import { PathBuffer } from '../search/path.js';
import type { GridNav } from './nav.js';

/**
 * @param label component of a padded cell, 0 where it is blocked
 * @param search asked for connected cells alone
 */
export function answers(
  grid: Grid,
  label: (cell: number) => number,
  search: Engine,
): Pick<GridNav, 'findPath' | 'findPathInto' | 'isReachable' | 'isOpen' | 'clearance' | 'anchor' | 'centre' | 'nearestOpen'> {
  const { width, height, size } = grid;
  const scratch = new PathBuffer();

  const component = (x: number, y: number): number => {
    if (!grid.contains(x, y)) throw new RangeError(`cell ${whole(x, y)} is not on the map of ${width} x ${height} cells`);
    return label(grid.cell(x, y));
  };

  const nav: ReturnType<typeof answers> = {
    findPath: (x0, y0, x1, y1) => (nav.findPathInto(x0, y0, x1, y1, scratch) ? scratch.toPath() : null),
    findPathInto(x0, y0, x1, y1, path) {
      if (!nav.isReachable(x0, y0, x1, y1)) return false;
      return found(search.between ? search.between(x0, y0, x1, y1, path) : search.search(x0, y0, x1, y1, path));
    },
    isReachable(x0, y0, x1, y1) {
      const from = component(x0, y0);
      return from === component(x1, y1) && from > 0;
    },
    isOpen: (x, y) => grid.isOpen(x, y),
    clearance(x, y) {
      // Looked up when it is asked for: the map may change. Each side longer adds a column and a row.
      const isWider = (n: number): boolean => {
        for (let i = 0; i <= n; i++) if (!grid.isOpen(x + n, y + i) || !grid.isOpen(x + i, y + n)) return false;
        return true;
      };
      let n = 0;
      while (isWider(n)) n++;
      // Squares of the walker's side that stand side by side make up a larger one.
      return n && n + size - 1;
    },
    anchor: (cx, cy) => [Math.round(cx - size / 2), Math.round(cy - size / 2)],
    centre: (x, y) => [x + size / 2, y + size / 2],
    nearestOpen(x, y, reachableFrom) {
      whole(x, y);
      const wanted = reachableFrom && component(...reachableFrom);
      let best = Infinity;
      let found: [number, number] | null = null;
      // Row by row away from y; a row farther away than the best cell ends it.
      for (let r = Math.max(0, -y, y - height + 1); r <= Math.max(y, height - 1 - y) && r * r <= best; r++) {
        for (let row = y - r; row <= y + r; row += 2 * r || 1) {
          for (let column = 0; column < width && grid.contains(0, row); column++) {
            const label = component(column, row);
            const distance = (column - x) ** 2 + r * r;
            if (label === 0 || label !== (wanted ?? label)) continue;
            if (distance < best || (distance === best && found && row < found[1])) {
              best = distance;
              found = [column, row];
            }
          }
        }
      }
      return found;
    },
  };
  return nav;
}

/** A cell for an error message. @throws {RangeError} if x and y are not whole numbers, or too large to count with */
function whole(x: number, y: number): string {
  if (![x, y].every(Number.isSafeInteger)) throw new RangeError(`${x}, ${y} is not a cell: x and y must be whole numbers`);
  return `${x}, ${y}`;
}

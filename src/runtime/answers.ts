/** What every map answers, whatever finds its paths. */
import { assertPath } from '../core/errors.js';
import { cellOf } from '../core/grid/cells.js';
import type { Grid } from '../core/grid/grid.js';
import type { Engine } from '../core/search/engine.js';
import { PathBuffer } from '../core/search/path.js';
import type { GridNav, NavInMaking } from './nav.js';

/** @throws {TypeError} unless a path can be left in it */
export function checkBuffer(path: PathBuffer): void {
  if (!path?.write) throw new TypeError(`path is ${path}, expected a PathBuffer`);
}

/**
 * @param label component of a padded cell, 0 where it is blocked
 * @param search called only for connected cells
 */
export function answers(
  grid: Grid,
  label: (cell: number) => number,
  search: Engine,
): Pick<GridNav, 'findPath' | 'findPathInto' | 'isReachable' | 'isOpen' | 'costAt'> {
  const scratch = new PathBuffer();
  const nav: ReturnType<typeof answers> = {
    findPath: (x0, y0, x1, y1) => (nav.findPathInto(x0, y0, x1, y1, scratch) ? scratch.toPath() : null),
    findPathInto(x0, y0, x1, y1, path) {
      checkBuffer(path);
      if (!nav.isReachable(x0, y0, x1, y1)) return false;
      return assertPath(search.between ? search.between(x0, y0, x1, y1, path) : search.search(x0, y0, x1, y1, path));
    },
    isReachable(x0, y0, x1, y1) {
      const from = label(cellOf(grid, x0, y0));
      return from === label(cellOf(grid, x1, y1)) && from > 0;
    },
    isOpen: (x, y) => grid.isOpen(x, y),
    costAt: (x, y) => grid.costAt(x, y),
  };
  return nav;
}

/** A nav without layers. @param rest what depends on its source */
export function plainNav(
  grid: Grid,
  label: (cell: number) => number,
  search: Engine,
  rest: Pick<GridNav, 'agent' | 'agents' | 'engine' | 'engines' | 'fingerprint' | 'kit' | 'blobs' | 'source' | 'use'>,
): NavInMaking {
  const { width, height, terrain, size, moveRule: diagonals } = grid;
  const wasm = search.wasm === true;
  const map = { width, height, terrain, size, diagonals, version: 0, wasm, grid, label, search };
  return { ...map, ...rest, ...answers(grid, label, search) };
}

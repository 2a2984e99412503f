/** Connected components of a map that changes. */
import { type Components, countComponents } from '../../core/grid/components.js';
import type { Grid } from '../../core/grid/grid.js';
import { cutsCorners, isHex } from '../../core/grid/rules.js';
import type { liveParts } from './parts.js';

export interface LiveComponents {
  /** A number for each component, 0 where a cell is blocked; the same until the next change. */
  label(cell: number): number;
  /** @param cells padded cells whose openness is new; the grid has their state */
  repair(cells: Iterable<number>): void;
}

/** Labels that may be joined to others; then all are labeled again. */
const MOST_JOINED = 4096;

/**
 * What opens joins components in a table of roots. What closes may cut one only where the cells round it are in pieces without it; then these are parted, or
 * all cells are labeled again, when somebody asks.
 * @param parting labels pieces that hang together no longer
 */
export function liveComponents(grid: Grid, parting?: typeof liveParts): LiveComponents {
  const { open, stride } = grid;
  // Round a cell, straight neighbors at even places.
  const ring = [-stride, 1 - stride, 1, 1 + stride, stride, stride - 1, -1, -1 - stride];
  let labels: Components | undefined;
  let roots: Map<number, number>;
  /** The highest label. */
  let last: number;

  const rootOf = (label: number): number => {
    let root = label;
    for (let next = roots.get(root); next !== undefined; next = roots.get(root)) root = next;
    return root;
  };

  /** @returns false if all have to be labeled again */
  const join = (of: Components, cell: number): boolean => {
    let root = 0;
    for (let k = 0; k < 8; k += 2) {
      const other = rootOf(of[cell + ring[k]]);
      if (other === 0 || other === root) continue;
      if (root > 0) roots.set(other, root);
      else root = other;
    }
    of[cell] = root;
    return root > 0 && roots.size < MOST_JOINED;
  };

  /** Straight neighbors of a cell, one of each piece into which the cells round it fall without it. */
  const piecesRound = (of: Components, cell: number): number[] =>
    // The last of a piece: what follows it is shut.
    [0, 2, 4, 6]
      .filter((k) => of[cell + ring[k]] > 0 && (of[cell + ring[k + 1]] === 0 || of[cell + ring[(k + 2) & 7]] === 0))
      .map((k) => cell + ring[k]);

  const start = (): Components => {
    [labels, last] = countComponents(grid);
    roots = new Map();
    return labels;
  };

  /** @returns false if all have to be labeled again */
  const cut = (of: Components, pieces: number[]): boolean => {
    last = part?.(of, pieces, last) ?? 0;
    return last > 0;
  };

  start();
  const part = parting?.(grid);
  return {
    label: (cell) => rootOf((labels ?? start())[cell]),
    repair(cells) {
      // Where corners are cut, and between hexagons, cells hang together by their corners as well.
      if (cutsCorners(grid) || isHex(grid)) labels = undefined;
      for (const opening of [true, false]) {
        for (const cell of cells) {
          if (!labels) return;
          if (open[cell] > 0 !== opening) continue;
          if (!opening) labels[cell] = 0;
          const pieces = opening ? [] : piecesRound(labels, cell);
          if (!(opening ? join(labels, cell) : pieces.length < 2 || cut(labels, pieces))) labels = undefined;
        }
      }
    },
  };
}

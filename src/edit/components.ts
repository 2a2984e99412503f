/** Connected components of a map that changes. */

import { type Components, labelComponents } from '../grid/components.js';
import type { Grid } from '../grid/grid.js';

export interface LiveComponents {
  /** A number for each component, 0 where a cell is blocked; the same until the next change. */
  label(cell: number): number;
  /** @param cells padded cells whose openness is new; the grid has their state */
  repair(cells: Iterable<number>): void;
}

/**
 * What opens joins components in a table of roots. What closes may cut one only where the cells round it are in pieces without it; then all are
 * labelled again, when somebody asks.
 */
export function liveComponents(grid: Grid): LiveComponents {
  const { open, stride } = grid;
  // Round a cell, straight neighbours at even places.
  const ring = [-stride, 1 - stride, 1, 1 + stride, stride, stride - 1, -1, -1 - stride];
  let labels: Components | undefined = labelComponents(grid);
  let roots = new Map<number, number>();

  const rootOf = (label: number): number => {
    let root = label;
    for (let next = roots.get(root); next !== undefined; next = roots.get(root)) root = next;
    return root;
  };

  /** @returns false if it touches no component */
  const join = (of: Components, cell: number): boolean => {
    let root = 0;
    for (let k = 0; k < 8; k += 2) {
      const other = rootOf(of[cell + ring[k]]);
      if (other === 0 || other === root) continue;
      if (root > 0) roots.set(other, root);
      else root = other;
    }
    of[cell] = root;
    return root > 0;
  };

  /** Do the straight neighbours of a cell hang together round it? */
  const bridged = (of: Components, cell: number): boolean => {
    let pieces = 0;
    for (let k = 0; k < 8; k += 2) {
      // The last of a piece: what follows it is shut.
      if (of[cell + ring[k]] > 0 && (of[cell + ring[k + 1]] === 0 || of[cell + ring[(k + 2) & 7]] === 0)) pieces++;
    }
    return pieces < 2;
  };

  return {
    label(cell) {
      if (!labels) {
        labels = labelComponents(grid);
        roots = new Map();
      }
      return rootOf(labels[cell]);
    },
    repair(cells) {
      for (const opening of [true, false]) {
        for (const cell of cells) {
          if (!labels) return;
          if (open[cell] > 0 !== opening) continue;
          if (!opening) labels[cell] = 0;
          if (!(opening ? join(labels, cell) : bridged(labels, cell))) labels = undefined;
        }
      }
    },
  };
}

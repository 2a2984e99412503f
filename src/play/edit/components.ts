/** Connected components of a map that changes. */
import { type Components, countComponents } from '../../core/grid/components.js';
import type { Grid } from '../../core/grid/grid.js';
import { cutsCorners, isHex } from '../../core/grid/rules.js';

/** Labels that may be joined to others; then all are labeled again. */
const MOST_JOINED = 4096;

export type LiveComponents = ReturnType<typeof liveComponents>;

/**
 * What opens joins components in a table of roots. What closes may cut one only where the cells round it are in pieces without it; then these are parted, or
 * all cells are labeled again, when somebody asks.
 * @param parting labels pieces that hang together no longer
 */
export function liveComponents(grid: Grid, parting?: typeof liveParts) {
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

  start();
  const part = parting?.(grid);
  return {
    /** A number for each component, 0 where a cell is blocked; the same until the next change. */
    label: (cell: number): number => rootOf((labels ?? start())[cell]),
    /** @param cells padded cells whose openness is new; the grid has their state */
    repair(cells: Iterable<number>): void {
      // Where corners are cut, and between hexagons, cells hang together by their corners as well.
      if (cutsCorners(grid) || isHex(grid)) labels = undefined;
      for (const opening of [true, false]) {
        for (const cell of cells) {
          if (!labels) return;
          if (open[cell] > 0 !== opening) continue;
          if (!opening) labels[cell] = 0;
          const pieces = opening ? [] : piecesRound(labels, cell);
          if (pieces.length > 1) last = part?.(labels, pieces, last) ?? 0;
          if (last === 0 || (opening && !join(labels, cell))) labels = undefined;
        }
      }
    },
  };
}

/** One of so many cells may be looked at; more would take longer than to label all. */
const SHARE = 256;

/**
 * Floods pieces that were one component side by side, cell by cell in turns, until all have met, or all but one are full and have labels of their own.
 * @returns takes the labels, where they are 0 no way leads; a cell of each piece; and the highest label. It gives the highest label then, 0 if it took too long or there is no
 * number left: labels are of no use then
 */
export function liveParts({ open, stride }: Grid): (of: Components, starts: number[], highest: number) => number {
  const steps = [-stride, 1, stride, -1];
  /** While pieces are flooded, the number of the piece that a cell belongs to, from 1 on; else all 0. */
  let by: Uint8Array | undefined;
  return (of, starts, highest) => {
    const reached = by ?? new Uint8Array(open.length);
    by = reached;
    const lists = [[], ...starts.map((cell) => [cell])];
    const done = lists.map(() => 0);
    /** By number of a piece: pieces that have met have the same, those that are full 0. */
    let group = lists.map((_, i) => i);
    let groups = starts.length;
    let last = highest;
    for (const [i, cell] of starts.entries()) reached[cell] = i + 1;
    for (let looked = 0, i = 1; groups > 1 && SHARE * looked < open.length; i = (i % starts.length) + 1) {
      const list = lists[i];
      const label = group[i];
      if (done[i] < list.length) {
        looked++;
        const cell = list[done[i]++];
        for (const step of steps) {
          const next = cell + step;
          if (of[next] === 0) continue;
          const other = group[reached[next]];
          if (other === 0) {
            reached[next] = i;
            list.push(next);
          } else if (other !== label) {
            group = group.map((g) => (g === other ? label : g));
            groups--;
          }
        }
      } else if (label > 0 && lists.every((cells, j) => group[j] !== label || done[j] === cells.length)) {
        // Full. A label that does not fit is cut off.
        last++;
        for (let j = 1; j < lists.length; j++) if (group[j] === label) for (const cell of lists[j]) of[cell] = last;
        group = group.map((g) => (g === label ? 0 : g));
        groups--;
      }
    }
    for (const list of lists) for (const cell of list) reached[cell] = 0;
    return groups === 1 && last < 2 ** (8 * of.BYTES_PER_ELEMENT) ? last : 0;
  };
}

/** Connected components of a map that changes. */
import { type Components, countComponents } from '../../core/grid/components.js';
import type { Grid } from '../../core/grid/grid.js';
import { cutsCorners, isHex, movesMask } from '../../core/grid/rules.js';
import type { Hexagons } from '../../core/search/hexagons.js';

interface Round {
  /** Steps to the cells around a cell, in a circle. */
  ring(cell: number): readonly number[];
  /** Steps to the neighbors that a cell is connected with. */
  near(cell: number): readonly number[];
  /**
   * Whether an open place of the circle is the last of a piece: the open place after it is connected another way only.
   */
  isLast(k: number, isOpen: (k: number) => boolean): boolean;
}

function roundOf(grid: Grid, hexes?: Hexagons): Round {
  const { stride } = grid;
  const all = [-stride, 1 - stride, 1, 1 + stride, stride, stride - 1, -1, -1 - stride];
  if (isHex(grid)) {
    const byLayout = hexes?.offsetMoves(grid);
    const rings: number[][] = [];
    const ring = (cell: number) => {
      const mask = byLayout ? byLayout(cell) : movesMask(grid);
      rings[mask] ??= all.filter((_, d) => (mask >> d) & 1);
      return rings[mask];
    };
    return { ring, near: ring, isLast: (k, isOpen) => !isOpen(k + 1) };
  }
  const ring = () => all;
  // Where corners are cut, straight neighbors of a corner are connected with it and with each other.
  if (cutsCorners(grid))
    return { ring, near: ring, isLast: (k, isOpen) => !isOpen(k + 1) && (k % 2 > 0 || !isOpen(k + 2)) };
  const four = [-stride, 1, stride, -1];
  return { ring, near: () => four, isLast: (k, isOpen) => k % 2 === 0 && !(isOpen(k + 1) && isOpen(k + 2)) };
}

/** Share of cells from which on all are labeled again. */
const MUCH = 1 / 64;
/** Labels that may be joined to others, and new ones; then all are labeled again. */
const MOST_JOINED = 4096;

export type LiveComponents = ReturnType<typeof liveComponents>;

/**
 * A cell that opens joins components in a table of roots. A cell that closes can split one only if the cells around it
 * fall into pieces without it; then the pieces get new labels, or all cells are labeled again lazily.
 * @param parting labels pieces that are no longer connected
 * @param hexes of a map of hexagons
 */
export function liveComponents(grid: Grid, parting?: typeof liveParts, hexes?: Hexagons) {
  const { open } = grid;
  const round = roundOf(grid, hexes);
  let labels: Components | undefined;
  let roots: Map<number, number>;
  let last: number;

  const rootOf = (label: number): number => {
    let root = label;
    for (let next = roots.get(root); next !== undefined; next = roots.get(root)) root = next;
    return root;
  };

  /** @returns false if all cells must be labeled again */
  const join = (labels: Components, cell: number): boolean => {
    let root = 0;
    for (const step of round.near(cell)) {
      const other = rootOf(labels[cell + step]);
      if (other === 0 || other === root) continue;
      if (root > 0) roots.set(other, root);
      else root = other;
    }
    labels[cell] = root || ++last;
    return labels[cell] > 0 && roots.size < MOST_JOINED;
  };

  /** Neighbors of a cell, one of each piece into which the cells around it fall without it. */
  const piecesRound = (labels: Components, cell: number): number[] => {
    const ring = round.ring(cell);
    const isOpen = (k: number) => labels[cell + ring[k % ring.length]] > 0;
    return ring.filter((_, k) => isOpen(k) && round.isLast(k, isOpen)).map((step) => cell + step);
  };

  const start = (): Components => {
    [labels, last] = countComponents(grid, MOST_JOINED);
    roots = new Map();
    return labels;
  };

  start();
  const part = parting?.(grid, round.near);
  return {
    /** A number for each component, 0 where a cell is blocked; the same until the next change. */
    label: (cell: number): number => rootOf((labels ?? start())[cell]),
    /**
     * @param cells padded cells whose openness is new; the grid has their state
     * @param isMuch whether all are labeled again
     */
    repair(cells: ArrayLike<number> & Iterable<number>, isMuch = false): void {
      if (isMuch || cells.length > MUCH * open.length) labels = undefined;
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

/** 1 / 256 of the cells may be looked at: more take longer than labeling all. */
const SHARE = 256;

/**
 * Floods pieces that were one component side by side, cell by cell in turns, until all have met, or all but one are
 * full and have different labels.
 * @param near steps to the cells that one is connected with
 * @returns takes the labels, where they are 0 no way leads; a cell of each piece; and the highest label. It returns the
 * new highest label, or 0 if it took too long or no number is left: the labels are useless then
 */
export function liveParts(
  { open }: Grid,
  near: Round['near'],
): (labels: Components, starts: number[], highest: number) => number {
  /** While pieces are flooded, the number of the piece that a cell belongs to, from 1 on; otherwise all 0. */
  let piecesOfCells: Uint8Array | undefined;

  return (labels, starts, highest) => {
    const reached = piecesOfCells ?? new Uint8Array(open.length);
    piecesOfCells = reached;
    /** Cells of each piece in the order in which they were reached, and how many of them have been expanded. */
    const lists = [[], ...starts.map((cell) => [cell])];
    const done = lists.map(() => 0);
    /** Group of each piece: pieces that have met have the same, full pieces 0. */
    let group = lists.map((_, i) => i);
    let groups = starts.length;
    let last = highest;
    for (const [i, cell] of starts.entries()) reached[cell] = i + 1;

    /** The pieces of one group join another, 0 for full ones. */
    const regroup = (from: number, to: number) => {
      group = group.map((g) => (g === from ? to : g));
      groups--;
    };
    const expand = (cell: number, piece: number) => {
      for (const step of near(cell)) {
        const next = cell + step;
        if (labels[next] === 0) continue;
        const met = group[reached[next]];
        if (met === 0) {
          reached[next] = piece;
          lists[piece].push(next);
        } else if (met !== group[piece]) regroup(met, group[piece]);
      }
    };
    const isFull = (label: number) =>
      label > 0 && lists.every((cells, i) => group[i] !== label || done[i] === cells.length);
    /** Labels a full group. A number that does not fit is cut off, and refused at the end. */
    const relabel = (label: number) => {
      last++;
      for (const [i, cells] of lists.entries()) if (group[i] === label) for (const cell of cells) labels[cell] = last;
      regroup(label, 0);
    };

    let expanded = 0;
    for (let piece = 1; groups > 1 && SHARE * expanded < open.length; piece = (piece % starts.length) + 1) {
      if (done[piece] < lists[piece].length) {
        expanded++;
        expand(lists[piece][done[piece]++], piece);
      } else if (isFull(group[piece])) relabel(group[piece]);
    }
    for (const cells of lists) for (const cell of cells) reached[cell] = 0;
    const isComplete = groups === 1 && last < 2 ** (8 * labels.BYTES_PER_ELEMENT);
    return isComplete ? last : 0;
  };
}

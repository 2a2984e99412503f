/** Which pieces of a component hang together without a cell that has closed. */
import type { Components } from '../../core/grid/components.js';
import type { Grid } from '../../core/grid/grid.js';

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
    starts.forEach((cell, i) => {
      reached[cell] = i + 1;
    });
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

/** Links of a flood, which starts at the goals: it takes them against their direction. */
import { LINKED } from './repair.js';
import type { FloodLink } from './types.js';

/**
 * @param costs of the flood, by padded cell
 * @param list lists a cell that the flood continues from
 */
export function linksAgainst(
  links: readonly FloodLink[],
  open: Uint8Array,
  costs: Float64Array,
  directions: Uint8Array,
  list: (cell: number, mask: number, cost: number) => void,
) {
  /** Links whose far end has no final cost yet, and those that lead on from a cell. */
  let pending: FloodLink[] = [];
  const taken = new Map<number, FloodLink>();

  const next = (): FloodLink | undefined => {
    let nearest = pending[0];
    for (const way of pending) if (costs[way.to] < costs[nearest.to]) nearest = way;
    return nearest;
  };

  return {
    begin(): void {
      pending = [...links];
    },
    /** The lowest cost of a far end of a link that was not taken, Infinity without one. */
    get nearest(): number {
      const way = next();
      return way ? costs[way.to] : Infinity;
    },
    from: (cell: number) => taken.get(cell) as FloodLink,
    /**
     * Takes the links whose far end costs less than `end`. The nearest comes first: a link may cost less than a bucket
     * is wide, and make the far end of another nearer.
     * @returns the lowest cost of a cell that was listed, Infinity without one
     */
    relax(end: number, most: number): number {
      let lowest = Infinity;
      for (let way = next(); way && costs[way.to] < end; way = next()) {
        pending.splice(pending.indexOf(way), 1);
        const { from, to, cost } = way;
        const there = costs[to] + cost;
        if (there >= costs[from] || there > most || open[from] === 0) continue;
        costs[from] = there;
        directions[from] = LINKED;
        taken.set(from, way);
        list(from, 255, there);
        lowest = Math.min(lowest, there);
      }
      return lowest;
    },
  };
}

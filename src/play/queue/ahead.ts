/** Walks that are refined ahead of their units, when there is time. */
import type { Walk } from '../../core/search/engine.js';

/** Cells that a walk is refined ahead at most; where fewer than half of them are left it is refined again. */
const AHEAD = 32;

type Step = IteratorResult<[x: number, y: number]>;

interface Buffered {
  walk: Walk;
  steps: Step[];
}

/** @param counts where to count the cells that were asked for before they were there */
export function bufferedWalks(
  walkOf: (x0: number, y0: number, x1: number, y1: number) => Walk | null,
  counts: { late: number },
) {
  // Only walks that want cells, so that one which was left for good is forgotten once it has them.
  const hungry = new Set<Buffered>();

  return {
    walk(x0: number, y0: number, x1: number, y1: number): Walk | null {
      const walk = walkOf(x0, y0, x1, y1);
      if (!walk) return null;
      const buffered: Buffered = { walk, steps: [] };
      const { steps } = buffered;
      hungry.add(buffered);
      return {
        cost: walk.cost,
        next() {
          if (steps.length === 0) counts.late++;
          const step = steps.shift() ?? walk.next();
          if (step.done) hungry.delete(buffered);
          else if (2 * steps.length < AHEAD) hungry.add(buffered);
          return step;
        },
        portals: () => walk.portals(),
        [Symbol.iterator]() {
          return this;
        },
      };
    },
    /** Refines while there is time, those first that have least left. */
    refine(hasTime: () => boolean): void {
      for (const buffered of [...hungry].sort((a, b) => a.steps.length - b.steps.length)) {
        while (hungry.has(buffered) && hasTime()) {
          const step = buffered.walk.next();
          if (buffered.steps.push(step) >= AHEAD || step.done) hungry.delete(buffered);
        }
      }
    },
  };
}

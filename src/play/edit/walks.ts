/** Walks over a map that changes. */
import type { Walk } from '../../core/search/engine.js';

/** A walk that notices edits: it goes on from the cell that it has reached, on a path of the map as it is then. */
export interface LiveWalk extends Walk {
  /** Of the path that is walked now: from where it was last planned. */
  readonly cost: number;
  /** How often it was planned anew. */
  readonly replans: number;
  /** Whether there is no way on: it has ended before its goal. Asked again after a later edit it goes on, if there is one. */
  readonly blocked: boolean;
}

type Query = [x0: number, y0: number, x1: number, y1: number];

/** @param plan a walk over the map as it is; null where there is no way @param version of the map */
export function liveWalks(
  plan: (...query: Query) => Walk | null,
  version: () => number,
): (...query: Query) => LiveWalk | null {
  return (x0, y0, x1, y1) => {
    let walk = plan(x0, y0, x1, y1);
    if (!walk) return null;
    let planned = version();
    let { cost } = walk;
    let replans = 0;
    let at: [number, number] | undefined;
    return {
      get cost() {
        return cost;
      },
      get replans() {
        return replans;
      },
      get blocked() {
        return walk === null;
      },
      next() {
        if (planned !== version() && !(at?.[0] === x1 && at[1] === y1)) {
          planned = version();
          replans++;
          walk = plan(at?.[0] ?? x0, at?.[1] ?? y0, x1, y1);
          cost = walk?.cost ?? Infinity;
          // The cell that it stands on was told already.
          if (at) walk?.next();
        }
        const step = walk?.next() ?? { done: true, value: undefined };
        if (!step.done) at = step.value;
        return step;
      },
      portals: () => walk?.portals() ?? [],
      [Symbol.iterator]() {
        return this;
      },
    };
  };
}

/** Walks over links: those of the legs one after the other. */
import type { Walk } from '../search/engine.js';

/** @param walks one leg each @param links what the links between them cost, in steps */
export function chainWalks(walks: readonly Walk[], links: number): Walk {
  const left = [...walks];
  const self: Walk = {
    cost: walks.reduce((sum, { cost }) => sum + cost, links),
    portals: () => left.flatMap((walk) => walk.portals()),
    next() {
      const step = left[0].next();
      if (!step.done || left.length === 1) return step;
      left.shift();
      return self.next();
    },
    [Symbol.iterator]: () => self,
  };
  return self;
}

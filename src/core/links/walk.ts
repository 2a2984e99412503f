/** Walks over links: those of the legs one after the other. */
import type { Portal, Walk } from '../search/engine.js';

/** @param walks one leg each @param links what the links between them cost, in steps */
export function chainWalks(walks: readonly Walk[], links: number): Walk {
  let at = 0;
  const self: Walk = {
    cost: walks.reduce((sum, { cost }) => sum + cost, links),
    portals: (): Portal[] => walks.slice(at).flatMap((walk) => walk.portals()),
    next() {
      for (; at < walks.length; at++) {
        const step = walks[at].next();
        if (!step.done) return step;
      }
      return { done: true, value: undefined };
    },
    [Symbol.iterator]: () => self,
  };
  return self;
}

/** Walks for a map whose blobs hold HPA*. */

import { found } from '../errors.js';
import type { Extendable, Walk } from '../runtime/engine.js';

/** Gives the map walks if it has none. @param use gives an engine that walks */
export function addWalk(nav: Extendable, use: () => { walk(x0: number, y0: number, goalX: number, goalY: number): Walk | null }): void {
  nav.walk ??= (...query) => (nav.isReachable(...query) ? found(use().walk(...query)) : null);
}

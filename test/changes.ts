/** Changes of maps, and what a map that changes answers, held against Dijkstra. */

import type { Grid } from '../src/core/grid/grid.js';
import { STRAIGHT } from '../src/core/grid/step-costs.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import { affects } from '../src/play/edit/affects.js';
import type { Change } from '../src/play/edit/cells.js';
import type { ChangingNav } from '../src/play/edit/edits.js';
import { findWalk } from '../src/runtime/walk.js';

/** Some changes in one edit: rectangles opened and closed, or of another cost if `isWeighted`. */
export function randomChanges(
  { width, height }: Pick<Grid, 'width' | 'height'>,
  next: () => number,
  isWeighted: boolean,
): Change[] {
  return Array.from({ length: 1 + Math.floor(next() * 3) }, () => {
    const x = Math.floor(next() * width);
    const y = Math.floor(next() * height);
    const area = {
      x,
      y,
      width: 1 + Math.floor(next() * Math.min(4, width - x)),
      height: 1 + Math.floor(next() * Math.min(4, height - y)),
    };
    return isWeighted && next() < 0.4 ? { ...area, cost: 1 + Math.floor(next() * 9) } : { ...area, open: next() < 0.5 };
  });
}

/** All that a map answers, from some cells to all, against the oracle. */
export function checkAnswers(nav: ChangingNav, from: number, stride: number): void {
  const grid = nav.grid.copy();
  // On a map that differs from the baked one, HPA* does not answer.
  const exact = nav.engine !== 'table' && (nav.engine !== 'hpa' || nav.stale.includes('hpa'));
  const unit = grid.costs ? 2 * STRAIGHT : STRAIGHT;
  const at = (i: number): [number, number] => [i % grid.width, Math.floor(i / grid.width)];
  for (let s = from; s < grid.width * grid.height; s += stride) {
    const optimal = dijkstra(grid, ...at(s));
    for (let t = 0; t < grid.width * grid.height; t++) {
      const expected = optimal[grid.cell(...at(t))] / unit;
      const path = nav.findPath(...at(s), ...at(t));
      const say = (what: string) =>
        new Error(`${nav.engine}: from ${at(s)} to ${at(t)}: ${what}, the optimum is ${expected}`);
      if ((path !== null) !== Number.isFinite(expected) || nav.isReachable(...at(s), ...at(t)) !== (path !== null))
        throw say(`a path is ${path}`);
      if (!path) continue;
      const cost = checkPath(grid, path.cells, at(s), at(t)) / unit;
      if (cost < expected || (exact && cost !== expected) || path.cost !== cost)
        throw say(`it costs ${cost} and says ${path.cost}`);
      if (affects(nav, path)) throw say('it is said to be affected');
      const walk = t % 7 === 0 && nav.walk && findWalk(nav, ...at(s), ...at(t));
      if (walk && checkPath(grid, [...walk].flat(), at(s), at(t)) / unit > walk.cost * 1.000001)
        throw say(`its walk costs more than ${walk.cost}`);
      const distance = t % 5 === 0 ? nav.distance?.(...at(s), ...at(t)) : undefined;
      if (distance !== undefined && !(distance >= expected)) throw say(`its distance is ${distance}`);
    }
  }
}

import { expect, it } from 'vitest';
import { randomChanges } from '../../../test/changes.js';
import { figureMap, tally } from '../../../test/figures.js';
import { cellsOf, random } from '../../../test/grids.js';
import type { Grid } from '../../core/grid/grid.js';
import { sampleOpen } from '../../core/grid/sample.js';
import { navOf } from '../../runtime/load-grid.js';
import { editable } from '../edit/edit.js';
import { findNearest } from './distances.js';
import { type Field, fleeField, flowField } from './field.js';

/** Ends a field in slices of 400, adds what it says of every cell to `sum`. */
function finish(grid: Grid, field: Field, sum: ReturnType<typeof tally>): number {
  while (!field.advance({ work: 400 }));
  sum.add(cellsOf(grid).flatMap(([x, y]) => [field.distanceAt(x, y), field.directionAt(x, y)]));
  return field.work;
}

it.each([
  ['caves', '591efae', 28688],
  ['noise', '84754f78', 36496],
  ['rooms always', 'c7be705d', 45836],
  ['maze never', '8cf81d8a', 33784],
  ['caves patches', '437b24de', 18623],
  ['rooms random', 'a11a161e', 30900],
] as const)('fields of %s stay the same, also after edits, with no more work', (map, answers, most) => {
  const baked = figureMap(map);
  const nav = editable(navOf(baked.copy()));
  const next = random(5);
  const goals = sampleOpen(baked, 3, next).flat();
  const all = flowField(nav, goals, { costs: [0, 2.5, 40], sliced: true });
  const near = flowField(nav, goals.slice(2), { maxCost: 14.2, sliced: true });
  const flee = fleeField(nav, flowField(nav, goals, { maxCost: 20 }), { factor: 1.3, maxCost: 30, sliced: true });
  const far = flowField(nav, goals.slice(0, 2), { from: sampleOpen(baked, 1, next)[0], sliced: true });
  const sum = tally();
  let work = 0;
  for (let e = 0; e < 3; e++) {
    if (e > 0) nav.edit(randomChanges(baked, next, map.includes('patches')));
    for (const field of [all, near, flee, far]) work += finish(nav.grid.copy(), field, sum);
    const [[x, y]] = sampleOpen(nav.grid.copy(), 1, next);
    sum.add([findNearest(nav, x, y, sampleOpen(nav.grid.copy(), 70, next).flat())]);
  }
  expect(sum.text()).toBe(answers);
  expect(work, 'work').toBeLessThanOrEqual(most);
});

import { expect, it } from 'vitest';
import { randomChanges } from '../../../test/changes.js';
import { figureMap, tally } from '../../../test/figures.js';
import { random } from '../../../test/grids.js';
import type { Grid } from '../../core/grid/grid.js';
import { sampleOpen } from '../../core/grid/sample.js';
import { navOf } from '../../core/runtime/load-grid.js';
import { editable } from '../edit/edit.js';
import { type Field, fleeField, flowField } from './field.js';
import { findNearest } from './nearest.js';

/** Work of a field in slices, and a checksum of what it says of every cell after each of them. */
function followed(grid: Grid, field: Field, slice: number): string {
  const sum = tally();
  let slices = 0;
  for (let isDone = false; !isDone; slices++) {
    isDone = field.advance({ work: slice });
    sum.add([field.work, field.settled]);
  }
  const cells = Array.from({ length: grid.width * grid.height }, (_, i) => [
    i % grid.width,
    Math.floor(i / grid.width),
  ]);
  sum.add(cells.flatMap(([x, y]) => [field.distanceAt(x, y), field.directionAt(x, y)]));
  return `${slices} ${field.work} ${sum.text()}`;
}

it.each([
  [
    'caves',
    '2 978 a10f517c, 2 569 6a67790f, 9 3739 3759f7e, 1 681 4466470, 4, 2 1427 7b3392cb, 2 1096 c45f9e0c, 9 3581 d3680ec8, 1 654 3ed882b2, 39, 22 10103 94431b91, 2 1768 d4da789, 9 3591 f94945ea, 1 501 5a9d4cb7, 55',
  ],
  [
    'noise',
    '8 2958 fea519d7, 5 1883 4166a468, 13 4897 732e3aa, 2 583 44f4263b, 4, 3 3926 e1dc67c1, 2 2619 41680026, 12 4870 6a6b1f79, 2 565 35eaa5dd, 32, 3 4760 d8d5b0a2, 4 4023 94daebf4, 12 4884 e3923ca8, 2 528 5cbacd56, 5',
  ],
  [
    'rooms always',
    '6 2343 d44de65d, 4 1359 286c6b9c, 11 4405 347c8d6c, 2 806 6861eb87, 4, 20 10371 fa11e7ec, 2 1990 49e41f2b, 10 3980 4e72bf9e, 2 619 4d0699f9, 37, 3 11546 66f145bb, 3 2855 64b0b423, 13 4945 1f225e50, 2 617 7c924e4f, 66',
  ],
  [
    'maze never',
    '14 5624 44c0d291, 2 545 1edc32ee, 6 2394 6a865593, 4 1343 1f9ac6f1, 4, 4 7155 8424b83, 1 635 1a768b13, 6 2371 320a8805, 4 1343 1f9ac6f1, 52, 2 7643 20c86f22, 1 919 80c87993, 6 2425 f0b14c0e, 4 1387 3ca64de6, 15',
  ],
  [
    'caves patches',
    '5 1669 5a2063b, 1 246 4b85bef8, 7 2447 5438815d, 1 441 48227648, 4, 3 2794 defbf6ab, 1 624 459d4fc9, 7 2447 5438815d, 1 438 2359c5d4, 12, 3 3874 77a20578, 1 858 1af1c127, 6 2350 c3d9b7ee, 1 435 97058bc2, 66',
  ],
  [
    'rooms random',
    '11 4230 5c41de31, 1 24 9c8ccc95, 1 196 29730403, 8 3153 f9f049d2, 4, 8 7072 e0f55682, 1 267 ba93d91a, 1 196 29730403, 8 3106 6e755f6d, 37, 4 8675 28eef9c, 1 546 93bc82a5, 1 196 29730403, 8 3239 6bbb357b, 50',
  ],
] as const)('fields of %s take the same work for the same answers, after edits, too', (map, figures) => {
  const baked = figureMap(map);
  const nav = editable(navOf(baked.copy()));
  const next = random(5);
  const goals = sampleOpen(baked, 3, next).flat();
  const all = flowField(nav, goals, { costs: [0, 2.5, 40], sliced: true });
  const near = flowField(nav, goals.slice(2), { maxCost: 14.2, sliced: true });
  const flee = fleeField(nav, flowField(nav, goals, { maxCost: 20 }), { factor: 1.3, maxCost: 30, sliced: true });
  const far = flowField(nav, goals.slice(0, 2), { from: sampleOpen(baked, 1, next)[0], sliced: true });
  const work: string[] = [];
  for (let e = 0; e < 3; e++) {
    if (e > 0) nav.edit(randomChanges(baked, next, map.includes('patches')));
    for (const field of [all, near, flee, far]) work.push(followed(nav.grid.copy(), field, 400));
    const [[x, y]] = sampleOpen(nav.grid.copy(), 1, next);
    work.push(`${findNearest(nav, x, y, sampleOpen(nav.grid.copy(), 70, next).flat())}`);
  }
  expect(work.join(', ')).toBe(figures);
});

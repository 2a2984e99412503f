import { expect, it } from 'vitest';
import { figuresOf, refusalsOf } from '../../../test/figures.js';
import type { Grid } from '../grid/grid.js';
import { bakeJps } from '../jps/bake.js';
import { bakeBounds } from './bake.js';

const bake = async (grid: Grid) => [
  await bakeJps(grid, { codec: 'none' }),
  await bakeBounds(grid, { threads: 1, codec: 'none' }),
];

it.each([
  ['caves', '36de2269 8ccb6236 690 68 407: 47 93 94 9255affe 1 1'],
  ['noise', '36de2269 1ac1df12 781 332 1616: 47 601 818 9454ecc8 1 1'],
  ['rooms always', '36de2269 6825d0ab 751 219 826: 41 557 698 ee1d6509 1 1'],
  ['maze never', '36de2269 8c3a6b19 511 136 244: 47 419 516 e4a6c92b 1 1'],
])('bakes %s to the same bytes as ever, and does the same work for the same paths', async (map, figures) => {
  expect(await figuresOf(map, bake)).toBe(figures);
});

it.each([
  ['rooms', '26 of 90: box, place of boxes, section 32, section 33: d2b5a964'],
  ['noise always', '26 of 84: box, place of boxes, section 32, section 33: eeae161'],
])('of %s with one number changed is refused in the same words, or taken', async (map, refusals) => {
  expect(await refusalsOf(map, bake)).toBe(refusals);
});

it.each([
  [{ at: 'cells' }, '2fc51328 25e6da8e 781 777 3650: 47 577 756 9454ecc8 1 1'],
  [{ exact: false }, '41d912ff 8da3b2e0 781 332 1616: 47 701 1035 5298fea8 1 1'],
] as const)('bakes with %o to the same bytes, and does the same work', async (options, figures) => {
  expect(
    await figuresOf('noise', async (grid) => [
      await bakeJps(grid, { codec: 'none' }),
      await bakeBounds(grid, { ...options, threads: 1, codec: 'none' }),
    ]),
  ).toBe(figures);
});

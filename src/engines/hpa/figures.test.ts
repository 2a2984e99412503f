import { expect, it } from 'vitest';
import { expectWork, figureMap, loadInJs, tally, testBakes, testRefusals, workOf } from '../../../test/figures.js';
import type { Grid } from '../../core/grid/grid.js';
import { bakeHpa, type HpaOptions } from './bake.js';
import type { CoarsePath } from './plan.js';
import type { HpaSearch } from './query.js';

const OPTIONS = { cluster: 4, levels: 3, merge: 2 };
const TWO = { cluster: 8, levels: 2 };

const bake = async (grid: Grid, options: Partial<HpaOptions>) => [await bakeHpa(grid, { ...options, codec: 'none' })];

testBakes(bake, [
  ['caves', TWO, 'a51d733b 690 64 89', '41 515ad36', 122, 533],
  ['rooms', TWO, 'fce672ec 751 108 287', '35 d7723cc6', 210, 858],
  ['noise', TWO, 'd7cbac41 781 119 357', '41 21201683', 204, 1111],
  ['caves one-corner', TWO, 'cd987b68 690 64 89', '41 d25326f3', 107, 478],
  ['noise always', TWO, 'b45d78b7 781 142 499', '41 570d6f8e', 187, 1273],
  ['meadow never', TWO, 'e01dd23a 601 96 236', '12 92a21c70', 84, 230],
  ['caves patches', TWO, 'b320988 690 64 89', '41 3d468506', 220, 751],
  ['rooms always random', TWO, 'a8c97e72 751 112 311', '35 a84c29d2', 192, 876],
  ['noise', OPTIONS, '2653ac8f 781 255 432', '41 d4f87ca3', 355, 1597],
  ['noise', { entranceWidth: 3, cluster: 9 }, '9b9e4b2f 781 130 530', '41 c5c6a29', 177, 1184],
  ['noise', { paths: false, cluster: 12 }, '9cafa0d 781 70 279', '41 162001d3', 91, 619],
]);

testBakes(
  bake,
  [
    ['caves', { cluster: 10 }, '5aafa8ad 16737 1062 2369', '41 8c1e1d9', 1394, 5503],
    ['rooms never', { cluster: 64 }, '1f5acf4b 14552 134 1489', '32 16d32fd4', 214, 1355],
    ['noise always', { cluster: 64 }, '4fd4acf5 16343 255 5486', '41 5590761e', 167, 2932],
    ['noise patches', { cluster: 24 }, '85bec1c1 16343 783 7972', '41 810d38c', 1353, 7850],
  ],
  [170, 120],
);

testRefusals(bake, [
  ['rooms', TWO, '358 of 392: df7f712a'],
  ['noise random', TWO, '364 of 400: dc4c025c'],
]);

it('keeps coarse paths by the nodes that lie nearest to the way', async () => {
  const grid = figureMap('noise');
  const search = loadInJs([await bakeHpa(grid, { cluster: 8, codec: 'none' })]).search as HpaSearch;
  const plans = new Map<number, CoarsePath>();
  search.plans = plans;
  const sum = tally();
  const work = workOf(grid, search);
  for (const [key, { nodes, cost }] of plans) sum.add([key, cost, ...nodes]);
  expect(`${plans.size} ${sum.text()}`).toBe('38 dd9b3673');
  expectWork(work, '41 21201683', 226, 1147);
});

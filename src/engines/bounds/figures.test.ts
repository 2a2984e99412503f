import { testBakes, testRefusals } from '../../../test/figures.js';
import type { Grid } from '../../core/grid/grid.js';
import { bakeJps } from '../jps/bake.js';
import { type BakeBoundsOptions, bakeBounds } from './bake.js';

const bake = async (grid: Grid, options: Partial<BakeBoundsOptions>) => [
  await bakeJps(grid, { codec: 'none' }),
  await bakeBounds(grid, { ...options, threads: 1, codec: 'none' }),
];

testBakes(bake, [
  ['caves', {}, 'b6f8c943 690 68 407', '41 607f3729', 78, 78],
  ['noise', {}, '5ea4a41f 781 332 1616', '41 cafda53f', 511, 704],
  ['noise always', {}, '6e36f2ba 781 436 2152', '41 3eaf44a5', 526, 858],
  ['rooms always', {}, 'be367bb7 751 219 826', '35 83f21a79', 399, 505],
  ['rooms never', {}, '4cc3f77e 751 140 304', '35 b7257c2a', 372, 503],
  ['maze never', {}, 'a7ab3494 511 136 244', '41 689ed267', 362, 443],
  ['noise', { at: 'cells' }, '85d84d41 781 777 3650', '41 cafda53f', 487, 645],
  ['noise', { exact: false }, '2a46fa94 781 332 1616', '41 cafda53f', 575, 869],
]);

testRefusals(bake, [
  ['rooms', {}, '26 of 90: d2b5a964'],
  ['noise always', {}, '26 of 84: eeae161'],
]);

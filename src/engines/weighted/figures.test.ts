import { testBakes, testRefusals } from '../../../test/figures.js';
import type { Grid } from '../../core/grid/grid.js';
import { bakeJps } from '../jps/bake.js';

const bake = async (grid: Grid) => [
  await bakeJps(grid, { storeLandmarks: true, landmarks: grid.width % 2 ? 1 : 3, codec: 'none' }),
];

testBakes(bake, [
  ['caves patches', {}, '66c758c9 690 111', '41 51d4ebb9', 306, 729],
  ['rooms gradients', {}, '2eecec6f 751 558', '35 2189f95f', 2879, 3878],
  ['noise swamps', {}, '8d4d8291 781 355', '41 e8c72f37', 962, 1823],
  ['maze random', {}, 'f09f78c5 511 451', '41 f39db962', 2739, 3023],
  ['noise one-corner roads', {}, '2faca362 781 358', '41 604dd379', 1187, 1949],
  ['caves always patches', {}, 'bf254b4e 690 89', '41 ff4b34f2', 335, 787],
]);

testRefusals(bake, [['caves patches', {}, '74 of 136: c29abf50']]);

import { bakeLines, refusalLines, testFigures } from '../../../test/figures.js';
import type { Grid } from '../../core/grid/grid.js';
import { bakeJps } from '../jps/bake.js';

const bake = async (grid: Grid) => [
  await bakeJps(grid, { storeLandmarks: true, landmarks: grid.width % 2 ? 1 : 3, codec: 'none' }),
];

testFigures(
  'weighted',
  bakeLines(bake, [
    ['caves patches', {}],
    ['rooms gradients', {}],
    ['noise swamps', {}],
    ['maze random', {}],
    ['noise one-corner roads', {}],
    ['caves always patches', {}],
  ]),
  refusalLines(bake, [['caves patches', {}]]),
);

import { bakeLines, refusalLines, testFigures } from '../../../test/figures.js';
import type { Grid } from '../../core/grid/grid.js';
import { bakeJps } from '../jps/bake.js';
import { type BakeBoundsOptions, bakeBounds } from './bake.js';

const bake = async (grid: Grid, options: Partial<BakeBoundsOptions>) => [
  await bakeJps(grid, { codec: 'none' }),
  await bakeBounds(grid, { ...options, threads: 1, codec: 'none' }),
];

testFigures(
  'bounds',
  bakeLines(bake, [
    ['caves', {}],
    ['noise', {}],
    ['noise always', {}],
    ['rooms always', {}],
    ['rooms never', {}],
    ['maze never', {}],
    ['noise', { at: 'cells' }],
    ['noise', { exact: false }],
  ]),
  refusalLines(bake, [
    ['rooms', {}],
    ['noise always', {}],
  ]),
);

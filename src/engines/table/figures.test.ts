import { bakeLines, refusalLines, testFigures } from '../../../test/figures.js';
import type { Grid } from '../../core/grid/grid.js';
import { bakeHpa } from '../hpa/bake.js';
import { bakeTable } from './bake.js';

const bake = async (grid: Grid) => {
  const hpa = await bakeHpa(grid, { cluster: grid.width > 20 ? 8 : 4, codec: 'none' });
  return [hpa, await bakeTable(hpa, { threads: 1, codec: 'none' })];
};

testFigures(
  'table',
  bakeLines(bake, [
    ['caves', {}],
    ['rooms', {}],
    ['noise', {}],
    ['noise always', {}],
    ['meadow never', {}],
    ['caves patches', {}],
  ]),
  refusalLines(bake, [
    ['rooms', {}],
    ['caves patches', {}],
  ]),
);

import { testBakes, testRefusals } from '../../../test/figures.js';
import type { Grid } from '../../core/grid/grid.js';
import { bakeHpa } from '../hpa/bake.js';
import { bakeTable } from './bake.js';

const bake = async (grid: Grid) => {
  const hpa = await bakeHpa(grid, { cluster: grid.width > 20 ? 8 : 4, codec: 'none' });
  return [hpa, await bakeTable(hpa, { threads: 1, codec: 'none' })];
};

testBakes(bake, [
  ['caves', {}, 'b95eee3c 690 64 256', '41 25d075f', 0, 0],
  ['rooms', {}, '1c70a363 751 108 274', '35 461a3d90', 0, 0],
  ['noise', {}, 'f82f52b7 781 119 891', '41 3bbcb332', 0, 0],
  ['noise always', {}, '110ba73c 781 142 1983', '41 59dd7881', 0, 0],
  ['meadow never', {}, '52bd1112 601 96 187', '12 feacfa8d', 0, 0],
  ['caves patches', {}, '8987116d 690 64 268', '41 fdaec1c6', 0, 0],
]);

testRefusals(bake, [
  ['rooms', {}, '96 of 224: daef0ceb'],
  ['caves patches', {}, '93 of 224: d8b0e795'],
]);

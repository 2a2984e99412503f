import { expect, it } from 'vitest';
import { figuresOf, refusalsOf } from '../../../test/figures.js';
import type { Grid } from '../grid/grid.js';
import { bakeHpa } from '../hpa/bake.js';
import { bakeTable } from './bake.js';

const bake = async (grid: Grid) => {
  const hpa = await bakeHpa(grid, { cluster: grid.width > 20 ? 8 : 4, codec: 'none' });
  return [hpa, await bakeTable(hpa, { threads: 1, codec: 'none' })];
};

it.each([
  ['caves', 'e66c89aa bb854d57 31d22caa 690 64 256: 47 0 0 3605b4b3 0 0'],
  ['rooms', '2511b041 8615d7f1 b1a58c35 751 108 274: 41 0 0 26a9d769 0 0'],
  ['noise', 'fce33ac4 bc709b9c d50f173e 781 119 891: 47 0 0 ded1d5e0 0 0'],
  ['noise always', '112e27d8 687bbe46 06e89da0 781 142 1983: 47 0 0 7c1fb35b 0 0'],
  ['meadow never', '7fc6c9b8 1409c8ee a4f37ab7 601 96 187: 15 0 0 c8ee2b07 0 0'],
  ['caves patches', 'b6a2c022 bc0294e4 4b6cb45d 690 64 268: 47 0 0 e0a5765b 0 0'],
])('bakes %s to the same bytes as ever, and does the same work for the same paths', async (map, figures) => {
  expect(await figuresOf(map, bake)).toBe(figures);
});

it.each([
  [
    'rooms',
    '155 of 224: abstraction of the table, level, next hop, number of nodes, number of pairs, number of runs, run, section 65, section 66, width of distances: 11b1fd4c',
  ],
  [
    'caves patches',
    '151 of 224: abstraction of the table, level, next hop, number of nodes, number of pairs, number of runs, run, section 65, section 66, width of distances: 1459ff46',
  ],
])('of %s with one number changed is refused in the same words, or taken', async (map, refusals) => {
  expect(await refusalsOf(map, bake)).toBe(refusals);
});

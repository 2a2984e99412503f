import { expect, it } from 'vitest';
import { figuresOf } from '../../test/figures.js';
import { bakeHpa } from '../hpa/bake.js';
import { bakeTable } from './bake.js';

it.each([
  ['caves', 'e66c89aa bb854d57 31d22caa 690 64 256: 41 0 0 25d075f 0 0'],
  ['rooms', '2511b041 8615d7f1 b1a58c35 751 108 274: 35 0 0 f3414633 0 0'],
  ['noise', 'fce33ac4 bc709b9c d50f173e 781 119 891: 41 0 0 a4485c59 0 0'],
  ['noise always', '112e27d8 687bbe46 06e89da0 781 142 1983: 41 0 0 5f3e4371 0 0'],
  ['meadow never', '7fc6c9b8 1409c8ee a4f37ab7 601 96 187: 12 0 0 29bd890a 0 0'],
  ['caves patches', 'b6a2c022 bc0294e4 4b6cb45d 690 64 268: 41 0 0 47abf203 0 0'],
])('bakes %s to the same bytes as ever, and does the same work for the same paths', async (map, figures) => {
  expect(
    await figuresOf(map, async (grid) => {
      const hpa = await bakeHpa(grid, { cluster: 8, codec: 'none' });
      return [hpa, await bakeTable(hpa, { threads: 1, codec: 'none' })];
    }),
  ).toBe(figures);
});

import { expect, it } from 'vitest';
import { figuresOf } from '../../test/figures.js';
import { bakeJps } from './bake.js';

it.each([
  ['caves', '1b764123 5818ef7f 690 68: 41 84 170 607f3729 1 1'],
  ['rooms', 'f135a9b7 76b87dee 751 140: 35 1878 2499 a356acad 1 1'],
  ['noise', '67c38ddd ac907b28 781 332: 41 1079 1978 cafda53f 1 1'],
  ['maze', 'a9033a03 fea4f148 511 136: 41 1739 1956 cac3fcfb 1 1'],
  ['noise one-corner', '67444ca7 9f9bbdab 781 338: 41 813 1808 8de22122 1 1'],
  ['rooms always', 'e405ec38 f70e055f 751 218: 35 1881 2710 cd3b237c 1 1'],
  ['noise never', '0f71ae3c faf4dc4a 781 594: 41 728 1908 b38cb39c 1 1'],
])('bakes %s to the same bytes as ever, and does the same work for the same paths', async (map, figures) => {
  expect(await figuresOf(map, async (grid) => [await bakeJps(grid, { store: 'planes', codec: 'none' })])).toBe(figures);
});

import { expect, it } from 'vitest';
import { figuresOf } from '../../test/figures.js';
import { bakeJps } from './bake.js';

it.each([
  ['caves', '1b764123 5818ef7f 690 68: 41 86 178 6ec4c40e'],
  ['rooms', 'f135a9b7 76b87dee 751 140: 35 1881 2506 cc4584a3'],
  ['noise', '67c38ddd ac907b28 781 332: 41 1108 2015 234b71ce'],
  ['maze', 'a9033a03 fea4f148 511 136: 41 1759 1979 4001fd9a'],
  ['noise one-corner', '67444ca7 9f9bbdab 781 338: 41 832 1846 6ac15c55'],
  ['rooms always', 'e405ec38 f70e055f 751 218: 35 1883 2714 aaa734f'],
  ['noise never', '0f71ae3c faf4dc4a 781 594: 41 743 1942 a85b69ad'],
])('bakes %s to the same bytes as ever, and does the same work for the same paths', async (map, figures) => {
  expect(await figuresOf(map, async (grid) => [await bakeJps(grid, { store: 'planes', codec: 'none' })])).toBe(figures);
});

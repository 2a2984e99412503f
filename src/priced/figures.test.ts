import { expect, it } from 'vitest';
import { figuresOf } from '../../test/figures.js';
import { bakeJps } from '../jps/bake.js';

it.each([
  ['caves patches', 'fd10e53b 7ffe30ed 690 111: 41 306 729 51d4ebb9 0 0'],
  ['rooms gradients', '2a5197cf ede891bf 751 558: 35 2879 3878 2189f95f 0 0'],
  ['noise swamps', 'afc5a66d d4463c9c 781 355: 41 962 1823 e8c72f37 0 0'],
  ['maze random', '64220537 1b0c60d7 511 451: 41 2739 3023 f39db962 0 0'],
  ['noise one-corner roads', '0bda69ca 8a1c4e4e 781 358: 41 1187 1949 6fcff8d4 0 0'],
  ['caves always patches', '760a9c77 4c0a24b2 690 89: 41 335 787 ff4b34f2 0 0'],
])('bakes %s to the same bytes as ever, and does the same work for the same paths', async (map, figures) => {
  expect(
    await figuresOf(map, async (grid) => [await bakeJps(grid, { store: 'planes', landmarks: 3, codec: 'none' })]),
  ).toBe(figures);
});

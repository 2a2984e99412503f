import { expect, it } from 'vitest';
import { figuresOf } from '../../test/figures.js';
import { bakeJps } from '../jps/bake.js';

it.each([
  ['caves patches', 'fd10e53b 7ffe30ed 690 111: 41 306 729 947af3ab'],
  ['rooms gradients', '2a5197cf ede891bf 751 558: 35 2879 3878 35143ac8'],
  ['noise swamps', 'afc5a66d d4463c9c 781 355: 41 962 1823 3b775a9b'],
  ['maze random', '64220537 1b0c60d7 511 451: 41 2739 3023 f3c7f6a'],
  ['noise one-corner roads', '0bda69ca 8a1c4e4e 781 358: 41 1187 1949 69d784f0'],
  ['caves always patches', '760a9c77 4c0a24b2 690 89: 41 335 787 e52314e7'],
])('bakes %s to the same bytes as ever, and does the same work for the same paths', async (map, figures) => {
  expect(
    await figuresOf(map, async (grid) => [await bakeJps(grid, { store: 'planes', landmarks: 3, codec: 'none' })]),
  ).toBe(figures);
});

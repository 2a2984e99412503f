import { expect, it } from 'vitest';
import { figuresOf, refusalsOf } from '../../../test/figures.js';
import type { Grid } from '../grid/grid.js';
import { bakeJps } from '../jps/bake.js';

const bake = async (grid: Grid) => [
  await bakeJps(grid, { storeLandmarks: true, landmarks: grid.width % 2 ? 1 : 3, codec: 'none' }),
];

it.each([
  ['caves patches', 'fd10e53b 7ffe30ed 690 111: 47 357 858 ec878c7b 0 0'],
  ['rooms gradients', '2a5197cf ede891bf 751 558: 41 3280 4456 28b13c1f 0 0'],
  ['noise swamps', 'afc5a66d d4463c9c 781 355: 47 1180 2185 b0ebf920 0 0'],
  ['maze random', '64220537 1b0c60d7 511 451: 47 3204 3518 ca5586ac 0 0'],
  ['noise one-corner roads', '0bda69ca 8a1c4e4e 781 358: 47 1496 2411 24082176 0 0'],
  ['caves always patches', '760a9c77 4c0a24b2 690 89: 47 393 940 75dcefc8 0 0'],
])('bakes %s to the same bytes as ever, and does the same work for the same paths', async (map, figures) => {
  expect(await figuresOf(map, bake)).toBe(figures);
});

it.each([
  [
    'caves patches',
    '74 of 136: checksum of jump points, landmarks, number of landmarks, revision of jump points, section 96, section 97, unit of landmarks: c29abf50',
  ],
])('of %s with one number changed is refused in the same words, or taken', async (map, refusals) => {
  expect(await refusalsOf(map, bake)).toBe(refusals);
});

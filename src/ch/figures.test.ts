import { expect, it } from 'vitest';
import { figuresOf } from '../../test/figures.js';
import { bakeHierarchy } from './bake.js';

it.each([
  ['caves', '1a9be071 2e5acfc0 690 68 259 20 12: 41 162 568 c7b0d234 0 0'],
  ['rooms', 'ae3f336a 520e7911 751 140 250 106 12: 35 513 620 3610a699 0 0'],
  ['noise', '48ad7751 3f3d64a1 781 332 666 484 18: 41 556 913 5e1943d3 0 0'],
  ['maze', 'e15d64ea 9f2460b3 511 136 143 78 9: 41 360 416 cac3fcfb 0 0'],
  ['noise one-corner', '416c3e82 6a91e2df 781 474 1283 723 21: 41 536 1114 c11f6f 0 0'],
  ['rooms always', '5de3f638 c2be381f 751 248 576 296 16: 35 584 905 cd337527 0 0'],
  ['noise never', 'd7fe8d76 92512d99 781 332 509 396 15: 41 389 719 cb9b35ed 0 0'],
  ['rooms gradients', '2bac1ddc a200e474 751 558 1349 417 17: 35 0 491 e9d7d0bc 0 0'],
  ['caves always patches', '89030387 94d02757 690 89 306 44 15: 41 0 956 7a0992a2 0 0'],
])('bakes %s to the same bytes as ever, and does the same work for the same paths', async (map, figures) => {
  expect(await figuresOf(map, async (grid) => [await bakeHierarchy(grid, { codec: 'none' })])).toBe(figures);
});

import { expect, it } from 'vitest';
import { figuresOf, refusalsOf } from '../../../test/figures.js';
import type { Grid } from '../grid/grid.js';
import { PathBuffer } from '../search/path.js';
import { bakeHierarchy } from './bake.js';
import { subgoalRule } from './moves.js';

const bake = async (grid: Grid) => [await bakeHierarchy(grid, { codec: 'none' })];

it.each([
  ['caves', '1a9be071 2e5acfc0 690 68 259 20 12: 47 195 661 9d26ce18 0 0'],
  ['rooms', 'ae3f336a 520e7911 751 140 250 106 12: 41 594 717 74a4efe4 0 0'],
  ['noise', '48ad7751 3f3d64a1 781 332 666 484 18: 47 622 1035 b933784d 0 0'],
  ['maze', 'e15d64ea 9f2460b3 511 136 143 78 9: 47 408 475 ecc3a172 0 0'],
  ['noise one-corner', '416c3e82 6a91e2df 781 474 1283 723 21: 47 630 1292 5d66cceb 0 0'],
  ['rooms always', '5de3f638 c2be381f 751 248 576 296 16: 41 702 1077 e94c6417 0 0'],
  ['noise never', 'd7fe8d76 92512d99 781 332 509 396 15: 47 433 810 1faf41a9 0 0'],
  ['rooms gradients', '2bac1ddc a200e474 751 558 1349 417 17: 41 137 639 fcd038bc 0 0'],
  ['caves always patches', '89030387 94d02757 690 89 306 44 15: 47 140 1158 e25cac2a 0 0'],
])('bakes %s to the same bytes as ever, and does the same work for the same paths', async (map, figures) => {
  expect(await figuresOf(map, bake)).toBe(figures);
});

it.each([
  ['rooms', '106 of 112: extent, hierarchy, number of subgoals, revision of subgoals, section 80: f71dbdac'],
  ['noise always', '140 of 144: extent, hierarchy, number of subgoals, revision of subgoals, section 80: b80cf20e'],
  ['caves patches', '88 of 96: extent, hierarchy, number of subgoals, revision of subgoals, section 80: 22ca167a'],
])('of %s with one number changed is refused in the same words, or taken', async (map, refusals) => {
  expect(await refusalsOf(map, bake)).toBe(refusals);
});

it.each([
  [{ witness: 1 }, 'dd5ac39a f2905c95 781 332 666 717 26: 47 595 1154 504d4078 0 0'],
  [{ witness: 200 }, '48ad7751 3f3d64a1 781 332 666 484 18: 47 622 1035 b933784d 0 0'],
] as const)('bakes with %o to the same bytes, and does the same work', async (options, figures) => {
  expect(await figuresOf('noise', async (grid) => [await bakeHierarchy(grid, { ...options, codec: 'none' })])).toBe(
    figures,
  );
});

it('without diagonals writes paths of any length, first across, then down', () => {
  const path = new PathBuffer();
  const count = 3000;
  // From the goal: a staircase.
  const points = Int32Array.from({ length: count }, (_, i) => (count - 1 - i) * 0x10001);
  subgoalRule('never').write(path, points, count, 2 * (count - 1));
  const { cost, waypoints, cells } = path.toPath();
  expect([cost, cells.length / 2]).toEqual([2 * (count - 1), 2 * count - 1]);
  expect(waypoints).toEqual(cells);
  expect([...cells.slice(0, 6), ...cells.slice(-4)]).toEqual([0, 0, 1, 0, 1, 1, 2999, 2998, 2999, 2999]);
});

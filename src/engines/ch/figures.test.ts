import { expect, it } from 'vitest';
import { testBakes, testRefusals } from '../../../test/figures.js';
import type { Grid } from '../../core/grid/grid.js';
import { PathBuffer } from '../../core/search/path.js';
import { type BakeHierarchyOptions, bakeHierarchy } from './bake.js';
import { subgoalRule } from './moves.js';

const bake = async (grid: Grid, options: Partial<BakeHierarchyOptions>) => [
  await bakeHierarchy(grid, { ...options, codec: 'none' }),
];

testBakes(bake, [
  ['caves', {}, '52977a41 690 68 259 20 12', '41 c7b0d234', 162, 568],
  ['rooms', {}, '2b8dfeb8 751 140 250 106 12', '35 3610a699', 513, 620],
  ['noise', {}, '7ad3ad6a 781 332 666 484 18', '41 5e1943d3', 556, 913],
  ['maze', {}, '588d9908 511 136 143 78 9', '41 cac3fcfb', 360, 416],
  ['noise one-corner', {}, '7ad67ca5 781 474 1283 723 21', '41 c11f6f', 536, 1114],
  ['rooms always', {}, '18213af0 751 248 576 296 16', '35 cd337527', 584, 905],
  ['noise never', {}, '24319141 781 332 509 396 15', '41 cb9b35ed', 389, 719],
  ['rooms gradients', {}, 'a09aa3c9 751 558 1349 417 17', '35 e9d7d0bc', 0, 491],
  ['caves always patches', {}, '80b34b2b 690 89 306 44 15', '41 7a0992a2', 0, 956],
  ['noise', { witness: 1 }, '8f39ebf7 781 332 666 717 26', '41 649acd3f', 537, 1025],
  ['noise', { witness: 200 }, '7ad3ad6a 781 332 666 484 18', '41 5e1943d3', 556, 913],
]);

testRefusals(bake, [
  ['rooms', {}, '106 of 112: ff0bd313'],
  ['noise always', {}, '140 of 144: 9374e60'],
  ['caves patches', {}, '88 of 96: 686d54a4'],
]);

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

import { expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { checkPairs } from '../../../test/pairs.js';
import { load } from '../../runtime/load-all.js';
import { alongCurve } from './along-curve.js';
import { bakeHierarchy } from './bake.js';
import { findSubgoals } from './subgoals.js';

it('numbers each subgoal once, squares of 8 x 8 cells in the order of a Z curve, rows within them', () => {
  const side = 32;
  const points = Int32Array.from({ length: side * side }, (_, i) => (i % side) | (Math.floor(i / side) << 16));
  const { nodes, subgoals } = alongCurve(points);
  expect([...subgoals].map((v) => nodes[v])).toEqual([...points.keys()]);
  const at = (x: number, y: number) => nodes[y * side + x];
  expect([at(0, 0), at(7, 0), at(0, 1), at(7, 7), at(8, 0), at(0, 8), at(8, 8), at(16, 0)]).toEqual([
    0, 7, 8, 63, 64, 128, 192, 256,
  ]);
  expect(alongCurve(Int32Array.of(0x7fff | (0x7fff << 16), 0x7fff, 0)).subgoals).toEqual(Int32Array.of(2, 1, 0));
});

it('gives optimal paths where contraction goes block by block, and estimates from a share of the edges', async () => {
  const grid = makeGrid('noise', 115, 115, 0.2, 3);
  expect(findSubgoals(grid).cells.length).toBeGreaterThan(4096);
  checkPairs(grid, load(await bakeHierarchy(grid, { codec: 'none' })).search, 30001);
});

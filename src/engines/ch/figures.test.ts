import { expect, it } from 'vitest';
import { bakeLines, FIGURE_MAPS, refusalLines, testFigures } from '../../../test/figures.js';
import type { Grid } from '../../core/grid/grid.js';
import { PathBuffer } from '../../core/search/path.js';
import { type BakeHierarchyOptions, bakeHierarchy } from './bake.js';
import { subgoalRule } from './moves.js';

const bake = async (grid: Grid, options: Partial<BakeHierarchyOptions>) => [
  await bakeHierarchy(grid, { ...options, codec: 'none' }),
];

testFigures(
  'ch',
  bakeLines(bake, [
    ...FIGURE_MAPS,
    ['rooms gradients', {}],
    ['caves always patches', {}],
    ['noise', { witness: 1 }],
    ['noise', { witness: 200 }],
  ]),
  refusalLines(bake, [
    ['rooms', {}],
    ['noise always', {}],
    ['caves patches', {}],
  ]),
);

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

import { expect, it } from 'vitest';
import { bakeLines, FIGURE_MAPS, figureMap, loadInJs, refusalLines, testFigures } from '../../../test/figures.js';
import { random } from '../../../test/grids.js';
import { type Grid, gridFrom } from '../../core/grid/grid.js';
import { sampleOpen } from '../../core/grid/sample.js';
import { PathBuffer } from '../../core/search/path.js';
import { bakeJps, type JpsOptions } from './bake.js';

const bake = async (grid: Grid, options: Partial<JpsOptions>) => [await bakeJps(grid, { ...options, codec: 'none' })];

testFigures(
  'jps',
  bakeLines(bake, FIGURE_MAPS),
  // More than one word of a row, and longer lists.
  bakeLines(bake, [['noise', {}]], [190, 170]),
  refusalLines(bake, [
    ['rooms', {}],
    ['noise one-corner', {}],
  ]),
);

it.each([-1, 17, 1.5])('has no %d landmarks, and 16 at most', async (landmarks) => {
  const grid = gridFrom(
    3,
    3,
    () => true,
    (x) => 1 + x,
  );
  await expect(bakeJps(grid, { landmarks })).rejects.toThrow(
    new RangeError(`landmarks is ${landmarks}, allowed is a whole number from 0 to 16`),
  );
  expect((await bakeJps(grid, { landmarks: 16 })).length).toBeGreaterThan(0);
});

it.each(['noise', 'maze'])('ends the search on %s where a trace returns true', async (map) => {
  const grid = figureMap(map);
  const { search } = loadInJs(await bake(grid, {}));
  const [[x0, y0], [x1, y1]] = sampleOpen(grid, 2, random(36));
  let calls = 0;
  search.trace = () => ++calls === 4;
  expect([search.search(x0, y0, x1, y1, new PathBuffer()), calls]).toEqual([false, 4]);
  search.trace = () => ++calls < 0;
  expect(search.search(x0, y0, x1, y1, new PathBuffer())).toBe(true);
});

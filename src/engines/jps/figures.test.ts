import { expect, it } from 'vitest';
import { figureMap, loadInJs, testBakes, testRefusals } from '../../../test/figures.js';
import { random } from '../../../test/grids.js';
import { type Grid, gridFrom } from '../../core/grid/grid.js';
import { sampleOpen } from '../../core/grid/sample.js';
import { PathBuffer } from '../../core/search/path.js';
import { bakeJps, type JpsOptions } from './bake.js';

const bake = async (grid: Grid, options: Partial<JpsOptions>) => [await bakeJps(grid, { ...options, codec: 'none' })];

testBakes(bake, [
  ['caves', {}, '967da772 690 68', '41 607f3729', 84, 170],
  ['rooms', {}, '8a4da253 751 140', '35 a356acad', 1878, 2499],
  ['noise', {}, '1a77b8c 781 332', '41 cafda53f', 1079, 1978],
  ['maze', {}, '894b778f 511 136', '41 cac3fcfb', 1739, 1956],
  ['noise one-corner', {}, '27dd248e 781 338', '41 8de22122', 813, 1808],
  ['rooms always', {}, '9bd9f3ca 751 218', '35 cd3b237c', 1881, 2710],
  ['noise never', {}, 'b7a04ae5 781 594', '41 b38cb39c', 728, 1908],
]);

// More than one word of a row, and longer lists.
testBakes(bake, [['noise', {}, 'f949c63e 25884 10457', '41 a576e259', 21940, 35333]], [190, 170]);

testRefusals(bake, [
  ['rooms', {}, '24 of 44: 9cf08c3b'],
  ['noise one-corner', {}, '24 of 44: 9fdc9b14'],
]);

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

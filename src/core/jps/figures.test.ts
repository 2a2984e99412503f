import { expect, it } from 'vitest';
import { figureMap, figuresOf, loadInJs, refusalsOf } from '../../../test/figures.js';
import { random } from '../../../test/grids.js';
import { bakeBounds } from '../bounds/bake.js';
import { type Grid, gridFrom } from '../grid/grid.js';
import { sampleOpen } from '../grid/sample.js';
import { PathBuffer } from '../search/path.js';
import { bakeJps } from './bake.js';

const bake = async (grid: Grid) => [await bakeJps(grid, { codec: 'none' })];

it.each([
  ['caves', '1b764123 690 68: 47 103 207 18543cec 1 1'],
  ['rooms', 'f135a9b7 751 140: 41 2182 2914 e5e0daa0 1 1'],
  ['noise', '67c38ddd 781 332: 47 1357 2375 8e0df90 1 1'],
  ['maze', 'a9033a03 511 136: 47 1998 2243 78bdbb01 1 1'],
  ['noise one-corner', '67444ca7 781 338: 47 1137 2307 1ca6aced 1 1'],
  ['rooms always', 'e405ec38 751 218: 41 2340 3398 5f18633c 1 1'],
  ['noise never', '0f71ae3c 781 594: 47 911 2213 453ff024 1 1'],
])('bakes %s to the same bytes as ever, and does the same work for the same paths', async (map, figures) => {
  expect(await figuresOf(map, bake)).toBe(figures);
});

it.each([
  ['rooms', '24 of 44: checksum of jump distances, checksum of jump points, jump width, section 16: d759edc8'],
  [
    'noise one-corner',
    '24 of 44: checksum of jump distances, checksum of jump points, jump width, section 16: d475fae7',
  ],
])('of %s with one number changed is refused in the same words, or taken', async (map, refusals) => {
  expect(await refusalsOf(map, bake)).toBe(refusals);
});

it.each([
  ['noise', '36de2269 1ac1df12 781 332 1616: 47 601 818 9454ecc8 1 1'],
  ['noise always', '36de2269 54bde52b 781 436 2152: 47 598 989 feba7e08 1 1'],
  ['rooms never', '36de2269 be68ef22 751 140 304: 41 447 599 ebb6ca3d 1 1'],
])('does the same work on %s with goal bounds', async (map, figures) => {
  const bakeBoth = async (grid: Grid) => [await bakeJps(grid), await bakeBounds(grid, { threads: 1, codec: 'none' })];
  expect(await figuresOf(map, bakeBoth)).toBe(figures);
});

it('does the same work on larger maps, over more than one word of a row and longer lists', async () => {
  expect(await figuresOf('noise', bake, [190, 170])).toBe('9fc83e47 25884 10457: 47 24319 39670 eee600dd 1 1');
});

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

it.each([[{ width: 8 }, 'f84f4d7d 781 332: 47 1357 2375 8e0df90 1 1']] as const)(
  'bakes with %o to the same bytes, and does the same work',
  async (options, figures) => {
    expect(await figuresOf('noise', async (grid) => [await bakeJps(grid, { ...options, codec: 'none' })])).toBe(
      figures,
    );
  },
);

it.each(['noise', 'maze'])('ends the search on %s where a trace returns true', async (map) => {
  const grid = figureMap(map);
  const { search } = loadInJs(await bake(grid));
  const [[x0, y0], [x1, y1]] = sampleOpen(grid, 2, random(36));
  let told = 0;
  search.trace = () => ++told === 4;
  expect([search.search(x0, y0, x1, y1, new PathBuffer()), told]).toEqual([false, 4]);
  search.trace = () => ++told < 0;
  expect(search.search(x0, y0, x1, y1, new PathBuffer())).toBe(true);
});

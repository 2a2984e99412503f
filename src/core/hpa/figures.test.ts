import { expect, it } from 'vitest';
import { figureMap, figuresOf, loadInJs, refusalsOf, tally, workOf } from '../../../test/figures.js';
import { random } from '../../../test/grids.js';
import type { Grid } from '../grid/grid.js';
import { sampleOpen } from '../grid/sample.js';
import { bakeHpa } from './bake.js';
import { buildHpa, rebakeHpa } from './build.js';
import type { CoarsePath } from './plan.js';
import type { HpaSearch } from './query.js';
import { hpaSections } from './section.js';

const OPTIONS = { cluster: 4, levels: 3, merge: 2 };

const bake = async (grid: Grid) => [await bakeHpa(grid, { cluster: 8, levels: 2, codec: 'none' })];

it.each([
  [
    'caves',
    'a4eea779 d6b7b829 596a1d7e 7ab6716c 3258eb60 a51e5d82 357dfef6 7ca8231f 690 64 89: 47 136 614 d762d68f 0 0',
  ],
  [
    'rooms',
    '4e0ab7ff ea748f7b 464c7d1d d4f44296 a1621ad3 c44c751c f0f2452d bda0b08c 751 108 287: 41 246 1019 498b0e21 0 0',
  ],
  [
    'noise',
    'c9126761 ff50aeef 027223d0 b62d6fd5 84b9c83d 149bdbaf 6e2b4d03 489a2643 781 119 357: 47 232 1228 f629af0 0 0',
  ],
  [
    'caves one-corner',
    'a4eea779 d6b7b829 596a1d7e c85cb714 448556e4 a51e5d82 357dfef6 7ca8231f 690 64 89: 47 121 559 d266de97 0 0',
  ],
  [
    'noise always',
    '327c3e4c 07d47ba3 ac91cd59 b8c1390c f5158fdb b7786910 27ababc3 54834584 781 142 499: 47 211 1376 d17ca6c3 0 0',
  ],
  [
    'meadow never',
    '04dc0847 4d95bdab edba5640 5bb99c41 c893f35a 6f239b2e dd2b0df6 5ea76e71 601 96 236: 15 97 284 7774759 0 0',
  ],
  [
    'caves patches',
    'a4eea779 d6b7b829 596a1d7e 14b06ca4 70208064 a51e5d82 4da2144e abd695d5 690 64 89: 47 238 850 208e5852 0 0',
  ],
  [
    'rooms always random',
    '54c55fd8 f4251545 caefe475 29340c5c 4e3e25c2 0c13a5bf 24845dc8 80201941 751 112 311: 41 239 1080 3a5d2688 0 0',
  ],
])('bakes %s to the same bytes as ever, and does the same work for the same paths', async (map, figures) => {
  expect(await figuresOf(map, bake)).toBe(figures);
});

it.each([
  [
    'rooms',
    '358 of 392: abstraction, node, nodes of cluster 1, number of nodes, path, section 48, section 49, section 50, section 51, section 52, section 54, section 55, section 56: dad9adf5',
  ],
  [
    'noise random',
    '364 of 400: abstraction, node, nodes of cluster 0, number of nodes, path, section 48, section 49, section 50, section 51, section 52, section 54, section 55, section 56: dfccc4cc',
  ],
])('of %s with one number changed is refused in the same words, or taken', async (map, refusals) => {
  expect(await refusalsOf(map, bake)).toBe(refusals);
});

it.each([
  [
    { cluster: 4, levels: 3, merge: 2 },
    '9ca155cf d0014476 ca25759c 086a6611 af9f7b71 0c54867c 77c0fd73 90c8c67e 781 255 432: 47 401 1820 3e612e3 0 0',
  ],
  [
    { entranceWidth: 3, cluster: 9 },
    '7ce50024 c6c958f6 60ff496b f17618e1 7f0182e7 781 130 530: 47 210 1373 df877271 0 0',
  ],
  [{ paths: false, cluster: 12 }, 'e6a0a70e 26e1ea18 3704691d 333a23ae 781 70 279: 47 105 691 4c1a79b1 0 0'],
] as const)('bakes with %o to the same bytes, and does the same work', async (options, figures) => {
  expect(await figuresOf('noise', async (grid) => [await bakeHpa(grid, { ...options, codec: 'none' })])).toBe(figures);
});

it.each([
  [
    'caves',
    [170, 120],
    { cluster: 10 },
    '5eac6504 0ed1e488 0ddd6f95 dd194688 5f80b5ce 16737 1062 2369: 47 1478 5883 dacc549c 0 0',
  ],
  [
    'rooms never',
    [170, 120],
    { cluster: 64 },
    '7623d4f5 839f599b 5cd41eb6 34cbaf4c 7285f71e 14552 134 1489: 37 246 1530 669c35f5 0 0',
  ],
  [
    'noise always',
    [150, 64],
    { cluster: 64 },
    '2d7f22e6 79a8bf86 ce9074ed fc7dbcc3 8feabe33 7635 95 1659: 47 106 1424 10b09e90 0 0',
  ],
  [
    'noise patches',
    [170, 120],
    { cluster: 24 },
    'acd14e9c 355d3eec 2af520fd 57bbb6be 8f7dcbbb 16343 783 7972: 47 1418 8519 c4c71f3a 0 0',
  ],
] as const)(
  'bakes a larger map, %s of %j with %o, to the same bytes, and does the same work',
  async (map, size, options, figures) => {
    expect(await figuresOf(map, async (grid) => [await bakeHpa(grid, { ...options, codec: 'none' })], size)).toBe(
      figures,
    );
  },
);

it('keeps coarse paths by the nodes that lie nearest to the way', async () => {
  const grid = figureMap('noise');
  const search = loadInJs([await bakeHpa(grid, { cluster: 8, codec: 'none' })]).search as HpaSearch;
  const plans = new Map<number, CoarsePath>();
  search.plans = plans;
  const sum = tally();
  const work = workOf(grid, search);
  for (const [key, { nodes, cost }] of plans) sum.add([key, cost, ...nodes]);
  expect(`${plans.size} ${sum.text()}: ${work}`).toBe('42 4153233c: 47 257 1256 d8f1a891');
});

it('is the same when it is baked again after each change as when it is baked anew', () => {
  const grid = figureMap('noise');
  const next = random(3);
  let abstraction = buildHpa(grid, OPTIONS);
  for (const [x, y] of [...sampleOpen(grid, 6, next), ...sampleOpen(figureMap('maze'), 6, next)]) {
    grid.open[grid.cell(x, y)] ^= 1;
    abstraction = rebakeHpa(grid, abstraction, [x, y]);
    const [found, expected] = [abstraction, buildHpa(grid, OPTIONS)].map((one) => {
      const sum = tally();
      for (const { values } of hpaSections(one)) sum.add(values);
      return sum.text();
    });
    expect(found).toBe(expected);
  }
});

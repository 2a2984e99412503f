import { expect, it } from 'vitest';
import { randomChanges } from '../../test/changes.js';
import { figureMap, loadInJs, workOf } from '../../test/figures.js';
import { random } from '../../test/grids.js';
import { bakeBounds } from '../bounds/bake.js';
import { bakeHierarchy } from '../ch/bake.js';
import type { Grid } from '../grid/grid.js';
import { bakeHpa } from '../hpa/bake.js';
import { bakeJps } from '../jps/bake.js';
import { bakeTable } from '../table/bake.js';
import { editable } from './edit.js';

const RAW = { codec: 'none', threads: 1 } as const;
const jps = async (grid: Grid) => [await bakeJps(grid, RAW)];
const bounds = async (grid: Grid) => [...(await jps(grid)), await bakeBounds(grid, RAW)];
const ch = async (grid: Grid) => [await bakeHierarchy(grid, RAW)];
const hpa = async (grid: Grid) => [await bakeHpa(grid, { ...RAW, cluster: 6, levels: 2 })];
const table = async (grid: Grid) => {
  const [blob] = await hpa(grid);
  return [blob, await bakeTable(blob, RAW)];
};
const BAKES = { jps, bounds, ch, hpa, table };

it.each([
  ['jps', 'caves', '13 29 69 3c84a1bd, 13 25 49 4b71f6e, 13 37 89 368dba7f, 13 27 54 e722423d, 13 36 95 a70b744b'],
  [
    'jps',
    'rooms always',
    '13 349 706 871bdb56, 13 176 420 da1f055, 13 427 894 a810e3e6, 13 212 481 1cda0654, 13 268 551 fa4ef449',
  ],
  [
    'bounds',
    'noise',
    '13 329 548 450f3c14, 13 402 730 ab87781b, 13 334 577 8668497f, 13 174 236 b7ab503f, 12 283 456 f2ab5a33',
  ],
  [
    'bounds',
    'caves patches',
    '13 116 160 bd839329, 13 185 257 3e4c987d, 13 304 429 44dea493, 13 65 93 f4df551b, 13 169 306 872fc6d8',
  ],
  [
    'ch',
    'maze',
    '13 828 918 2d405674, 13 755 850 2a0191c1, 13 801 905 8a4eb3ce, 13 110 127 361d56c0, 13 526 591 ed36bb7d',
  ],
  ['hpa', 'noise', '13 71 316 57d337b1, 13 72 363 db577cdc, 13 75 311 b28b1be, 13 53 302 d0748e75, 12 66 282 98b65acb'],
  [
    'hpa',
    'caves patches',
    '13 67 313 299db58b, 13 58 286 d7a179af, 13 111 306 3269d73, 13 67 309 38eb8bb8, 13 116 414 c15747cb',
  ],
  [
    'hpa',
    'rooms never',
    '11 102 309 5cdd0402, 13 58 328 60e04fb5, 13 95 373 94fd27bc, 13 74 365 26a0a657, 13 153 395 f6d67ea1',
  ],
  ['table', 'caves', '13 9 35 725b3fdd, 13 2 17 e9bd6330, 13 22 122 89e641d6, 13 0 0 ea82ce14, 13 20 57 80e3e9ae'],
] as const)('%s of %s does the same work after each of the same edits', async (artifact, map, figures) => {
  const grid = figureMap(map);
  const nav = editable(loadInJs(await BAKES[artifact](grid)));
  const next = random(7);
  const work: string[] = [];
  for (let e = 0; e < 5; e++) {
    if (e === 3) nav.reset();
    else for (let i = 0; i < 1 + e; i++) nav.edit(randomChanges(grid, next, map.includes('patches')));
    work.push(workOf(nav.grid.copy(), nav.search, 12, nav.walk));
  }
  expect(work.join(', ')).toBe(figures);
});

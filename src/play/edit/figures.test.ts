import { expect, it } from 'vitest';
import { randomChanges } from '../../../test/changes.js';
import { figureMap, loadInJs, workOf } from '../../../test/figures.js';
import { random } from '../../../test/grids.js';
import { bakeBounds } from '../../core/bounds/bake.js';
import { bakeHierarchy } from '../../core/ch/bake.js';
import type { Grid } from '../../core/grid/grid.js';
import { bakeHpa } from '../../core/hpa/bake.js';
import { bakeJps } from '../../core/jps/bake.js';
import { bakeTable } from '../../core/table/bake.js';
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
  ['jps', 'caves', '19 46 102 c991f3a6, 19 43 84 8d43d572, 19 58 137 528bf97e, 19 46 91 c6ebe995, 19 54 141 30797e2d'],
  [
    'jps',
    'rooms always',
    '19 479 939 15d2b300, 19 286 646 3acb706e, 19 559 1128 17b4d675, 19 671 1169 1c9689be, 19 696 1135 c65a2994',
  ],
  [
    'bounds',
    'noise',
    '19 571 972 e2d335ee, 19 614 1125 babc41eb, 19 493 893 17c13e1c, 19 264 350 d610116b, 17 934 1298 8565441e',
  ],
  [
    'ch',
    'maze',
    '19 1040 1153 a457d12a, 19 1057 1198 e2133221, 19 1111 1265 a733b748, 19 158 186 db36898f, 19 845 939 8d533c98',
  ],
  [
    'hpa',
    'noise',
    '19 284 540 3a89eee0, 19 288 564 79a7e7c6, 19 272 453 caa8bdae, 19 90 464 b786c6e7, 17 224 378 3a7c343a',
  ],
  [
    'hpa',
    'caves patches',
    '19 216 417 730e38ec, 19 220 460 25445955, 19 192 425 38908a32, 19 94 411 ae322e18, 19 260 515 51676711',
  ],
  [
    'hpa',
    'rooms never',
    '16 336 542 dd1158be, 19 320 473 896b3503, 19 396 546 1efd3914, 19 114 548 12d430b3, 19 364 609 e3428154',
  ],
  ['table', 'caves', '19 36 55 3e97170b, 19 36 43 86e5449f, 19 216 338 f80659cb, 19 0 0 e7e490ce, 19 40 57 35a92139'],
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

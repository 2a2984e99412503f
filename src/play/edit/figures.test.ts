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
    '19 479 939 8b176607, 19 286 646 e938092, 19 559 1128 c698f1da, 19 671 1169 a6b50314, 19 696 1135 e0637489',
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
    '19 123 538 baff0011, 19 123 561 ccffda9b, 19 107 453 764d1f6d, 19 90 464 7c00e221, 17 88 375 7a823bd0',
  ],
  [
    'hpa',
    'caves patches',
    '19 94 415 f5d68f46, 19 101 458 6cf95730, 19 141 422 45088fff, 19 94 411 e4c3c18c, 19 140 513 e88c3962',
  ],
  [
    'hpa',
    'rooms never',
    '16 194 522 609c5982, 19 85 458 7a311a4c, 19 129 523 f8d18e58, 19 114 548 bd1f2ece, 19 247 591 2531862f',
  ],
  ['table', 'caves', '19 15 55 fe771da4, 19 10 43 39316f87, 19 75 335 16f6ca66, 19 0 0 54ab7344, 19 20 57 57949558'],
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

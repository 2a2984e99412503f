import { it } from 'vitest';
import { randomChanges } from '../../../test/changes.js';
import { expectWork, figureMap, loadInJs, workOf } from '../../../test/figures.js';
import { random } from '../../../test/grids.js';
import type { Grid } from '../../core/grid/grid.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { bakeTable } from '../../engines/table/bake.js';
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
  ['jps', 'caves', '13 3c84a1bd, 13 4b71f6e, 13 368dba7f, 13 e722423d, 13 a70b744b', 154, 356],
  ['jps', 'rooms always', '13 871bdb56, 13 da1f055, 13 a810e3e6, 13 1cda0654, 13 fa4ef449', 1432, 3052],
  ['bounds', 'noise', '13 450f3c14, 13 ab87781b, 13 8668497f, 13 b7ab503f, 12 f2ab5a33', 1541, 2620],
  ['ch', 'maze', '13 2d405674, 13 2a0191c1, 13 8a4eb3ce, 13 361d56c0, 13 9636430a', 3080, 3456],
  ['hpa', 'noise', '13 e4770a8c, 13 b6a04f77, 13 675b4edf, 13 d0748e75, 12 41a2dfbc', 1453, 2802],
  ['hpa', 'caves patches', '13 7b630ae8, 13 40c2f3cc, 13 3711fe5b, 13 5de87412, 13 ec4c7938', 1168, 2217],
  ['hpa', 'rooms never', '11 d7cb18ae, 13 6d7f2e08, 13 d3e774ef, 13 47d5da1c, 13 eb423aad', 1131, 2307],
  ['table', 'caves', '13 3b69f9b8, 13 63acb0c6, 13 b5fa749e, 13 ea82ce14, 13 487812e0', 52, 122],
] as const)(
  '%s of %s answers alike after each of the same edits, with no more work',
  async (artifact, map, answers, expanded, generated) => {
    const grid = figureMap(map);
    const nav = editable(loadInJs(await BAKES[artifact](grid)));
    const next = random(7);
    const all = { answers: '', expanded: 0, generated: 0 };
    for (let e = 0; e < 5; e++) {
      if (e === 3) nav.reset();
      else for (let i = 0; i < 1 + e; i++) nav.edit(randomChanges(grid, next, map.includes('patches')));
      const one = workOf(nav.grid.copy(), nav.search, 12, nav.walk);
      all.answers += `${e > 0 ? ', ' : ''}${one.answers}`;
      all.expanded += one.expanded;
      all.generated += one.generated;
    }
    expectWork(all, answers, expanded, generated);
  },
);

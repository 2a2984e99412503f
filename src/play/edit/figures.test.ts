import { randomChanges } from '../../../test/changes.js';
import { figureMap, loadInJs, testFigures, workOf, workText } from '../../../test/figures.js';
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

type Row = readonly [artifact: keyof typeof BAKES, map: string];

/** A line for each edit: 0 to 2 and 4 change rectangles, 3 is a reset. */
async function linesOf([artifact, map]: Row): Promise<string[]> {
  const grid = figureMap(map);
  const nav = editable(loadInJs(await BAKES[artifact](grid)));
  const next = random(7);
  const lines = [`${artifact} of ${map}`];
  for (let e = 0; e < 5; e++) {
    if (e === 3) nav.reset();
    else for (let i = 0; i < 1 + e; i++) nav.edit(randomChanges(grid, next, map.includes('patches')));
    lines.push(`  edit ${e}: ${workText(workOf(nav.grid.copy(), nav.search, 12, nav.walk))}`);
  }
  return lines;
}

const ROWS: Row[] = [
  ['jps', 'caves'],
  ['jps', 'rooms always'],
  ['bounds', 'noise'],
  ['ch', 'maze'],
  ['hpa', 'noise'],
  ['hpa', 'caves patches'],
  ['hpa', 'rooms never'],
  ['table', 'caves'],
];
testFigures('edit', ...ROWS.map((row) => () => linesOf(row)));

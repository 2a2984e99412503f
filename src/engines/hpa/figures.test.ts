import {
  bakeLines,
  figureMap,
  loadInJs,
  refusalLines,
  tally,
  testFigures,
  workOf,
  workText,
} from '../../../test/figures.js';
import type { Grid } from '../../core/grid/grid.js';
import { bakeHpa, type HpaOptions } from './bake.js';
import type { CoarsePath } from './plan.js';
import type { HpaSearch } from './query.js';

const OPTIONS = { cluster: 4, levels: 3, merge: 2 };
const TWO = { cluster: 8, levels: 2 };

const bake = async (grid: Grid, options: Partial<HpaOptions>) => [await bakeHpa(grid, { ...options, codec: 'none' })];

testFigures(
  'hpa',
  bakeLines(bake, [
    ['caves', TWO],
    ['rooms', TWO],
    ['noise', TWO],
    ['caves one-corner', TWO],
    ['noise always', TWO],
    ['meadow never', TWO],
    ['caves patches', TWO],
    ['rooms always random', TWO],
    ['noise', OPTIONS],
    ['noise', { entranceWidth: 3, cluster: 9 }],
    ['noise', { paths: false, cluster: 12 }],
  ]),
  bakeLines(
    bake,
    [
      ['caves', { cluster: 10 }],
      ['rooms never', { cluster: 64 }],
      ['noise always', { cluster: 64 }],
      ['noise patches', { cluster: 24 }],
    ],
    [170, 120],
  ),
  refusalLines(bake, [
    ['rooms', TWO],
    ['noise random', TWO],
  ]),
  plansLines,
);

/** Coarse paths that are kept, by the nodes nearest to the ends of the way. */
async function plansLines(): Promise<string[]> {
  const grid = figureMap('noise');
  const search = loadInJs([await bakeHpa(grid, { cluster: 8, codec: 'none' })]).search as HpaSearch;
  const plans = new Map<number, CoarsePath>();
  search.plans = plans;
  const work = workOf(grid, search);
  const sum = tally();
  for (const [key, { nodes, cost }] of plans) sum.add([key, cost, ...nodes]);
  return [`noise, ${plans.size} coarse paths kept: ${sum.text()}`, `  ${workText(work)}`];
}

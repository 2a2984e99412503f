import { expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { checkPairs } from '../../../test/pairs.js';
import { MOVE_RULES } from '../../core/blob/layout.js';
import { anchorsIn, withMoves } from '../../core/grid/clearance.js';
import type { Grid } from '../../core/grid/grid.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { drawCosts } from '../../maps/cost-patterns.js';
import { load } from '../../runtime/load-all.js';
import { inside } from '../../runtime/nav.js';
import { editable } from './edit.js';

const weighted = drawCosts(makeGrid('noise', 40, 30, 0.3, 5), 'patches');

it.each([
  ...MOVE_RULES.map((rule) => [rule, withMoves(weighted, rule)] as const),
  ['walkers of 2 x 2', anchorsIn(weighted, 2)] as const,
])('a hierarchy on weighted terrain answers optimally after edits: %s', async (_, grid) => {
  const nav = editable(load([await bakeHierarchy(grid, { codec: 'none' })]));
  nav.edit([
    { x: 10, y: 3, width: 4, height: 9, open: false },
    { x: 25, y: 5, width: 6, height: 20, ...(grid.size > 1 ? { open: true } : { cost: 9 }) },
  ]);
  const edited = inside(nav).grid as Grid;
  expect(edited.open).not.toEqual(grid.open);
  checkPairs(edited, nav.search, 601);
});

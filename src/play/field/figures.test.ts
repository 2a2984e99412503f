import { randomChanges } from '../../../test/changes.js';
import { figureMap, tally, testFigures } from '../../../test/figures.js';
import { cellsOf, random } from '../../../test/grids.js';
import type { Grid } from '../../core/grid/grid.js';
import { sampleOpen } from '../../core/grid/sample.js';
import { navOf } from '../../runtime/load-grid.js';
import { editable } from '../edit/edit.js';
import { findNearest } from './distances.js';
import { type Field, fleeField, flowField } from './field.js';

/** Ends a field in slices of 400. @returns its cells, what it says of all of them, and its work */
function finish(grid: Grid, field: Field): string {
  while (!field.advance({ work: 400 }));
  const sum = tally();
  const distances = cellsOf(grid).map(([x, y]) => {
    sum.add([field.distanceAt(x, y), field.directionAt(x, y)]);
    return field.distanceAt(x, y);
  });
  const reached = distances.filter((distance) => distance < Infinity);
  const most = Math.max(...reached).toFixed(2);
  return `${reached.length} cells, up to ${most} steps, answers ${sum.text()}; work ${field.work}`;
}

async function linesOf(map: string): Promise<string[]> {
  const baked = figureMap(map);
  const nav = editable(navOf(baked.copy()));
  const next = random(5);
  const goals = sampleOpen(baked, 3, next).flat();
  const all = flowField(nav, goals, { costs: [0, 2.5, 40], sliced: true });
  const near = flowField(nav, goals.slice(2), { maxCost: 14.2, sliced: true });
  const flee = fleeField(nav, flowField(nav, goals, { maxCost: 20 }), { factor: 1.3, maxCost: 30, sliced: true });
  const far = flowField(nav, goals.slice(0, 2), { from: sampleOpen(baked, 1, next)[0], sliced: true });
  const lines = [map];
  for (let e = 0; e < 3; e++) {
    if (e > 0) nav.edit(randomChanges(baked, next, map.includes('patches')));
    for (const [name, field] of Object.entries({ all, near, flee, far }))
      lines.push(`  edit ${e}, ${name}: ${finish(nav.grid.copy(), field)}`);
    const [[x, y]] = sampleOpen(nav.grid.copy(), 1, next);
    lines.push(`  edit ${e}, nearest of 70: ${findNearest(nav, x, y, sampleOpen(nav.grid.copy(), 70, next).flat())}`);
  }
  return lines;
}

const MAPS = ['caves', 'noise', 'rooms always', 'maze never', 'caves patches', 'rooms random'];
testFigures('field', ...MAPS.map((map) => () => linesOf(map)));

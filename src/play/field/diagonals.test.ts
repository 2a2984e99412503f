/** Fields whose diagonals cost 1, 1.5 or 2 steps, against `reach`, which floods cell by cell. */
import { expect, it } from 'vitest';
import { anyCell, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { walledGrid } from '../../../test/walls.js';
import { weightedGrid } from '../../../test/weighted.js';
import { withMoves } from '../../core/grid/clearance.js';
import { MOVE_RULES } from '../../core/grid/rules.js';
import { generateMap } from '../../maps/generate/generate.js';
import { loadGrid, navOf } from '../../runtime/load-grid.js';
import { kitOf } from '../../runtime/nav.js';
import { wallsPart } from '../../runtime/walls.js';
import { editable } from '../edit/edit.js';
import { reach } from '../reach/reach.js';
import { type Field, fleeField, flowField } from './field.js';

const cases = MOVE_RULES.flatMap((rule) => ([1, 1.5, 2] as const).map((diagonal) => ({ rule, diagonal })));

it.each(cases)('have the costs of single steps under $rule, diagonal $diagonal', ({ rule, diagonal }) => {
  let field: Field | undefined;
  for (let seed = 1; seed <= sample(96, 12); seed++) {
    const next = random(seed);
    const upTo = (n: number) => Math.floor(next() * n);
    const kind = (['noise', 'maze', 'rooms', 'caves'] as const)[seed % 4];
    const plain = generateMap(kind, { width: 1 + upTo(24), height: 1 + upTo(24), density: next() / 2, seed });
    const grid = withMoves(seed % 3 ? weightedGrid(seed, 20) : plain, rule);
    if (seed % 2) grid.stepCosts = 'entered';
    const nav = editable(navOf(grid));
    const goal = anyCell(grid, next);
    field = flowField(nav, goal, { diagonal });
    for (let edit = 0; edit < 3; edit++) {
      const starts = Array.from({ length: 12 }, () => anyCell(grid, next));
      for (const start of starts) {
        const cost = reach(nav, ...start, 1e6, { diagonal }).costAt(...goal);
        const found = [
          field.distanceAt(...start),
          field.findPath(...start)?.cost ?? Infinity,
          flowField(nav, goal, { diagonal, from: start }).distanceAt(...start),
        ];
        expect(found).toEqual([cost, cost, cost]);
      }
      nav.setOpen(...anyCell(grid, next), next() < 0.5);
      if (grid.costs) nav.setCost(...anyCell(grid, next), 1 + upTo(9));
    }
  }
});

it('may be other ones when their memory is used again, and are those of the danger when units flee', () => {
  const nav = loadGrid(9, 9, () => true);
  const field = flowField(nav, [4, 4], { diagonal: 1 });
  expect([field.distanceAt(0, 0), flowField(nav, [4, 4], { reuse: field, diagonal: 2 }).distanceAt(0, 0)]).toEqual([
    4, 8,
  ]);
  expect(flowField(nav, [4, 4], { reuse: field }).distanceAt(0, 0)).toBeCloseTo(4 * Math.SQRT2);
  const away = fleeField(nav, flowField(nav, [4, 4], { diagonal: 1 }), { factor: 2 });
  // All cells of the rim are equally far.
  expect([away.distanceAt(0, 0), away.distanceAt(4, 0), away.distanceAt(4, 1)]).toEqual([0, 0, 1]);
});

it('are refused where there are none', () => {
  const goal = [0, 0];
  const hexes = loadGrid(4, 4, () => true, { diagonals: 'hex' });
  const walled = navOf(walledGrid(random(1), 'no-corners'), kitOf([wallsPart]));
  expect(() => flowField(hexes, goal, { diagonal: 1 })).toThrow('diagonal is 1, and hexagons have none; leave it out');
  expect(() => flowField(walled, goal, { diagonal: 2 })).toThrow(
    'diagonal is 2, and fields with walls between cells have none; use reach',
  );
  expect(() => flowField(hexes, goal, { diagonal: 3 as never })).toThrow('diagonal is 3, allowed are 1, 1.5 and 2');
});

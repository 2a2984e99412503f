import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf } from '../../../test/grids.js';
import { reversed } from '../../../test/links.js';
import { sample } from '../../../test/samples.js';
import { createGrid } from '../../core/grid/create.js';
import { unitOf } from '../../core/grid/step-costs.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import { flowField } from './field.js';

const SIDE = 6;
const cell = fc.integer({ min: 0, max: SIDE * SIDE - 1 });
const link = fc
  .record({ from: cell, to: cell, cost: fc.constantFrom(0.1, 0.25, 1, 2.5), oneWay: fc.boolean() })
  .filter(({ from, to }) => from !== to);
const at = (i: number): [number, number] => [i % SIDE, Math.floor(i / SIDE)];

describe('fields over links', () => {
  it('are exact where links follow each other and cost less than a step', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: SIDE * SIDE, maxLength: SIDE * SIDE }),
        fc.array(link, { minLength: 2, maxLength: 8 }),
        // Several for each bake.
        fc.array(cell, { minLength: 8, maxLength: 8 }),
        async (costs, list, goals) => {
          const links = list.map(({ from, to, ...rest }) => ({ name: '', from: at(from), to: at(to), ...rest }));
          const grid = createGrid(SIDE, SIDE, (x, y) => costs[y * SIDE + x], { diagonals: 'never', links });
          const nav = load(await bakeJps(grid, { codec: 'none', threads: 1 }));
          for (const goal of goals) {
            const expected = dijkstra(reversed(grid), ...at(goal));
            const field = flowField(nav, at(goal));
            for (const [x, y] of cellsOf(grid))
              expect(Math.round(field.distanceAt(x, y) * unitOf(grid))).toBe(expected[grid.cell(x, y)]);
          }
        },
      ),
      { numRuns: sample(2500, 50) },
    );
  });
});

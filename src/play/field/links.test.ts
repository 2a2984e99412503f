import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/samples.js';
import { createGrid } from '../../core/grid/create.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { bakeJps } from '../../core/jps/bake.js';
import { load } from '../../core/runtime/load-all.js';
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
          const unit = 2 * STRAIGHT;
          for (const goal of goals) {
            // Bellman (1958), backwards from the goal.
            const expected = costs.map((_, i) => (i === goal ? 0 : Infinity));
            for (let round = 0; round < SIDE * SIDE; round++) {
              const lower = (from: number, to: number, cost: number) => {
                expected[from] = Math.min(expected[from], expected[to] + cost);
              };
              for (let i = 0; i < SIDE * SIDE; i++) {
                for (const next of [i % SIDE < SIDE - 1 ? i + 1 : i, i + SIDE < SIDE * SIDE ? i + SIDE : i]) {
                  if (next === i) continue;
                  const move = (costs[i] + costs[next]) * STRAIGHT;
                  lower(i, next, move);
                  lower(next, i, move);
                }
              }
              for (const { from, to, cost, oneWay } of list) {
                lower(from, to, Math.round(cost * STRAIGHT) * 2);
                if (!oneWay) lower(to, from, Math.round(cost * STRAIGHT) * 2);
              }
            }
            const priced = grid.costs !== undefined;
            const field = flowField(nav, at(goal));
            const actual = costs.map((_, i) => Math.round(field.distanceAt(...at(i)) * (priced ? unit : STRAIGHT)));
            expect(actual).toEqual(expected.map((cost) => (priced ? cost : cost / 2)));
          }
        },
      ),
      { numRuns: sample(2500, 50) },
    );
  });
});

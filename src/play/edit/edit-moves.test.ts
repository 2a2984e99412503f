import { describe, expect, it, vi } from 'vitest';
import { checkAnswers, randomChanges } from '../../../test/changes.js';
import { forAllGrids, makeGrid, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { anchorsOf, withMoves } from '../../core/grid/clearance.js';
import { Grid, setCosts } from '../../core/grid/grid.js';
import { MOVE_RULES } from '../../core/grid/rules.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { bakeTable } from '../../engines/table/bake.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { editable, editableJps } from './edit.js';

const CODEC = { codec: 'none', threads: 1 } as const;

async function hpaOf(grid: Grid): Promise<Uint8Array[]> {
  const hpa = await bakeHpa(grid, { ...CODEC, cluster: 6, levels: 2 });
  return [hpa, await bakeTable(hpa, CODEC)];
}

describe.each(['never', 'one-corner', 'always'] as const)('a map that changes, moves %s', (rule) => {
  it.each([
    ['jps', async (grid: Grid) => [await bakeJps(grid, CODEC)]],
    [
      'jps+bounds',
      async (grid: Grid) => [await bakeJps(grid, CODEC), await bakeBounds(grid, CODEC), ...(await hpaOf(grid))],
    ],
    ['ch', async (grid: Grid) => [await bakeHierarchy(grid, CODEC)]],
    ['hpa', hpaOf],
    ['table', hpaOf],
  ])('answers immediately as a new bake would: %s', async (engine, bake) => {
    const cases: Grid[] = [];
    forAllGrids(16, 20, (grid) => cases.push(withMoves(grid, rule)));
    for (const [i, raw] of cases.entries()) {
      const next = random(i + 1);
      let grid = raw;
      // Walkers of 2 x 2 cells, where they fit.
      if (i % 3 === 1) {
        try {
          grid = anchorsOf(raw, 2);
        } catch {
          // Too narrow everywhere.
        }
      }
      const near = engine === 'hpa' || engine === 'table';
      const isWeighted = near && i % 3 === 2;
      if (isWeighted) setCosts(grid, (x, y) => 1 + (((x >> 2) + y) % 5));
      const nav = editable(load(await bake(grid), { engine }));
      for (let e = 0; e < 4; e++) {
        if (e === 3) nav.reset();
        else nav.edit(randomChanges(grid, next, isWeighted && grid.size === 1));
        checkAnswers(nav, Math.floor(next() * 40), 97);
      }
      expect(nav.grid.open).toEqual(grid.open);
    }
  });

  it('takes costs with HPA* and with jump points', async () => {
    const grid = withMoves(makeGrid('noise', 20, 20, 0.2, 3), rule);
    const coarse = editable(load(await bakeHpa(grid, CODEC)));
    coarse.edit({ x: 0, y: 0, width: 9, height: 9, cost: 2 });
    checkAnswers(coarse, 3, 53);
    const nav = editable(load(await bakeJps(grid, CODEC)));
    nav.edit({ x: 0, y: 0, width: 9, height: 9, cost: 2 });
    checkAnswers(nav, 5, 53);
    expect(editableJps(load(await bakeJps(grid, CODEC))).isOpen(0, 0)).toBe(grid.isOpen(0, 0));
  });

  it('finds paths on a map made in the game when no cell costs more than 1 any longer', () => {
    const nav = editable(loadGrid(9, 9, (x) => (x === 4 ? 3 : 1), { diagonals: rule }));
    nav.edit({ x: 4, y: 0, width: 1, height: 9, cost: 1 });
    checkAnswers(nav, 0, 7);
    nav.edit({ x: 4, y: 0, width: 1, height: 8, cost: 2 });
    checkAnswers(nav, 1, 7);
  });
});

describe.each([...MOVE_RULES, 'hex'] as const)('edits and queries do not make jump points again, moves %s', (rule) => {
  it.each([false, true])('costs: %s', (weighted) => {
    const base = makeGrid('noise', 60, 60, 0.2, 3);
    const nav = editable(
      loadGrid(60, 60, (x, y) => base.isOpen(x, y) && (weighted ? 2 + (((x >> 3) + y) % 3) : true), {
        diagonals: rule,
      }),
    );
    // Their first step.
    const made = vi.spyOn(Grid.prototype, 'runs');
    const next = random(3);
    const at = () => Math.floor(next() * 60);
    let labels = 0;
    for (let e = 0; e < sample(640); e++) {
      const before = made.mock.calls.length;
      if (weighted && e % 2) nav.setCost(at(), at(), 1 + at());
      else nav.setOpen(at(), at(), e % 4 > 1);
      // Small maps label all components where a flood takes as long.
      nav.isReachable(0, 0, 59, 59);
      labels += made.mock.calls.length - before;
      nav.findPath(at(), at(), at(), at());
    }
    expect(made.mock.calls.length).toBe(labels);
    made.mockRestore();
  });
});

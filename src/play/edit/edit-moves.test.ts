import { describe, expect, it } from 'vitest';
import { checkAnswers, randomChanges } from '../../../test/changes.js';
import { forAllGrids, makeGrid, random } from '../../../test/grids.js';
import { bakeBounds } from '../../core/bounds/bake.js';
import { bakeHierarchy } from '../../core/ch/bake.js';
import { anchorsOf, withMoves } from '../../core/grid/clearance.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import { bakeHpa } from '../../core/hpa/bake.js';
import { bakeJps } from '../../core/jps/bake.js';
import { load } from '../../core/runtime/load-all.js';
import { bakeTable } from '../../core/table/bake.js';
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
  ])('answers as a new bake would, at once: %s', async (engine, bake) => {
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
      const dear = near && i % 3 === 2;
      if (dear) setCosts(grid, (x, y) => 1 + (((x >> 2) + y) % 5));
      const nav = editable(load(await bake(grid), { engine }));
      for (let e = 0; e < 4; e++) {
        if (e === 3) nav.reset();
        else nav.edit(randomChanges(grid, next, dear && grid.size === 1));
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
});

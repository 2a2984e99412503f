import { describe, expect, it } from 'vitest';
import { randomChanges } from '../../../test/changes.js';
import { type Kind, makeGrid, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { MOVE_RULES } from '../../core/blob/layout.js';
import { withMoves } from '../../core/grid/clearance.js';
import type { Grid } from '../../core/grid/grid.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { PathBuffer } from '../../core/search/path.js';
import { buildMoveJumps } from '../../engines/jps/moves/jumps.js';
import { moveSearch } from '../../engines/jps/moves/search.js';
import { difference } from './difference.js';

/** Paths of the baked map from some cells to all that are open before and after: cost, whether it crosses what is worse, its cost now, the optimum now. */
function* answers(baked: Grid, grid: Grid, next: () => number) {
  const search = moveSearch(baked, buildMoveJumps(baked));
  const differs = difference(baked, grid);
  differs.update([[0, 0, grid.width - 1, grid.height - 1]]);
  const path = new PathBuffer();
  for (let i = 0; i < 4; i++) {
    const [x, y] = [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
    if (!grid.isOpen(x, y)) continue;
    const optimal = dijkstra(grid, x, y);
    for (let cell = 0; cell < grid.width * grid.height; cell++) {
      const goal: [number, number] = [cell % grid.width, Math.floor(cell / grid.width)];
      if (!grid.isOpen(...goal) || !search.search(x, y, ...goal, path)) continue;
      let now = Infinity;
      try {
        now = checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), [x, y], goal);
      } catch {
        // Some move of it is not legal now.
      }
      const most = differs.least(x, y, ...goal);
      yield {
        cost: Math.round(path.cost * STRAIGHT),
        crosses: differs.crosses(path),
        now,
        most,
        optimum: optimal[grid.cell(...goal)],
      };
    }
  }
}

const KINDS: Kind[] = ['noise', 'rooms', 'maze', 'comb'];
const gridOf = (rule: (typeof MOVE_RULES)[number], seed: number, next: () => number) =>
  withMoves(
    makeGrid(KINDS[seed % 4], 4 + Math.floor(18 * next()), 4 + Math.floor(18 * next()), next() / 2, seed + 1),
    rule,
  );

it('is the same whatever the order of edits, and whatever was taken back', () => {
  for (let seed = 1; seed <= sample(40); seed++) {
    const next = random(seed);
    const below = (n: number) => Math.floor(next() * n);
    const baked = makeGrid('noise', 40, 30, 0.2, seed);
    const grid = baked.copy();
    const [at, late] = [difference(baked, grid), difference(baked, grid)];
    for (let e = 0; e < 30; e++) {
      const cell = grid.cell(below(40), below(30));
      grid.open[cell] ^= 1;
      const [x, y] = [(cell % grid.stride) - 1, Math.floor(cell / grid.stride) - 1];
      at.update([[x, y, x, y]]);
      at.least(0, 0, 1, 1);
    }
    late.update([[0, 0, grid.width - 1, grid.height - 1]]);
    expect(at.isWide).toBe(late.isWide);
    for (let i = 0; i < 50; i++) {
      const query = [below(40), below(30), below(40), below(30)] as const;
      expect(at.least(...query, true)).toBe(late.least(...query, true));
    }
  }
});

describe.each(MOVE_RULES)('answers of the baked map, moves %s', (rule) => {
  it('are optimal where one cell has closed and their path does not cross it; under octile others are illegal', () => {
    let crossed = 0;
    for (let seed = 0; seed < sample(50); seed++) {
      const next = random(seed + 1);
      const baked = gridOf(rule, seed, next);
      const grid = baked.copy();
      grid.open[grid.cell(Math.floor(next() * grid.width), Math.floor(next() * grid.height))] = 0;
      for (const { cost, crosses, now, most, optimum } of answers(baked, grid, next)) {
        crossed += Number(crosses);
        const right = crosses ? rule !== 'no-corners' || now === Infinity : now === cost && cost === optimum;
        if (!right || most < Infinity) expect({ seed, cost, crosses, now, most, optimum }).toBe('optimal or crossed');
      }
    }
    expect(crossed).toBeGreaterThan(0);
  });

  it('are optimal where nothing that opened lies as near, and their path does not cross what has closed', () => {
    const seen = [0, 0];
    for (let seed = 0; seed < sample(50); seed++) {
      const next = random(seed + 1);
      const baked = gridOf(rule, seed, next);
      const grid = baked.copy();
      for (let k = Math.floor(12 * next()); k >= 0; k--) {
        for (const { x, y, width = 1, height = 1, open } of randomChanges(grid, next, false))
          for (let cy = y; cy < y + height; cy++)
            grid.open.fill(Number(open), grid.cell(x, cy), grid.cell(x, cy) + width);
      }
      for (const { cost, crosses, now, most, optimum } of answers(baked, grid, next)) {
        const holds = !crosses && cost < most;
        seen[Number(holds)]++;
        if (holds && (cost !== optimum || now !== optimum)) expect({ seed, cost, now, optimum }).toBe('optimal');
      }
    }
    expect(Math.min(...seen)).toBeGreaterThan(0);
  });
});

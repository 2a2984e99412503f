import { expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { withMoves } from '../../core/grid/clearance.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import { bakeHpa } from '../../core/hpa/bake.js';
import { load } from '../../core/runtime/load-all.js';
import type { Nav } from '../../core/runtime/nav.js';
import { bakeTable } from '../../core/table/bake.js';
import { findDistances } from './distances.js';
import { findDistance, findNearest } from './nearest.js';

it('distances and nearest goals of tables count what the entered cell costs', async () => {
  const average = withMoves(makeGrid('rooms', 30, 24, 0.2, 3), 'never');
  setCosts(average, (x, y) => 1 + ((x * 7 + y * 5) % 40));
  const entered = Object.assign(average.copy(), { stepCosts: 'entered' as const });
  const tableOf = async (grid: Grid): Promise<Nav> => {
    const hpa = await bakeHpa(grid, { codec: 'none', threads: 1, cluster: 6 });
    return load([hpa, await bakeTable(hpa, { codec: 'none', threads: 1 })]);
  };
  const [before, nav] = [await tableOf(average), await tableOf(entered)];
  const goals = [3, 4, 28, 20, 15, 11, 7, 22, 22, 2].filter((_, i, all) => nav.isOpen(all[i & ~1], all[i | 1]));
  for (let i = 0; i < 200; i++) {
    const [x, y] = [(i * 7) % 30, (i * 11) % 24];
    if (!nav.isOpen(x, y)) continue;
    const costs = [...findDistances(nav, [x, y], goals)];
    for (const [g, cost] of costs.entries()) {
      const [toX, toY] = goals.slice(2 * g, 2 * g + 2);
      const more = (nav.costAt(toX, toY) - nav.costAt(x, y)) / 2;
      expect(cost).toBeCloseTo(findDistance(before, x, y, toX, toY) + more, 9);
      expect(findDistance(nav, x, y, toX, toY)).toBe(cost);
    }
    const least = Math.min(...costs);
    expect(findNearest(nav, x, y, goals)).toBe(least < Infinity ? costs.indexOf(least) : -1);
  }
});

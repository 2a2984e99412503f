import { describe, expect, it } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import { askLinked, linked } from '../../../test/links.js';
import { sample } from '../../../test/samples.js';
import { withMoves } from '../../core/grid/clearance.js';
import { createGrid } from '../../core/grid/create.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import { withLinks } from '../../core/grid/links.js';
import { bakeJps } from '../../core/jps/bake.js';
import { load } from '../../core/runtime/load-all.js';
import type { GridNav } from '../../core/runtime/nav.js';
import { editable } from './edit.js';

const stored = { codec: 'none', threads: 1 } as const;

describe('paths over links after edits', () => {
  it.each(['no-corners', 'never', 'always', 'hex-odd-r'] as const)(
    'are optimal after cells have opened or cost less (%s)',
    async (rule) => {
      for (let seed = 1; seed <= sample(30); seed++) {
        const next = random(seed);
        const upTo = (n: number) => Math.floor(n * next());
        const grid = withMoves(makeGrid(seed % 2 ? 'rooms' : 'noise', 20 + upTo(14), 20 + upTo(14), 0.4, seed), rule);
        if (seed % 3 === 0 && rule === 'no-corners') setCosts(grid, () => 2 + upTo(8));
        linked(grid, 3 + upTo(seed % 5 === 0 ? 60 : 10), next);
        // None shorter than the way between its ends: where no way over what is better can cost less, the baked path holds.
        const { links = [] } = grid;
        if (seed % 2 > 0)
          withLinks(
            grid,
            links.map(({ from, to, oneWay }) => ({ from, to, oneWay })),
          );
        const nav = editable(load(await bakeJps(grid, stored)));
        for (let round = 0; round < 3; round++) {
          const [x, y] = [upTo(grid.width - 3), upTo(grid.height)];
          if (grid.costs) nav.setCost(x, y, 1);
          else nav.edit({ x, y, width: 3, open: true });
          const now = (nav.grid as Grid).copy();
          now.links = grid.links;
          askLinked(now, nav as GridNav, false, next, 1);
        }
      }
    },
    60_000,
  );

  it('lead over what has opened by a teleporter, however far it is on foot', async () => {
    const grid = createGrid(40, 20, (x) => x !== 30, {
      links: [
        { from: [2, 1], to: [38, 1], cost: 1 },
        { from: [2, 10], to: [29, 10], cost: 1 },
      ],
    });
    const nav = editable(load(await bakeJps(grid, stored)));
    nav.setOpen(30, 10, true);
    expect(nav.findPath(0, 10, 38, 10)).toMatchObject({ cost: 12, links: [{ link: { to: [29, 10] } }] });
  });

  it('take links that no list has where what was best is blocked', async () => {
    const grid = createGrid(40, 12, (x) => x !== 20, {
      links: [
        { from: [18, 5], to: [22, 5], oneWay: true },
        { from: [18, 7], to: [22, 7], cost: 50, oneWay: true },
      ],
    });
    const nav = editable(load(await bakeJps(grid, stored)));
    nav.setOpen(18, 5, false);
    expect(nav.findPath(18, 7, 22, 7)?.cost).toBe(50);
  });
});

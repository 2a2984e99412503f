import { describe, expect, it } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import { linked } from '../../../test/links.js';
import { sample } from '../../../test/samples.js';
import { withMoves } from '../../core/grid/clearance.js';
import { createGrid } from '../../core/grid/create.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import { ALL_RULES, isHex } from '../../core/grid/rules.js';
import { unitOf } from '../../core/grid/step-costs.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import { navOf } from '../../runtime/load-grid.js';
import { findPathAround } from '../reach/around.js';
import { blockersOf, type UnitBlockers } from './blockers.js';

const stored = { codec: 'none', threads: 1 } as const;
type Cell = [x: number, y: number];

/** Cells on the rim of a square. */
const ring = ([x, y]: Cell, half: number): Cell[] =>
  Array.from(
    { length: (2 * half + 1) ** 2 },
    (_, i): Cell => [x - half + (i % (2 * half + 1)), y - half + Math.floor(i / (2 * half + 1))],
  ).filter(([u, v]) => Math.max(Math.abs(u - x), Math.abs(v - y)) === half);

it('a diagonal path of hexagons takes no flood for a unit next to it', () => {
  const nav = navOf(withMoves(makeGrid('noise', 20, 20, 0, 1), 'hex'));
  const blockers = blockersOf(nav) as UnitBlockers;
  blockers.move('unit', 7, 8);
  expect(findPathAround(nav, 2, 12, 12, 2, blockers)?.cost).toBe(10);
  expect(blockers.work).toBe(0);
});

describe('an end of a query that units have shut in', () => {
  it.each([
    ['start', [150, 150], [5, 5], false, 1_000],
    ['start, with links', [150, 150], [5, 5], true, 1_000],
    ['goal', [5, 5], [150, 150], false, 1_000],
    ['goal, with links', [5, 5], [150, 150], true, 1_000],
  ] as [string, Cell, Cell, boolean, number][])('costs little: %s', async (_, from, to, hasLinks, most) => {
    const links = hasLinks
      ? [
          { from: [150, 152] as Cell, to: [148, 150] as Cell },
          { from: [9, 9] as Cell, to: [290, 290] as Cell },
        ]
      : [];
    const nav = load(
      await bakeJps(
        createGrid(300, 300, () => true, { links }),
        stored,
      ),
    );
    const blockers = blockersOf(nav) as UnitBlockers;
    for (const cell of ring([150, 150], 4)) blockers.move(`${cell}`, ...cell);
    expect(findPathAround(nav, ...from, ...to, blockers)).toBeNull();
    expect(blockers.work).toBeGreaterThan(0);
    expect(blockers.work).toBeLessThan(most);
    blockers.remove('150,146');
    expect(findPathAround(nav, ...from, ...to, blockers)).not.toBeNull();
  });

  it.each([false, true])(
    'is on the smaller side of a line of units, whose cells are visited twice at most (links %s)',
    async (hasLinks) => {
      const links = hasLinks ? [{ from: [3, 3] as Cell, to: [70, 250] as Cell }] : [];
      const nav = load(
        await bakeJps(
          createGrid(300, 300, () => true, { links }),
          stored,
        ),
      );
      const blockers = blockersOf(nav) as UnitBlockers;
      for (let y = 0; y < 300; y++) blockers.move(y, 80, y);
      for (const [from, to] of [
        [10, 200],
        [200, 10],
      ]) {
        expect(findPathAround(nav, from, from, to, to, blockers)).toBeNull();
        const cells = 80 * 300;
        expect(blockers.work).toBeGreaterThan(cells);
        // A flood counts up to 1.6 for each of them.
        expect(blockers.work).toBeLessThan(3.2 * cells);
      }
    },
  );

  it.each(ALL_RULES)('changes no answer, over links and costs (%s)', async (rule) => {
    let shut = 0;
    for (let seed = 1; seed <= sample(64); seed++) {
      const next = random(seed);
      const upTo = (n: number) => Math.floor(n * next());
      const grid = withMoves(makeGrid(seed % 2 ? 'noise' : 'rooms', 20 + upTo(20), 20 + upTo(20), 0.15, seed), rule);
      if (seed % 3 === 0 && !isHex(grid)) setCosts(grid, () => 1 + upTo(4));
      if (seed % 2 === 0) linked(grid, 4, next);
      const nav = load(await bakeJps(grid, stored));
      const blockers = blockersOf(nav);
      const cell = (): Cell => [upTo(grid.width), upTo(grid.height)];
      for (let round = 0; round < 8; round++) {
        const [from, to] = [cell(), cell()];
        const units = ring(next() < 0.5 ? from : to, 1 + upTo(4)).filter(
          ([x, y]) => grid.contains(x, y) && next() < 0.97,
        );
        for (const [i, [x, y]] of units.entries()) blockers.move(i, x, y);
        const now = Object.assign((grid as Grid).copy(), { links: grid.links });
        for (const unit of units)
          if (`${unit}` !== `${from}` && `${unit}` !== `${to}`) {
            now.open[now.cell(...unit)] = 0;
            if (now.costs) now.costs[now.cell(...unit)] = 0;
          }
        const best = dijkstra(now, ...from)[now.cell(...to)] / unitOf(now);
        const path = findPathAround(nav, ...from, ...to, blockers);
        expect([seed, round, path?.cost ?? Infinity]).toEqual([seed, round, expect.closeTo(best, 6)]);
        shut += Number(!path && nav.isReachable(...from, ...to));
        for (const i of units.keys()) blockers.remove(i);
      }
    }
    expect(shut).toBeGreaterThan(0);
  });
});

import { expect, it } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { createGrid } from '../../core/grid/create.js';
import { setCosts } from '../../core/grid/grid.js';
import { unitOf } from '../../core/grid/step-costs.js';
import { checkPath } from '../../core/oracle/check-path.js';
import type { Path } from '../../core/search/path.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { wallsPart } from '../../runtime/walls.js';
import { editable } from '../edit/edit.js';
import { flowField } from './field.js';

const endOf = ({ cells }: Path): [number, number] => [cells[cells.length - 2], cells[cells.length - 1]];

it.each([false, true])('a field in slices is exact where edits come between them, costs: %s', async (weighted) => {
  for (const seed of [641, 669, 729, 745, 841, 909, ...Array.from({ length: sample(480, 48) }, (_, i) => i)]) {
    const next = random(seed);
    for (let i = 0; i < 5; i++) next();
    const below = (most: number) => Math.floor(next() * most);
    const [width, height] = [8 + below(30), 8 + below(30)];
    const grid = makeGrid((['rooms', 'noise', 'maze', 'rooms'] as const)[seed % 4], width, height, 0.15 * next(), seed);
    if (weighted) setCosts(grid, (x, y) => 1 + ((x >> 2) % 3) + (y & 1));
    const nav = editable(load(await bakeJps(grid, { codec: 'none', threads: 1 })));
    const goals = [below(width), below(height)];
    const field = flowField(nav, goals, { sliced: true });
    for (let e = 0; e < 6; e++) {
      field.advance({ work: 10 + below(200) });
      nav.edit(
        Array.from({ length: 1 + below(4) }, () => ({
          ...{ x: below(width - 2), y: below(height - 2), width: 1 + below(2), height: 1 + below(2) },
          open: next() < 0.5,
        })),
      );
      if (next() < 0.5) field.advance({ work: 10 + below(100) });
    }
    while (!field.advance({ work: 57 }));
    const whole = flowField(nav, goals);
    const costs = (of: typeof field) =>
      Array.from({ length: width * height }, (_, i) => of.distanceAt(i % width, Math.floor(i / width)));
    expect(costs(field), `seed ${seed}`).toEqual(costs(whole));
  }
});

it('counts the same work whether or not others asked while cells had costs', async () => {
  const bytes = await bakeJps(makeGrid('noise', 9, 9, 0, 1), { codec: 'none', threads: 1 });
  const works = [false, true].map((asks) => {
    const nav = editable(load(bytes));
    const field = flowField(nav, [8, 8]);
    nav.setCost(4, 4, 3);
    if (asks) flowField(nav, [0, 0]);
    nav.setCost(4, 4, 1);
    field.advance();
    return field.work;
  });
  expect(works[0]).toBe(works[1]);
});

it.each(['never', 'no-corners'] as const)(
  'a path along a field that is not done ends, with walls and %s',
  (diagonals) => {
    for (let seed = 1; seed <= sample(1600, 16); seed++) {
      const next = random(seed);
      const below = (most: number) => Math.floor(next() * most);
      const [width, height] = [4 + below(6), 4 + below(6)];
      const walls = Array.from({ length: below(20) }, () => [below(width - 1), below(height - 1), 'east'] as const);
      const grid = createGrid(width, height, () => next() < 0.8, { diagonals, walls });
      const nav = loadGrid(grid, { parts: [wallsPart] });
      const goals = Array.from({ length: 4 }, (_, i) => below(i % 2 ? height : width));
      const from = next() < 0.7 ? ([below(width), below(height)] as const) : undefined;
      const field = flowField(nav, goals, { from, sliced: true });
      field.advance({ work: 10 + below(200) });
      for (let i = 0; i < width * height; i++) {
        const path = field.findPath(i % width, Math.floor(i / width));
        const ends = goals.some((x, k) => k % 2 === 0 && `${path?.cells.slice(-2)}` === `${x},${goals[k + 1]}`);
        expect(path === null || ends, `seed ${seed}`).toBe(true);
        // With `from` the distances of other cells are bounds.
        if (!path || (from && i !== from[0] + width * from[1])) continue;
        // A way that turns between two cells, to another goal, would cost less than the cells.
        const cost = checkPath(grid, path.cells, [i % width, Math.floor(i / width)], endOf(path)) / unitOf(grid);
        expect(cost, `seed ${seed}`).toBeCloseTo(path.cost, 6);
      }
    }
  },
);

it('a path of a field in slices past walls costs what its cells cost', () => {
  const grid = createGrid(4, 8, (x, y) => x !== 2 || y !== 3, {
    walls: [
      [3, 4, 'south'],
      [2, 6, 'east'],
    ],
  });
  const nav = loadGrid(grid, { parts: [wallsPart] });
  for (let work = 1; work < 400; work++) {
    const field = flowField(nav, [3, 3, 1, 4, 2, 5], { sliced: true });
    field.advance({ work });
    const path = field.findPath(0, 0);
    if (path)
      expect(checkPath(grid, path.cells, [0, 0], endOf(path)) / unitOf(grid), `${work}`).toBeCloseTo(path.cost, 6);
  }
});

import { expect, it } from 'vitest';
import { anyCell, makeGrid, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { cachePaths } from '../../runtime/cache.js';
import { navOf } from '../../runtime/load-grid.js';
import { editable } from '../edit/edit.js';
import { pathQueue } from './queue.js';

// Slices that begin again after each edit would never end.
it.each([
  ['that differ', false, 500],
  ['that are the same', true, 3_000],
])('requests are answered with an edit in each update: goals %s', (_, isShared, work) => {
  const grid = makeGrid('noise', 150, 150, 0.25, 3);
  const open = Array.from({ length: 150 * 150 }, (_, i): [number, number] => [i % 150, Math.floor(i / 150)]).filter(
    ([x, y]) => grid.isOpen(x, y),
  );
  const nav = editable(navOf(grid.copy()));
  const queue = pathQueue(nav, { budget: { work } });
  const costs: (number | undefined)[] = [];
  const count = 40;
  for (let i = 0; i < count; i++) {
    const to = open[open.length - 1 - (isShared ? 0 : 7 * i)];
    queue.request(...open[11 * i], ...to, ({ path }) => costs.push(path?.cost));
  }
  const [x, y] = open[5_000];
  let updates = 0;
  for (; queue.pending > 0 && updates < 400; updates++) {
    nav.setOpen(x, y, updates % 2 > 0);
    queue.update();
  }
  expect(queue.pending).toBe(0);
  expect(updates).toBeLessThan(3 * count);
  expect(queue.statistics.fields + queue.statistics.sliced).toBeGreaterThan(0);
  expect(costs.filter(Boolean).length).toBeGreaterThan(count / 2);
});

it('with work, answers in the same updates on machines whose cache has seen other queries', () => {
  for (let seed = 1; seed <= sample(96); seed++) {
    const machines = [false, true].map((isAsked) => {
      const [next, queries] = [random(seed), random(seed + 1000)];
      const ground = editable(navOf(makeGrid('maze', 30, 30, 0.3, seed)));
      const nav = cachePaths(ground);
      const queue = pathQueue(nav, { budget: { work: 200 + 100 * (seed % 6) } });
      const seen: string[] = [];
      for (let i = 0; i < 40; i++) {
        // The same few queries again and again, so that the cache has some of them.
        const few = Array.from({ length: 4 }, () => anyCell(nav, random(1 + (Math.floor(5 * next()) % 5))));
        for (const [a, b] of [few.slice(0, 2), few.slice(2), [anyCell(nav, next), anyCell(nav, next)]])
          queue.request(...a, ...b, ({ path }) => seen.push(`${i}: ${path?.cost}`));
        if (next() < 0.2) ground.setOpen(...anyCell(nav, next), next() < 0.6);
        if (isAsked)
          for (const [a, b] of [few.slice(1, 3), few.slice(2)]) if (queries() < 0.5) nav.findPath(...a, ...b);
        queue.update();
      }
      return seen;
    });
    expect(machines[0]).toEqual(machines[1]);
  }
});

import { expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { navOf } from '../../core/runtime/load-grid.js';
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

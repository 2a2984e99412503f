import { expect, it } from 'vitest';
import { random } from '../../../test/grids.js';
import { forAllHpa } from '../../../test/hpa.js';
import { anchorsIn } from '../../core/grid/clearance.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { editable } from '../edit/edit.js';
import { pathQueue } from './queue.js';

const man = editable(loadGrid(40, 30, (x, y) => x !== 20 || y > 20));
const cart = editable(
  loadGrid(40, 30, (x, y) => x !== 20 || y > 20, { size: 2 }),
  { follows: man },
);

it('answers for all its maps within one budget, each in its turn', () => {
  const queue = pathQueue([man, cart], { budget: { work: 2000 } });
  const answered: number[] = [];
  [man, cart].forEach((nav, k) => {
    for (let i = 0; i < 100; i++)
      queue.of(nav).request(1, i % 28, 30 + (i % 8), 25 - (i % 20), ({ status, path }) => {
        expect([status, path?.cost]).toEqual(['found', nav.findPath(1, i % 28, 30 + (i % 8), 25 - (i % 20))?.cost]);
        answered.push(k);
      });
  });
  expect(queue.pending).toBe(200);
  let updates = 0;
  for (; queue.pending > 0; updates++) queue.update();
  // Neither waits until the other is done.
  expect(answered.indexOf(1)).toBeLessThan(answered.lastIndexOf(0));
  expect(answered.indexOf(0)).toBeLessThan(answered.lastIndexOf(1));
  expect([answered.length, queue.statistics.answered, queue.statistics.updates]).toEqual([200, 200, updates]);
});

it('gives all of the budget to the map that has requests', () => {
  const [alone, joint] = [pathQueue(man, { budget: { work: 400 } }), pathQueue([cart, man], { budget: { work: 400 } })];
  let updates = [0, 0];
  for (let i = 0; i < 60; i++)
    for (const queue of [alone, joint.of(man)]) queue.request(1, i % 28, 38, i % 28, () => {});
  for (; alone.pending > 0; updates = [updates[0] + 1, updates[1]]) alone.update();
  for (; joint.pending > 0; updates = [updates[0], updates[1] + 1]) joint.update();
  expect(updates[1]).toBe(updates[0]);
});

it('adds up what its maps have done, and has the longest wait of any', () => {
  const queue = pathQueue([man, cart], { budget: { work: 1e6 } });
  for (const goal of [2, 3, 4]) queue.of(man).request(1, 1, goal, 1, () => {});
  queue.update();
  queue.of(cart).request(1, 1, 5, 5, () => {});
  for (let i = 0; i < 3; i++) queue.of(man).request(1, 1, 5, 5, () => {});
  queue.update();
  expect(queue.statistics).toMatchObject({ updates: 2, answered: 7, shared: 2, longestWait: 1 });
  const [first, second] = [man, cart].map((nav) => queue.of(nav).statistics);
  expect([first.answered, second.answered, queue.statistics.spent]).toEqual([6, 1, first.spent + second.spent]);
  const alone = pathQueue([cart, man], { budget: { work: 1e6 } });
  alone.of(man).request(1, 1, 5, 5, () => {});
  alone.update();
  expect(alone.statistics).toMatchObject({ answered: 1, longestWait: 1 });
});

it('accepts only its maps', () => {
  const queue = pathQueue([man], { budget: { ms: 1 } });
  expect(() => queue.of(cart)).toThrow(new RangeError('nav is none of the maps of this queue'));
  expect(() => pathQueue([], { budget: { ms: 1 } })).toThrow(new RangeError('navs are none, expected one or more'));
});

it('answers agents over weighted terrain like plain Dijkstra, while cells change', () => {
  forAllHpa(10, 40, ({ grid }) => {
    const cost = (x: number, y: number) => (grid.isOpen(x, y) ? 1 + (((x >> 1) + (y >> 2)) % 3) : 0);
    const small = editable(loadGrid(grid.width, grid.height, cost));
    const large = editable(loadGrid(grid.width, grid.height, cost, { size: 2 }), { follows: small });
    const queue = pathQueue([small, large], { budget: { work: 300 } });
    const next = random(grid.width * 64 + grid.height);
    const any = (): [number, number] => [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
    for (let round = 0; round < 6; round++) {
      const ground = small.grid.copy();
      const found: number[] = [];
      const expected: number[] = [];
      for (const [nav, own] of [
        [small, ground],
        [large, anchorsIn(ground, 2)],
      ] as const) {
        // Costs are means of two cells, in halves. Anchors may all cost 1 where other cells do not.
        const step = own.costs ? 2 * STRAIGHT : STRAIGHT;
        for (let i = 0; i < 8; i++) {
          const [from, to] = [any(), any()];
          const at = expected.push(dijkstra(own, ...from)[own.cell(...to)] / step) - 1;
          queue.of(nav).request(...from, ...to, ({ path }) => {
            found[at] = path?.cost ?? Infinity;
          });
        }
      }
      while (queue.pending > 0) queue.update();
      expect(found).toEqual(expected);
      if (round % 2 > 0) small.setOpen(...any(), next() < 0.5);
      else {
        const cell = any();
        if (small.isOpen(...cell)) small.setCost(...cell, 1 + Math.floor(next() * 5));
      }
    }
  });
});

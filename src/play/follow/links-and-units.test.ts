import { expect, it } from 'vitest';
import { drawn } from '../../../test/grids.js';
import { withLinks } from '../../core/grid/with-links.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { blockersOf } from '../avoid/blockers.js';
import { editable } from '../edit/edit.js';
import { follow } from './follow.js';

it('takes two links in a row', async () => {
  const grid = withLinks(drawn('..#.#..\n..#.#..\n..#.#..'), [
    { name: 'a', from: [1, 0], to: [3, 1], cost: 2 },
    { name: 'b', from: [3, 1], to: [5, 2], cost: 2 },
  ]);
  const walker = follow(load(await bakeJps(grid)), { x: 0.5, y: 0.5 });
  walker.to(6, 2);
  const taken = new Set<string>();
  for (let i = 0; i < 200; i++) taken.add(walker.update(16).link?.link.name ?? '');
  expect([...taken].filter(Boolean)).toEqual(['a', 'b']);
  expect(walker).toMatchObject({ status: 'arrived', x: 6.5, y: 2.5 });
});

it.each([
  ['a wall', false],
  ['a unit', true],
])('goes back from a link to %s, and finds another way', async (_, isUnit) => {
  const grid = withLinks(drawn('..#..\n..#..'), [
    { name: 'a', from: [1, 0], to: [3, 1], cost: 8 },
    { name: 'b', from: [0, 1], to: [3, 0], cost: 20 },
  ]);
  const nav = editable(load(await bakeJps(grid)));
  const blockers = blockersOf(nav);
  const walker = follow(nav, { x: 0.5, y: 0.5, blockers });
  walker.to(4, 0);
  while (walker.status !== 'linking') walker.update(16);
  if (isUnit) blockers.move('unit', 3, 1);
  else nav.setOpen(3, 1, false);
  walker.land();
  expect(walker).toMatchObject({ status: 'waiting', x: 1.5, y: 0.5, link: null });
  const taken = new Set<string | undefined>();
  for (let i = 0; i < 800; i++) taken.add(walker.update(16).link?.link.name);
  expect([...taken]).toEqual([undefined, 'b']);
  expect(walker).toMatchObject({ status: 'arrived', x: 4.5, y: 0.5 });
});

it('goes near a goal that it cannot reach once a unit takes it', () => {
  const nav = loadGrid(5, 1, (x) => x !== 3);
  const blockers = blockersOf(nav);
  const walker = follow(nav, { blockers });
  walker.to(4, 0);
  expect(walker.update(16).status).toBe('unreachable');
  blockers.move('unit', 4, 0);
  for (let i = 0; i < 100; i++) walker.update(16);
  expect(walker).toMatchObject({ status: 'arrived', x: 2.5, y: 0.5 });
});

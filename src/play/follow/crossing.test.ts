/** Walkers in front of walls and cells that close under way. */
import { describe, expect, it } from 'vitest';
import { anyCell, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { WALLED_RULES, walledGrid } from '../../../test/walls.js';
import { createGrid } from '../../core/grid/create.js';
import type { Grid } from '../../core/grid/grid.js';
import { freeOfWalls, type WallInput } from '../../core/grid/walls.js';
import { editable, findDoor, follow } from '../../entry/runtime.js';
import { linksPart } from '../../runtime/links.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { type GridNav, inside } from '../../runtime/nav.js';
import { cellAt } from '../../runtime/places.js';
import { wallsPart } from '../../runtime/walls.js';

type Cell = readonly [x: number, y: number];
const gate = [1, 0, 'east'] as const satisfies WallInput;

it.each([true, false])('a gate that closes in front of a walker holds it back, pull: %s', (pull) => {
  const doors = [{ name: 'gate', cells: [], walls: [gate] }];
  const nav = editable(
    loadGrid(
      createGrid(5, 1, () => true, { walls: [gate], doors }),
      { parts: [wallsPart] },
    ),
  );
  findDoor(nav, 'gate').open();
  const walker = follow(nav, { x: 0.5, y: 0.5, speed: 2, pull });
  walker.to(4, 0);
  while (walker.x < 1.6) walker.update(10);
  findDoor(nav, 'gate').close();
  for (let i = 0; i < 300; i++) expect(walker.update(10).x).toBeLessThan(2);
  expect(walker.status).toBe('unreachable');
  findDoor(nav, 'gate').open();
  for (let i = 0; i < 300; i++) walker.update(10);
  expect([walker.x, walker.status]).toEqual([4.5, 'arrived']);
});

it('a diagonal step turns back if a corner next to it closes', () => {
  const nav = editable(loadGrid(3, 3, () => true));
  const walker = follow(nav, { x: 0.5, y: 0.5, speed: 2, pull: false });
  walker.to(1, 1);
  while (walker.x < 0.8) walker.update(10);
  nav.setOpen(1, 0, false);
  const cells = new Set<string>();
  for (let i = 0; i < 300; i++) cells.add(`${cellAt(nav, walker.update(10).x, walker.y)}`);
  expect([[...cells], walker.status]).toEqual([['0,0', '0,1', '1,1'], 'arrived']);
});

/** Whether a step is legal: neighbors, both open, without a wall or a blocked corner between them. */
function isLegal(nav: GridNav, [x, y]: Cell, [u, v]: Cell): boolean {
  const [dx, dy] = [u - x, v - y];
  if (Math.max(Math.abs(dx), Math.abs(dy)) !== 1 || !nav.isOpen(u, v)) return false;
  if (dx !== 0 && dy !== 0 && !(nav.isOpen(u, y) && nav.isOpen(x, v))) return false;
  const d = [7, 0, 1, 6, -1, 2, 5, 4, 3][3 * (dy + 1) + dx + 1];
  return ((freeOfWalls(nav.grid as Grid, nav.grid.cell(x, y)) >> d) & 1) === 1;
}

describe.each(WALLED_RULES)('walkers among walls and cells that open and close, moves %s', (rule) => {
  it.each([true, false])('cross only what is open, pull: %s', (pull) => {
    for (let seed = 1; seed <= sample(192); seed++) {
      const next = random(seed);
      const nav = editable(loadGrid(walledGrid(next, rule, { side: 8 }), { parts: [wallsPart] }));
      const walker = follow(nav, { x: 0.5, y: 0.5, speed: 3, pull });
      for (let i = 0; i < 400; i++) {
        const at = cellAt(nav, walker.x, walker.y);
        if (next() < 0.03) walker.to(...anyCell(nav, next));
        // Most edits are next to the walker.
        const near = at.map((v) => Math.max(0, v + Math.floor(3 * next()) - 1));
        const [x, y] = next() < 0.6 && nav.isOpen(near[0], near[1]) ? near : anyCell(nav, next);
        const side = next() < 0.5 ? 'east' : 'south';
        const isInside = side === 'east' ? x < nav.width - 1 : y < nav.height - 1;
        if (next() < 0.1 && isInside) nav.edit({ wall: [x, y, side], open: next() < 0.6 });
        if (next() < 0.05 && !(x === at[0] && y === at[1])) nav.setOpen(x, y, next() < 0.7);
        walker.update(30);
        const to = cellAt(nav, walker.x, walker.y);
        if (`${to}` === `${at}` || isLegal(inside(nav), at, to)) continue;
        throw new Error(`seed ${seed}, update ${i}: the walker went from ${at} to ${to}`);
      }
    }
  });
});

it.each([
  ['down', [1, 1], [7, 1]],
  ['up, where no way leads', [7, 1], [1, 1]],
] as [string, Cell, Cell][])(
  'a walker below a rock escapes to where a way leads %s a one-way link',
  (_, start, goal) => {
    const links = [{ name: 'ledge', from: [3, 1], to: [5, 1], cost: 1, oneWay: true }] as const;
    const nav = editable(
      loadGrid(
        createGrid(9, 3, (x) => x !== 4, { links }),
        { parts: [linksPart] },
      ),
    );
    const walker = follow(nav, { x: start[0] + 0.5, y: start[1] + 0.5 });
    nav.setOpen(...start, false);
    walker.to(...goal);
    expect(walker.update(16).status).toBe('blocked');
    expect(walker.escape()).toBe(true);
    expect(walker.x).toBeLessThan(4);
    for (let i = 0; i < 300; i++) walker.update(16);
    expect([walker.status, ...cellAt(nav, walker.x, walker.y)]).toEqual(['arrived', ...goal]);
  },
);

import { describe, expect, it } from 'vitest';
import { drawn, forAllGrids, makeGrid, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { withMoves } from '../../core/grid/clearance.js';
import { createGrid } from '../../core/grid/create.js';
import { setCosts } from '../../core/grid/grid.js';
import { ALL_RULES, isHex } from '../../core/grid/rules.js';
import { checkPath } from '../../core/oracle/check-path.js';
import {
  blockersOf,
  crowdOf,
  editable,
  type FollowOptions,
  findLink,
  follow,
  pathQueue,
  straighten,
} from '../../entry/runtime.js';
import { linksPart } from '../../runtime/links.js';
import { loadGrid, navOf } from '../../runtime/load-grid.js';
import type { Nav } from '../../runtime/nav.js';
import { cellAt, centerOf } from '../../runtime/places.js';

type Cell = readonly [x: number, y: number];

/** A walker on a cell that goes from cell to cell, and the cells that it comes to. */
function stepper(nav: Nav, start: Cell, options: FollowOptions = {}) {
  const [x, y] = centerOf(nav, ...start);
  const entered: Cell[] = [];
  const { onCell } = options;
  const walker = follow(nav, {
    x,
    y,
    speed: 4,
    pull: false,
    ...options,
    onCell: (...cell) => {
      entered.push(cell);
      onCell?.(...cell);
    },
  });
  return { walker, entered };
}

const isAtMiddle = (nav: Nav, x: number, y: number) => `${centerOf(nav, ...cellAt(nav, x, y))}` === `${[x, y]}`;

describe.each(ALL_RULES)('steps, moves %s', (rule) => {
  it('enter each cell of a path with the fewest turns, in the time that it costs', () => {
    const next = random(3);
    forAllGrids(12, 40, (cells) => {
      const grid = withMoves(cells, rule);
      if (!isHex(grid) && next() < 0.5) setCosts(grid, (x, y) => 1 + ((x * y) % 3));
      const nav = navOf(grid);
      const [start, goal] = [0, 0].map((): Cell => [Math.floor(grid.width * next()), Math.floor(grid.height * next())]);
      const path = nav.findPath(...start, ...goal);
      if (!path) return;
      const { walker, entered } = stepper(nav, start);
      walker.to(...goal);
      let ms = 0;
      for (; walker.status !== 'arrived' && ms < 1e6; ms += 10) walker.update(10);
      expect(checkPath(grid, [start, ...entered].flat(), start, goal)).toBe(checkPath(grid, path.cells, start, goal));
      if (!isHex(grid) && path.cells.length > 2)
        expect([...start, ...entered.flat()]).toEqual([...straighten(nav, path, { facing: 4 }).cells]);
      expect(Math.abs(ms / 1000 - path.cost / 4)).toBeLessThan(0.02);
      expect([walker.x, walker.y]).toEqual(centerOf(nav, ...goal));
    });
  });

  it('end in the middle of a cell, whatever is asked, edited and pushed', () => {
    for (let seed = 1; seed <= sample(64); seed++) {
      const next = random(seed);
      const upTo = (n: number) => Math.floor(n * next());
      const nav = editable(navOf(withMoves(makeGrid('noise', 14, 14, 0.2, seed), rule)));
      const any = (): Cell => [upTo(14), upTo(14)];
      let start = any();
      while (!nav.isOpen(...start)) start = any();
      const queue = seed % 2 ? pathQueue(nav, { budget: { work: 40 } }) : undefined;
      const { walker, entered } = stepper(nav, start, { queue, radius: isHex({ moveRule: rule }) ? 0.2 : 0.3 });
      for (let round = 0; round < 400; round++) {
        if (next() < 0.05) walker.to(...any());
        if (next() < 0.02) walker.stop();
        if (next() < 0.05) nav.setOpen(...any(), next() < 0.6);
        const [x, y] = [walker.x, walker.y];
        const before = walker.status;
        queue?.update();
        walker.update(40);
        const { dx, dy, status, cell } = walker;
        if (walker.x === x && walker.y === y) continue;
        expect(nav.isOpen(...cellAt(nav, walker.x, walker.y))).toBe(true);
        if (status !== 'walking') expect([status, isAtMiddle(nav, walker.x, walker.y)]).toEqual([status, true]);
        if (before === 'walking' && status === 'walking') expect(Math.hypot(dx, dy)).toBeGreaterThan(0);
        if (entered.length > 0 && status === 'arrived') expect(entered[entered.length - 1]).toEqual(cell);
      }
      walker.stop();
      for (let i = 0; i < 99 && walker.status === 'walking'; i++) walker.update(40);
      expect(['idle', 'blocked']).toContain(walker.status);
    }
  });
});

it('is what follow does on maps without diagonals, and nowhere else', () => {
  const points = (rule: 'never' | 'no-corners', pull?: boolean) => {
    const walker = follow(navOf(withMoves(drawn('....\n....'), rule)), { pull });
    walker.to(3, 1);
    return [...walker.update(0).points];
  };
  const steps = [0.5, 0.5, 0.5, 1.5, 1.5, 1.5, 2.5, 1.5, 3.5, 1.5];
  expect(points('never')).toEqual(steps);
  expect(points('never', true)).toEqual([0.5, 0.5, 3.5, 1.5]);
  expect(points('no-corners')).toEqual([0.5, 0.5, 3.5, 1.5]);
  expect(points('no-corners', false)).toEqual([0.5, 0.5, 1.5, 1.5, 2.5, 1.5, 3.5, 1.5]);
});

it('ends its step before it stops, turns or goes elsewhere', () => {
  const nav = navOf(drawn('.....\n.....'));
  const { walker, entered } = stepper(nav, [0, 0], { facing: 2 });
  walker.to(4, 0);
  walker.update(100);
  expect([walker.x, walker.status, walker.cell, walker.facing]).toEqual([0.9, 'walking', [0, 0], 2]);
  walker.stop();
  expect(walker.update(100)).toMatchObject({ status: 'walking', x: 1.3, goal: [4, 0] });
  expect(walker.update(100)).toMatchObject({ status: 'idle', x: 1.5, goal: null, cell: [1, 0], facing: 2 });
  walker.to(4, 0);
  walker.update(100);
  walker.to(1, 1);
  walker.update(100);
  expect([walker.x.toFixed(6), walker.y, walker.goal]).toEqual(['2.300000', 0.5, [4, 0]]);
  walker.update(100);
  expect([walker.goal, walker.facing]).toEqual([[1, 1], 5]);
  while (walker.status !== 'arrived') walker.update(100);
  expect(entered).toEqual([
    [1, 0],
    [2, 0],
    [1, 1],
  ]);
});

it.each(['no-corners', 'never', 'hex-odd-r'] as const)(
  'takes the time that entered cells cost, moves %s',
  (diagonals) => {
    const nav = loadGrid(6, 4, (x, y) => 1 + ((x + y) % 4), { diagonals, costs: 'entered' });
    const { walker } = stepper(nav, [0, 0]);
    walker.to(5, 2);
    let ms = 0;
    for (; walker.status !== 'arrived' && ms < 1e5; ms += 10) walker.update(10);
    expect(Math.abs(ms / 1000 - (nav.findPath(0, 0, 5, 2)?.cost ?? 0) / 4)).toBeLessThan(0.02);
  },
);

it('takes orders, other speeds and edits from the cells that it enters', () => {
  const nav = editable(navOf(drawn('......\n......')));
  const { walker, entered } = stepper(nav, [0, 0], {
    onCell: (x) => {
      if (x === 1) walker.speed = 1;
      if (x === 2) nav.edit({ x: 3, y: 0, open: false });
      if (x === 3) walker.to(3, 1);
      if (x === 4) walker.stop();
    },
  });
  walker.to(5, 0);
  walker.update(250);
  expect([walker.x, walker.speed]).toEqual([1.5, 1]);
  walker.update(500);
  expect(walker.x).toBe(2);
  for (let i = 0; i < 40; i++) walker.update(500);
  expect([walker.status, walker.cell]).toEqual(['arrived', [3, 1]]);
  expect(entered.map(String)).toEqual(['1,0', '2,0', '2,1', '3,1']);
});

it('goes back where the cell that it steps to is closed', () => {
  const nav = editable(navOf(drawn('...')));
  const { walker, entered } = stepper(nav, [0, 0]);
  walker.to(2, 0);
  walker.update(100);
  nav.setOpen(1, 0, false);
  walker.update(40);
  expect(walker.status).toBe('unreachable');
  nav.setOpen(1, 0, true);
  for (let i = 0; i < 30; i++) walker.update(100);
  expect([walker.status, entered.map(String)]).toEqual(['arrived', ['1,0', '2,0']]);
});

it('enters the ends of links', () => {
  const map = createGrid(6, 1, (x) => x !== 2, { links: [{ name: 'hop', from: [1, 0], to: [3, 0], cost: 2 }] });
  const nav = loadGrid(map, { parts: [linksPart] });
  const { walker, entered } = stepper(nav, [0, 0]);
  walker.to(5, 0);
  let linking = 0;
  for (let i = 0; i < 500 && walker.status !== 'arrived'; i++) if (walker.update(10).status === 'linking') linking++;
  expect(entered.map(String)).toEqual(['1,0', '3,0', '4,0', '5,0']);
  expect(Math.abs(linking - 50)).toBeLessThan(3);
});

it('takes no link that closes while it steps to its end', async () => {
  const map = createGrid(5, 2, () => true, { links: [{ name: 'hop', from: [1, 0], to: [4, 1], cost: 1 }] });
  const nav = editable(loadGrid(map, { parts: [linksPart] }));
  const { walker, entered } = stepper(nav, [0, 0]);
  walker.to(4, 1);
  walker.update(100);
  findLink(nav, 'hop').close();
  for (let i = 0; i < 50; i++) expect(walker.update(50).status).not.toBe('linking');
  expect([walker.status, entered.length]).toEqual(['arrived', 4]);
});

it('keeps the way around units, and is pushed by others of its crowd', () => {
  const nav = navOf(drawn('.....\n.....\n.....'));
  const blockers = blockersOf(nav);
  blockers.move('chest', 2, 1);
  const { walker, entered } = stepper(nav, [0, 1], { blockers });
  walker.to(4, 1);
  for (let i = 0; i < 500 && walker.status !== 'arrived'; i++) walker.update(10);
  expect([walker.status, entered.length]).toEqual(['arrived', 4]);
  expect(entered.map(String)).not.toContain('2,1');
  const two = [0, 1].map((y) => stepper(nav, [0, y]).walker);
  const crowd = crowdOf(two);
  for (const [i, one] of two.entries()) one.to(4, 2 - i);
  for (let i = 0; i < 1000; i++) crowd.update(16);
  expect(two.map(({ status }) => status)).toEqual(['arrived', 'arrived']);
});

it('says what is wrong with its options', () => {
  const nav = navOf(drawn('..'));
  for (const [options, message] of [
    [{ pull: 1 }, 'pull is 1, expected true or false'],
    [{ onCell: () => {} }, 'onCell is for walkers that go from cell to cell; add pull: false'],
    [{ pull: false, onCell: 1 }, 'onCell is 1, expected a function'],
    [{ facing: 8 }, 'facing is 8, allowed are 0, north, to 7, clockwise'],
  ] as const)
    expect(() => follow(nav, options as never)).toThrow(message);
});

import { describe, expect, it } from 'vitest';
import { drawn } from '../../../test/grids.js';
import type { Grid } from '../../core/grid/grid.js';
import type { MoveRule } from '../../core/grid/rules.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { cellAt, centerOf } from '../../runtime/places.js';
import { type Blockers, blockersOf } from '../avoid/blockers.js';
import { editable } from '../edit/edit.js';
import type { EditableNav } from '../edit/edits.js';
import { crowdOf } from './crowd.js';
import { follow } from './follow.js';
import type { FollowOptions, Walker } from './walker.js';

const MS = 40;
type Cell = [x: number, y: number];

const navOf = (grid: Grid, size = 1, diagonals: MoveRule = 'no-corners'): EditableNav =>
  editable(loadGrid(grid.width, grid.height, (x, y) => grid.isOpen(x, y), { size, diagonals }));

function walkerAt(nav: EditableNav, [cx, cy]: Cell, options: FollowOptions): Walker {
  const [x, y] = centerOf(nav, cx, cy);
  return follow(nav, { x, y, speed: 5, ...options });
}

describe('a walker with blockers', () => {
  const open = (blockers?: (nav: EditableNav) => Blockers) => {
    const nav = navOf(drawn('.........\n.........\n.........'));
    return { nav, blockers: (blockers ?? blockersOf)(nav) };
  };
  const walk = (walker: Walker, most = 400) => {
    const cells = new Set<string>();
    for (let i = 0; i < most; i++) {
      walker.update(MS);
      cells.add(`${cellAt(walker.nav, walker.x, walker.y)}`);
      if (!/wa/.test(walker.status)) break;
    }
    return cells;
  };

  it('walks round one that stands, and straight past where one stood', () => {
    const { nav, blockers } = open();
    const guard = walkerAt(nav, [4, 1], { blockers });
    const walker = walkerAt(nav, [0, 1], { blockers });
    guard.update(MS);
    walker.to(8, 1);
    const cells = walk(walker);
    expect([walker.status, cells.has('4,1'), cells.size > 8]).toEqual(['arrived', false, true]);
    guard.to(4, 2);
    walk(guard);
    walker.to(0, 1);
    expect(walk(walker).has('4,1')).toBe(true);
    expect(blockers.size).toBe(2);
  });

  it('turns away when a unit comes to stand in its way, and shortens its way when one leaves', () => {
    const { nav, blockers } = open();
    for (const y of [0, 1]) blockers.move(y, 5, y);
    const walker = walkerAt(nav, [0, 0], { blockers, speed: 1 });
    walker.to(8, 0);
    walker.update(MS);
    const before = walker.points.length;
    for (const y of [0, 1]) blockers.remove(y);
    for (let i = 0; i < 20; i++) walker.update(MS);
    expect([before > 4, Array.from(walker.points.slice(-4))]).toEqual([true, [0.5, 0.5, 8.5, 0.5]]);
    blockers.move('late', 4, 0);
    walker.update(MS);
    expect(walker.points.length).toBeGreaterThan(4);
  });

  it('ends next to a goal that is taken, and is no obstacle to itself', () => {
    const { nav, blockers } = open();
    blockers.move('target', 8, 1);
    const walker = walkerAt(nav, [0, 1], { blockers });
    walker.to(8, 1);
    walk(walker);
    expect([walker.status, walker.goal]).toEqual(['arrived', [8, 0]]);
    walker.to(7, 1);
    walk(walker);
    expect([walker.status, walker.x, walker.y]).toEqual(['arrived', 7.5, 1.5]);
    const others = [1, 2, 3].map((x) => walkerAt(nav, [x, 0], { blockers }));
    for (const other of others) other.to(8, 1);
    for (let i = 0; i < 200; i++) for (const other of others) other.update(MS);
    const places = new Set([walker, ...others].map(({ x, y }) => `${Math.floor(x)},${Math.floor(y)}`));
    expect([others.every(({ status }) => status === 'arrived'), places.size]).toEqual([true, 4]);
  });

  it('waits where units are in every way, and goes when one has left', () => {
    const { nav, blockers } = open();
    for (const y of [0, 1, 2]) blockers.move(y, 4, y);
    const walker = walkerAt(nav, [0, 1], { blockers });
    walker.to(8, 1);
    walk(walker, 30);
    expect([walker.status, walker.x]).toEqual(['unreachable', 0.5]);
    blockers.move(2, 5, 0);
    for (let i = 0; i < 20; i++) walker.update(MS);
    expect(walker.status).toBe('walking');
    walk(walker);
    expect(walker.status).toBe('arrived');
  });

  it('comes as near as it can to a goal that is taken, not behind it', () => {
    const nav = navOf(drawn('.....\n##.##\n##.##'));
    const blockers = blockersOf(nav);
    blockers.move('target', 2, 1);
    const walker = walkerAt(nav, [2, 2], { blockers });
    walker.to(2, 1);
    walk(walker);
    expect([walker.status, walker.goal]).toEqual(['arrived', [2, 2]]);
  });

  it('leaves a cell that it shares', () => {
    const { nav, blockers } = open();
    blockers.move('other', 2, 1);
    const walker = walkerAt(nav, [2, 1], { blockers });
    walker.to(6, 1);
    walk(walker);
    expect(walker.status).toBe('arrived');
  });

  it('is kept apart in a crowd, also while it stands', () => {
    const { nav, blockers } = open();
    const crowd = crowdOf(
      [0, 0.1, 0.2].map((dx) => walkerAt(nav, [4, 1], { blockers, x: 4.5 + dx, y: 1.5, radius: 0.3 })),
    );
    for (let i = 0; i < 200; i++) crowd.update(MS);
    const [a, b, c] = crowd.walkers;
    for (const [one, other] of [
      [a, b],
      [b, c],
      [a, c],
    ])
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(0.55);
  });

  it('says what is wrong', () => {
    const { nav } = open();
    expect(() => follow(nav, { blockers: 1 as never })).toThrow('blockers is 1, expected what blockersOf gives');
    expect(() => follow(nav, { blockers: open().blockers })).toThrow('blockers of another map');
    expect(() => blockersOf(nav).move('a', 0, 0, 0)).toThrow(
      'size is 0, allowed is a whole number of cells from 1 to 16',
    );
    expect(() => blockersOf(nav).move('a', 7, 0, 3)).toThrow('cell 9, 2 is not on the map of 9 x 3 cells');
  });
});

/** Walkers that walk round units. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCell, anyGrid, drawn, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import type { Grid } from '../../core/grid/grid.js';
import type { MoveRule } from '../../core/grid/rules.js';
import { loadGrid } from '../../core/runtime/load-grid.js';
import { cellAt, centerOf, nearestOpen } from '../../core/runtime/places.js';
import { type Blockers, blockersOf } from '../avoid/blockers.js';
import { editable } from '../edit/edit.js';
import type { EditableNav } from '../edit/edits.js';
import { pathQueue } from '../queue/queue.js';
import { findPathAround } from '../reach/around.js';
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

/** Whether a walker of the map would cover one of some cells. */
const covers = (size: number, [x, y]: Cell, cells: readonly Cell[]) =>
  cells.some(([u, v]) => u >= x && u < x + size && v >= y && v < y + size);

describe.each([
  ['no-corners', 1, false],
  ['no-corners', 1, true],
  ['no-corners', 2, false],
  ['always', 1, false],
  ['hex-odd-r', 1, true],
] as const)('a walker among units, moves %s, size %i, with a queue: %s', (rule, size, hasQueue) => {
  it('never enters their cells, and arrives where the way around them leads', () => {
    let [arrived, cut] = [0, 0];
    fc.assert(
      fc.property(anyGrid(11), fc.integer({ min: 1, max: 2 ** 31 - 1 }), (grid, seed) => {
        if (grid.width < size || grid.height < size) return;
        const nav = navOf(grid, size, rule);
        const next = random(seed);
        const any = () => anyCell(grid, next);
        const start = nearestOpen(nav, ...any());
        if (!start) return;
        const blockers = blockersOf(nav);
        const units = Array.from({ length: Math.ceil(grid.width * grid.height * 0.15) }, any).filter(
          (cell) => !covers(size, start, [cell]),
        );
        for (const [i, cell] of units.entries()) blockers.move(i, ...cell);
        const queue = hasQueue ? pathQueue(nav, { budget: { work: 500 } }) : undefined;
        const walker = walkerAt(nav, start, { blockers, queue, size });
        let requested = any();
        walker.to(...requested);
        const step = () => {
          const before = cellAt(nav, walker.x, walker.y);
          queue?.update();
          walker.update(MS);
          const at = cellAt(nav, walker.x, walker.y);
          if (!nav.isOpen(...at)) throw new Error(`it stands in ${at}, which is closed`);
          if (`${at}` !== `${before}` && covers(size, at, units)) throw new Error(`it went to ${at}, which is taken`);
        };
        for (let i = 0; i < 120; i++) {
          if (units.length > 0 && next() < 0.15) {
            const k = Math.floor(next() * units.length);
            const cell = any();
            if (!covers(size, cellAt(nav, walker.x, walker.y), [cell])) {
              units[k] = cell;
              blockers.move(k, ...cell);
            }
          }
          if (next() < 0.03) {
            requested = any();
            walker.to(...requested);
          }
          if (next() < 0.03) {
            const cell = any();
            if (!covers(size, cellAt(nav, walker.x, walker.y), [cell])) nav.setOpen(...cell, next() < 0.5);
          }
          step();
        }
        // Now all others stand still.
        walker.to(...requested);
        for (let i = 0; i < 1500 && (i < 20 || /wa/.test(walker.status)); i++) step();
        const at = cellAt(nav, walker.x, walker.y) as Cell;
        if (walker.status === 'arrived') {
          arrived++;
          if (nav.isOpen(...requested) && !covers(size, requested, units)) expect(at).toEqual(requested);
          else {
            // No cell that it could reach is nearer.
            const far = ([x, y]: Cell) => Math.hypot(x - requested[0], y - requested[1]);
            const hexes = rule.startsWith('hex');
            for (let y = 0; y < grid.height && !hexes; y++)
              for (let x = 0; x < grid.width; x++)
                if (far([x, y]) < far(at) && nav.isOpen(x, y) && !covers(size, [x, y], units))
                  expect(findPathAround(nav, ...at, x, y, units.flat())).toBe(null);
          }
        } else {
          expect(walker.status).toBe('unreachable');
          const list = units.flat();
          if (!nav.isOpen(...requested) || covers(size, requested, units))
            throw new Error(`${requested} is not free: a cell is nearest`);
          expect(findPathAround(nav, ...at, ...requested, list)).toBe(null);
          cut += Number(nav.isReachable(...at, ...requested));
        }
        expect(blockers.size).toBe(units.length + 1);
      }),
      { numRuns: sample(960) },
    );
    expect(Math.min(arrived, cut)).toBeGreaterThan(0);
  });
});

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

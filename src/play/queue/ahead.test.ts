import { describe, expect, it } from 'vitest';
import type { Walk } from '../../core/search/engine.js';
import { PathBuffer } from '../../core/search/path.js';
import { bufferedWalks } from './ahead.js';
import { LatePath } from './late-path.js';

/** Walks along a row, from x0 to x1, that count the cells they were asked for. */
function opened() {
  const refined: Record<string, number> = {};
  const counts = { late: 0 };
  const walkOf = (x0: number, y0: number, x1: number): Walk | null => {
    if (y0 < 0) return null;
    let x = x0;
    refined[y0] = 0;
    const cells = Array.from({ length: x1 - x0 + 1 }, (_, i): [number, number] => [x0 + i, y0]);
    return {
      cost: 7,
      portals: () => [],
      next() {
        refined[y0]++;
        return x > x1 ? { done: true, value: undefined } : { done: false, value: cells[x++ - x0] };
      },
      [Symbol.iterator]() {
        return this;
      },
    };
  };
  const walks = bufferedWalks(walkOf, counts);
  /** Refines a number of cells. */
  const refine = (most: number) => walks.refine(() => most-- > 0);
  return { refined, counts, refine, walk: (y: number, length = 100) => walks.walk(0, y, length - 1, y) as Walk };
}

describe('walks that are refined ahead', () => {
  it('give the cells of the walk and its cost, and count those that were not there', () => {
    const { walk, counts, refine } = opened();
    const one = walk(1, 5);
    expect([one.cost, walk(-1)]).toEqual([7, null]);
    expect([one.next().value, one.next().value, counts.late]).toEqual([[0, 1], [1, 1], 2]);
    refine(100);
    expect([...one]).toEqual([
      [2, 1],
      [3, 1],
      [4, 1],
    ]);
    expect(counts.late).toBe(2);
  });

  it('are 32 cells ahead at most, and again where fewer than 16 are left', () => {
    const { walk, refined, refine } = opened();
    const one = walk(1);
    refine(1000);
    expect(refined[1]).toBe(32);
    for (let i = 0; i < 16; i++) one.next();
    refine(1000);
    expect(refined[1]).toBe(32);
    one.next();
    refine(1000);
    expect(refined[1]).toBe(49);
  });

  it('are refined first where least is left, as long as there is time, to their end and not beyond', () => {
    const { walk, refined, refine } = opened();
    const [first, second] = [walk(1), walk(2)];
    refine(20);
    expect([refined[1], refined[2]]).toEqual([20, 0]);
    refine(10);
    expect([refined[1], refined[2]]).toEqual([20, 10]);
    refine(25);
    expect([refined[1], refined[2]]).toEqual([23, 32]);
    expect([first.next().value, second.next().value]).toEqual([
      [0, 1],
      [0, 2],
    ]);
    const short = walk(3, 4);
    refine(1000);
    expect(refined[3]).toBe(5);
    expect([...short]).toHaveLength(4);
    refine(1000);
    expect(refined[3]).toBe(5);
  });
});

it('a late path has the turns and cells of the buffer at that time, made once', () => {
  const buffer = new PathBuffer();
  buffer.write([5 | (2 << 16), 3 | (2 << 16), 1], 3, 6);
  const path = new LatePath(buffer);
  const { waypoints, cells } = buffer.toPath();
  buffer.write([9, 8], 2, 1);
  expect([path.cost, path.waypoints, path.cells]).toEqual([6, waypoints, cells]);
  expect(path.waypoints).toBe(path.waypoints);
  expect(path.cells).toBe(path.cells);
});

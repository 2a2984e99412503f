import { describe, expect, it } from 'vitest';
import { gridFrom } from '../../core/grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import type { Answering } from './engines.js';
import { makeTaker } from './taker.js';

const grid = gridFrom(3, 3, (x, y) => x !== 1 || y !== 1);
const QUERIES = Uint16Array.of(0, 0, 2, 0, 0, 0, 0, 1);

/** An engine that answers every query with these cells. */
function always(cells: number[], cost?: number): Answering {
  return {
    search: () => cells.length > 0,
    cells: () => cells,
    cost: () => cost,
    counters: () => ({ expanded: 3, generated: 4, largestOpen: 2 }),
  };
}

describe('a taker', () => {
  it('walks the path itself, and counts', () => {
    const taker = makeTaker(grid, always([0, 0, 1, 0, 2, 0], 2), QUERIES);
    taker.turn(1000);
    const { costs, counts, passes, firstFault } = taker.report();
    // The second query asks for another goal.
    expect([...costs]).toEqual([2 * STRAIGHT, -1]);
    expect(firstFault).toBe('path ends at 2, 0, not at 0, 1');
    expect(counts).toEqual({ expanded: 6, generated: 8, largestOpen: 4, mostOpen: 2 });
    expect(passes.map((pass) => pass.length)).toEqual([2]);
  });

  it.each([
    ['through a wall', [0, 0, 1, 1, 2, 0], undefined, /illegal move/],
    ['around a blocked corner', [0, 0, 0, 1, 1, 2, 2, 1, 2, 0], undefined, /illegal move/],
    ['that jumps', [0, 0, 2, 0], undefined, /illegal move/],
    ['of another cost than reported', [0, 0, 1, 0, 2, 0], DIAGONAL / STRAIGHT, /costs 2, the engine reported 1\.41/],
  ])('takes no path %s', (_, cells, cost, fault) => {
    const taker = makeTaker(grid, always(cells, cost), QUERIES.subarray(0, 4));
    taker.turn(1000);
    expect([...taker.report().costs]).toEqual([-1]);
    expect(taker.report().firstFault).toMatch(fault);
  });

  it('knows no path from a wrong one', () => {
    const taker = makeTaker(grid, always([]), QUERIES);
    taker.turn(1000);
    expect([...taker.report().costs]).toEqual([Infinity, Infinity]);
  });

  it('stops in the middle of a pass when its turn is over, and drops a later pass that is not complete', () => {
    const taker = makeTaker(grid, always([0, 0, 1, 0, 2, 0]), QUERIES);
    // Next to no time: one query.
    taker.turn(1e-9);
    expect(taker.report().costs).toHaveLength(1);
    expect(taker.report().passes.map((pass) => pass.length)).toEqual([1]);
    taker.turn(1000);
    expect(taker.report().costs).toHaveLength(2);
    taker.turn(1e-9);
    expect(taker.report().passes.map((pass) => pass.length)).toEqual([2]);
    taker.turn(1000);
    expect(taker.report().passes.map((pass) => pass.length)).toEqual([2, 2]);
  });
});

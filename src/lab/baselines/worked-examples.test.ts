/** The worked examples of document B (figures 2.2.1, 3.1.2.1 and 3.1.3.1): their maps as the text describes them. */
import { expect, it } from 'vitest';
import { drawn } from '../../../test/grids.js';
import { PathBuffer } from '../../core/search/path.js';
import type { Baseline } from './baseline.js';
import { jumpPointSearch } from './jump-point-search.js';
import { bitJumper, tableJumper, walkingJumper } from './jumpers.js';

/** Cells that a query expands, the number of nodes it reaches, and the cells of its path from start to goal. */
function ask(search: Baseline, from: [number, number], to: [number, number]) {
  const expanded: string[] = [];
  search.trace = (point) => expanded.push(`${point & 0xffff},${point >>> 16}`);
  const path = new PathBuffer();
  expect(search.search(...from, ...to, path)).toBe(true);
  const cells = Array.from({ length: path.cellCount }, (_, i) => `${path.cells[2 * i]},${path.cells[2 * i + 1]}`);
  return { expanded, generated: search.generated, cells };
}

it('2.2.1: only S, G, I, Q and E become nodes', () => {
  const grid = drawn(`
    ..#..
    ..#..
    ..#..
    .....
    .....`);
  const answer = ask(jumpPointSearch(grid, walkingJumper(grid)), [0, 0], [3, 0]);
  // The goal E is found in the last expansion.
  expect(answer.expanded).toEqual(['0,0', '1,1', '1,3', '3,3']);
  expect(answer.generated).toBe(5);
  expect(answer.cells).toEqual(['0,0', '1,1', '1,2', '1,3', '2,3', '3,3', '3,2', '3,1', '3,0']);
});

it('3.1.2.1: pruning leaves out the nodes 1, 4 and 6, and the path turns at 6 again', () => {
  const grid = drawn(`
    ....#...
    ........
    ........
    .....#..
    #...#...
    ........
    ........`);
  const path = ['0,0', '1,1', '2,2', '3,3', '3,4', '3,5'];
  const whole = ask(jumpPointSearch(grid, bitJumper(grid)), [0, 0], [3, 5]);
  // Node 6 is opened and not expanded: node 4 sees the goal past it.
  expect(whole.expanded).toEqual(['0,0', '1,1', '2,2']);
  expect(whole.cells).toEqual(path);
  const pruned = ask(jumpPointSearch(grid, bitJumper(grid), { prune: true }), [0, 0], [3, 5]);
  expect(pruned.expanded).toEqual(['0,0']);
  expect(pruned.cells).toEqual(path);
});

it('3.1.3.1: steps of N in eight directions, and the path over node 11', () => {
  const grid = drawn(`
    .....#....
    .......#..
    ..........
    ..........
    ..........
    ..........
    .......#..`);
  const table = tableJumper(grid);
  const at = grid.cell(3, 2);
  const steps = [0, 1, 2, 3, 4, 5, 6, 7].map((d) =>
    d & 1 ? table.diagonal(at, 4, 3, d) : table.straight(at, 4, 3, d),
  );
  // Positive to a jump point, negative to the border: north to north-west.
  expect(steps).toEqual([-2, 1, 5, 3, -4, -3, -3, -2]);
  expect(ask(jumpPointSearch(grid, table), [3, 2], [2, 4]).cells).toEqual(['3,2', '2,3', '2,4']);
});

/** Searches that are repaired after edits: as new ones, in every array and cell. */
import { describe, expect, it } from 'vitest';
import { forAllGrids, makeGrid, random } from '../../../../test/grids.js';
import { sample } from '../../../../test/samples.js';
import { withMoves } from '../../../core/grid/clearance.js';
import type { Grid, MoveRule } from '../../../core/grid/grid.js';
import { ALL_RULES } from '../../../core/grid/rules.js';
import { PathBuffer } from '../../../core/search/path.js';
import { onAxial } from './hexes.js';
import { buildMoveJumps } from './jumps.js';
import { moveSearch } from './search.js';

const cellsOf = (path: PathBuffer) => path.cells.slice(0, 2 * path.cellCount).join();

/** Some edits, with queries between them. @throws {Error} where the repaired search answers otherwise than a new one */
function compare(grid: Grid, seed: number, edits: number, queries: number): void {
  const next = random(seed);
  const cell = () => [Math.floor(next() * grid.width), Math.floor(next() * grid.height)] as const;
  const make = () => onAxial(grid, (axial) => moveSearch(axial, buildMoveJumps(axial)));
  const repaired = make();
  const [path, expected] = [new PathBuffer(), new PathBuffer()];
  for (let e = 0; e < edits; e++) {
    const changed = Array.from({ length: 1 + Math.floor(next() * 4) }, () => grid.cell(...cell()));
    for (const one of new Set(changed)) grid.open[one] ^= 1;
    repaired.repair?.(new Set(changed));
    const fresh = make();
    for (let q = 0; q < queries; q++) {
      const [from, to] = [cell(), cell()];
      const isFound = repaired.search(...from, ...to, path);
      if (isFound !== fresh.search(...from, ...to, expected) || (isFound && cellsOf(path) !== cellsOf(expected)))
        throw new Error(
          `${grid.moveRule}, edit ${e}: from ${from} to ${to}: ${cellsOf(path)}, new ${cellsOf(expected)}`,
        );
    }
  }
}

describe.each(ALL_RULES)('jump points that are repaired, moves %s', (rule) => {
  it('lead over the cells that new ones lead over', () => {
    forAllGrids(16, 100, (grid) => compare(withMoves(grid, rule), 3, 8, 12));
    for (const [i, kind] of (['noise', 'rooms', 'maze'] as const).entries())
      compare(withMoves(makeGrid(kind, 60, 50, 0.15, i), rule), i, sample(200), 10);
  });

  it('still do when their memory has been full of edges that are no longer used', () => {
    compare(withMoves(makeGrid('noise', 90, 90, 0.25, 5), rule), 9, sample(400), 20);
  });
});

it.each<MoveRule>(['never', 'one-corner', 'always', 'hex'])('have the arrays of new ones, moves %s', (rule) => {
  const next = random(4);
  const grid = withMoves(makeGrid('noise', 70, 60, 0.2, 2), rule);
  const jumps = buildMoveJumps(grid);
  const search = moveSearch(grid, jumps);
  // Nothing is made again.
  const runs = grid.runs.bind(grid);
  grid.runs = () => {
    throw new Error('made again');
  };
  for (let e = 0; e < 60; e++) {
    const cell = grid.cell(Math.floor(next() * 70), Math.floor(next() * 60));
    grid.open[cell] ^= 1;
    search.repair?.([cell]);
  }
  grid.runs = runs;
  const { windows, nodes, stops, distances } = buildMoveJumps(grid);
  expect([jumps.windows, jumps.nodes, jumps.stops]).toEqual([windows, nodes, stops]);
  for (const d of rule === 'hex' ? [0, 2, 5] : rule === 'never' ? [0, 4] : [0, 2, 4, 6])
    for (let at = d; at < distances.length; at += 8) expect(jumps.distances[at]).toBe(distances[at]);
});

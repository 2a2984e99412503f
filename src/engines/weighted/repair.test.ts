/** Searches over costs that are repaired after edits: as new ones, in every array and cell. */
import { describe, expect, it } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { withMoves } from '../../core/grid/clearance.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import { MOVE_RULES } from '../../core/grid/rules.js';
import { costRange } from '../../core/grid/step-costs.js';
import { PathBuffer } from '../../core/search/path.js';
import { liveWeightedJumps, weightedJumps } from './jumps.js';
import { weightedSearch } from './query.js';

const NONE = { count: 0, costs: new Uint16Array(0), unit: 1 };
const cellsOf = (path: PathBuffer) => path.cells.slice(0, 2 * path.cellCount).join();

function edit(grid: Grid, next: () => number): Set<number> {
  const cells = new Set<number>();
  for (let i = 1 + Math.floor(next() * 4); i > 0; i--) {
    const cell = grid.cell(Math.floor(next() * grid.width), Math.floor(next() * grid.height));
    const costs = grid.costs as Uint8Array;
    costs[cell] = next() < 0.3 ? 0 : 1 + Math.floor(next() * 6);
    grid.open[cell] = Number(costs[cell] > 0);
    cells.add(cell);
  }
  return cells;
}

describe.each([...MOVE_RULES, 'hex'] as const)('jump points over costs that are repaired, moves %s', (rule) => {
  it('lead over the cells that new ones lead over', () => {
    const next = random(3);
    for (const [i, kind] of (['noise', 'rooms', 'maze', 'noise'] as const).entries()) {
      const grid = withMoves(makeGrid(kind, 14 + 30 * i, 20 + 20 * i, 0.15, i), rule);
      const place = () => [Math.floor(next() * grid.width), Math.floor(next() * grid.height)] as const;
      setCosts(grid, (x, y) => (i === 3 ? 2 + Math.floor(next() * 9) : 2 + (((x >> 3) + (y >> 2)) % 4)));
      const least = () => costRange(grid).least;
      const make = () => weightedSearch(grid, weightedJumps(grid, true), NONE);
      const repaired = weightedSearch(grid, liveWeightedJumps(grid), NONE, 0, least);
      const [path, expected] = [new PathBuffer(), new PathBuffer()];
      for (let e = 0; e < sample(40, 20); e++) {
        repaired.repair?.(edit(grid, next));
        const fresh = make();
        for (let q = 0; q < 8; q++) {
          const [from, to] = [place(), place()];
          const isFound = repaired.search(...from, ...to, path);
          expect(isFound).toBe(fresh.search(...from, ...to, expected));
          if (isFound) expect([path.cost, cellsOf(path)]).toEqual([expected.cost, cellsOf(expected)]);
        }
      }
    }
  });

  it('have the arrays of new ones, and are not made again', () => {
    const next = random(4);
    const grid = withMoves(makeGrid('noise', 70, 60, 0.2, 2), rule);
    setCosts(grid, (x, y) => 1 + (((x >> 3) + (y >> 2)) % 4));
    const jumps = liveWeightedJumps(grid);
    const search = weightedSearch(grid, jumps, NONE);
    const runs = grid.runs.bind(grid);
    grid.runs = () => {
      throw new Error('made again');
    };
    for (let e = 0; e < 60; e++) search.repair?.(edit(grid, next));
    grid.runs = runs;
    const { legal, nodes, ends, distances } = weightedJumps(grid, true);
    expect([jumps.legal, jumps.nodes, jumps.ends]).toEqual([legal, nodes, ends]);
    for (const d of rule === 'hex' ? [0, 2, 5] : rule === 'never' ? [0, 4] : [0, 2, 4, 6])
      for (let at = d; at < distances.length; at += 8)
        if (jumps.distances[at] !== distances[at]) throw new Error(`place ${at}: ${jumps.distances[at]}`);
  });
});

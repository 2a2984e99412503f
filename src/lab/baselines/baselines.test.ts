import { describe, expect, it } from 'vitest';
import { drawn, forAllGrids } from '../../../test/grids.js';
import { forAllHpa } from '../../../test/hpa.js';
import { checkPairs } from '../../../test/pairs.js';
import { IS_LONG } from '../../../test/samples.js';
import { withMoves } from '../../core/grid/clearance.js';
import type { Grid } from '../../core/grid/grid.js';
import { PathBuffer } from '../../core/search/path.js';
import { aStar } from './astar.js';
import type { Baseline } from './baseline.js';
import { jumpPointSearch } from './jump-point-search.js';
import { bitJumper, tableJumper, walkingJumper } from './jumpers.js';

type Maker = (grid: Grid) => Baseline;

const EXACT: Record<string, Maker> = {
  'A*, octile': (grid) => aStar(grid),
  'A*, Euclidean': (grid) => aStar(grid, { h: 'euclidean' }),
  'A*, zero heuristic': (grid) => aStar(grid, { h: 'zero' }),
  JPS: (grid) => jumpPointSearch(grid, walkingJumper(grid)),
  'JPS, pruned': (grid) => jumpPointSearch(grid, walkingJumper(grid), { prune: true }),
  'JPS-Bit': (grid) => jumpPointSearch(grid, bitJumper(grid)),
  'JPS-BitPrune': (grid) => jumpPointSearch(grid, bitJumper(grid), { prune: true }),
  'JPS-BitPre': (grid) => jumpPointSearch(grid, tableJumper(grid)),
  'JPS-BitPrunePre': (grid) => jumpPointSearch(grid, tableJumper(grid), { prune: true }),
};

describe.each(Object.entries(EXACT))('%s', (_, make) => {
  it('answers every pair of small random grids as Dijkstra does', () => {
    forAllGrids(IS_LONG ? 8 : 6, 120, (grid) => checkPairs(grid, make(grid)));
  });

  it('answers sampled pairs of larger ones as Dijkstra does', () => {
    forAllGrids(36, 12, (grid) => checkPairs(grid, make(grid), 1 + Math.floor((grid.width * grid.height) / 2)));
  });

  it('refuses blocked cells and cells outside the map', () => {
    const search = make(drawn('..#\n...'));
    const path = new PathBuffer();
    expect(search.search(0, 0, 2, 1, path)).toBe(true);
    for (const [x, y] of ['2 0', '3 0', '-1 1', '0 2', '0.5 0'].map((cell) => cell.split(' ').map(Number))) {
      expect(search.search(0, 0, x, y, path)).toBe(false);
      expect(search.search(x, y, 0, 0, path)).toBe(false);
    }
  });
});

describe.each(['one-corner', 'always'] as const)('JPS under %s', (rule) => {
  const make = (grid: Grid, w = 1) => jumpPointSearch(grid, walkingJumper(grid), { w });
  it('answers as Dijkstra does', () => {
    forAllGrids(IS_LONG ? 8 : 6, 60, (grid) => checkPairs(withMoves(grid, rule), make(withMoves(grid, rule))));
    forAllGrids(36, 6, (grid) => checkPairs(withMoves(grid, rule), make(withMoves(grid, rule)), 700));
  });

  it('with a weight finds paths at most that much longer', () => {
    forAllGrids(12, 30, (grid) => checkPairs(withMoves(grid, rule), make(withMoves(grid, rule), 1.75), 5, 1.75));
  });
});

describe('heuristics that overestimate', () => {
  it.each([1.2, 1.75, 3])('a weight of %d makes paths at most that much longer', (w) => {
    forAllGrids(12, 60, (grid) => {
      checkPairs(grid, aStar(grid, { w }), 5, w);
      checkPairs(grid, jumpPointSearch(grid, walkingJumper(grid), { w }), 5, w);
    });
  });

  it('Manhattan, at most the square root of 2 above the true distance, makes them at most that much longer', () => {
    forAllGrids(12, 120, (grid) => checkPairs(grid, aStar(grid, { h: 'manhattan' }), 5, Math.SQRT2));
  });
});

it('A* answers on maps with cell costs as Dijkstra does', () => {
  forAllHpa(10, 60, ({ grid }) => checkPairs(grid, aStar(grid)));
});

describe('statistics', () => {
  it('count nodes and heap operations, again for each query', () => {
    const search = aStar(drawn('.....'));
    const path = new PathBuffer();
    search.search(1, 0, 4, 0, path);
    // West of the start is generated too; the goal is generated, but never in the heap.
    expect(search).toMatchObject({ expanded: 3, generated: 5, heapOperations: 6, largestOpen: 2 });
    search.search(3, 0, 4, 0, path);
    expect(search).toMatchObject({ expanded: 1, generated: 3, heapOperations: 2, largestOpen: 1 });
    search.search(1, 0, 1, 0, path);
    expect({ cost: path.cost, cells: [...path.cells.subarray(0, 2 * path.cellCount)] }).toEqual({
      cost: 0,
      cells: [1, 0],
    });
  });

  it('show what pruning of turning points saves', () => {
    const grid = drawn(`
      ......
      ......
      ....#.
      ......`);
    const path = new PathBuffer();
    const [all, pruned] = [false, true].map((prune) => {
      const search = jumpPointSearch(grid, bitJumper(grid), { prune });
      search.search(0, 0, 5, 3, path);
      return search;
    });
    expect(pruned.generated).toBeLessThan(all.generated);
  });
});

describe('jumpers', () => {
  it('give the same steps, by cells, bits and tables', () => {
    forAllGrids(80, 40, (grid) => {
      const jumpers = [walkingJumper(grid), bitJumper(grid), tableJumper(grid)];
      for (let y = 1; y <= grid.height; y++) {
        for (let x = 1; x <= grid.width; x++) {
          const cell = y * grid.stride + x;
          if (grid.open[cell] === 0) continue;
          for (let d = 0; d < 8; d++) {
            const steps = jumpers.map((j) => (d % 2 === 0 ? j.straight(cell, x, y, d) : j.diagonal(cell, x, y, d)) + 0);
            if (steps.some((s) => s !== steps[0]))
              throw new Error(`from ${x - 1}, ${y - 1} in direction ${d}: ${steps}`);
          }
        }
      }
    });
  });
});

import { describe, expect, it } from 'vitest';
import { drawn } from '../../../test/grids.js';
import { checkPairs } from '../../../test/pairs.js';
import { NOWHERE } from '../../../test/queries.js';
import { sample } from '../../../test/samples.js';
import { weightedGrid } from '../../../test/weighted.js';
import { type Grid, gridFrom, setCosts } from '../../core/grid/grid.js';
import { random, sampleOpen } from '../../core/grid/sample.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { oracle } from '../../core/oracle/flood.js';
import { PathBuffer } from '../../core/search/path.js';
import { COST_PATTERNS, drawCosts } from '../../maps/cost-patterns.js';
import { generateMap } from '../../maps/generate/generate.js';
import { weightedJumps } from './jumps.js';
import { buildLandmarks } from './landmarks.js';
import { weightedSearch } from './query.js';

const engine = (grid: Grid, landmarks = 8, stamp = 0) =>
  weightedSearch(grid, weightedJumps(grid), buildLandmarks(grid, landmarks), stamp);

describe('the search on weighted grids', () => {
  it('finds paths as cheap as those of Dijkstra, on any terrain, with any number of landmarks', () => {
    for (let seed = 1; seed <= sample(100); seed++) {
      const grid = weightedGrid(seed, 11);
      if (grid.width * grid.height > 400) continue;
      // The oracle's scale is the doubled one where cells have costs.
      if (grid.costs) checkPairs(grid, engine(grid, seed % 5), 7);
    }
  });

  it.each(COST_PATTERNS)('finds them on caves with %s', (pattern) => {
    const grid = drawCosts(generateMap('caves', { width: 150, height: 110, seed: 5 }), pattern, 3);
    const search = engine(grid);
    const { costs } = oracle(grid);
    const next = random(9);
    const path = new PathBuffer();
    for (const from of sampleOpen(grid, 4, next)) {
      const goals = sampleOpen(grid, 25, next);
      costs(from, goals).forEach((optimal, i) => {
        expect(search.search(...from, ...goals[i], path)).toBe(optimal < Infinity);
        if (optimal < Infinity)
          expect(checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), from, goals[i])).toBe(optimal);
      });
    }
  });

  it('keeps every way that is as cheap: a goal next to, behind and between swamps of equal cost', () => {
    const grid = drawn(`
      .........
      .##...##.
      .........
      ....#....
      .........`);
    setCosts(grid, (x, y) => ((x + y) % 2 ? 2 : 4));
    checkPairs(grid, engine(grid));
    setCosts(grid, (x) => (x % 4 === 2 ? 255 : 1));
    checkPairs(grid, engine(grid, 0));
  });

  it('finds the longest and costliest runs, the start itself, and nothing where there is nothing', () => {
    const long = gridFrom(
      600,
      3,
      (x, y) => y === 1 || x % 50 > 0,
      (x, y) => (y === 1 && x > 3 ? 255 : 254),
    );
    const path = new PathBuffer();
    expect(engine(long).search(0, 1, 599, 1, path)).toBe(true);
    expect(checkPath(long, path.cells.subarray(0, 2 * path.cellCount), [0, 1], [599, 1])).toBe(
      oracle(long).costs([0, 1], [[599, 1]])[0],
    );
    expect(engine(long).search(9, 1, 9, 1, path)).toBe(true);
    expect([path.cost, path.cellCount]).toEqual([0, 1]);
    const parted = drawn('..#..\n..#..');
    setCosts(parted, () => 3);
    for (const query of NOWHERE) expect(engine(parted).search(...query, path)).toBe(false);
  });

  it('tells its expansions: every node after the one it was reached from', () => {
    const grid = drawCosts(generateMap('caves', { width: 60, height: 50, seed: 4 }), 'patches');
    const search = engine(grid);
    const path = new PathBuffer();
    const [from, to] = sampleOpen(grid, 2, random(3));
    const known = new Set([-1]);
    search.trace = (point, parent) => {
      expect(known.has(parent)).toBe(true);
      known.add(point);
    };
    expect(search.search(...from, ...to, path)).toBe(true);
    expect(known.size).toBeGreaterThan(2);
  });

  it('expands the same nodes, whatever it has searched for before', () => {
    const rows = [
      [74, 161, 161, 213, 0],
      [128, 155, 75, 0, 0],
      [146, 160, 84, 0, 0],
      [85, 2, 220, 216, 221],
    ];
    const grid = gridFrom(5, 4, (x, y) => rows[y][x] > 0);
    setCosts(grid, (x, y) => rows[y][x]);
    const [fresh, used, path] = [engine(grid, 0), engine(grid, 0), new PathBuffer()];
    used.search(2, 0, 0, 0, path);
    for (const search of [fresh, used]) search.search(0, 0, 0, 2, path);
    expect([fresh.expanded, used.expanded]).toEqual([3, 3]);
  });

  it('continues when its query counter is used up', () => {
    const grid = drawCosts(generateMap('rooms', { width: 30, height: 24, seed: 2 }), 'patches');
    const search = engine(grid, 2, 0x7fffffff - 6);
    for (let i = 0; i < 8; i++) checkPairs(grid, search, 311);
  });
});

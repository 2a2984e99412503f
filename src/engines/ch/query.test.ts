import { describe, expect, it } from 'vitest';
import { anyCell, drawn, forAllGrids, makeGrid, random } from '../../../test/grids.js';
import { checkLongPath, checkPairs } from '../../../test/pairs.js';
import { NOWHERE } from '../../../test/queries.js';
import { sample } from '../../../test/samples.js';
import { withMoves } from '../../core/grid/clearance.js';
import type { Grid } from '../../core/grid/grid.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { PathBuffer } from '../../core/search/path.js';
import { buildHierarchy } from './build.js';
import { decoder } from './coder.js';
import { hierarchySearch } from './query.js';
import { type Hierarchy, replay } from './replay.js';
import { ruleOf } from './rules.js';
import { findSubgoals, type SubgoalMap } from './subgoals.js';

function searchOn(grid: Grid, witness?: number) {
  const bake = buildHierarchy(grid, witness === undefined ? {} : { witness });
  const rule = ruleOf(grid);
  const map = rule.find(grid);
  const bit = decoder(bake.bits);
  return hierarchySearch(grid, map, replay(grid, map, bake, { isLevel: bit, isShortcut: bit }, rule), rule);
}

describe('hierarchySearch', () => {
  it.each([1, 3, undefined])('is optimal between all cells of small random grids, with witness limit %s', (witness) => {
    forAllGrids(13, 150, (grid) => checkPairs(grid, searchOn(grid, witness), 5));
  });

  it.each(['no-corners', 'never', 'one-corner', 'always'] as const)('is optimal under the moves %s', (rule) => {
    forAllGrids(13, 150, (grid) => checkPairs(withMoves(grid, rule), searchOn(withMoves(grid, rule), 3), 7));
    for (const kind of ['noise', 'maze', 'comb', 'rooms'] as const) {
      const grid = withMoves(makeGrid(kind, 61, 47, 0.25, 9), rule);
      checkPairs(grid, searchOn(grid), 701);
    }
  });

  it('answers with the line where it is open, and counts nothing expanded', () => {
    const grid = drawn(`
      .....
      .....
      ....#`);
    const search = searchOn(grid);
    const path = new PathBuffer();
    expect(search.search(0, 0, 4, 1, path)).toBe(true);
    expect(path.toPath().cells).toEqual(Uint16Array.of(0, 0, 1, 1, 2, 1, 3, 1, 4, 1));
    expect(search.expanded).toBe(0);
    expect(search.search(2, 2, 2, 2, path)).toBe(true);
    expect(path.toPath()).toEqual({ cost: 0, cells: Uint16Array.of(2, 2), waypoints: Uint16Array.of(2, 2) });
  });

  it('returns false and keeps the buffer if a cell is blocked, off the map or not connected', () => {
    const search = searchOn(drawn('..#..\n..#..'));
    const path = new PathBuffer();
    expect(search.search(0, 0, 1, 1, path)).toBe(true);
    const before = path.toPath();
    for (const query of NOWHERE) expect(search.search(...query, path)).toBe(false);
    expect(path.toPath()).toEqual(before);
  });

  it('keeps costs exact where they pass 32 bits', () => checkLongPath(searchOn));

  /** A hierarchy of other bits than a bake's, if they make one: the extent is what they make. */
  function anyHierarchy(grid: Grid, map: SubgoalMap, next: () => number): Hierarchy | undefined {
    const shares = [next(), next()];
    let extent = { height: 1 + Math.floor(40 * next()), edges: 20_000, pairs: 100_000 };
    for (let tries = 0; tries < 2; tries++) {
      const again = random(7);
      try {
        return replay(grid, map, extent, {
          isLevel: () => Number(again() < shares[0]),
          isShortcut: () => Number(again() < shares[1]),
        });
      } catch (error) {
        const [, edges, pairs] = /^unusable blob: hierarchy is (\d+), (\d+), /.exec((error as Error).message) ?? [];
        extent = { ...extent, edges: Number(edges), pairs: Number(pairs) };
      }
    }
    return undefined;
  }

  it('ends, and stays on open cells, whatever levels and bits are', () => {
    let found = 0;
    forAllGrids(16, 300, (grid) => {
      const next = random(100 * grid.width + grid.height);
      const map = findSubgoals(grid);
      const hierarchy = anyHierarchy(grid, map, next);
      if (!hierarchy) return;
      const search = hierarchySearch(grid, map, hierarchy);
      const path = new PathBuffer();
      for (let i = 0; i < 40; i++) {
        const [start, goal] = [anyCell(grid, next), anyCell(grid, next)];
        if (!search.search(...start, ...goal, path)) continue;
        found++;
        expect(checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), start, goal) / STRAIGHT).toBe(path.cost);
      }
    });
    expect(found).toBeGreaterThan(4 * sample(300));
  });
});

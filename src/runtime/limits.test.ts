import { describe, expect, it } from 'vitest';
import { makeGrid, random } from '../../test/grids.js';
import { withMoves } from '../core/grid/clearance.js';
import { type MoveRule, setCosts } from '../core/grid/grid.js';
import { metricOf } from '../core/grid/hexes.js';
import { checkPath } from '../core/oracle/check-path.js';
import { PathBuffer } from '../core/search/path.js';
import { bakeBounds } from '../engines/bounds/bake.js';
import { bakeHierarchy } from '../engines/ch/bake.js';
import { bakeHpa } from '../engines/hpa/bake.js';
import { bakeJps } from '../engines/jps/bake.js';
import { findPathWithin } from './limits.js';
import { load } from './load-all.js';

const grid = makeGrid('noise', 90, 70, 0.3, 3);
const weighted = grid.copy();
setCosts(weighted, (x, y) => 1 + (((x >> 3) + (y >> 3)) % 3));
const jps = await bakeJps(grid);
const engines = {
  jps: load(jps),
  'jps+bounds': load([jps, await bakeBounds(grid)]),
  ch: load(await bakeHierarchy(grid)),
  hpa: load(await bakeHpa(grid)),
  weighted: load(await bakeHpa(weighted)),
  'jps, weighted': load(await bakeJps(weighted)),
  ...Object.fromEntries(await Promise.all((['never', 'always', 'hex', 'hex-odd-q'] as const).map(ofRule))),
};
async function ofRule(rule: MoveRule) {
  const moved = withMoves(grid, rule);
  return [`jps+bounds, ${rule}`, load([await bakeJps(moved), await bakeBounds(moved)])] as const;
}

describe('findPathWithin', () => {
  it.each(Object.entries(engines))('ends searches of %s, which then answer as before', (_, nav) => {
    const next = random(9);
    let ended = 0;
    for (let i = 0; i < 70; i++) {
      const [x0, y0, x1, y1] = [90, 70, 90, 70].map((side) => Math.floor(next() * side));
      if (!nav.isReachable(x0, y0, x1, y1)) continue;
      const most = 1 + Math.floor(next() * 12);
      const { path, status, expanded } = findPathWithin(nav, x0, y0, x1, y1, { expanded: most, partial: i % 2 > 0 });
      expect(expanded).toBeLessThanOrEqual(most);
      const whole = nav.findPath(x0, y0, x1, y1);
      if (status === 'found') expect(path?.cost).toBe(whole?.cost);
      else if (i % 2 === 0) expect(path).toBe(null);
      else if (path) {
        const [x, y] = path.cells.slice(-2);
        // It came nearer, by a legal path.
        expect(metricOf(nav.grid)(x, y, x1, y1)).toBeLessThan(metricOf(nav.grid)(x0, y0, x1, y1));
        checkPath(nav.grid, path.cells, [x0, y0], [x, y]);
      }
      if (status === 'limit') ended++;
      // Enough is as good as no limit.
      const enough = findPathWithin(nav, x0, y0, x1, y1, { expanded: 1e9, ms: 1e9 });
      expect(enough).toMatchObject({ status: 'found', path: whole });
    }
    expect(ended).toBeGreaterThan(2);
    expect(nav.search.trace).toBe(undefined);
  });

  it.each(Object.entries(engines))('gives the path to the nearest cell that %s came to from the start', (_, nav) => {
    const next = random(21);
    let partial = 0;
    for (let i = 0; i < 60; i++) {
      const [x0, y0, x1, y1] = [90, 70, 90, 70].map((side) => Math.floor(next() * side));
      if (!nav.isReachable(x0, y0, x1, y1)) continue;
      const most = 2 + Math.floor(next() * 12);
      const seen: [point: number, fromGoal: boolean][] = [];
      nav.search.trace = (point, _parent, _cost, fromGoal) => seen.push([point, Boolean(fromGoal)]) > most;
      nav.search.search(x0, y0, x1, y1, new PathBuffer());
      nav.search.trace = undefined;
      const away = (point: number) => metricOf(nav.grid)(point & 0xffff, point >> 16, x1, y1);
      let best = x0 | (y0 << 16);
      for (const [point, fromGoal] of seen.slice(0, most)) if (!fromGoal && away(point) < away(best)) best = point;
      const { path, status } = findPathWithin(nav, x0, y0, x1, y1, { expanded: most, partial: true });
      if (status !== 'limit') continue;
      const expected = best === (x0 | (y0 << 16)) ? null : nav.findPath(x0, y0, best & 0xffff, best >> 16);
      expect(path).toEqual(expected);
      partial += Number(path !== null);
    }
    expect(partial).toBeGreaterThan(2);
  });

  it('ends by time', () => {
    const wide = load(jps, { wasm: false });
    const answers = Array.from({ length: 40 }, (_, i) => findPathWithin(wide, 0, 0, 89, 69 - i, { ms: 1e-6 }));
    const ended = answers.filter(({ status }) => status === 'limit').map(({ expanded }) => expanded);
    // The clock is looked at before each sixteenth expansion.
    expect(Math.min(...ended)).toBe(15);
    expect(ended.every((expanded) => expanded % 16 === 15)).toBe(true);
  });

  it('tells a trace that is there, and leaves it', () => {
    const nav = load(jps);
    const calls: number[][] = [];
    const trace = (...args: unknown[]) => void calls.push(args as number[]);
    nav.search.trace = trace;
    const { expanded } = findPathWithin(nav, 0, 0, 80, 60, { expanded: 5 });
    expect([nav.search.trace, expanded, calls.length, calls[0][0]]).toEqual([trace, 5, 6, 0]);
  });

  it('says that there is no path, and what is no limit', () => {
    const nav = engines.jps;
    const blocked = Array.from({ length: 90 }, (_, x) => x).find((x) => !nav.isOpen(x, 5)) ?? 0;
    const none = { path: null, status: 'unreachable', expanded: 0 };
    expect(findPathWithin(nav, 0, 5, blocked, 5, { ms: 1 })).toEqual(none);
    const missing = 'limit is missing, expected { ms }, { expanded } or both';
    for (const [limit, message] of [
      [{}, missing],
      [undefined, missing],
      [{ ms: 0 }, 'ms is 0, not above 0'],
    ] as const)
      expect(() => findPathWithin(nav, 0, 0, 1, 1, limit as object)).toThrow(new RangeError(message));
  });
});

import { describe, expect, it } from 'vitest';
import { drawn, forAllGrids, makeGrid, random } from '../../../test/grids.js';
import { fewestTurns, turnsOver } from '../../../test/turns.js';
import { WALLED_RULES, walledGrid } from '../../../test/walls.js';
import { withMoves } from '../../core/grid/clearance.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import { ALL_RULES, isHex } from '../../core/grid/rules.js';
import { withLinks } from '../../core/grid/with-links.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { PathBuffer } from '../../core/search/path.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { editable, type Path, straighten } from '../../entry/runtime.js';
import { linksPart } from '../../runtime/links.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid, navOf } from '../../runtime/load-grid.js';
import { inside, type Nav } from '../../runtime/nav.js';

/** Straightens paths between random cells, and checks them. @returns how many there were, and how many have the fewest turns */
function check(nav: Nav, grid: Grid, next: () => number, count: number): [paths: number, fewest: number] {
  let [paths, fewest] = [0, 0];
  for (let i = 0; i < count; i++) {
    const [x0, y0, x1, y1] = [grid.width, grid.height, grid.width, grid.height].map((n) => Math.floor(n * next()));
    const path = nav.findPath(x0, y0, x1, y1);
    if (!path) continue;
    const facing = next() < 0.5 ? undefined : isHex(grid) ? 1 : Math.floor(8 * next());
    const straight = straighten(nav, path, { facing });
    const cost = checkPath(grid, straight.cells, [x0, y0], [x1, y1], straight.links);
    expect(cost).toBe(checkPath(grid, path.cells, [x0, y0], [x1, y1], path.links));
    expect(straight.cost).toBe(path.cost);
    const turns = turnsOver(grid, straight, facing);
    if (turns > turnsOver(grid, path, facing)) throw new Error(`${turns} turns from ${x0}, ${y0} to ${x1}, ${y1}`);
    paths++;
    if (grid.links) continue;
    const least = fewestTurns(grid, x0, y0, x1, y1, facing);
    if (turns < least) throw new Error(`${turns} turns, the fewest are ${least}`);
    fewest += Number(turns === least);
  }
  return [paths, fewest];
}

describe.each(ALL_RULES)('moves %s', (rule) => {
  it('costs what the path does, with the fewest turns nearly always', () => {
    const next = random(5);
    const all = [0, 0];
    forAllGrids(14, 60, (cells) => {
      const grid = withMoves(cells, rule);
      const [paths, fewest] = check(navOf(grid), grid, next, 6);
      all[0] += paths;
      all[1] += fewest;
    });
    expect(all[1] / all[0]).toBeGreaterThan(0.97);
  });

  it('costs what the path does on weighted terrain', () => {
    if (isHex({ moveRule: rule })) return;
    const next = random(6);
    forAllGrids(12, 40, (cells) => {
      const grid = withMoves(cells, rule);
      setCosts(grid, (x, y) => 1 + (((x >> 2) + (y >> 1)) % 3));
      check(navOf(grid), grid, next, 6);
    });
  });

  it('stays on the map as it is after edits, and is what it is on a map that was never another', () => {
    const next = random(7);
    const upTo = (n: number) => Math.floor(n * next());
    for (let seed = 1; seed < 8; seed++) {
      const grid = withMoves(makeGrid('noise', 12, 12, 0.2, seed), rule);
      const nav = editable(navOf(grid));
      for (let round = 0; round < 6; round++) {
        nav.edit({ x: upTo(10), y: upTo(10), width: 1 + upTo(3), height: 1 + upTo(3), open: next() < 0.5 });
        const now = inside(nav).grid as Grid;
        check(nav, now, next, 5);
        const path = nav.findPath(upTo(12), upTo(12), upTo(12), upTo(12));
        if (path) expect(straighten(nav, path)).toEqual(straighten(navOf(now.copy()), path));
      }
    }
  });
});

const linkedNav = (grid: Grid) => loadGrid(grid, { parts: [linksPart] });

it('turns at links as little as between them', () => {
  const next = random(8);
  forAllGrids(12, 60, (grid) => {
    const open = Array.from({ length: 8 }, () => [Math.floor(grid.width * next()), Math.floor(grid.height * next())]);
    const ends = open.filter(([x, y]) => grid.isOpen(x, y)) as [number, number][];
    const links = ends.slice(1).map((to, i) => ({ from: ends[i], to, cost: 0.5 }));
    withLinks(
      grid,
      links.filter(({ from, to }) => `${from}` !== `${to}`),
    );
    check(linkedNav(grid), grid, next, 6);
  });
  const map = withLinks(drawn('....#....\n....#....\n....#....'), [{ from: [3, 2], to: [5, 0], name: 'hop' }]);
  const nav = linkedNav(map);
  const path = straighten(nav, nav.findPath(0, 0, 8, 2) as Path, { facing: 2 });
  expect([...path.waypoints]).toEqual([0, 0, 1, 0, 3, 2, 5, 0, 7, 2, 8, 2]);
  expect(path.links?.map(({ index, turn, link }) => [index, turn, link.name])).toEqual([[3, 2, 'hop']]);
});

it.each(WALLED_RULES)('passes no wall between cells, moves %s', async (rule) => {
  const next = random(9);
  const all = [0, 0];
  for (let i = 0; i < 30; i++) {
    const grid = walledGrid(next, rule, { maxCost: i % 3 && rule === 'never' ? 3 : 1 });
    const [paths, fewest] = check(load(await bakeHierarchy(grid)), grid, next, 10);
    if (grid.costs) continue;
    all[0] += paths;
    all[1] += fewest;
  }
  expect(all[1] / all[0]).toBeGreaterThan(0.9);
});

it('prefers the way that begins in the direction that the unit faces', () => {
  const nav = navOf(drawn('.....\n.....\n.....'));
  const path = nav.findPath(0, 0, 4, 2) as Path;
  const turnsOf = (facing?: number) => [...straighten(nav, path, { facing }).waypoints];
  expect(turnsOf(2)).toEqual([0, 0, 2, 0, 4, 2]);
  expect(turnsOf(3)).toEqual([0, 0, 2, 2, 4, 2]);
});

it('takes buffers, paths of one cell and paths of any engine', async () => {
  const grid = makeGrid('rooms', 40, 40, 0.3, 3);
  const nav = load(await bakeJps(grid));
  const buffer = new PathBuffer();
  expect(nav.findPathInto(1, 1, 38, 38, buffer)).toBe(true);
  const straight = straighten(nav, buffer);
  expect(straight).toEqual(straighten(nav, buffer.toPath()));
  expect(straighten(nav, straight)).toEqual(straight);
  const own = nav.findPath(1, 1, 1, 1) as Path;
  expect(straighten(nav, own)).toEqual(own);
});

it('says what is wrong with what it is given', () => {
  const grid = drawn('....\n....\n....');
  const nav = editable(navOf(grid));
  const path = nav.findPath(0, 0, 3, 2) as Path;
  expect(() => straighten(nav, null as never)).toThrow(new TypeError('path is null, expected what findPath gives'));
  expect(() => straighten(nav, path, { facing: 8 })).toThrow(
    new RangeError('facing is 8, allowed are 0,1,2,3,4,5,6,7'),
  );
  expect(() => straighten(navOf(withMoves(grid, 'hex-odd-q')), path, { facing: 2 })).toThrow(
    new RangeError('facing is 2, allowed are 0,1,3,4,5,7'),
  );
  expect(() => straighten(nav, path, { face: 2 } as never)).toThrow(
    new TypeError('option face is unknown; known are facing'),
  );
  expect(() => straighten(navOf(drawn('..\n..')), path)).toThrow(
    new RangeError('cell 2, 2 is not on the map of 2 x 2 cells'),
  );
  nav.setOpen(1, 1, false);
  expect(() => straighten(nav, path)).toThrow(
    new RangeError(
      'path has a step that the map does not allow now; straighten paths that findPath has just found on it',
    ),
  );
});

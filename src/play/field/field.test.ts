import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, forAllGrids, HEX_RULES, makeGrid, random } from '../../../test/grids.js';
import { forAllHpa } from '../../../test/hpa.js';
import { sample } from '../../../test/samples.js';
import { haveSharedMaps, sharedMap } from '../../../test/shared-maps.js';
import { withMoves } from '../../core/grid/clearance.js';
import { createGrid } from '../../core/grid/create.js';
import { DX, DY } from '../../core/grid/directions.js';
import { type Grid, gridFrom, type MoveRule, setCosts } from '../../core/grid/grid.js';
import { isHex } from '../../core/grid/rules.js';
import { octile, STRAIGHT, unitOf } from '../../core/grid/step-costs.js';
import type { WallInput } from '../../core/grid/walls.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { oracle } from '../../core/oracle/flood.js';
import { PathBuffer } from '../../core/search/path.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { linksPart } from '../../runtime/links.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid, navOf } from '../../runtime/load-grid.js';
import type { GridNav } from '../../runtime/nav.js';
import { wallsPart } from '../../runtime/walls.js';
import { editable } from '../edit/edit.js';
import { type Field, fleeField, flowField } from './field.js';

const RULES = ['never', 'one-corner', 'always'] as const;

/** Lowest cost from each cell to a seed, by the oracle, in integers. */
function lowest(grid: Grid, seeds: { x: number; y: number; cost: number }[]): Float64Array {
  const best = new Float64Array(grid.open.length).fill(Infinity);
  for (const { x, y, cost } of seeds) {
    const from = dijkstra(grid, x, y);
    for (let c = 0; c < best.length; c++) best[c] = Math.min(best[c], from[c] + cost);
  }
  return best;
}

/** An assertion a cell takes longer than the fields. */
function same(found: unknown, expected: unknown, x: number, y: number): void {
  if (found !== expected) throw new Error(`${x}, ${y}: ${found}, not ${expected}`);
}

/** Every distance is as expected, and the path along the directions costs just that. */
function check(grid: Grid, made: Field, expected: Float64Array, most = Infinity): void {
  const path = new PathBuffer();
  const step = unitOf(grid);
  for (const [x, y] of cellsOf(grid)) {
    const c = grid.cell(x, y);
    const cost = expected[c] <= most ? expected[c] : Infinity;
    same(made.distanceAt(x, y), cost / step, x, y);
    const found = made.findPathInto(x, y, path);
    same(found, cost < Infinity, x, y);
    if (!found) {
      same(made.directionAt(x, y), -1, x, y);
      continue;
    }
    const [gx, gy] = path.waypoints.subarray(2 * path.waypointCount - 2);
    const goal: [number, number] = [gx, gy];
    same(made.directionAt(...goal), -1, x, y);
    const walked = checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), [x, y], goal);
    same(walked, cost - Math.round(made.distanceAt(...goal) * step), x, y);
    same(Math.abs(path.cost * step - walked) < 1e-6, true, x, y);
    const d = made.directionAt(x, y);
    const next = isHex(grid) ? path.cells.slice(2, 4) : [x + DX[d], y + DY[d]];
    same(`${made.next(x, y)}`, `${d < 0 ? null : next}`, x, y);
  }
}

/** Some cells of a grid with start costs in steps, also in walls. */
function someSeeds(grid: Grid, seed: number): { x: number; y: number; cost: number }[] {
  const next = random(seed);
  return Array.from({ length: 1 + Math.floor(next() * 4) }, () => ({
    x: Math.floor(next() * grid.width),
    y: Math.floor(next() * grid.height),
    cost: Math.round(next() * 8 * unitOf(grid)) * (next() < 0.5 ? 0 : 1),
  }));
}

/** All a field can be asked for, on a grid, twice in the same memory. */
function checkField(grid: Grid, seed: number): void {
  const nav = navOf(grid);
  let out: Field | undefined;
  for (const round of [seed, seed + 1]) {
    const seeds = someSeeds(grid, round);
    const goals = seeds.flatMap(({ x, y }) => [x, y]);
    const costs = seeds.map(({ cost }) => cost / unitOf(grid));
    const expected = lowest(
      grid,
      seeds.filter(({ x, y }) => grid.isOpen(x, y)),
    );
    out = flowField(nav, goals, { costs, reuse: out });
    check(grid, out, expected);
    const finite = [...expected].filter((cost) => cost < Infinity).sort((a, b) => a - b);
    const most = finite[Math.floor(finite.length / 2)] ?? 0;
    check(grid, flowField(nav, goals, { costs, maxCost: most / unitOf(grid) }), expected, most);
    for (const from of cellsOf(grid).filter((_, i) => i % 7 === 0)) {
      const one = flowField(nav, goals, { costs, from, reuse: out });
      const cost = expected[grid.cell(...from)];
      if (one.distanceAt(...from) !== cost / unitOf(grid))
        throw new Error(`from ${from}: ${one.distanceAt(...from) * unitOf(grid)}, not ${cost}`);
      const path = one.findPath(...from);
      if (!path) continue;
      const goal = path.waypoints.slice(-2) as unknown as [number, number];
      expect(checkPath(grid, path.cells, from, goal)).toBe(cost - Math.round(one.distanceAt(...goal) * unitOf(grid)));
    }
    const sliced = flowField(nav, goals, { costs, sliced: true, reuse: out });
    while (!sliced.advance({ work: 5 * grid.width })) {
      for (const [x, y] of cellsOf(grid)) {
        const cost = expected[grid.cell(x, y)] / unitOf(grid);
        if (cost < sliced.settled && sliced.distanceAt(x, y) !== cost)
          throw new Error(`${x}, ${y} is not settled at ${cost}`);
      }
    }
    check(grid, sliced, expected);
  }
}

describe('field', () => {
  it('has the distances of plain Dijkstra from any goals, and directions that cost as much', () => {
    forAllGrids(12, 150, (grid) => checkField(grid, grid.width * 31 + grid.height));
  });

  it('also has them on weighted grids', () => {
    forAllHpa(10, 150, ({ grid }) => checkField(grid, grid.width * 31 + grid.height));
  });

  it.each(RULES)('has them under the moves %s', (rule) => {
    forAllGrids(12, 60, (grid) => checkField(withMoves(grid, rule), grid.width * 31 + grid.height));
    forAllHpa(10, 30, ({ grid }) => checkField(withMoves(grid, rule), grid.width * 31 + grid.height));
  });

  it.each(HEX_RULES)('has them between hexagons, %s', (rule) => {
    forAllGrids(12, 60, (grid) => checkField(withMoves(grid, rule), grid.width * 31 + grid.height));
    forAllHpa(10, 40, ({ grid }) => checkField(withMoves(grid, rule), grid.width * 31 + grid.height));
  });

  it('tells directions between hexagons as they are drawn', () => {
    const around = (diagonals: MoveRule, goal: [number, number]) => {
      const field = flowField(
        loadGrid(5, 5, () => true, { diagonals }),
        goal,
      );
      return cellsOf(gridFrom(5, 5, () => true)).flatMap(([x, y]) =>
        field.distanceAt(x, y) === 1 ? [field.directionAt(x, y)] : [],
      );
    };
    // Row by row, each towards the middle: pointy tops have no north and south, flat ones no east and west.
    expect(around('hex-odd-r', [2, 2])).toEqual([3, 5, 2, 6, 1, 7]);
    expect(around('hex', [2, 2])).toEqual([3, 5, 2, 6, 1, 7]);
    expect(around('hex-odd-q', [2, 2])).toEqual([3, 4, 5, 1, 7, 0]);
  });

  it('has them where one cheap cell makes the buckets narrow', () => {
    const costly = gridFrom(
      16,
      12,
      (x, y) => (x * 7 + y * 13) % 11 > 1,
      (x, y) => (x === 10 && y === 9 ? 1 : 250 + ((x + y) % 6)),
    );
    checkField(costly, 3);
  });

  it.skipIf(!haveSharedMaps)('has them in every cell of a real map', () => {
    const grid = sharedMap('dao/lak304d');
    const cells = cellsOf(grid).filter(([x, y]) => grid.isOpen(x, y));
    const { costs } = oracle(grid);
    const nav = navOf(grid);
    let made: Field | undefined;
    for (const from of [cells[0], cells[5000], cells[cells.length - 1]]) {
      made = flowField(nav, from, { reuse: made });
      expect(Array.from(cells, ([x, y]) => made?.distanceAt(x, y))).toEqual(
        costs(from, cells).map((cost) => cost / STRAIGHT),
      );
    }
  });

  it('may be used again any number of times: what it counts from starts again', () => {
    // So expensive that the numbers run out every few fields.
    const grid = gridFrom(3, 2, () => true);
    const nav = navOf(grid);
    let made = flowField(nav, [0, 0]);
    for (let i = 0; i < 100; i++) {
      made = flowField(nav, [0, 0, 2, 1], { costs: [1e6, 1e6 - i], reuse: made });
      expect(made.distanceAt(2, 0)).toBe(1e6 + Math.min(2, 1 - i));
    }
  });

  it('walks what a lower cost leads to', () => {
    const grid = drawn(`
      .....
      .###.
      ..#..`);
    const made = flowField(navOf(grid), [1, 2, 3, 2], { costs: [0, 2] });
    expect([0, 1, 2, 3, 4].map((x) => made.distanceAt(x, 0))).toEqual([3, 4, 5, 6, 5]);
    expect(made.findPath(4, 2)).toMatchObject({ cost: 1, waypoints: Uint16Array.of(4, 2, 3, 2) });
    expect(made.findPath(2, 2)).toBe(null);
    expect(made.directionAt(1, 2)).toBe(-1);
    expect([made.done, made.settled, made.version]).toEqual([true, Infinity, 0]);
  });

  it('comes in slices of time', () => {
    const grid = makeGrid('rooms', 150, 150, 0.3, 5);
    const whole = flowField(navOf(grid), [75, 75]);
    const sliced = flowField(navOf(grid), [75, 75], { sliced: true });
    // No time is none for what a map's first field needs, either.
    expect([sliced.advance({ ms: 0 }), sliced.done, sliced.work]).toEqual([false, false, 0]);
    let slices = 1;
    while (!sliced.advance({ ms: 0.01 })) slices++;
    expect(slices).toBeGreaterThan(5);
    expect(sliced.work).toBe(whole.work);
    for (const [x, y] of cellsOf(grid)) same(sliced.directionAt(x, y), whole.directionAt(x, y), x, y);
  });

  it('takes the place of one from before an edit', () => {
    const nav = editable(loadGrid(9, 3, () => true));
    const old = flowField(nav, [8, 1]);
    nav.edit({ x: 4, y: 0, height: 2, open: false });
    const now = flowField(nav, [8, 1], { reuse: old });
    expect([now.distanceAt(0, 1), now.version]).toEqual([flowField(nav, [8, 1]).distanceAt(0, 1), 1]);
    expect(now.distanceAt(0, 1)).toBeGreaterThan(8);
    expect(flowField(nav, [0, 0], { reuse: now })).toBe(now);
  });

  it('follows edits in slices: plain Dijkstra when done, no illegal step at any time', async () => {
    const cases = fc.record({
      seed: fc.nat(),
      weighted: fc.boolean(),
      kind: fc.constantFrom('noise', 'rooms', 'maze'),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ seed, weighted, kind }) => {
        const next = random(seed);
        const below = (n: number) => Math.floor(next() * n);
        const base = makeGrid(kind as 'noise', 8 + below(16), 8 + below(16), 0.1 + 0.3 * next(), seed);
        if (weighted) setCosts(base, () => 1 + (next() < 0.3 ? below(9) : 0));
        const nav = editable(load(await bakeJps(base, { codec: 'none' })));
        const points = someSeeds(base, seed);
        const starts = points.map(({ cost }) => cost / unitOf(base));
        const maxCost = below(3) ? Infinity : 12;
        const goals = points.flatMap(({ x, y }) => [x, y]);
        const made = flowField(nav, goals, { sliced: true, costs: starts, maxCost });
        if (next() < 0.7) made.advance();
        for (let round = 0; round < 12; round++) {
          const [x, y, big] = [below(base.width), below(base.height), below(4) === 0];
          nav.edit({
            x,
            y,
            width: Math.min(big ? 5 : 1, base.width - x),
            height: Math.min(big ? 3 : 1, base.height - y),
            ...(next() < 0.7 ? { open: next() < 0.5 } : {}),
            ...(weighted && next() < 0.5 ? { cost: 1 + below(9) } : {}),
          });
          const live = (nav as unknown as GridNav).grid as Grid;
          // Now and then the next edit comes before it is done.
          for (let slices = below(4) ? Infinity : below(4); slices > 0; slices--) {
            for (const [cx, cy] of cellsOf(live)) {
              const to = made.next(cx, cy);
              if (to) same(checkPath(live, [cx, cy, ...to], [cx, cy], to) > 0, true, cx, cy);
              const path = made.findPath(cx, cy);
              if (path) checkPath(live, path.cells, [cx, cy], path.cells.slice(-2) as unknown as [number, number]);
            }
            if (made.advance({ work: 40 })) break;
          }
          if (!made.done) continue;
          const step = unitOf(live);
          const seeds = points.map((point, i) => ({ ...point, cost: Math.round(starts[i] * step) }));
          const open = seeds.filter((point) => live.isOpen(point.x, point.y));
          check(live, made, lowest(live, open), Math.round(maxCost * step));
        }
      }),
      { numRuns: sample(120, 30) },
    );
  });

  it.each([1, 3])(
    'is flooded again only where an edit changes it, and after more than are known all of it: cost %i',
    (cost) => {
      // A corridor with a cell aside, which no path crosses.
      const nav = editable(loadGrid(80, 4, (x, y) => (y < 3 || x === 3 ? cost : 0)));
      const made = flowField(nav, [0, 1]);
      const whole = made.work;
      nav.edit({ x: 3, y: 3, open: false });
      expect(made.distanceAt(3, 3)).toBe(Infinity);
      expect(made.work).toBeGreaterThan(whole);
      expect(made.work - whole).toBeLessThan(200);
      for (let i = 0; i < 70; i++) nav.edit({ x: 60, y: 0, height: 2, open: i % 2 > 0 });
      nav.edit({ x: 60, y: 0, height: 2, open: false });
      expect(made.distanceAt(79, 1)).toBe(flowField(nav, [0, 1]).distanceAt(79, 1));
    },
  );

  it('takes no time for cells that are farther than it is to reach', () => {
    const nav = navOf(makeGrid('noise', 120, 120, 0.1, 5));
    const work = (maxCost?: number) => flowField(nav, [60, 60], { maxCost }).work;
    expect(work(10)).toBeLessThan(work() / 10);
  });

  it('with from, only the distance of that cell is final', () => {
    const nav = loadGrid(40, 30, (x, y) => (x * x + 3 * y) % 5 > 0);
    const [field, whole] = [flowField(nav, [21, 15], { from: [26, 15] }), flowField(nav, [21, 15])];
    expect([field.done, field.settled]).toEqual([true, 0]);
    expect(field.distanceAt(26, 15)).toBe(whole.distanceAt(26, 15));
    expect(field.distanceAt(1, 1)).not.toBe(whole.distanceAt(1, 1));
  });

  it('has octile distances on open ground, however far its rays go, and counts its work from 0 in memory of another', () => {
    const nav = navOf(gridFrom(140, 150, () => true));
    const made = flowField(nav, [0, 0]);
    for (const [x, y] of cellsOf(nav.grid as Grid)) same(made.distanceAt(x, y), octile(x, y) / STRAIGHT, x, y);
    const row = navOf(gridFrom(900, 1, () => true));
    const two = flowField(row, [0, 0, 899, 0], { costs: [0, 600] });
    for (let x = 0; x < 900; x++) same(two.distanceAt(x, 0), Math.min(x, 1499 - x), x, 0);
    const { work } = made;
    expect(flowField(nav, [0, 0], { reuse: made }).work).toBe(work);
    const sliced = flowField(nav, [0, 0], { reuse: made, sliced: true });
    expect([sliced.done, sliced.work, sliced.settled]).toEqual([false, 0, 0]);
  });

  it('has a goal again that is opened, also one that starts with all that a cell may cost', () => {
    const nav = editable(loadGrid(40, 1, () => true));
    const made = flowField(nav, [0, 0, 39, 0], { costs: [0, 12], maxCost: 12 });
    for (const open of [false, true]) {
      nav.edit({ x: 39, y: 0, open });
      expect(made.distanceAt(39, 0)).toBe(open ? 12 : Infinity);
    }
    expect([12, 13, 38, 39].map((x) => made.distanceAt(x, 0))).toEqual([12, Infinity, Infinity, 12]);
  });

  it('that is kept is that of the map as it is, after each edit, and where cells come to cost or cease to', () => {
    for (const weighted of [false, true]) {
      const nav = editable(loadGrid(12, 7, (x) => (weighted ? 1 + (x % 3) : 1)));
      const [kept, sliced] = [flowField(nav, [11, 3]), flowField(nav, [11, 3], { sliced: true })];
      const edits = [
        { x: 6, y: 0, height: 6, open: false },
        { x: 6, y: 2, open: true },
        { x: 3, y: 0, width: 2, height: 7, cost: 9 },
        { x: 3, y: 0, width: 2, height: 7, cost: 1 },
      ];
      for (const [i, edit] of edits.entries()) {
        nav.edit(edit);
        const fresh = flowField(nav, [11, 3]);
        const map = nav as unknown as GridNav;
        check(map.grid as Grid, kept, dijkstra(map.grid as Grid, 11, 3));
        expect([kept.version, kept.done]).toEqual([i + 1, true]);
        // `advance` must continue it.
        expect(sliced.done).toBe(false);
        sliced.advance();
        expect(sliced.distanceAt(0, 3)).toBe(fresh.distanceAt(0, 3));
      }
    }
  });

  it('towards one cell is of the map as it is where an edit makes cells cheaper than any was', () => {
    const nav = editable(loadGrid(12, 7, () => 5));
    const kept = flowField(nav, [11, 3], { from: [0, 3] });
    nav.edit({ x: 0, y: 0, width: 12, cost: 1 });
    const live = (nav as unknown as GridNav).grid as Grid;
    expect(kept.distanceAt(0, 3) * unitOf(live)).toBe(dijkstra(live, 11, 3)[live.cell(0, 3)]);
    expect(kept.findPath(0, 3)?.cells).toContain(0);
  });

  it('knows nothing of the field whose memory it has', () => {
    const nav = navOf(drawn('..#..'));
    const first = flowField(nav, [0, 0]);
    const second = flowField(nav, [4, 0], { from: [1, 0], reuse: first });
    expect([second.distanceAt(1, 0), second.findPath(1, 0), second.directionAt(1, 0)]).toEqual([Infinity, null, -1]);
  });

  it('has the distances where nearly every cell has its own surroundings', () => {
    const next = random(3);
    const grid = gridFrom(
      90,
      60,
      (x, y) => (x * 7 + y * 13) % 19 > 0,
      () => 1 + Math.floor(next() * 250),
    );
    const made = flowField(navOf(grid), [45, 30]);
    const expected = dijkstra(grid, 45, 30);
    for (const [x, y] of cellsOf(grid))
      if (grid.isOpen(x, y)) same(made.distanceAt(x, y), expected[grid.cell(x, y)] / unitOf(grid), x, y);
  });

  it('refuses what cannot be', () => {
    const nav = navOf(gridFrom(4, 3, () => true));
    const other = flowField(navOf(gridFrom(4, 3, () => true)), [0, 0]);
    const bad: [() => unknown, string][] = [
      [() => flowField(nav, [1, 2, 3]), 'goals are 3 numbers, expected x, y pairs'],
      [() => flowField(nav, [4, 0]), 'cell 4, 0 is not on the map of 4 x 3 cells'],
      [() => flowField(nav, [1, 0.5]), 'x is 1, y is 0.5; expected whole numbers, as in findPath(x0, y0, x1, y1)'],
      [() => flowField(nav, [1, 1], { costs: [] }), 'cost of goal 0 is undefined, not 0 to 1000000'],
      [() => flowField(nav, [1, 1, 2, 2, 3, 2], { costs: [0, 5, -1] }), 'cost of goal 2 is -1, not 0 to 1000000'],
      [() => flowField(nav, [1, 1], { maxCost: NaN }), 'maxCost is NaN, not 0 to Infinity'],
      [() => flowField(nav, [1, 1], { reuse: other }), 'field of another map'],
      [() => flowField(nav, [1, 1]).distanceAt(0, 3), 'cell 0, 3 is not on the map of 4 x 3 cells'],
      [() => fleeField(nav, flowField(nav, [1, 1]), { factor: 1 }), 'factor is 1, not 1.01 to 4'],
      [() => fleeField(nav, flowField(nav, [1, 1]), { maxCost: NaN }), 'maxCost is NaN, not 0 to Infinity'],
      [() => fleeField(nav, other), 'field of another map'],
      [() => fleeField(nav, flowField(nav, [1, 1], { sliced: true })), 'the field is not done'],
    ];
    for (const goals of [null, undefined, 7])
      expect(() => flowField(nav, goals as never)).toThrow(
        new TypeError(`goals is ${goals}, expected a list of x, y pairs`),
      );
    for (const [run, message] of bad) expect(run).toThrow(new RangeError(message));
    expect(() => fleeField(nav, [1, 1] as never)).toThrow(
      new TypeError('field is 1,1, expected that of flowField or fleeField'),
    );
  });
});

describe('flee', () => {
  /** As roguelikes do it: every distance times minus the factor, then relaxed until nothing changes. */
  const relaxed = (grid: Grid, from: Field, factor: number, most: number): Float64Array => {
    const step = unitOf(grid);
    const worth = new Float64Array(grid.open.length).fill(Infinity);
    for (const [x, y] of cellsOf(grid)) {
      const distance = Math.round(from.distanceAt(x, y) * step);
      if (distance < Infinity) worth[grid.cell(x, y)] = -Math.round(distance * factor);
      else if (grid.isOpen(x, y)) worth[grid.cell(x, y)] = -Math.round(most * factor);
    }
    const best = lowest(
      grid,
      cellsOf(grid).flatMap(([x, y]) =>
        Number.isFinite(worth[grid.cell(x, y)]) ? [{ x, y, cost: worth[grid.cell(x, y)] }] : [],
      ),
    );
    const lowestOf = Math.min(...best);
    for (const [x, y] of cellsOf(grid)) {
      const c = grid.cell(x, y);
      best[c] = from.directionAt(x, y) < 0 && from.distanceAt(x, y) === Infinity ? Infinity : best[c] - lowestOf;
    }
    return best;
  };

  it('is the relaxation of minus the distance in every cell', () => {
    const one = (grid: Grid) => {
      const open = cellsOf(grid).filter(([x, y]) => grid.isOpen(x, y));
      if (open.length === 0) return;
      const nav = navOf(grid);
      const from = flowField(nav, open[open.length >> 1]);
      const away = fleeField(nav, from);
      const expected = relaxed(grid, from, 1.2, Infinity);
      for (const [x, y] of cellsOf(grid)) {
        const cost = expected[grid.cell(x, y)];
        if (Number.isFinite(cost)) expect(away.distanceAt(x, y) * unitOf(grid)).toBeCloseTo(cost, 3);
        // Whatever way it goes, the next cell is better by what the step costs.
        const next = away.next(x, y);
        if (next) expect(away.distanceAt(...next)).toBeLessThan(away.distanceAt(x, y));
      }
    };
    forAllGrids(8, 60, one);
    forAllHpa(7, 60, ({ grid }) => one(grid));
    for (const rule of RULES) forAllGrids(8, 20, (grid) => one(withMoves(grid, rule)));
  });

  it('leads out of reach of a danger that sees only so far, and no farther', () => {
    const grid = gridFrom(30, 1, () => true);
    const nav = navOf(grid);
    const from = flowField(nav, [10, 0], { maxCost: 5 });
    const away = fleeField(nav, from);
    expect([4, 5, 6, 8, 12, 13, 14, 15, 16].map((x) => away.directionAt(x, 0))).toEqual([
      -1, -1, 6, 6, 2, 2, 2, -1, -1,
    ]);
    expect([2, 6]).toContain(away.directionAt(10, 0));
    expect([5, 10, 15, 20].map((x) => away.distanceAt(x, 0))).toEqual([0, 5, 0, Infinity]);
    // In the memory of another one.
    const again = fleeField(nav, from, { reuse: flowField(nav, [0, 0]) });
    for (const cell of cellsOf(grid)) expect(again.directionAt(...cell)).toBe(away.directionAt(...cell));
  });

  it('leads past walls between cells to what is safe, and no farther', () => {
    const walled = (width: number, height: number, cost: (x: number, y: number) => number, walls: WallInput[]) =>
      loadGrid(createGrid(width, height, cost, { walls, diagonals: 'never' }), { parts: [wallsPart] });
    const costly = walled(2, 2, (x, y) => (x < y ? 1 : 4), [[0, 1, 'east']]);
    const away = fleeField(costly, flowField(costly, [1, 0], { maxCost: 5 }), { factor: 4 });
    expect(cellsOf(costly).map(([x, y]) => away.distanceAt(x, y))).toEqual([2.5, 6.5, Infinity, 4]);
    const wide = walled(9, 9, () => 1, [[6, 6, 'east']]);
    for (const goal of cellsOf(wide)) {
      const danger = flowField(wide, goal, { maxCost: 2 });
      const from = fleeField(wide, danger);
      for (const [x, y] of cellsOf(wide))
        if (danger.distanceAt(x, y) === Infinity)
          expect([from.distanceAt(x, y), from.next(x, y)]).toEqual([Infinity, null]);
    }
  });

  it('has distance 0 at the safest cell that the danger reaches, also if links lie elsewhere', () => {
    const links = [{ name: 'stairs', from: [3, 0], to: [4, 0] }] as const;
    const nav = loadGrid(
      createGrid(5, 1, (x) => x !== 2, { links }),
      { parts: [linksPart] },
    );
    const away = fleeField(nav, flowField(nav, [0, 0], { maxCost: 9 }));
    expect([0, 1, 3].map((x) => away.distanceAt(x, 0))).toEqual([1, 0, Infinity]);
  });

  it('looks only around what the danger reaches, wherever that lies, and gives the same as one that looks everywhere', () => {
    let [reached, all] = [0, 0];
    // In the last three, cells beyond the rim are next to none but such as others undercut.
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 44, 72, 492]) {
      const grid = makeGrid('noise', 8 + (seed % 9), 6 + (seed % 7), 0.1 + 0.02 * (seed % 8), seed);
      if (seed % 4 === 0) setCosts(grid, (x, y) => 1 + ((x + (y >> 1)) % 3));
      const open = cellsOf(grid).filter(([x, y]) => grid.isOpen(x, y));
      const next = random(seed);
      const goals = [1, 2].slice(seed % 2).flatMap(() => open[Math.floor(next() * open.length)]);
      const maxCost = 3 + 0.7 * (seed % 5);
      const nav = navOf(grid);
      const from = flowField(nav, goals, { maxCost });
      const away = fleeField(nav, from);
      const expected = relaxed(grid, from, 1.2, Math.round(maxCost * unitOf(grid)));
      // Distances count from the safest cell of all, which the other one may see on another island.
      const differences = new Set<number>();
      all += open.length;
      for (const [x, y] of cellsOf(grid)) {
        const [distance, cost] = [away.distanceAt(x, y) * unitOf(grid), expected[grid.cell(x, y)]];
        same(distance < Infinity, cost < Infinity, x, y);
        if (cost < Infinity) differences.add(Math.round(distance - cost));
        reached += Number(cost < Infinity);
      }
      expect([seed, differences.size]).toEqual([seed, 1]);
    }
    expect(reached).toBeLessThan(all / 2);
  });

  it('runs past the danger out of a dead end', () => {
    const grid = gridFrom(100, 1, () => true);
    const nav = navOf(grid);
    const from = flowField(nav, [5, 0]);
    // Out of the corner, past 5, to where it is 94 steps away.
    expect(fleeField(nav, from).directionAt(2, 0)).toBe(2);
    expect(fleeField(nav, from, { factor: 4 }).directionAt(2, 0)).toBe(2);
    const short = navOf(gridFrom(12, 1, () => true));
    expect(fleeField(short, flowField(short, [5, 0])).directionAt(2, 0)).toBe(6);
  });
});

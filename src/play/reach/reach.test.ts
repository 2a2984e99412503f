import { describe, expect, it } from 'vitest';
import { anyCell, forAllGrids, forAllUnits, makeGrid, random, UNITS } from '../../../test/grids.js';
import { anchorsIn, withMoves } from '../../core/grid/clearance.js';
import { createGrid } from '../../core/grid/create.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import { ALL_RULES, isHex } from '../../core/grid/rules.js';
import { DIAGONAL, STRAIGHT, unitOf } from '../../core/grid/step-costs.js';
import { withLinks } from '../../core/grid/with-links.js';
import { hexSteps, isDiagonalLegal } from '../../core/oracle/rules.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { linksPart } from '../../entry/parts.js';
import { blockersOf, editable, findPathAround, type Nav, type ReachOptions, reach } from '../../entry/runtime.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid, navOf } from '../../runtime/load-grid.js';
import { inside } from '../../runtime/nav.js';

const SQUARE = Array.from({ length: 9 }, (_, i): [number, number] => [(i % 3) - 1, Math.floor(i / 3) - 1]).filter(
  ([dx, dy]) => dx !== 0 || dy !== 0,
);

/** Options with lists in place of blockers. */
type Lists = ReachOptions & { avoid?: number[] | undefined; pass?: number[] | undefined };

/** Costs from a cell to all others in steps, by going over all moves until nothing gets cheaper. */
function slowly(grid: Grid, x: number, y: number, options: Lists): number[][] {
  const { avoid = [], slow = [], stop = [], pass = [], diagonal, costs: way } = options;
  const { width, height, size, costs, links = [] } = grid;
  const covers = (list: ArrayLike<number>, each: number, u: number, v: number) => {
    let most = -1;
    for (let i = 0; i < list.length; i += each) {
      const inside = list[i] >= u && list[i] < u + size && list[i + 1] >= v && list[i + 1] < v + size;
      if (inside) most = Math.max(most, each === 3 ? list[i + 2] : 0);
    }
    return most;
  };
  const open = (u: number, v: number) => grid.isOpen(u, v) && covers(avoid, 2, u, v) < 0;
  const isStart = (u: number, v: number) => u === x && v === y;
  const ends = (u: number, v: number) => covers(stop, 2, u, v) >= 0;
  const unit = unitOf(grid);
  // With alternating diagonals a cost for an even number of them, and one for an odd one.
  const all = [0, 1].map(() => Array.from({ length: height }, () => new Array<number>(width).fill(Infinity)));
  const lowest = () => all[0].map((row, v) => row.map((cost, u) => Math.min(cost, all[1][v][u]) / unit));
  if (!grid.isOpen(x, y)) return lowest();
  all[0][y][x] = 0;
  let changed = true;
  const offer = (odd: number, u: number, v: number, cost: number) => {
    const more = Math.round(Math.max(0, covers(slow, 3, u, v)) * unit);
    if (cost + more >= all[odd][v][u] || (ends(u, v) && !isStart(u, v) && covers(pass, 2, u, v) >= 0)) return;
    all[odd][v][u] = cost + more;
    changed = true;
  };
  const goOn = (odd: number, u: number, v: number) => {
    const base = all[odd][v][u];
    if (base === Infinity || (ends(u, v) && !isStart(u, v))) return;
    for (const { from, to, cost } of links)
      if (from[0] === u && from[1] === v && open(...to)) offer(odd, ...to, base + Math.round(cost * unit));
    for (const [dx, dy] of hexSteps(grid.moveRule, u, v) ?? SQUARE) {
      if (!open(u + dx, v + dy)) continue;
      const beside = Number(open(u + dx, v)) + Number(open(u, v + dy));
      const isDiagonal = dx !== 0 && dy !== 0 && !isHex(grid);
      if (isDiagonal && !isDiagonalLegal(grid.moveRule, beside)) continue;
      const alternates = isDiagonal && diagonal === 'alternate';
      const long = diagonal === 'alternate' ? 1 + odd : diagonal;
      const length = isDiagonal ? (long ? long * STRAIGHT : DIAGONAL) : STRAIGHT;
      const there = grid.costAt(u + dx, v + dy);
      const weight = costs ? (way ? 2 * there : grid.costAt(u, v) + there) : 1;
      offer(alternates ? 1 - odd : odd, u + dx, v + dy, base + length * weight);
    }
  };
  while (changed) {
    changed = false;
    for (let v = 0; v < height; v++) for (let u = 0; u < width; u++) for (const odd of [0, 1]) goOn(odd, u, v);
  }
  return lowest();
}

function randomCells(grid: Grid, next: () => number, count: number, more = false): number[] {
  const cells = Array.from({ length: count }, () => [
    ...anyCell(grid, next),
    ...(more ? [Math.floor(next() * 9) / 2] : []),
  ]);
  return cells.flat();
}

/** @param given the same options as reach gets them */
function check(
  nav: Nav,
  grid: Grid,
  x: number,
  y: number,
  steps: number,
  options: Lists,
  given = options as ReachOptions,
): void {
  const expected = slowly(grid, x, y, options);
  const found = reach(nav, x, y, steps, given);
  const passed = new Set<string>();
  const { pass = [] } = options;
  for (let i = 0; i < pass.length; i += 2)
    for (let k = 0; k < grid.size ** 2; k++)
      passed.add(`${pass[i] - (k % grid.size)},${pass[i + 1] - Math.floor(k / grid.size)}`);
  passed.delete(`${x},${y}`);
  const listed = new Set<string>();
  for (let i = 0; i < found.cells.length; i += 2) listed.add(`${found.cells[i]},${found.cells[i + 1]}`);
  expect(listed.size).toBe(found.count);
  for (let v = 0; v < grid.height; v++)
    for (let u = 0; u < grid.width; u++) {
      const cost = expected[v][u] <= steps + 1e-6 ? expected[v][u] : Infinity;
      const stops = cost < Infinity && !passed.has(`${u},${v}`);
      if (found.costAt(u, v) !== cost || found.has(u, v) !== stops || listed.has(`${u},${v}`) !== stops)
        throw new Error(
          `${u},${v} costs ${found.costAt(u, v)}, expected ${cost}; from ${x},${y}, ${JSON.stringify(options)}`,
        );
      const path = found.pathTo(u, v);
      expect(path === null).toBe(!stops);
      if (!path) continue;
      expect(path.cost).toBe(cost);
      expect([path.cells.length, ...path.cells.slice(0, 2)]).toEqual([expect.any(Number), x, y]);
      expect([...path.cells.slice(-2)]).toEqual([u, v]);
      for (let i = 2; i < path.cells.length; i += 2) {
        const [a, b] = [path.cells[i], path.cells[i + 1]];
        const step = Math.max(Math.abs(a - path.cells[i - 2]), Math.abs(b - path.cells[i - 1]));
        const leaps = grid.links?.some(({ from, to }) => `${from},${to}` === `${path.cells.slice(i - 2, i + 2)}`);
        if (options.diagonal === 'alternate') expect(step === 1 || leaps).toBe(true);
        else if ((step !== 1 && !leaps) || !(found.costAt(a, b) > found.costAt(path.cells[i - 2], path.cells[i - 1])))
          throw new Error(`the path to ${u},${v} steps to ${a},${b}`);
      }
    }
}

describe.each(ALL_RULES)('reach, moves %s', (rule) => {
  it.each(UNITS)('has the cells and costs that Dijkstra has: units of %i, weighted terrain %s', (...units) => {
    forAllUnits(rule, units, [12, 48], (grid, next) => {
      const nav = navOf(grid);
      let reuse = reach(nav, 0, 0, 3);
      for (let n = 0; n < 4; n++) {
        const [x, y] = randomCells(grid, next, 1);
        const options = {
          ...(n > 0 && { avoid: randomCells(grid, next, 4), pass: randomCells(grid, next, 4) }),
          ...(n > 1 && { slow: randomCells(grid, next, 6, true) }),
          ...(n > 2 && { reuse }),
        };
        check(nav, grid, x, y, [Infinity, 3, 4.5, 2 + Math.SQRT2][n], options);
        reuse = reach(nav, x, y, 4, { reuse });
      }
    });
  });
});

/** The cost of walking a path, by the same options. */
function walked(grid: Grid, cells: ArrayLike<number>, { diagonal }: Lists): number {
  let [cost, diagonals] = [0, 0];
  for (let i = 2; i < cells.length; i += 2) {
    const isDiagonal = cells[i] !== cells[i - 2] && cells[i + 1] !== cells[i - 1];
    const length = !isDiagonal ? 1 : diagonal === 'alternate' ? 1 + (diagonals++ % 2) : (diagonal ?? Math.SQRT2);
    cost += (length * (grid.costAt(cells[i - 2], cells[i - 1]) + grid.costAt(cells[i], cells[i + 1]))) / 2;
  }
  return cost;
}

it('paths cost what their steps cost where diagonals alternate', () => {
  forAllGrids(12, 60, (grid) => {
    setCosts(grid, (x, y) => 1 + ((x * y) % 3));
    const moves = reach(navOf(grid), 0, 0, 20, { diagonal: 'alternate' });
    for (let i = 0; i < moves.cells.length; i += 2) {
      const path = moves.pathTo(moves.cells[i], moves.cells[i + 1]);
      expect(walked(grid, path?.cells ?? [], { diagonal: 'alternate' })).toBeCloseTo(path?.cost ?? -1, 9);
    }
  });
});

describe.each(ALL_RULES)('reach with every option together, moves %s', (rule) => {
  it('has the cells and costs that Dijkstra has', () => {
    let i = 0;
    const diagonals = isHex({ moveRule: rule }) ? [undefined] : ([undefined, 1, 1.5, 2, 'alternate'] as const);
    forAllGrids(12, 80, (cells) => {
      const next = random(++i);
      if (i % 2) setCosts(cells, () => 1 + Math.floor(next() * 4));
      const isLarge = i % 5 === 1 && !rule.startsWith('hex');
      const grid = withMoves(isLarge ? anchorsIn(cells, 2) : cells, rule);
      const open = () => {
        const [x, y] = randomCells(grid, next, 1);
        return grid.isOpen(x, y) ? ([x, y] as const) : undefined;
      };
      const [from, to] = [open(), open()];
      if (i % 3 === 0 && from && to && `${from}` !== `${to}`)
        withLinks(grid, [{ name: 'stairs', from, to, cost: 1 + next() * 2, oneWay: true }]);
      const nav = navOf(grid, linksPart as never);
      let reuse = reach(nav, 0, 0, 3);
      for (let n = 0; n < 6; n++) {
        const [x, y] = randomCells(grid, next, 1);
        const lists = {
          ...(n % 2 && { avoid: randomCells(grid, next, 3), pass: randomCells(grid, next, 3) }),
          ...(n > 0 && { stop: randomCells(grid, next, 1 + n) }),
          ...(n > 2 && { slow: randomCells(grid, next, 6, true) }),
          diagonal: diagonals[(i + n) % diagonals.length],
          costs: (i + n) % 3 ? undefined : ('entered' as const),
        };
        const blocked = (list: number[] = []) => {
          const blockers = blockersOf(nav);
          for (let k = 0; k < list.length; k += 2) blockers.move(k, list[k], list[k + 1]);
          return blockers;
        };
        const given = {
          ...lists,
          reuse,
          ...(n % 4 === 1 && { avoid: blocked(lists.avoid), pass: blocked(lists.pass) }),
        };
        check(nav, grid, x, y, [Infinity, 3, 4.5, 2 + Math.SQRT2, 6, 9][n], lists, given);
        reuse = reach(nav, x, y, 4, { reuse });
      }
    });
  });
});

it('a zone ends the move that enters it, and no move that begins in it', () => {
  const nav = loadGrid(6, 1, () => true);
  expect([...reach(nav, 0, 0, 9, { stop: [2, 0] }).cells]).toEqual([0, 0, 1, 0, 2, 0]);
  expect(reach(nav, 2, 0, 9, { stop: [2, 0] }).count).toBe(6);
  // A friend in a zone: no unit can stop there or continue.
  expect(reach(nav, 0, 0, 9, { stop: [2, 0], pass: [2, 0] }).count).toBe(2);
});

it('every second diagonal costs 2, and a step costs what it enters', () => {
  const nav = loadGrid(5, 5, (x, y) => (x === 1 && y === 0 ? 3 : 1));
  const costs = (options: ReachOptions) => [1, 2, 3, 4].map((d) => reach(nav, 0, 0, 20, options).costAt(d, d));
  expect(costs({ diagonal: 'alternate' })).toEqual([1, 3, 4, 6]);
  expect(costs({ diagonal: 1.5 })).toEqual([1.5, 3, 4.5, 6]);
  expect(reach(nav, 0, 0, 3).costAt(1, 0)).toBe(2);
  expect(reach(nav, 0, 0, 3, { costs: 'entered' }).costAt(1, 0)).toBe(3);
  expect(reach(nav, 1, 0, 3, { costs: 'entered' }).costAt(0, 0)).toBe(1);
});

it.each(ALL_RULES.filter((rule) => rule === 'never' || rule.startsWith('hex')))(
  'what steps enter costs as much as a path, and half the difference of its ends, moves %s',
  (rule) => {
    forAllGrids(12, 60, (cells) => {
      const grid = withMoves(cells, rule);
      setCosts(grid, (x, y) => 1 + ((x * y + (x >> 1)) % 5));
      const nav = navOf(grid);
      const moves = reach(nav, 0, 0, Infinity, { costs: 'entered' });
      for (let y = 0; y < grid.height; y++)
        for (let x = 0; x < grid.width; x++) {
          const path = nav.findPath(0, 0, x, y);
          const ends = grid.costAt(x, y) - grid.costAt(0, 0);
          expect(moves.costAt(x, y)).toBe(path ? path.cost + ends / 2 : Infinity);
        }
    });
  },
);

it('is of the map as it is after edits', async () => {
  const grid = makeGrid('rooms', 24, 18, 0.4, 5);
  const nav = editable(load(await bakeJps(grid, { codec: 'none' })));
  reach(nav, 3, 3, 9);
  nav.edit([
    { x: 4, y: 0, width: 3, height: 18, open: true },
    { x: 10, y: 5, width: 2, height: 2, open: false },
  ]);
  check(nav, inside(nav).grid.copy() as Grid, 5, 5, 12, {});
  nav.setCost(6, 6, 3);
  check(nav, inside(nav).grid.copy() as Grid, 5, 5, 12, { avoid: [5, 7] });
});

it('a unit may stand where it may not enter, or among friends', () => {
  const nav = loadGrid(5, 1, () => true);
  const found = reach(nav, 2, 0, 1, { avoid: [2, 0, 3, 0], pass: [2, 0] });
  expect([...found.cells]).toEqual([2, 0, 1, 0]);
  expect(found.pathTo(2, 0)?.cells).toEqual(Uint16Array.of(2, 0));
  expect(reach(nav, 0, 0, 1, { pass: [1, 0] }).cells).toEqual(Int32Array.of(0, 0));
});

it('says what is wrong', () => {
  const nav = loadGrid(5, 4, () => true);
  const of = (options: object) => () => reach(nav, 0, 0, 3, options as ReachOptions);
  expect(() => reach(nav, 9, 0, 3)).toThrow('cell 9, 0 is not on the map of 5 x 4 cells');
  expect(() => reach(nav, 0, 0, -1)).toThrow('steps is -1, allowed are 0 or more');
  expect(of({ avoid: 7 })).toThrow('avoid is 7, expected a list of numbers');
  expect(of({ pass: [1] })).toThrow('pass is 1 numbers, expected x, y of each cell');
  expect(of({ slow: [1, 1] })).toThrow('slow is 2 numbers, expected x, y, steps of each cell');
  expect(of({ slow: [1, 1, -2] })).toThrow('slow of cell 1, 1 is -2, allowed are 0 to 10000 steps');
  expect(of({ diagonal: 3 })).toThrow('diagonal is 3, allowed are 1, 1.5, 2 and alternate');
  expect(of({ costs: 'left' })).toThrow('costs is left, allowed are average and entered');
  const hexes = loadGrid(5, 4, () => true, { diagonals: 'hex' });
  expect(() => reach(hexes, 0, 0, 3, { diagonal: 1 })).toThrow('diagonal is 1, and hexagons have none; leave it out');
  expect(of({ avoid: [7, 7] })).toThrow('cell 7, 7 is not on the map of 5 x 4 cells');
  const other = loadGrid(5, 4, () => true);
  expect(of({ avoid: blockersOf(other) })).toThrow('avoid is of another map');
  expect(of({ reuse: reach(other, 0, 0, 1) })).toThrow('reach of another map');
  // Nothing of a refused one is left.
  expect(reach(nav, 0, 0, 1).count).toBe(3);
});

it('continues where costs exceed 32-bit integers', () => {
  // A corridor of 150 rows, each cell of cost 255.
  const isOpen = (x: number, y: number) => y % 2 === 0 || x === (y % 4 === 1 ? 99 : 0);
  const nav = loadGrid(100, 299, (x, y) => (isOpen(x, y) ? 255 : 0));
  const cost = nav.findPath(0, 0, 99, 296)?.cost ?? 0;
  expect(cost).toBeGreaterThan(2 ** 31 / (2 * STRAIGHT));
  const near = reach(nav, 0, 0, 1000);
  const all = reach(nav, 0, 0, Infinity, { reuse: near });
  expect(all.costAt(99, 296)).toBe(cost);
  expect(all.pathTo(99, 296)?.cost).toBe(cost);
  expect(all.count).toBe(100 * 150 + 149);
  expect(reach(nav, 0, 0, 1000, { reuse: all }).count).toBe(4);
});

it.each([
  ['of one cost', 1],
  ['of several costs', 3],
])('leads over links that cost more than 32 bits hold, on ground %s', (_, most) => {
  for (const cost of [77_000, 77_470, 77_480, 99_999]) {
    const links = [{ from: [1, 0], to: [4, 0], cost }] as const;
    const cell = (x: number) => (x === 3 ? 0 : 1 + (x % most));
    const nav = loadGrid(createGrid(6, 2, cell, { links }), { parts: [linksPart] });
    const expected = nav.findPath(0, 0, 5, 1)?.cost as number;
    expect(expected).toBeGreaterThan(cost);
    expect(reach(nav, 0, 0, 1e6).costAt(5, 1)).toBeCloseTo(expected, 6);
    expect(reach(nav, 0, 0, expected - 1).has(5, 1)).toBe(false);
    expect(findPathAround(nav, 0, 0, 5, 1, [], { slow: [5, 1, 2] })?.cost).toBeCloseTo(expected + 2, 6);
  }
});

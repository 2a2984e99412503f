import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCell, forAllGrids, HEX_RULES, random } from '../../../test/grids.js';
import { linked } from '../../../test/links.js';
import { sample } from '../../../test/samples.js';
import { WALLED_RULES, walledGrid } from '../../../test/walls.js';
import { withMoves } from '../../core/grid/clearance.js';
import { createGrid } from '../../core/grid/create.js';
import type { Grid } from '../../core/grid/grid.js';
import { ALL_RULES, isHex, MOVE_RULES } from '../../core/grid/rules.js';
import { listWalls } from '../../core/grid/walls.js';
import { hexSteps, isDiagonalLegal } from '../../core/oracle/rules.js';
import { linksPart, wallsPart } from '../../entry/parts.js';
import { blockersOf, canClose, editable, type Nav, neighborsOf } from '../../entry/runtime.js';
import { loadGrid } from '../../runtime/load-grid.js';

const PARTS = [linksPart, wallsPart];

const AROUND = Array.from({ length: 9 }, (_, i) => [(i % 3) - 1, Math.floor(i / 3) - 1]).filter(
  ([dx, dy]) => dx !== 0 || dy !== 0,
);

/** Neighbors by the rules as they are defined for the oracle, walls by their list; sorted texts. */
function slowly(grid: Grid, x: number, y: number): string[] {
  if (!grid.isOpen(x, y)) return [];
  const walls = new Set(listWalls(grid).map(String));
  /** Whether a wall stands between two cells that share a side. */
  const isWalled = (u: number, v: number, s: number, t: number) =>
    walls.has(u === s ? `${u},${Math.min(v, t)},south` : `${Math.min(u, s)},${v},east`);
  const isFree = (dx: number, dy: number) => {
    const [u, v] = [x + dx, y + dy];
    if (!grid.isOpen(u, v)) return false;
    if (isHex(grid)) return true;
    if (dx === 0 || dy === 0) return !isWalled(x, y, u, v);
    const beside = Number(grid.isOpen(u, y)) + Number(grid.isOpen(x, v));
    const corner = [isWalled(x, y, u, y), isWalled(x, y, x, v), isWalled(u, y, u, v), isWalled(x, v, u, v)];
    return isDiagonalLegal(grid.moveRule, beside) && !corner.includes(true);
  };
  const steps = hexSteps(grid.moveRule, x, y) ?? AROUND;
  return steps
    .filter(([dx, dy]) => isFree(dx, dy))
    .map(([dx, dy]) => `${x + dx},${y + dy}`)
    .sort();
}

const paired = (list: readonly number[]) => list.flatMap((x, i) => (i % 2 === 0 ? `${x},${list[i + 1]}` : [])).sort();

function expectNeighbors(grid: Grid): void {
  const nav = loadGrid(grid, { parts: PARTS });
  for (let y = 0; y < grid.height; y++)
    for (let x = 0; x < grid.width; x++) expect(paired(neighborsOf(nav, x, y))).toEqual(slowly(grid, x, y));
}

describe('neighborsOf', () => {
  it.each(ALL_RULES)('lists the cells of legal steps: %s', (rule) => {
    forAllGrids(9, sample(160), (grid) => expectNeighbors(withMoves(grid, rule)));
  });

  it.each(WALLED_RULES)('lists no cell behind a wall: %s', (rule) => {
    const next = random(7);
    for (let i = 0; i < sample(320); i++) expectNeighbors(walledGrid(next, rule, { side: 8 }));
  });

  it('leads over seams of maps that wrap, not over other links', () => {
    const links = [{ from: [0, 0], to: [2, 2], name: 'lift' }] as const;
    const nav = loadGrid(
      createGrid(4, 4, () => true, { diagonals: 'never', wrap: 'xy', links }),
      {
        parts: PARTS,
      },
    );
    expect(paired(neighborsOf(nav, 0, 0))).toEqual(['0,1', '0,3', '1,0', '3,0']);
  });

  it('goes clockwise from the north, follows edits, and refuses cells off the map', () => {
    const nav = editable(loadGrid(createGrid(3, 3, () => true)));
    expect(neighborsOf(nav, 1, 1)).toEqual([1, 0, 2, 0, 2, 1, 2, 2, 1, 2, 0, 2, 0, 1, 0, 0]);
    nav.setOpen(1, 0, false);
    expect(neighborsOf(nav, 1, 1)).toEqual([2, 1, 2, 2, 1, 2, 0, 2, 0, 1]);
    expect(neighborsOf(nav, 1, 0)).toEqual([]);
    const narrow = loadGrid(
      createGrid(2, 3, () => true, { wrap: 'x' }),
      { parts: PARTS },
    );
    expect(neighborsOf(narrow, 0, 1)).toEqual([0, 0, 1, 0, 1, 1, 1, 2, 0, 2]);
    expect(() => neighborsOf(nav, 3, 0)).toThrow(new RangeError('cell 3, 0 is not on the map of 3 x 3 cells'));
  });
});

/** What {@link canClose} promises, by closing the cells of an editable copy and asking for every path. */
function slowlyCanClose(make: () => Nav, cells: number[], units: number[], goals: number[]): boolean {
  const [before, after] = [make(), editable(make())];
  for (let i = 0; i < cells.length; i += 2) after.setOpen(cells[i], cells[i + 1], false);
  const leads = (nav: Nav, x: number, y: number) =>
    goals.some((_, i) => i % 2 === 0 && nav.findPath(x, y, goals[i], goals[i + 1]) !== null);
  for (let i = 0; i < units.length; i += 2) {
    const [x, y] = [units[i], units[i + 1]];
    const isShut = before.isOpen(x, y) && !after.isOpen(x, y);
    if (isShut || (leads(before, x, y) && !leads(after, x, y))) return false;
  }
  return true;
}

/** Compares both on random cells, units and goals. @returns how many could be closed, and could not */
function compare(grid: Grid, next: () => number, rounds: number): [yes: number, no: number] {
  const counts: [number, number] = [0, 0];
  const make = () => loadGrid(grid, { parts: PARTS });
  const nav = make();
  const pick = (most: number) =>
    Array.from({ length: 1 + Math.floor(most * next()) }, () => anyCell(grid, next)).flat();
  for (let i = 0; i < rounds; i++) {
    const query = [pick(3), pick(4), pick(2)] as const;
    const answer = canClose(nav, ...query);
    expect([answer, ...query]).toEqual([slowlyCanClose(make, ...query), ...query]);
    counts[answer ? 0 : 1]++;
  }
  return counts;
}

describe('canClose', () => {
  const sums = (all: [number, number][]) => all.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);

  it.each([...MOVE_RULES, ...HEX_RULES])('agrees with closing the cells: %s', (rule) => {
    const next = random(3);
    const all: [number, number][] = [];
    forAllGrids(8, sample(160), (grid) => all.push(compare(withMoves(grid, rule), next, 4)));
    for (const count of sums(all)) expect(count).toBeGreaterThan(0);
  });

  it('agrees with walls between cells, with links both ways and one way, and with larger units', () => {
    const next = random(11);
    for (let i = 0; i < sample(160); i++) {
      compare(walledGrid(next, WALLED_RULES[i % 2], { side: 8, links: i % 3 === 0 }), next, 4);
      fc.assert(
        fc.property(fc.boolean(), (isLarge) => {
          const open = createGrid(8, 7, () => next() < 0.75, { size: isLarge ? 2 : 1 });
          compare(isLarge ? open : linked(open, 4, next), next, 4);
        }),
        { numRuns: 2, seed: i },
      );
    }
  });

  it('refuses a tower that would shut in a creep or stand on one, also between two towers', () => {
    const nav = editable(loadGrid(createGrid(5, 3, (x, y) => x !== 2 || y !== 1, { diagonals: 'never' })));
    const [spawn, exit] = [
      [0, 1],
      [4, 1],
    ];
    expect(canClose(nav, [2, 0], spawn, exit)).toBe(true);
    nav.setOpen(2, 0, false);
    expect(canClose(nav, [2, 2], spawn, exit)).toBe(false);
    expect(canClose(nav, [2, 2], [], exit)).toBe(true);
    expect(canClose(nav, [3, 2], [3, 2], exit)).toBe(false);
    expect(canClose(nav, [0, 1, 1, 2], [0, 2], exit)).toBe(false);
    // A question changes nothing.
    expect(nav.isReachable(0, 1, 4, 1)).toBe(true);
  });

  it('does not count a unit that has no path before', () => {
    const nav = loadGrid(createGrid(5, 1, (x) => x !== 1));
    expect(canClose(nav, [3, 0], [0, 0], [4, 0])).toBe(true);
    expect(canClose(nav, [3, 0], [0, 0, 2, 0], [4, 0])).toBe(false);
  });

  it('a blocker is one unit, whatever cells it covers', () => {
    const nav = loadGrid(6, 6, () => true, { size: 2 });
    const units = blockersOf(nav);
    units.move('cart', 1, 1, 2);
    expect([canClose(nav, [3, 1], units, [4, 4]), canClose(nav, [2, 2], units, [4, 4])]).toEqual([true, false]);
    units.move('hay', 0, 3, 3);
    expect(canClose(nav, [2, 5], units, [4, 4])).toBe(false);
  });

  it('refuses lists that are not pairs of cells on the map', () => {
    const nav = loadGrid(createGrid(3, 3, () => true));
    expect(() => canClose(nav, [1], [0, 0], [2, 2])).toThrow(
      new RangeError('cells is 1 numbers, expected x, y of each cell'),
    );
    expect(() => canClose(nav, [1, 1], [3, 0], [2, 2])).toThrow(
      new RangeError('cell 3, 0 is not on the map of 3 x 3 cells'),
    );
    expect(() => canClose(nav, [1, 1], [0, 0], 5 as never)).toThrow(
      new TypeError('goals is 5, expected a list of numbers'),
    );
  });
});

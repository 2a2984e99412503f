import { describe, expect, it } from 'vitest';
import { drawn, forAllGrids, makeGrid, random } from '../../test/grids.js';
import { askLinked } from '../../test/links.js';
import { MOVE_RULES } from '../core/blob/layout.js';
import { withMoves } from '../core/grid/clearance.js';
import { createGrid } from '../core/grid/create.js';
import { gridFrom, setCosts } from '../core/grid/grid.js';
import { linksPart } from './links.js';
import { loadGrid } from './load-grid.js';
import { type GridNav, inside } from './nav.js';
import { wasmPart } from './parts.js';
import { cellAt, centerOf, clearanceAt, nearestOpen, pointsOf, toXY } from './places.js';

describe('loadGrid', () => {
  it('answers optimally for walkers of any size, by any move rule, over cells that cost or not', () => {
    let turn = 0;
    forAllGrids(12, 400, (cells) => {
      const { width, height } = cells;
      const size = 1 + (turn % 3);
      const diagonals = MOVE_RULES[(turn >> 1) % 4];
      const price = turn % 2 === 0 && diagonals !== 'never' ? (x: number, y: number) => 1 + ((x * y) % 3) : () => 1;
      turn++;
      /** Cells under a unit. */
      const below = (x: number, y: number) =>
        Array.from({ length: size ** 2 }, (_, i): [number, number] => [x + (i % size), y + Math.floor(i / size)]);
      const anchors = gridFrom(width, height, (x, y) => below(x, y).every(([a, b]) => cells.isOpen(a, b)));
      setCosts(anchors, (x, y) => Math.max(...below(x, y).map(([a, b]) => price(a, b))));
      const expected = withMoves(anchors, diagonals);
      const nav = loadGrid(width, height, (x, y) => cells.isOpen(x, y) && price(x, y), { size, diagonals });
      expect([nav.size, nav.diagonals]).toEqual([size, diagonals]);
      expect(nav.engine).toBe(expected.costs ? 'weighted' : 'jps');
      askLinked(expected, nav as GridNav, false, random(turn), 4);
    });
  });

  it('has no blob, and what follows from that', () => {
    const nav = inside(loadGrid(3, 2, (x) => x !== 1));
    expect(nav).toMatchObject({
      ...{ width: 3, height: 2, size: 1, diagonals: 'no-corners', engine: 'jps', engines: ['jps'], version: 0 },
      ...{ fingerprint: '', agent: undefined, agents: [], wasm: false, kit: { engines: [] }, blobs: [] },
      source: { bytes: [], options: {} },
    });
    expect([nav.label(nav.grid.cell(1, 0)), nav.use('hpa'), nav.use('jps')]).toEqual([0, undefined, nav.search]);
  });

  it('calls the function once for each cell, so that it may be random', () => {
    const cells = Array.from({ length: 6 }, (_, i) => i % 2 === 0);
    expect(inside(loadGrid(3, 2, () => cells.shift() as boolean)).grid.runs().length).toBe(6);
  });

  it('is made in slices with a budget: the same map, and the game has its turns', async () => {
    const grid = makeGrid('noise', 250, 200, 0.3, 5);
    const cell = (x: number, y: number) => grid.isOpen(x, y);
    for (const parts of [[], [wasmPart]]) {
      let turns = 0;
      const timer = setInterval(() => turns++, 0);
      const nav = await loadGrid(250, 200, cell, { parts, budget: { ms: 0.01 } });
      clearInterval(timer);
      expect(turns).toBeGreaterThan(20);
      const whole = loadGrid(250, 200, cell, { parts });
      expect(nav.wasm).toBe(whole.wasm);
      for (let i = 0; i < 50; i++) {
        const query = [(i * 97) % 250, (i * 31) % 200, (i * 53 + 100) % 250, (i * 71 + 99) % 200] as const;
        expect(nav.findPath(...query)?.cost).toBe(whole.findPath(...query)?.cost);
      }
    }
    const open = createGrid(9, 9, () => true);
    const made = await loadGrid(open, { budget: { ms: 4 } });
    expect(made.findPath(0, 0, 8, 8)?.cost).toBeCloseTo(8 * Math.SQRT2, 2);
    expect(() => loadGrid(9, 9, () => true, { budget: { ms: 0 } })).toThrow(
      new RangeError('budget is {"ms":0}, expected { ms: a number above 0 }'),
    );
    for (const budget of [4, 0, null, { ms: '4' }, { work: 9 }])
      expect(() => loadGrid(9, 9, () => true, { budget } as object)).toThrow(`budget is ${JSON.stringify(budget)}, `);
    for (const grid of [null, {}, [[1]]])
      expect(() => loadGrid(grid as never)).toThrow(
        new TypeError(`grid is ${grid}, expected what createGrid gives, or width, height, cell`),
      );
    await expect(loadGrid(9, 9, () => 300, { budget: { ms: 4 } })).rejects.toThrow('cell 0, 0 costs 300');
  });

  it('refuses what it cannot load, and says what is allowed', () => {
    const all = () => true;
    // @ts-expect-error a list of cells is not a function of them
    expect(() => loadGrid(3, 3, [1, 1, 1])).toThrow(new TypeError('cell is 1,1,1, expected a function of x and y'));
    const linked = createGrid(3, 3, all, { links: [{ from: [0, 0], to: [2, 2] }] });
    const part = new TypeError('links need a part; give loadGrid { parts: [linksPart] }');
    expect(() => loadGrid(linked)).toThrow(part);
    const rules = 'no-corners, never, one-corner, always, hex, hex-odd-r, hex-even-r, hex-odd-q, hex-even-q';
    for (const [options, error] of [
      [{ size: 17 }, new RangeError('size is 17, allowed is a whole number of cells from 1 to 16')],
      [{ link: [] }, new TypeError('option link is unknown; known are size, diagonals, costs, parts, budget')],
      [{ parts: linksPart }, new TypeError('parts is [object Object], expected a list of parts of gridprep/parts')],
      [{ diagonals: 'some' }, new RangeError(`diagonals is some, allowed are ${rules}`)],
    ] as const)
      expect(() => loadGrid(3, 3, all, options as object)).toThrow(error);
    for (const cost of [Number.NaN, undefined, 256, -1, 1.5, Infinity])
      expect(() => loadGrid(3, 3, (x) => (x === 1 ? (cost as number) : true))).toThrow(
        new RangeError(`cell 1, 0 costs ${Number(cost)}; allowed is a whole number from 1 to 255`),
      );
  });
});

describe('cells and points', () => {
  const rows = drawn(`
    ....#
    ....#
    ....#
    #....`);
  const [one, two] = [1, 2].map((size) => loadGrid(5, 4, (x, y) => rows.isOpen(x, y), { size }));

  it('have room for a square of N cells, for any unit; none where the unit cannot stand', () => {
    const square = (x: number, y: number) => {
      const isFree = (side: number) =>
        [...Array(side ** 2).keys()].every((i) => rows.isOpen(x + (i % side), y + Math.floor(i / side)));
      let side = 0;
      while (isFree(side + 1)) side++;
      return side;
    };
    for (let y = -1; y <= 4; y++) {
      for (let x = -1; x <= 5; x++) {
        expect(clearanceAt(one, x, y)).toBe(square(x, y));
        expect(clearanceAt(two, x, y)).toBe(square(x, y) < 2 ? 0 : square(x, y));
      }
    }
  });

  it('are found by the middle of the unit', () => {
    expect([...cellAt(one, 1.5, 2.9), ...cellAt(two, 1.5, 2.9), ...cellAt(two, 1.4, 2)]).toEqual([1, 2, 1, 2, 0, 1]);
    expect([...centerOf(one, 1, 2), ...centerOf(two, 1, 2)]).toEqual([1.5, 2.5, 2, 3]);
    expect([...pointsOf(two, [1, 2, 3, 4])]).toEqual([2, 3, 4, 5]);
    expect(toXY([1, 2, 3, 4])).toEqual([
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ]);
  });

  it('that are near can be reached from another cell', () => {
    const parted = loadGrid(5, 1, (x) => x !== 2);
    expect(nearestOpen(parted, 2, 0)).toEqual([1, 0]);
    expect(nearestOpen(parted, 2, 0, [4, 0])).toEqual([3, 0]);
    expect(nearestOpen(parted, 0, 0, [2, 0])).toBeNull();
  });

  it('are asked of a loaded map, not of one that is still loading', () => {
    const loading = Promise.resolve(one);
    for (const ask of [inside, (nav: typeof one) => nearestOpen(nav, 0, 0)])
      expect(() => ask(loading as unknown as typeof one)).toThrow(
        new TypeError('nav is [object Promise], expected what load gives'),
      );
  });
});

import { describe, expect, it } from 'vitest';
import { drawn, makeGrid, picture } from '../../../test/grids.js';
import { withMoves } from './clearance.js';
import { componentSizes } from './components.js';
import { createGrid } from './create.js';
import { costsFromBytes, costsToBytes, gridFrom, setCosts } from './grid.js';
import { STEP, unitOf } from './step-costs.js';

describe('a grid that is made in code', () => {
  it('is open where the function gives true or a cost', () => {
    const grid = createGrid(3, 2, (x, y) => (x === 1 ? y === 0 : x + y));
    expect(picture(grid)).toBe('#..\n.#.');
    expect([...costsToBytes(grid)]).toEqual([0, 1, 2, 1, 0, 3]);
    expect([unitOf(grid), unitOf(drawn('.')), STEP]).toEqual([27720, 13860, 27720]);
  });

  it('of ones has no costs; the size of the unit and the move rule are kept', () => {
    const plain = createGrid(2, 2, (x, y) => Number(x + y > 0));
    expect([plain.costs, plain.size, plain.moveRule]).toEqual([undefined, 1, 'no-corners']);
    const large = createGrid(3, 2, () => true, { size: 2, diagonals: 'never' });
    expect([picture(large), large.size, large.moveRule]).toEqual(['..#\n###', 2, 'never']);
  });

  it.each([-1, 0.5, 256, Number.NaN])('refuses a cost of %s', (cost) => {
    expect(() => createGrid(2, 1, (x) => (x === 1 ? cost : 1))).toThrow(
      new RangeError(`cell 1, 0 costs ${cost}; allowed is a whole number from 1 to 255`),
    );
  });
});

it.each([
  ['no-corners', (4 * 19601) / 13860],
  ['never', 8],
  ['hex', 8],
  ['hex-odd-r', 6],
] as const)('a link without a cost costs the distance without walls: %s', (diagonals, cost) => {
  const { links } = createGrid(9, 9, () => true, { diagonals, links: [{ from: [0, 0], to: [4, 4] }] });
  expect(links?.[0].cost).toBeCloseTo(cost, 9);
});

describe('costs', () => {
  it('are from 1 to 255 for open cells, Infinity for others', () => {
    const grid = drawn('..#');
    setCosts(grid, (x) => [1, 255, 7][x]);
    expect([-1, 0, 1, 2].map((x) => grid.costAt(x, 0))).toEqual([Infinity, 1, 255, Infinity]);
    expect(() => setCosts(grid, (x) => x)).toThrow(
      new RangeError('cell 0, 0 costs 0; allowed is a whole number from 1 to 255'),
    );
    const copy = grid.copy();
    expect(copy).toEqual(grid);
    (copy.costs as Uint8Array)[copy.cell(0, 0)] = 2;
    copy.open[copy.cell(2, 0)] = 1;
    expect([grid.costAt(0, 0), grid.isOpen(2, 0)]).toEqual([1, false]);
    setCosts(grid, () => 1);
    expect([grid.costs, grid.costAt(1, 0)]).toEqual([undefined, 1]);
  });

  it('come back from their bytes, which are to fit the open cells', () => {
    const grid = makeGrid('rooms', 11, 7, 0.2, 4);
    setCosts(grid, (x, y) => 1 + ((x + 3 * y) % 5));
    const back = withMoves(Object.assign(grid.copy(), { costs: undefined }), 'no-corners');
    expect(costsFromBytes(back, costsToBytes(grid))).toBe(true);
    expect(back.costs).toEqual(grid.costs);
    const bytes = costsToBytes(grid);
    bytes[costsToBytes(grid).indexOf(0)] = 1;
    expect(costsFromBytes(back, bytes)).toBe(false);
    bytes.set(costsToBytes(grid));
    bytes[bytes.findIndex((cost) => cost > 0)] = 0;
    expect(costsFromBytes(back, bytes)).toBe(false);
    expect(costsToBytes(drawn('..'))).toHaveLength(0);
  });
});

it('a grid under the rule that it has is itself', () => {
  const grid = withMoves(drawn('..'), 'never');
  expect(withMoves(grid, 'never')).toBe(grid);
});

it('sizes of components are those of their labels; corners connect where moves cut them', () => {
  const grid = drawn('..#.\n##.#\n.#..');
  expect(componentSizes(grid)).toEqual([2, 1, 3, 1]);
  expect(componentSizes(withMoves(grid, 'always'))).toEqual([6, 1]);
  expect(componentSizes(withMoves(drawn('#.\n.#'), 'always'))).toEqual([2]);
  expect(componentSizes(gridFrom(1, 1, () => false))).toEqual([]);
});

it('keeps doors, markers and floors, and refuses those that are not on the map', () => {
  const marked = (places: object) => () => createGrid(3, 3, () => true, places);
  expect(marked({ doors: [{ name: 'a', cells: [1, 3] }] })).toThrow(
    new RangeError('doors[0] is {"name":"a","cells":[1,3]}, expected { name, cells: [x, y, ...] } on the map of 3 x 3'),
  );
  expect(marked({ markers: [{ name: 'a', cells: [1] }] })).toThrow('markers[0] is {"name":"a","cells":[1]}, expected');
  expect(marked({ floors: [{ name: 'a', x: 1, y: 0, width: 3, height: 1 }] })).toThrow(
    'floors[0] is {"name":"a","x":1,"y":0,"width":3,"height":1}, expected { name, x, y, width, height } on',
  );
  expect(marked({ diagonals: 'some' })).toThrow(/^diagonals is some, allowed are no-corners, never, /);
  expect(marked({ cellSize: [16, 0] })).toThrow('cellSize is [16,0], expected [width, height]');
  expect(marked({ doors: { gate: [1, 1] } })).toThrow(new TypeError('doors is {"gate":[1,1]}, expected a list'));
  expect(marked({ floors: 5 })).toThrow(new TypeError('floors is 5, expected a list'));
  for (const place of [null, 5, { name: 'a', cells: '11' }, { name: 'a', cells: [] }])
    expect(marked({ markers: [place] })).toThrow(`markers[0] is ${JSON.stringify(place)}, expected { name, cells`);
  const floor = { name: 'a', x: 0, y: 0, width: 1, height: 1 };
  expect(marked({ floors: [floor, { ...floor, x: 1 }] })).toThrow(
    new RangeError('two floors are named "a", expected a name for each'),
  );
  expect(marked({ floors: [null] })).toThrow('floors[0] is null, expected { name, x');
  expect(marked({ cellSize: '16' })).toThrow('cellSize is "16", expected [width, height]');
  expect(marked({ doors: [{ name: 'a', cells: [], walls: [[1, 3, 'east']] }] })).toThrow(
    'doors[0]: wall 0 is at 1, 3, which is not on the map of 3 x 3 cells',
  );
  const gate = { name: 'gate', cells: [], walls: [[1, 1, 'east']] as const };
  expect(createGrid(3, 3, () => true, { doors: [gate] }).places?.doors).toEqual([gate]);
  const places = { doors: [{ name: 'a', cells: [1, 2] }], markers: [] };
  expect(createGrid(3, 3, () => true, places).places).toEqual(places);
  expect(createGrid(3, 3, () => true).places).toBeUndefined();
});

it('refuses floors that touch: units would step from one to the other without a link', () => {
  const floors = [
    { name: 'hall', x: 0, y: 0, width: 3, height: 3 },
    { name: 'cellar', x: 3, y: 0, width: 3, height: 3 },
  ];
  const made = (isOpen: (x: number, y: number) => boolean) => () => createGrid(6, 3, isOpen, { floors });
  const message = (at: string) =>
    `floors "hall" and "cellar" touch at ${at}; leave a blocked column or row between them, and join them by links`;
  expect(made(() => true)).toThrow(message('2, 0'));
  expect(made((x, y) => x !== 2 || y === 0)).toThrow(message('2, 0'));
  // Also at a corner, which only some rules step past.
  expect(made((x, y) => (x < 3 ? y === 0 : y > 0))).toThrow(message('2, 0'));
  expect(made((x) => x !== 2)).not.toThrow();
  expect(made((x) => x !== 3)).not.toThrow();
});

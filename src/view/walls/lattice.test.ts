import { expect, it } from 'vitest';
import { Fields } from '../../maps/fields.js';
import { cellAt, latticeOf, turnOf } from './lattice.js';

const EXTENT = { left: 1, top: -1, width: 7, height: 5, tile: [16, 12] as const };

it.each([
  { orientation: 'orthogonal' },
  { orientation: 'isometric' },
  { orientation: 'staggered', staggeraxis: 'x' },
  { orientation: 'staggered', staggeraxis: 'y', staggerindex: 'even' },
  { orientation: 'hexagonal', staggeraxis: 'x', hexsidelength: 8 },
  { orientation: 'hexagonal', staggeraxis: 'y', hexsidelength: 6 },
])('the cell at the middle of a cell is that cell, and all are in the picture: %o', (map) => {
  const lattice = latticeOf(new Fields(map, 'map'), EXTENT);
  let seen = 0;
  lattice.eachIn(0, 0, ...(lattice.size as [number, number]), (x, y) => {
    seen++;
    const [left, top] = lattice.placeOf(x, y);
    expect(cellAt(lattice, left + 8, top + 6)).toEqual([x, y]);
    expect(left >= 0 && top >= 0 && left + 16 <= lattice.size[0] && top + 12 <= lattice.size[1]).toBe(true);
  });
  expect(seen).toBe(35);
});

it.each([
  [0x80000001, false, [-3, 1]],
  [0x40000001, false, [3, -1]],
  [0x20000001, false, [1, 3]],
  [0xa0000001, false, [-1, 3]],
  [0x10000001, false, [3, 1]],
  // As Tiled draws its example test_hexagonal_tile_60x60x30.
  [0x20000001, true, [3 / 2 - Math.sqrt(3) / 2, (3 * Math.sqrt(3)) / 2 + 1 / 2]],
  [0x10000001, true, [-3 / 2 - Math.sqrt(3) / 2, (3 * Math.sqrt(3)) / 2 - 1 / 2]],
  [0x30000001, true, [-3, -1]],
] as const)('number %d turns a point, hexagonal %s', (number, isHexagonal, [x, y]) => {
  const [a, b, c, d] = turnOf(number, isHexagonal);
  expect(3 * a + c).toBeCloseTo(x);
  expect(3 * b + d).toBeCloseTo(y);
});

import { expect, it } from 'vitest';
import { drawn } from '../../test/grids.js';
import { createGrid } from '../core/grid/create.js';
import { setCosts } from '../core/grid/grid.js';
import { COLORS, color, groundColors } from './colors.js';
import { drawMap } from './map-text.js';

it('a picture of a map has walls dark, ground from pale to tan by its cost, doors blue and markers green, in squares of pixels', () => {
  const grid = drawn('..#\n...');
  setCosts(grid, (x, y) => (x + y === 3 ? 9 : 1));
  const places = { doors: [{ name: 'a', cells: [0, 1, 1, 1] }], markers: [{ name: 'b', cells: [0, 0] }] };
  const colors = (scale: number) => {
    const { width, height, pixels } = drawMap(grid, places, scale);
    return [width, height, ...Array.from(pixels, (pixel) => (pixel >>> 0).toString(16).padStart(8, '0'))];
  };
  const [, , ...small] = colors(1);
  expect(small).toEqual(['00b86bff', 'f5f2e8ff', '1e1e2eff', '2979ffff', '2979ffff', 'a97f4dff']);
  // Between the colors of the least and the greatest cost above 1.
  const [blocked, open, cheap, costly] = [COLORS.blocked, COLORS.open, ...COLORS.costs.split(' ')].map(color);
  const colorOf = (price: number, highest: number) =>
    groundColors({ blocked, open, costs: [cheap, costly] }, highest)[price].toString(16);
  expect([2, 3, 9].map((price) => colorOf(price, 9))).toEqual(['ebdfc2ff', 'e2d1b1ff', 'a97f4dff']);
  expect(colorOf(2, 2)).toBe('ebdfc2ff');
  const [width, height, ...large] = colors(2);
  expect([width, height]).toEqual([6, 4]);
  expect(large).toEqual(Array.from({ length: 24 }, (_, i) => small[3 * (i >= 12 ? 1 : 0) + ((i % 6) >> 1)]));
});

it('a picture has walls between cells where cells have more than a pixel', () => {
  const grid = createGrid(2, 2, () => true, {
    walls: [
      [0, 0, 'east'],
      [1, 0, 'south'],
    ],
  });
  const rows = (scale: number) => {
    const { width, height, pixels } = drawMap(grid, { doors: [], markers: [] }, scale);
    const isDark = (x: number, y: number) => pixels[y * width + x] === color(COLORS.blocked);
    return Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) => (isDark(x, y) ? '#' : '.')).join(''),
    );
  };
  expect(rows(3)).toEqual(['..#...', '..#...', '..####', '......', '......', '......']);
  expect(rows(1)).toEqual(['..', '..']);
  expect(rows(16)[0]).toBe(`${'.'.repeat(14)}##${'.'.repeat(16)}`);
});

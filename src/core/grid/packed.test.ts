import { expect, it } from 'vitest';
import { drawn, forAllGrids } from '../../../test/grids.js';
import { canonicalAfter, DX, DY, directionSteps, eachRunAgainst, openOf, TURNS } from './directions.js';
import { rank } from './rank.js';
import { EVERYWHERE, holds, NOWHERE, packPoint, SPARE, X_MASK } from './rectangle.js';
import { random } from './sample.js';

it('a rank is the number of pairs before it that the mask lets through', () => {
  const next = random(5);
  const words = Uint32Array.from({ length: 6 }, () => next() * 2 ** 32);
  const bits = new Uint8Array(words.buffer);
  for (const mask of [0xffffffff, 0x55555555, 0xaaaaaaaa]) {
    const before = new Int32Array(words.length);
    for (let pair = 0; pair < 8 * bits.length; pair++) {
      const [cell, d] = [pair >> 3, pair & 7];
      let count = 0;
      for (let i = 0; i < pair; i++) count += (bits[i >> 3] & mask & (1 << (i & 7))) > 0 ? 1 : 0;
      if (pair % 32 === 0) before[pair >> 5] = count;
      expect(rank(words, before, mask, cell, d)).toBe(count);
    }
  }
});

it('a rectangle holds the points between its corners, and no others, up to the longest sides', () => {
  const sides = [0, 1, 2, 8190, 8191];
  const points = sides.flatMap((y) => sides.map((x) => [x, y]));
  for (const [x0, y0] of points)
    for (const [x1, y1] of points.filter(([x, y]) => x >= x0 && y >= y0))
      for (const [x, y] of points)
        expect(holds(packPoint(x0, y0), packPoint(x1, y1) + SPARE, packPoint(x, y))).toBe(
          x >= x0 && x <= x1 && y >= y0 && y <= y1,
        );
  for (const [x, y] of points) {
    expect(holds(NOWHERE, packPoint(8191, 8191) + SPARE, packPoint(x, y))).toBe(false);
    expect(holds(0, EVERYWHERE, packPoint(x, y))).toBe(true);
  }
  expect(packPoint(X_MASK, X_MASK)).toBe(NOWHERE);
});

it('sides open up after a straight arrival where the cell behind was blocked', () => {
  forAllGrids(8, 60, (grid) => {
    const steps = directionSteps(grid.stride);
    for (let y = 0; y < grid.height; y++)
      for (let x = 0; x < grid.width; x++)
        for (let d = 0; d < 8 && grid.isOpen(x, y); d += 2) {
          let mask = 1 << d;
          for (const turn of [-1, 1]) {
            const side = (d + 2 * turn) & 7;
            const [sx, sy] = [x + DX[side], y + DY[side]];
            if (grid.isOpen(sx, sy) && !grid.isOpen(sx - DX[d], sy - DY[d]))
              mask |= (1 << side) | (1 << ((d + turn) & 7));
          }
          expect(canonicalAfter(grid.open, steps, grid.cell(x, y), d)).toBe(mask);
        }
  });
});

it('a straight direction has the two diagonals next to it as its turns', () => {
  expect(TURNS).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((d) => (d % 2 ? 0 : (1 << ((d + 7) & 7)) | (1 << (d + 1)))));
});

it('runs are visited neighbors first, from the side that a direction looks to', () => {
  const runs = drawn('..#.\n.##.').runs();
  const visits = (step: number) => {
    const seen: number[][] = [];
    eachRunAgainst(runs, step, (...visit) => seen.push(visit));
    return seen;
  };
  expect([...runs]).toEqual([7, 9, 10, 11, 13, 14, 16, 17]);
  expect(visits(-1)).toEqual([
    [7, 9, 1],
    [10, 11, 1],
    [13, 14, 1],
    [16, 17, 1],
  ]);
  expect(visits(6)).toEqual([
    [16, 15, -1],
    [13, 12, -1],
    [10, 9, -1],
    [8, 6, -1],
  ]);
});

it('open cells are counted by their weights', () => {
  expect([openOf(0, 0), openOf(7, 0), openOf(0, 7), openOf(5, 9)]).toEqual([0, 1, 1, 2]);
});

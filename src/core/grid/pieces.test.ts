import { expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { withMoves } from './clearance.js';
import { costsToBytes, gridFrom, setCosts } from './grid.js';
import { diagonalPieces } from './pieces.js';

it('pieces of a map have its move rule, so that estimates are of its bakes', () => {
  const grid = withMoves(makeGrid('noise', 40, 30, 0.2, 5), 'never');
  expect(diagonalPieces(grid, 2, 16, 1).map(({ moveRule, width }) => [moveRule, width])).toEqual([
    ['never', 16],
    ['never', 16],
  ]);
});

it('pieces lie on the diagonal, from corner to corner or inside, with the cells and costs of the map', () => {
  const grid = gridFrom(21, 12, (x, y) => (x + y) % 5 > 0);
  setCosts(grid, (x, y) => 1 + x + 20 * y);
  const pieces = (count: number, side: number, margin: 0 | 1) =>
    diagonalPieces(grid, count, side, margin).map((piece) => [
      piece.width,
      piece.height,
      costsToBytes(piece).join(' '),
    ]);
  expect(pieces(3, 2, 0)).toEqual([
    [2, 2, '0 2 21 22'],
    [2, 2, '110 0 0 131'],
    [2, 2, '220 0 0 241'],
  ]);
  expect(pieces(2, 2, 1)).toEqual([
    [2, 2, '67 0 0 88'],
    [2, 2, '133 134 153 0'],
  ]);
  expect(pieces(1, 12, 1)[0].slice(0, 2)).toEqual([12, 12]);
  expect(
    diagonalPieces(
      gridFrom(3, 40, () => true),
      2,
      9,
      0,
    ).map(({ width, height }) => [width, height]),
  ).toEqual([
    [3, 9],
    [3, 9],
  ]);
});

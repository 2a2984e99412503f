import { expect, it } from 'vitest';
import { makeGrid } from '../../test/grids.js';
import { withMoves } from './clearance.js';
import { diagonalPieces } from './pieces.js';

it('pieces of a map have its move rule, so that estimates are of its bakes', () => {
  const grid = withMoves(makeGrid('noise', 40, 30, 0.2, 5), 'never');
  expect(diagonalPieces(grid, 2, 16, 1).map(({ moveRule, width }) => [moveRule, width])).toEqual([
    ['never', 16],
    ['never', 16],
  ]);
});

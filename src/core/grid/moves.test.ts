import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawn, forAllGrids } from '../../../test/grids.js';
import { DX, DY, LEGAL, windowAt } from './directions.js';
import { type Grid, gridFrom } from './grid.js';
import { movesOf, windowsOf } from './moves.js';
import { besideOf, type SquareRule } from './rules.js';
import { DIAGONAL, octile, STRAIGHT } from './step-costs.js';

/** The cells next to a diagonal that have to be open. */
const LEAST_BESIDE = { 'no-corners': 2, 'one-corner': 1, always: 0, never: 3 };
const RULES = Object.keys(LEAST_BESIDE) as SquareRule[];

function legalMoves(grid: Grid, rule: SquareRule): number {
  let mask = 0;
  for (let d = 0; d < 8 && grid.isOpen(1, 1); d++) {
    const beside = Number(grid.isOpen(1 + DX[d], 1)) + Number(grid.isOpen(1, 1 + DY[d]));
    if (grid.isOpen(1 + DX[d], 1 + DY[d]) && (d % 2 === 0 || beside >= LEAST_BESIDE[rule])) mask |= 1 << d;
  }
  return mask;
}

describe('the tables of moves', () => {
  it('are, of octile moves, those of directions.ts', () => {
    expect(movesOf('no-corners').legal).toEqual(LEGAL);
  });

  it('hold the legal moves of all 512 pictures, for each rule', () => {
    for (let bits = 0; bits < 512; bits++) {
      const grid = gridFrom(3, 3, (x, y) => (bits >> (3 * y + x)) & 1);
      const window = windowAt(grid.open, grid.cell(1, 1), grid.stride);
      for (const rule of RULES) expect(movesOf(rule).legal[window]).toBe(legalMoves(grid, rule));
    }
  });

  // Jump lines of earlier versions were baked with these tables.
  it.each([
    ['no-corners', '15f99b7616f52d95'],
    ['one-corner', 'b4ceb4ffbdd2f0f3'],
    ['always', '91bf6e13a8580ea4'],
    ['never', '87022cc5e895d482'],
  ] as const)('of what is tried after an arrival stay as they are: %s', (rule, digest) => {
    const { after } = movesOf(rule);
    expect(createHash('sha256').update(after).digest('hex').slice(0, 16)).toBe(digest);
  });

  it('make their long moves early: diagonals, of four moves those to east and west', () => {
    const { long, sides, costs } = movesOf('one-corner');
    expect([long, [...sides]]).toEqual([0b10101010, [0, 0b101, 0, 0b10100, 0, 0b1010000, 0, 0b1000001]]);
    expect([...costs]).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((d) => (d % 2 === 0 ? STRAIGHT : DIAGONAL)));
    expect([movesOf('never').long, [...movesOf('never').sides]]).toEqual([
      0b01000100,
      [0, 0, 0b10001, 0, 0, 0, 0b10001, 0],
    ]);
  });

  it('know the distance on an empty grid', () => {
    expect(movesOf('never').distance(-3, 4)).toBe(7 * STRAIGHT);
    expect(movesOf('always').distance(-3, 4)).toBe(octile(3, 4));
  });

  it('are made once', () => expect(movesOf('always')).toBe(movesOf('always')));
});

describe('windows', () => {
  it('are those of all open cells, 0 for blocked ones', () => {
    forAllGrids(12, 60, (grid) => {
      const { open, stride } = grid;
      const expected = Array.from(open, (is, cell) => (is ? windowAt(open, cell, stride) : 0));
      expect([...windowsOf(grid)]).toEqual(expected);
    });
    expect([...windowsOf(drawn('..\n#.'))].filter(Boolean)).toEqual([0b000010011, 0b010011000, 0b100110000]);
  });
});

it('rules differ in the cells next to a diagonal that they require', () => {
  for (const moveRule of RULES) expect(besideOf({ moveRule })).toBe(LEAST_BESIDE[moveRule]);
});

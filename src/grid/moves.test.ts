import { describe, expect, it } from 'vitest';
import { LEGAL } from './directions.js';
import { movesOf } from './moves.js';

describe('the tables of octile moves', () => {
  it('are those of directions.ts', () => {
    expect(movesOf('no-corners').legal).toEqual(LEGAL);
  });
});

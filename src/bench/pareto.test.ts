import { describe, expect, it } from 'vitest';
import { dominated } from './pareto.js';

describe('dominated', () => {
  it('finds what another beats in one objective and loses to in none', () => {
    const points = [
      [1, 9],
      [5, 5],
      [9, 1],
      [5, 6],
      [6, 6],
      [1, 9],
    ];
    expect(dominated(points)).toEqual([false, false, false, true, true, false]);
  });

  it('leaves equals alone', () => {
    expect(dominated([[1], [1]])).toEqual([false, false]);
  });
});

import { describe, expect, it } from 'vitest';
import { deviation, dominated, mean, quantile } from './statistics.js';

describe('mean and deviation', () => {
  it('are those of a whole population', () => {
    expect(mean([2, 4, 4, 4, 5, 5, 7, 9])).toBe(5);
    expect(deviation([2, 4, 4, 4, 5, 5, 7, 9])).toBe(2);
  });

  it('of nothing are 0', () => {
    expect([mean([]), deviation([]), quantile([], 0.5)]).toEqual([0, 0, 0]);
  });
});

describe('quantile', () => {
  it('is a value of the list, or lies between two, whatever their order', () => {
    const values = [40, 10, 30, 20];
    expect([0, 0.5, 1].map((share) => quantile(values, share))).toEqual([10, 25, 40]);
    expect(quantile(values, 0.95)).toBeCloseTo(38.5, 10);
    expect(quantile(Float64Array.of(3, 1, 2), 0.5)).toBe(2);
    expect(values).toEqual([40, 10, 30, 20]);
  });

  it('sorts numbers as numbers', () => {
    expect(quantile([100, 9, 20], 1)).toBe(100);
  });
});

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

  it('keeps equals', () => {
    expect(dominated([[1], [1]])).toEqual([false, false]);
  });
});

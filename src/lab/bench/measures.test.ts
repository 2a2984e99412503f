import { describe, expect, it } from 'vitest';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { bestMicros, measure, type Record, unbeatenOf } from './measures.js';

const record: Record = {
  passes: [Float64Array.of(4, 10, 7, 100), Float64Array.of(2, 12, 9, 90), Float64Array.of(3, 14, 5, 80)],
  costs: Float64Array.of(10 * STRAIGHT, 22 * STRAIGHT, -1, Infinity),
  counts: { expanded: 20, lookedAt: 60, largestOpen: 22, mostOpen: 7 },
  memoryBefore: 1000,
  memoryAfter: 1500,
  storageBytes: 99,
  precomputeMillis: 6000,
  loadMillis: 3,
  exact: true,
};
const OPTIMA = [10, 20, 5, 40].map((steps) => steps * STRAIGHT);

describe('measure', () => {
  it('takes the best time of each query', () => {
    expect([...bestMicros(record)]).toEqual([2, 10, 5, 80]);
  });

  it("gives the competition's measures, and ours", () => {
    const { deviationMicros, meanLonger, p95Micros, p99Micros, ...rest } = measure(record, OPTIMA);
    expect(rest).toEqual({
      totalSeconds: 97e-6,
      meanMicros: 24.25,
      longestMicros: 80,
      meanLength: 16,
      solved: 2,
      invalid: 1,
      unsolved: 1,
      memoryBefore: 1000,
      memoryAfter: 1500,
      storageBytes: 99,
      precomputeMinutes: 0.1,
      queries: 4,
      longer: 1,
      passes: 3,
      typicalMicros: (3 + 12 + 7 + 90) / 4,
      medianMicros: 7.5,
      loadMillis: 3,
      expanded: 5,
      lookedAt: 15,
      meanLargestOpen: 5.5,
      largestOpen: 7,
    });
    expect(meanLonger).toBeCloseTo(0.05, 12);
    expect([p95Micros, p99Micros]).toEqual([expect.closeTo(69.5, 10), expect.closeTo(77.9, 10)]);
    expect(deviationMicros).toBeCloseTo(Math.sqrt((22.25 ** 2 + 14.25 ** 2 + 19.25 ** 2 + 55.75 ** 2) / 4), 10);
  });
});

describe('unbeatenOf', () => {
  const solving = (meanMicros: number, storageBytes: number, meanLonger: number, solved = 4) => ({
    ...measure(record, OPTIMA),
    meanMicros,
    storageBytes,
    meanLonger,
    solved,
  });

  it('is of time, storage and path length', () => {
    const engines = [solving(1, 100, 0), solving(2, 100, 0), solving(2, 50, 0), solving(0.5, 100, 0.1)];
    expect(unbeatenOf(engines, 4)).toEqual([true, false, true, true]);
  });

  it('is not for engines that leave queries unsolved, and they push no other off it', () => {
    expect(unbeatenOf([solving(1, 1, 0, 3), solving(2, 2, 0)], 4)).toEqual([false, true]);
  });
});

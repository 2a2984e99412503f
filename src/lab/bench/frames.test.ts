import { expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { simulateFrames } from './frames.js';

it('walks the same units with a queue and without, and tells how long frames took', async () => {
  const grid = makeGrid('noise', 24, 24, 0.15, 2);
  const results = await simulateFrames(grid, { units: 10, frames: 60, quota: 1000, seed: 3 });
  expect(results.map(({ way }) => way)).toEqual([
    'jps, at once',
    'jps, queue',
    'hpa, at once',
    'hpa, queue',
    'hpa walks, at once',
  ]);
  for (const { over, p50, p95, p99, most, paths, wait } of results) {
    expect(over).toBe(0);
    expect([p50, p95, p99, most]).toEqual([p50, p95, p99, most].sort((a, b) => a - b));
    expect(paths).toBeGreaterThan(9);
    expect(wait).toBeLessThan(1);
  }
  const over = await simulateFrames(grid, { units: 10, frames: 20, quota: 1e-9 });
  expect(over[0]).toMatchObject({ over: 1, wellOver: 1 });
});

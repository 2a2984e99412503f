import { describe, expect, it } from 'vitest';
import { fleetSeconds } from '../cli/commands/estimate.js';
import { FLEET_COSTS, type ModelMap, NO_FAULTS, simulateFleet } from './fleet-model.js';

const FREE = { ...FLEET_COSTS, submit: 0, collect: 0, redis: 0, cache: 0, roundTrip: 0, job: 0, prepare: 0, merge: 0 };
const same = (count: number, seconds: number, shareable = 0): ModelMap[] =>
  Array.from({ length: count }, () => ({ seconds, shareable }));

describe('a simulated fleet', () => {
  it('takes the sum of all times on one worker, and its part on several, where nothing else costs', () => {
    expect(simulateFleet(same(12, 2), 1, FREE).seconds).toBeCloseTo(24);
    expect(simulateFleet(same(12, 2), 4, FREE).seconds).toBeCloseTo(6);
    expect(simulateFleet(same(12, 2), 100, FREE)).toMatchObject({ jobs: 12, seconds: 2 });
    expect(simulateFleet([], 3, FREE).seconds).toBe(0);
  });

  it('shares what is long, and no more', () => {
    // A second alone, 30 in shards of 3 on ten workers, 5 to merge and compress.
    expect(simulateFleet(same(1, 36, 31), 10, FREE).seconds).toBeCloseTo(1 + 3 + 5);
    expect(simulateFleet(same(1, 36, 31), 1, FREE).seconds).toBeCloseTo(36);
    expect(simulateFleet(same(1, 5, 5), 10, FREE).seconds).toBeCloseTo(5);
    expect(simulateFleet(same(1, 36, 31), 10, FREE).jobs).toBe(12);
  });

  it('never takes longer on more workers, nor less than what is not shared', () => {
    const maps = Array.from({ length: 300 }, (_, i) => ({ seconds: 0.2 + (i % 17), shareable: 0.8 * (i % 17) }));
    const times = [1, 2, 5, 20, 100, 500].map((workers) => simulateFleet(maps, workers).seconds);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(times[1]).toBeLessThan(times[0] / 1.9);
    expect(times[5]).toBeGreaterThan(300 * (FLEET_COSTS.submit + FLEET_COSTS.collect));
  });

  it('says what holds it up', () => {
    const { busy } = simulateFleet(same(2000, 0.1), 1000);
    expect(busy.builder).toBeGreaterThan(0.9);
    expect(simulateFleet(same(200, 5), 2).busy.workers).toBeGreaterThan(0.99);
  });

  it('waits for the cache where that is slow', () => {
    const slow = { ...FREE, cache: 0.01 };
    const { seconds, busy } = simulateFleet(same(500, 0.1), 100, slow);
    expect(seconds).toBeGreaterThan(500 * 10 * 0.01);
    expect(busy.cache).toBeGreaterThan(0.9);
    expect(simulateFleet(same(1, 1), 1, { ...FREE, roundTrip: 0.5 }).seconds).toBeCloseTo(1 + 10 * 0.5);
  });

  it('does every map with stragglers, deaths and wrong caches, later than without', () => {
    const maps = same(400, 2);
    const { seconds } = simulateFleet(maps, 20, FREE);
    const run = (faults: object) => simulateFleet(maps, 20, FREE, { ...NO_FAULTS, ...faults });
    expect(run({ stragglers: 0.5, slowdown: 3 }).seconds).toBeGreaterThan(1.3 * seconds);
    const mortal = run({ lifetime: 30 });
    expect(mortal.seconds).toBeGreaterThan(1.1 * seconds);
    expect(mortal.repeated).toBeGreaterThan(5);
    const wrong = run({ wrongCache: 0.5 });
    expect(wrong.seconds).toBeGreaterThan(1.8 * seconds);
    expect(wrong.seconds).toBeLessThan(2.3 * seconds);
  });

  it('agrees with what prep estimate says, where nothing goes wrong', () => {
    const maps = Array.from({ length: 300 }, (_, i) => ({ seconds: 0.2 + (i % 17), shareable: 0.8 * (i % 17) }));
    for (const workers of [1, 8, 60, 500]) {
      const ratio = fleetSeconds(maps, workers) / simulateFleet(maps, workers).seconds;
      expect(ratio).toBeGreaterThan(0.7);
      expect(ratio).toBeLessThan(1.3);
    }
  });
});

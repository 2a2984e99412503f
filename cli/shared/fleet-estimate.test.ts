import { expect, it } from 'vitest';
import { good } from '../../test/prep.js';
import { fleetSeconds } from '../commands/estimate.js';

it('a build by a fleet takes what the workers, the longest map or the machine that builds take, whichever is most', () => {
  const map = { seconds: 10, shareable: 0 };
  expect(fleetSeconds([], 3)).toBe(0);
  expect(fleetSeconds([map], 1)).toBeCloseTo(10.015);
  expect(fleetSeconds([map, map], 1)).toBeCloseTo(20.03);
  expect(fleetSeconds([map, map], 2)).toBeCloseTo(15.015);
  expect(fleetSeconds([map], 100)).toBe(10);
  // A long flood is shared by workers.
  expect(fleetSeconds([{ seconds: 10, shareable: 6 }], 100)).toBeCloseTo(8.5);
  expect(fleetSeconds([{ seconds: 10, shareable: 5 }], 100)).toBe(10);
  expect(fleetSeconds(Array(10_000).fill({ seconds: 0, shareable: 0 }), 100)).toBeCloseTo(60);
});

it('prep estimate --workers adds what all artifacts of all maps take together', async () => {
  const lines = (await good('estimate', 'fixtures/maps/courtyard.map', '--workers', '3', '--json')).trim().split('\n');
  const [fleet, ...artifacts] = lines.map((line) => JSON.parse(line)).reverse();
  const sum = (key: string) => artifacts.reduce((total, one) => total + one[key], 0);
  const { maps, workers, alone, stored, seconds } = fleet.summary;
  expect([maps, workers, stored]).toEqual([1, 3, sum('bytes')]);
  expect(alone).toBeCloseTo(sum('seconds'), 5);
  const shareable = artifacts.find(({ artifact }) => artifact === 'bounds').seconds;
  expect(seconds).toBeCloseTo(fleetSeconds([{ seconds: alone, shareable }], 3), 5);
});

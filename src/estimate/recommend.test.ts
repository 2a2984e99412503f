import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { estimateMap } from './estimate.js';
import { recommend } from './recommend.js';

const file = 'fixtures/maps/courtyard.map';
const reading = { file };
const bytes = readFileSync(file);
const propose = (limits: object) => recommend(bytes, reading, { features: [], ...limits }, 1);

it('artifacts of one file have the grid in it once', async () => {
  const estimates = await estimateMap(bytes, reading, { jps: {}, bounds: {}, hpa: {} }, 1);
  const [jps, bounds, hpa] = ['jps', 'bounds', 'hpa'].map((name) => {
    const found = estimates.find(({ artifact }) => artifact === name);
    return found?.mostBytes ?? found?.bytes ?? 0;
  });
  const bytesOf = ({ proposals }: Awaited<ReturnType<typeof propose>>) =>
    Object.fromEntries(proposals.map((one) => [one.name, one.bytes]));
  // Of jump points the grid is all that is stored.
  expect(bytesOf(await propose({}))).toMatchObject({ jps, hpa, 'jps+bounds': bounds });
  expect(bytesOf(await propose({ features: ['walk'] }))).toMatchObject({
    'jps+hpa': hpa,
    'jps+bounds+hpa': bounds + hpa - jps,
  });
});

it('the best keeps to all limits; where none does, the nearest says what it fails', async () => {
  const wide = await propose({ bytes: 1e6, us: 1e6, features: ['optimal'] });
  expect(wide.best).toBe(wide.nearest);
  expect([wide.best?.optimal, wide.best?.fails]).toEqual([true, []]);
  expect(wide.proposals.filter(({ optimal }) => !optimal).every(({ fails }) => fails.includes('optimal'))).toBe(true);
  const { bytes: least } = wide.proposals.reduce((a, b) => (a.bytes < b.bytes ? a : b));
  const exact = await propose({ bytes: least });
  expect(exact.best?.bytes).toBe(least);
  const narrow = await propose({ bytes: least - 1 });
  expect([narrow.best, narrow.nearest?.fails]).toEqual([undefined, ['size']]);
  const quick = await propose({ us: 1e-6 });
  expect([quick.best, quick.nearest?.fails]).toEqual([undefined, ['time']]);
});

it('what a feature needs is baked beside the way', async () => {
  const { proposals } = await propose({ features: ['walk'] });
  expect(proposals.map(({ name }) => name).sort()).toEqual(
    ['ch+hpa', 'hpa', 'hpa+table', 'jps+bounds+hpa', 'jps+hpa'].sort(),
  );
});

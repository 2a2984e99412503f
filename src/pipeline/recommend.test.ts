import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packBlobs } from '../blob/pack.js';
import { bakeBounds } from '../bounds/bake.js';
import { bakeHpa } from '../hpa/bake.js';
import { bakeJps } from '../jps/bake.js';
import { readMap } from '../maps/read-map.js';
import { bakeTable } from '../table/bake.js';
import { recommend } from './recommend.js';

const file = 'fixtures/maps/courtyard.map';
const reading = { file };
const bytes = readFileSync(file);
const propose = (limits: object) => recommend(bytes, reading, { features: [], ...limits }, 1);

it('artifacts of one file have the grid in it once: their bytes are those of the file that is baked', async () => {
  const { proposals, openCells } = await propose({});
  const { grid } = await readMap(bytes, reading);
  const [jps, hpa] = [await bakeJps(grid), await bakeHpa(grid, { cluster: 20, levels: 1 })];
  const baked: Record<string, Uint8Array> = {
    jps,
    hpa,
    'jps+bounds': packBlobs([jps, await bakeBounds(grid)]),
    'hpa+table': packBlobs([hpa, await bakeTable(hpa)]),
  };
  expect(openCells).toBe(858);
  for (const [name, { length }] of Object.entries(baked)) {
    const said = proposals.find((one) => one.name === name)?.bytes ?? 0;
    // The grid is 200 bytes of that; what is a guess is one from above.
    expect(Math.abs(said - length), `${name}: ${said}, ${length}`).toBeLessThan(400);
  }
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
  expect(proposals.map(({ name }) => name).sort()).toEqual(['ch+hpa', 'hpa', 'hpa+table', 'jps+bounds+hpa', 'jps+hpa'].sort());
});

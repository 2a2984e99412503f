import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { estimateMap } from './estimate.js';
import { recommend } from './recommend.js';

const file = 'fixtures/maps/courtyard.map';
const reading = { file };
const bytes = readFileSync(file);
const propose = (limits: object) => recommend(bytes, reading, { features: [], ...limits }, 1);

it('artifacts of one file have the grid in it once', async () => {
  const estimates = await estimateMap(bytes, reading, { jps: {}, ch: {}, hpa: {} }, 1);
  const [jps, ch, hpa] = ['jps', 'ch', 'hpa'].map((name) => {
    const found = estimates.find(({ artifact }) => artifact === name);
    return found?.mostBytes ?? found?.bytes ?? 0;
  });
  const bytesOf = ({ proposals }: Awaited<ReturnType<typeof propose>>) =>
    Object.fromEntries(proposals.map((one) => [one.name, one.bytes]));
  // Of jump points the grid is all that is stored.
  expect(bytesOf(await propose({}))).toMatchObject({ jps, hpa, ch });
  expect(bytesOf(await propose({ features: ['walk'] }))).toMatchObject({
    'jps+hpa': hpa,
    'ch+hpa': ch + hpa - jps,
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
  expect([narrow.best, narrow.nearest?.fails, narrow.nearest?.bytes]).toEqual([undefined, ['size'], least]);
  const quick = await propose({ us: 1e-6 });
  expect([quick.best, quick.nearest?.fails]).toEqual([undefined, ['time']]);
});

it('what a feature needs is baked beside the way', async () => {
  const { proposals } = await propose({ features: ['walk'] });
  expect(proposals.map(({ name }) => name).sort()).toEqual(
    ['ch+hpa', 'hpa', 'hpa+table', 'jps+bounds+hpa', 'jps+hpa'].sort(),
  );
});

it('what is better comes first: what keeps to all limits, then optimal paths, then the smallest, or the fastest that fits', async () => {
  for (const limits of [{}, { us: 3 }, { bytes: 700 }, { bytes: 1e6 }, { bytes: 1e6, features: ['walk'] }]) {
    const { proposals } = await propose(limits);
    const order = proposals.map(({ fails, optimal, bytes: size, us }): [boolean, boolean, number] => [
      fails.length > 0,
      !optimal,
      'bytes' in limits ? us : size,
    ]);
    const before = (a: (typeof order)[number], b: (typeof order)[number]) =>
      Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]) || a[2] - b[2];
    expect(order).toEqual([...order].sort(before));
  }
});

it('what comes nearest lacks no feature that another has, and passes the limits by least', async () => {
  const { best, nearest, proposals } = await propose({ bytes: 10, us: 0.01, features: ['optimal'] });
  const excess = ({ bytes: size, us }: (typeof proposals)[number]) => Math.max(size / 10, us / 0.01);
  expect(best).toBeUndefined();
  expect(nearest?.fails).toEqual(['size', 'time']);
  const optimal = proposals.filter((one) => one.optimal);
  expect(optimal.map(({ name }) => name).sort()).toEqual(['ch', 'jps', 'jps+bounds']);
  expect(excess(nearest as (typeof proposals)[number])).toBe(Math.min(...optimal.map(excess)));
  // A little too slow is nearer than much too large, and the other way round.
  const [jps, bounds] = ['jps', 'jps+bounds'].map((name) => proposals.find((one) => one.name === name));
  const between = async (size = 0, us = 0) => {
    const found = await propose({ bytes: size, us });
    return [found.nearest?.name, ...(found.nearest?.fails ?? [])];
  };
  expect(await between(jps?.bytes, 0.999 * (jps?.us ?? 0))).toEqual(['jps', 'time']);
  expect(await between((bounds?.bytes ?? 0) - 1, bounds?.us)).toEqual(['jps+bounds', 'size']);
  const slow = await propose({ us: 1e-6 });
  expect(slow.nearest?.us).toBe(Math.min(...slow.proposals.map(({ us }) => us)));
});

it('changes cost what the engine takes that answers after them; other moves are patched by none', async () => {
  const [plain, edits] = [await propose({}), await propose({ features: ['edits'] })];
  const us = ({ proposals }: typeof plain, name: string) => proposals.find((one) => one.name === name)?.us ?? 0;
  expect(us(plain, 'jps+bounds')).toBeLessThan(us(plain, 'jps'));
  expect(us(edits, 'jps+bounds')).toBe(us(plain, 'jps'));
  expect(us(plain, 'ch')).toBeGreaterThan(us(plain, 'jps'));
  expect(us(edits, 'ch')).toBe(us(plain, 'ch'));
  expect(us(edits, 'hpa+table')).toBe(Math.max(us(plain, 'hpa+table'), us(plain, 'hpa')));
  const never = await recommend(bytes, { ...reading, diagonals: 'never' }, { features: ['edits'] }, 1);
  expect(new Set(never.proposals.flatMap(({ fails }) => fails))).toEqual(new Set(['edits']));
});

it('terrain that costs has engines of its own', async () => {
  const found = await Promise.all(
    [[], ['edits' as const]].map((features) =>
      recommend(bytes, { ...reading, costs: { '.': 1, G: 3, S: 8 } }, { features }, 1),
    ),
  );
  const [plain, edits] = found.map(({ proposals }) => Object.fromEntries(proposals.map((one) => [one.name, one.us])));
  // Goal bounds take ten times the bytes of a hierarchy, HPA* takes more bytes and time than jump points alone.
  for (const us of [plain, edits])
    expect(
      Object.keys(us)
        .filter((name) => name !== 'hpa+table')
        .sort(),
    ).toEqual(['ch', 'jps']);
  expect(plain.ch).toBeLessThan(plain.jps);
  expect(edits).toMatchObject({ jps: plain.jps, ch: plain.jps });
  expect(found[1].proposals.flatMap(({ fails }) => fails)).toEqual([]);
});

it('keeps what is near the best on a tiny map that costs: predicted times are right within a factor of two', async () => {
  const text = `type octile\nheight 8\nwidth 8\nmap\n${'..G.S..G\n'.repeat(8)}`;
  const tiny = await recommend(Buffer.from(text), { ...reading, costs: { '.': 1, G: 3, S: 8 } }, { features: [] }, 1);
  expect(tiny.proposals.map(({ name }) => name)).toEqual(expect.arrayContaining(['ch', 'jps']));
});

it('goal bounds are those that bake faster where the smallest would take longer than half a minute', async () => {
  const bounds = async (threads: number) => {
    const { proposals } = await recommend(bytes, reading, { features: [] }, threads);
    return proposals.flatMap(({ artifacts, optimal }) => (artifacts.bounds ? [artifacts.bounds, optimal] : []));
  };
  expect(await bounds(1)).toEqual([{}, true]);
  // A thread in so many would be as slow as a large map.
  expect(await bounds(1e-6)).toEqual([{ exact: false }, true]);
});

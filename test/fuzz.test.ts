import { expect, it } from 'vitest';
import { fuzzCase } from './fuzz.js';
import { fuzzCorpus } from './fuzz-corpus.js';
import { sample } from './samples.js';

const CASES = sample(1500);
/** Cases that have found faults. */
const FOUND = [60_003_451, 760_000_177, 760_002_752, 760_003_140, 760_003_961, 760_005_783, 760_008_378, 760_033_760];

it('hundreds of damaged blobs, and maps, are refused by name or harmless (npm run tool fuzz-blobs tries 100,000)', async () => {
  const corpus = await fuzzCorpus();
  let [refused, forged, paths] = [0, 0, 0];
  for (const i of FOUND) await fuzzCase(corpus, i);
  for (let i = 0; i < CASES; i++) {
    try {
      const result = await fuzzCase(corpus, i);
      refused += Number(result.refused);
      forged += Number(result.forged);
      paths += result.paths;
    } catch (error) {
      throw new Error(`case ${i}: ${(error as Error).message}`, { cause: error });
    }
  }
  // The others changed a byte that says nothing, or nothing.
  expect(refused).toBeGreaterThan(0.8 * CASES);
  expect(refused).toBeLessThan(CASES);
  expect(forged).toBeGreaterThan(0.4 * CASES);
  // Forgeries that load are asked, and mostly answer.
  expect(paths).toBeGreaterThan(0.8 * CASES);
});

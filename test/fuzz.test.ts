import { expect, it } from 'vitest';
import { fuzzCase } from './fuzz.js';
import { fuzzCorpus } from './fuzz-corpus.js';

it('300 damaged blobs, and maps, are refused by name or harmless (npm run fuzz:blobs tries 100,000)', async () => {
  const corpus = await fuzzCorpus();
  let [refused, forged, paths] = [0, 0, 0];
  for (let i = 0; i < 300; i++) {
    try {
      const result = fuzzCase(corpus, i);
      refused += Number(result.refused);
      forged += Number(result.forged);
      paths += result.paths;
    } catch (error) {
      throw new Error(`case ${i}: ${(error as Error).message}`, { cause: error });
    }
  }
  // The others changed a byte that says nothing, or nothing.
  expect(refused).toBeGreaterThan(240);
  expect(refused).toBeLessThan(300);
  expect(forged).toBeGreaterThan(120);
  // Forgeries that load are asked, and mostly answer.
  expect(paths).toBeGreaterThan(250);
});

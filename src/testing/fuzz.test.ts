import { expect, it } from 'vitest';
import { fuzzCase, fuzzCorpus } from './fuzz.js';

it('1500 damaged blobs and maps are refused by name or harmless (npm run fuzz:blobs tries 100,000)', async () => {
  const corpus = await fuzzCorpus();
  let refused = 0;
  for (let i = 0; i < 1500; i++) {
    try {
      if (fuzzCase(corpus, i).refused) refused++;
    } catch (error) {
      throw new Error(`case ${i}: ${(error as Error).message}`, { cause: error });
    }
  }
  // The others changed a byte that says nothing, or nothing.
  expect(refused).toBeGreaterThan(900);
  expect(refused).toBeLessThan(1500);
});

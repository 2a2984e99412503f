import { describe, expect, it } from 'vitest';
import { random } from '../../../test/grids.js';
import { encoder } from './build.js';
import { CONTEXTS, decoder } from './coder.js';

/** Bits with a share of ones for each context. */
function sequence(count: number, shares: number[], seed: number): [context: number, bit: number][] {
  const next = random(seed);
  return Array.from({ length: count }, () => {
    const context = Math.floor(next() * shares.length);
    return [context, Number(next() < shares[context])];
  });
}

describe('coder', () => {
  it.each([
    ['none', 0, [0.5]],
    ['one bit', 1, [0.5]],
    ['fair bits', 5000, [0.5]],
    ['contexts of all kinds', 20000, [0, 1, 0.01, 0.99, 0.3]],
    ['ones', 3000, [1]],
    ['zeros', 3000, [0]],
  ])('gives back what was coded: %s', (_, count, shares) => {
    for (let seed = 1; seed <= 20; seed++) {
      const bits = sequence(count, shares, seed);
      const { code, finish } = encoder();
      for (const [context, bit] of bits) code(context, bit);
      const bytes = finish();
      // Zeros at the end are not stored.
      expect(bytes.at(-1)).not.toBe(0);
      const decode = decoder(bytes);
      for (const [context, bit] of bits) if (decode(context) !== bit) throw new Error(`seed ${seed}`);
    }
  });

  it('takes little more than the entropy', () => {
    const { code, finish } = encoder();
    for (const [context, bit] of sequence(80000, [0.02, 0.5], 3)) code(context, bit);
    // 40,000 fair bits, and 40,000 of 0.1414 bits each.
    expect(finish().length).toBeLessThan(1.01 * (5000 + 707));
  });

  it('reads anything', () => {
    const next = random(5);
    for (let i = 0; i < 50; i++) {
      const decode = decoder(Uint8Array.from({ length: i }, () => 256 * next()));
      let ones = 0;
      for (let k = 0; k < 2000; k++) ones += decode(k % CONTEXTS);
      expect(ones).toBeLessThanOrEqual(2000);
    }
  });
});

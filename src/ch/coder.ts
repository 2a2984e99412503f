/**
 * Adaptive binary arithmetic coding (Witten, Neal & Cleary 1987; carryless, as in M. Mahoney's fpaq0): each bit is
 * coded with the share of ones that its context has had so far. Both ends keep the same counts, so nothing but the bits
 * is stored.
 *
 * Measured and decided: docs/decisions/contraction-hierarchies-arithmetic-coded-bits.md.
 */

/** Number of contexts. */
export const CONTEXTS = 512;
/** Shares have 16 bits, and stay this far from certainty. */
const ONE = 65536;
const LEAST = 32;
/** An observation weighs as much as so many before it, at most. */
const MEMORY = 255;

/**
 * Both ends of a code.
 * @param decide says whether the next bit is a one; numbers up to the split, of those that are left, stand for that
 * @param shift called when the first byte of the numbers that are left is certain
 * @returns codes a bit of a context, and the least number that is left
 */
export function coder(
  decide: (split: number) => boolean,
  shift: (byte: number) => void,
): [code: (context: number) => number, low: () => number] {
  const shares = new Uint16Array(CONTEXTS).fill(ONE / 2);
  const counts = new Uint8Array(CONTEXTS);
  // Low and high of the interval, in an array: closure variables would be boxed at each change.
  const ends = Uint32Array.of(0, 0xffffffff);
  const code = (context: number) => {
    const share = shares[context];
    let low = ends[0];
    let high = ends[1];
    const split = low + Math.floor(((high - low) * share) / ONE);
    const bit = decide(split) ? 1 : 0;
    if (bit) high = split;
    else low = split + 1;
    const next = share + Math.trunc((bit * ONE - share) / (counts[context] + 1.5));
    shares[context] = Math.min(Math.max(next, LEAST), ONE - LEAST);
    if (counts[context] < MEMORY) counts[context]++;
    for (; low >>> 24 === high >>> 24; high = ((high << 8) | 255) >>> 0) {
      shift(low >>> 24);
      low = (low << 8) >>> 0;
    }
    ends[0] = low;
    ends[1] = high;
    return bit;
  };
  return [code, () => ends[0]];
}

/** @param bytes may be anything; behind their end are zeros */
export function decoder(bytes: Uint8Array): (context: number) => number {
  let at = 0;
  const number = new Uint32Array(1);
  const shift = () => {
    // Undefined counts as 0.
    number[0] = (number[0] << 8) | bytes[at++];
  };
  for (let i = 0; i < 4; i++) shift();
  return coder((split) => number[0] <= split, shift)[0];
}

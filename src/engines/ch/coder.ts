/**
 * Adaptive binary arithmetic coding (Witten, Neal & Cleary 1987; carryless, as in M. Mahoney's fpaq0): each bit is
 * coded with the share of ones in its context so far. Encoder and decoder keep the same counts, so only the bits are
 * stored.
 *
 * Measured and decided: docs/decisions/contraction-hierarchies.md.
 */

export const CONTEXTS = 512;
/** Shares have 16 bits, and stay this far from certainty. */
const ONE = 65536;
const LEAST = 32;
/** Most observations that are counted, so that new ones keep a weight. */
const MEMORY = 255;

/** Model of a new context. A model is share of ones * 256 + number of observations. */
export const UNKNOWN = (ONE / 2) << 8;

/** Numbers from `low` to the result stand for a one, those above it up to `high` for a zero; all have 32 bits. */
export function split(low: number, high: number, model: number): number {
  const range = high - low;
  const share = model >>> 8;
  return (low + Math.imul(range >>> 16, share) + (Math.imul(range & (ONE - 1), share) >>> 16)) | 0;
}

export function learn(model: number, bit: number): number {
  const share = model >>> 8;
  const count = model & 255;
  const next = share + (((bit * ONE - share) / (count + 1.5)) | 0);
  return (Math.min(Math.max(next, LEAST), ONE - LEAST) << 8) | (count < MEMORY ? count + 1 : MEMORY);
}

/** @param bytes any; zeros follow their end */
export function decoder(bytes: Uint8Array): (context: number) => number {
  const models = new Int32Array(CONTEXTS).fill(UNKNOWN);
  // Low and high of the interval, number, next byte. An array, because V8 boxes variables that a closure changes. With
  // low = high = 0 the first call reads four bytes.
  const state = new Int32Array(4);
  return (context) => {
    const model = models[context];
    let low = state[0];
    let high = state[1];
    for (; (low ^ high) >>> 24 === 0; low <<= 8) {
      high = (high << 8) | 255;
      // Undefined counts as 0.
      state[2] = (state[2] << 8) | bytes[state[3]++];
    }
    const middle = split(low, high, model);
    const bit = state[2] >>> 0 <= middle >>> 0 ? 1 : 0;
    state[0] = bit ? low : middle + 1;
    state[1] = bit ? middle : high;
    models[context] = learn(model, bit);
    return bit;
  };
}

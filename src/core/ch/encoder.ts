/** The other end of `coder.ts`. */
import { CONTEXTS, learn, split, UNKNOWN } from './coder.js';

/** @returns codes a bit, and what gives the bytes when it has them all */
export function encoder(): { code: (context: number, bit: number) => number; finish: () => Uint8Array } {
  const models = new Int32Array(CONTEXTS).fill(UNKNOWN);
  const bytes: number[] = [];
  let low = 0;
  let high = -1;
  return {
    code(context, bit) {
      const middle = split(low, high, models[context]);
      if (bit) high = middle;
      else low = (middle + 1) | 0;
      models[context] = learn(models[context], bit);
      for (; (low ^ high) >>> 24 === 0; low <<= 8) {
        bytes.push(low >>> 24);
        high = (high << 8) | 255;
      }
      return bit;
    },
    finish() {
      // The least number whose other bytes are zeros, which need not be stored.
      bytes.push(Math.ceil((low >>> 0) / 2 ** 24));
      while (bytes.at(-1) === 0) bytes.pop();
      return Uint8Array.from(bytes);
    },
  };
}

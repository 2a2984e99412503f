/** The other end of `coder.ts`. */
import { coder } from './coder.js';

/** @returns codes a bit, and what gives the bytes when it has them all */
export function encoder(): { code: (context: number, bit: number) => number; finish: () => Uint8Array } {
  let bytes = new Uint8Array(1024);
  let length = 0;
  let next = 0;
  const put = (byte: number) => {
    if (length === bytes.length) {
      const longer = new Uint8Array(2 * length);
      longer.set(bytes);
      bytes = longer;
    }
    bytes[length++] = byte;
  };
  const [code, low] = coder(() => next > 0, put);
  return {
    code(context, bit) {
      next = bit;
      return code(context);
    },
    finish() {
      // The least number whose other bytes are zeros, which need not be stored.
      put(Math.ceil(low() / 2 ** 24));
      while (length > 0 && bytes[length - 1] === 0) length--;
      return bytes.slice(0, length);
    },
  };
}

/** Reads MessagePack: what metadata are made of, and nothing else. Writing is msgpackr's, in tools. */
import { MOST_META_DEPTH, MOST_META_VALUES } from '../limits.js';

/**
 * Strict UTF-8 without `TextDecoder`, which some hosts lack or have without `fatal`.
 * @throws {URIError} if it is malformed
 */
const textOf = (bytes: Uint8Array): string =>
  decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));

/** Budget of a list, a map or a text in addition to its entries. */
const PART = 8;

/** How many values may still be read. */
export interface Budget {
  left: number;
}

export const newBudget = (): Budget => ({ left: MOST_META_VALUES });

/**
 * One value that takes all of the bytes: maps, lists, texts, numbers, booleans, null, and undefined as msgpackr writes
 * it.
 * @param budget of all values that are read together: a list that declares more entries than it has bytes is refused
 * @throws {RangeError | TypeError | URIError} if it is another kind of value, the bytes end too soon or too late, or
 * the budget does
 */
export function unpack(bytes: Uint8Array, budget = newBudget()): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  let depth = 0;
  /** A whole number of 1, 2 or 4 bytes. */
  const whole = (size: number): number => {
    at += size;
    return size > 2 ? view.getUint32(at - 4) : size > 1 ? view.getUint16(at - 2) : view.getUint8(at - 1);
  };
  /** Takes entries out of the budget before any of them is read; each has a byte at least. */
  const take = (entries: number) => {
    budget.left -= entries + PART;
    if (entries > bytes.length - at || budget.left < 0) throw new RangeError('short');
  };
  const text = (length: number): string => {
    take(length);
    at += length;
    return textOf(bytes.subarray(at - length, at));
  };
  const list = (length: number): unknown[] => {
    take(length);
    if (++depth > MOST_META_DEPTH) throw new RangeError('too deep');
    const values: unknown[] = [];
    for (let left = length; left > 0; left--) values.push(read());
    depth--;
    return values;
  };
  const map = (length: number) =>
    Object.fromEntries(list(2 * length).flatMap((key, i, all) => (i % 2 ? [] : [[key, all[i + 1]]])));
  const read = (): unknown => {
    const tag = whole(1);
    if (tag < 0x80) return tag;
    if (tag < 0x90) return map(tag & 15);
    if (tag < 0xa0) return list(tag & 15);
    if (tag < 0xc0) return text(tag & 31);
    if (tag > 0xdf) return tag - 256;
    if (tag === 0xcf || tag === 0xd3) {
      const long = tag & 4 ? view.getBigUint64(at) : view.getBigInt64(at);
      at += 8;
      return Number.isSafeInteger(Number(long)) ? Number(long) : long;
    }
    const size = 1 << (tag & 3);
    if (tag > 0xdd) return map(whole(size >> 1));
    if (tag > 0xdb) return list(whole(2 << (tag & 1)));
    if (tag > 0xd8) return text(whole(size >> 1));
    if (tag > 0xcf && tag < 0xd4) return whole(size) - (bytes[at - size] > 127 ? 2 ** (8 * size) : 0);
    if (tag > 0xcb && tag < 0xd0) return whole(size);
    if (tag === 0xca || tag === 0xcb) {
      at += 4 << (tag & 1);
      return tag & 1 ? view.getFloat64(at - 8) : view.getFloat32(at - 4);
    }
    // An extension of one byte, type 0.
    if (tag === 0xd4 && whole(2) < 256) return undefined;
    if (tag === 0xc0) return null;
    if (tag >> 1 !== 0x61) throw new TypeError(`tag ${tag}`);
    return tag > 0xc2;
  };
  const value = read();
  if (at !== bytes.length) throw new RangeError('long');
  return value;
}

/** Bits of a word, and ranks in a set of (cell, direction) pairs: eight bits a cell, four cells a word. */

/** Number of bits that are 1. */
export function countBits(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/**
 * Number of pairs before (cell, d) in a mask.
 * @param words direction bits, a byte a cell @param before pairs before each word that holds one
 * @param mask bits of a word that count
 */
export function rank(words: Uint32Array, before: Int32Array, mask: number, cell: number, d: number): number {
  return before[cell >> 2] + countBits(words[cell >> 2] & mask & ((1 << ((cell & 3) * 8 + d)) - 1));
}

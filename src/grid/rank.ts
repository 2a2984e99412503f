/** Ranks in a set of (cell, direction) pairs: eight bits a cell, four cells a word. */

/**
 * Number of pairs before (cell, d) among those of a mask.
 * @param words one byte of direction bits per cell, as 32-bit words
 * @param before number of pairs before each word; needed only for words that hold one
 * @param mask which bits of a word count
 */
export function rank(words: Uint32Array, before: Int32Array, mask: number, cell: number, d: number): number {
  let v = words[cell >> 2] & mask & ((1 << ((cell & 3) * 8 + d)) - 1);
  v -= (v >>> 1) & 0x55555555;
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return before[cell >> 2] + ((((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24);
}

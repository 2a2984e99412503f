/** Small deterministic generator (xorshift32): the same numbers for the same seed, everywhere. @returns numbers from 0 up to, not including, 1 */
export function random(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

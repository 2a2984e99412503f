/** Random choices of benchmarks. */
export { random } from '../maps/random.js';

/** Puts a list into seeded random order, in place. */
export function shuffle<T>(list: T[], next: () => number): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

/** `npm test` tries a sixteenth of what `npm run test:long` tries: the same tests, fewer grids, maps, bytes and seeds. */

/** Whether all is to be tried; `vitest.long.config.ts` says so. */
export const ALL_SAMPLES = process.env.GRIDPREP_SAMPLES === 'all';

const EVERY = 16;

/** @returns the number of random cases to try */
export function sample(all: number): number {
  return ALL_SAMPLES ? all : Math.ceil(all / EVERY);
}

/** @returns how far apart the samples of a long row are, for loops over bytes or seeds in their order */
export const STRIDE = ALL_SAMPLES ? 1 : EVERY;

/** Every sixteenth item of a list, starting with the first. */
export function sampleOf<T>(list: T[]): T[] {
  return list.filter((_, i) => i % STRIDE === 0);
}

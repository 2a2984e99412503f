/** `npm test` tries a sixteenth of what `npm run test:long` tries: the same tests, fewer grids, maps, bytes and seeds. */

/** Whether all is to be tried; `vitest.long.config.ts` says so. */
export const ALL_SAMPLES = process.env.GRIDPREP_SAMPLES === 'all';

const EVERY = 16;

/**
 * @param every of how many cases one is tried in `npm test`: more than usual where each takes long
 * @returns the number of random cases to try
 */
export function sample(all: number, every = EVERY): number {
  return ALL_SAMPLES ? all : Math.ceil(all / every);
}

/** @returns how far apart the samples of a long row are, for loops over bytes or seeds in their order */
export const STRIDE = ALL_SAMPLES ? 1 : EVERY;

/** Every sixteenth item of a list, starting with the first. */
export function sampleOf<T>(list: T[]): T[] {
  return list.filter((_, i) => i % STRIDE === 0);
}

/**
 * The same tests with fewer or more grids, maps, bytes and seeds: `npm test` tries one of 32, `npm run test:long`
 * one of eight, and `GRIDPREP_SAMPLES=all npm run test:long` all of them.
 */
const { GRIDPREP_SAMPLES: samples } = process.env;

/** Whether these are the long tests; `vitest.long.config.ts` says so. */
export const IS_LONG = samples !== undefined;

/** Of how many cases one is tried in a long row: loops over bytes or seeds in their order take steps of it. */
export const STRIDE = samples === 'all' ? 1 : IS_LONG ? 8 : 32;

/**
 * @param every of how many cases `npm test` tries one, where at least eight are too many or one of 32 too few
 * @returns the number of random cases to try
 */
export function sample(all: number, every?: number): number {
  const cases = Math.ceil(all / ((!IS_LONG && every) || STRIDE));
  return IS_LONG || every ? cases : Math.max(cases, Math.min(all, 8));
}

/** Items of a list that are tried, the first among them. */
export function sampleOf<T>(list: T[]): T[] {
  return list.filter((_, i) => i % STRIDE === 0);
}

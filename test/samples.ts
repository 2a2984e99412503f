/**
 * The same tests with fewer or more grids, maps, bytes and seeds: `npm test` tries a sixteenth of all, `npm run test:long`
 * a quarter, and `GRIDPREP_SAMPLES=all npm run test:long` all of them.
 */
const { GRIDPREP_SAMPLES: samples } = process.env;

/** Whether these are the long tests; `vitest.long.config.ts` says so. */
export const IS_LONG = samples !== undefined;

/** Of how many cases one is tried in a long row: loops over bytes or seeds in their order take steps of it. */
export const STRIDE = samples === 'all' ? 1 : IS_LONG ? 4 : 16;

/**
 * @param every of how many cases `npm test` tries one: more than usual where each takes long
 * @returns the number of random cases to try
 */
export function sample(all: number, every = STRIDE): number {
  return Math.ceil(all / (IS_LONG ? STRIDE : every));
}

/** Items of a list that are tried, the first among them. */
export function sampleOf<T>(list: T[]): T[] {
  return list.filter((_, i) => i % STRIDE === 0);
}

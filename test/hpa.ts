/** Random abstractions for property tests. */
import fc from 'fast-check';
import { type Grid, setCosts } from '../src/core/grid/grid.js';
import type { HpaBuildOptions } from '../src/engines/hpa/abstraction.js';
import { anyGrid, picture, random } from './grids.js';
import { sample } from './samples.js';

export interface HpaCase {
  grid: Grid;
  options: HpaBuildOptions;
}

/** Grids up to `side`, half of them with cell costs; clusters 2 to 16, levels 1 to 4. */
function anyCase(side: number): fc.Arbitrary<HpaCase> {
  return fc
    .record({
      grid: anyGrid(side),
      highest: fc.constantFrom(1, 1, 2, 9, 255),
      seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      options: fc.record({
        cluster: fc.integer({ min: 2, max: 16 }),
        levels: fc.integer({ min: 1, max: 4 }),
        merge: fc.integer({ min: 2, max: 4 }),
        entranceWidth: fc.integer({ min: 1, max: 12 }),
        paths: fc.boolean(),
      }),
    })
    .map(({ grid, highest, seed, options }) => {
      const next = random(seed);
      // Patches of equal cost, as terrain has, rather than noise.
      const patch = Array.from({ length: 400 }, () => 1 + Math.floor(next() * highest));
      setCosts(grid, (x, y) => patch[((x >> 2) + 20 * (y >> 2)) % 400]);
      return { grid, options };
    });
}

/**
 * Runs a property; a failure prints its seed, the options and the shrunk grid.
 * @param runs of the long suite; the default one tries a sample
 */
export function forAllHpa(side: number, runs: number, property: (c: HpaCase) => void): void {
  fc.assert(
    fc.property(anyCase(side), (c) => {
      try {
        property(c);
      } catch (error) {
        const costs = c.grid.costs ? ', with costs' : '';
        throw new Error(`${(error as Error).message}\n${JSON.stringify(c.options)}${costs}\n${picture(c.grid)}`, {
          cause: error,
        });
      }
    }),
    { numRuns: sample(runs) },
  );
}

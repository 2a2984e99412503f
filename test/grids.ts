/** Small random maps for property tests: noise of every density, mazes, combs, rooms. */
import fc from 'fast-check';
import { generateMap } from '../src/core/generate/generate.js';
import { type Grid, gridFrom } from '../src/core/grid/grid.js';
import { random } from '../src/core/grid/sample.js';
import { sample } from './samples.js';

export { random };

/** A grid from a picture: `#` is blocked, anything else open. */
export function drawn(picture: string): Grid {
  const rows = picture
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '');
  return gridFrom(rows[0].length, rows.length, (x, y) => rows[y][x] !== '#');
}

/** The picture of a grid, for messages of failed properties. */
export function picture(grid: Grid): string {
  const rows = Array.from({ length: grid.height }, (_, y) =>
    Array.from({ length: grid.width }, (_, x) => (grid.isOpen(x, y) ? '.' : '#')).join(''),
  );
  return rows.join('\n');
}

export type Kind = 'noise' | 'maze' | 'comb' | 'rooms';

/** @param density share of blocked cells, for noise; of doors and gaps, for the others */
export function makeGrid(kind: Kind, width: number, height: number, density: number, seed: number): Grid {
  return generateMap(kind, { width, height, density, seed });
}

/** Grids of 1 x 1 up to `side` x `side`. */
export function anyGrid(side: number): fc.Arbitrary<Grid> {
  const length = fc.integer({ min: 1, max: side });
  return fc
    .record({
      kind: fc.constantFrom<Kind>('noise', 'noise', 'maze', 'comb', 'rooms'),
      width: length,
      height: length,
      density: fc.double({ min: 0, max: 1, noNaN: true }),
      seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    })
    .map((m) => makeGrid(m.kind, m.width, m.height, m.density, m.seed));
}

/**
 * Runs a property; a failure prints its seed and the shrunk grid as a picture.
 * @param runs of the long suite; the default one tries a sample
 */
export function forAllGrids(side: number, runs: number, property: (grid: Grid) => void): void {
  fc.assert(
    fc.property(anyGrid(side), (grid) => {
      try {
        property(grid);
      } catch (error) {
        throw new Error(`${(error as Error).message}\n${picture(grid)}`, { cause: error });
      }
    }),
    { numRuns: sample(runs) },
  );
}

/** Small random maps for property tests: noise of every density, mazes, combs, rooms. */
import fc from 'fast-check';
import { type Grid, gridFrom } from '../src/grid/grid.js';

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

/** Small deterministic generator (xorshift32): the same maps for the same seed, everywhere. */
export function random(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export type Kind = 'noise' | 'maze' | 'comb' | 'rooms';

/** @param density share of blocked cells, for noise; of doors and gaps, for the others */
export function makeGrid(kind: Kind, width: number, height: number, density: number, seed: number): Grid {
  const next = random(seed);
  const grid = gridFrom(width, height, (x, y) => {
    if (kind === 'noise') return next() >= density;
    if (kind === 'comb') return x % 3 !== 1 || y === (x % 6 === 1 ? 0 : height - 1) || next() < density / 4;
    if (kind === 'rooms') return (x % 5 !== 4 && y % 5 !== 4) || next() < density / 2;
    return x % 2 === 0 && y % 2 === 0;
  });
  if (kind === 'maze') carve(grid, next);
  return grid;
}

/** Opens one wall beside every second cell (binary-tree maze), and a few more, so that there are loops. */
function carve(grid: Grid, next: () => number): void {
  for (let y = 0; y < grid.height; y += 2) {
    for (let x = 0; x < grid.width; x += 2) {
      const west = x > 0 && (y === 0 || next() < 0.5);
      if (west) grid.open[grid.cell(x - 1, y)] = 1;
      else if (y > 0) grid.open[grid.cell(x, y - 1)] = 1;
      if (x > 0 && next() < 0.1) grid.open[grid.cell(x - 1, y)] = 1;
    }
  }
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

/** Runs a property; a failure prints its seed and the shrunk grid as a picture. */
export function forAllGrids(side: number, runs: number, property: (grid: Grid) => void): void {
  fc.assert(
    fc.property(anyGrid(side), (grid) => {
      try {
        property(grid);
      } catch (error) {
        throw new Error(`${(error as Error).message}\n${picture(grid)}`, { cause: error });
      }
    }),
    { numRuns: runs },
  );
}

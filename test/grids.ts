/** Small random maps for property tests: noise of every density, mazes, combs, rooms. */
import fc from 'fast-check';
import { anchorsIn, withMoves } from '../src/core/grid/clearance.js';
import { type Grid, gridFrom, setCosts } from '../src/core/grid/grid.js';
import { ALL_RULES, isHex, MOVE_RULES, type MoveRule } from '../src/core/grid/rules.js';
import { random } from '../src/core/grid/sample.js';
import { generateMap } from '../src/maps/generate/generate.js';
import { sample } from './samples.js';

export { random };

export const HEX_RULES = ALL_RULES.slice(MOVE_RULES.length);

/** All cells, row by row. */
export function cellsOf({ width, height }: Pick<Grid, 'width' | 'height'>): [x: number, y: number][] {
  return Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width)]);
}

/** A random cell. @param next numbers from 0 to below 1 */
export function anyCell(map: Pick<Grid, 'width' | 'height'>, next: () => number): [x: number, y: number] {
  return [Math.floor(next() * map.width), Math.floor(next() * map.height)];
}

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

/** Random maps of a rule, from nearly open to half blocked. */
export function forSomeMaps(
  rule: MoveRule,
  [side, count]: [side: number, count: number],
  property: (grid: Grid, i: number) => void,
): void {
  for (let i = 0; i < count; i++)
    property(withMoves(makeGrid('noise', 3 + (i % side), side, 0.05 + (i % 9) / 20, i), rule), i);
}

/** Units of several sizes, on plain and on weighted terrain. */
export const UNITS: readonly (readonly [size: number, isWeighted: boolean])[] = [
  [1, false],
  [1, true],
  [2, false],
  [3, true],
];

/** {@link forAllGrids} under a move rule, for units of a size. Hexagons have units of one cell only. */
export function forAllUnits(
  rule: MoveRule,
  [size, isWeighted]: (typeof UNITS)[number],
  [side, runs]: [side: number, runs: number],
  property: (grid: Grid, next: () => number) => void,
): void {
  if (isHex({ moveRule: rule }) && size > 1) return;
  let round = 0;
  forAllGrids(side, runs, (cells) => {
    if (isWeighted) setCosts(cells, (x, y) => 1 + (((x >> 1) * y) % 4));
    property(withMoves(size > 1 ? anchorsIn(cells, size) : cells, rule), random(++round));
  });
}

/**
 * Reads MovingAI `.map` files (Sturtevant 2012): four header lines, then one letter per cell.
 *
 *     type octile
 *     height 2
 *     width 3
 *     map
 *     ..@
 *     .T.
 */

import { MapError } from '../core/errors.js';
import { countOpen, Grid, isSide } from '../core/grid/grid.js';
import { MAX_COST, MAX_SIDE } from '../core/limits.js';
import { quote } from './text.js';

export const TERRAIN_LETTERS = '.GSTWO@';
/** Letters open by default: ground and shallow water, as in the benchmark's scenarios. */
export const DEFAULT_TERRAIN = '.GS';

/** The byte order mark that some editors put before UTF-8. */
const MARK = [0xef, 0xbb, 0xbf];
const LF = 10;
const CR = 13;
const EXPECTED = 'expected a MovingAI map, which starts with "type octile"';

export interface MapOptions {
  /** Name in error messages. */
  file: string;
  /** The terrain profile: letters that are open. */
  terrain: string;
  /** Cost of a cell by its letter, 1 to 255; letters that are not named cost 1. */
  costs: Readonly<Record<string, number>>;
}
export const MAP_DEFAULTS: MapOptions = { file: 'map', terrain: DEFAULT_TERRAIN, costs: {} };

/**
 * Reads a MovingAI map.
 *
 *     const grid = parseMap(await readFile('arena.map'), { file: 'arena.map', costs: { S: 3 } });
 * @returns the grid, its `terrain` the profile in code order
 * @param counts gets how many cells have each letter
 * @throws {MapError} naming file, line and column, what was found and what is allowed
 */
export function parseMap(bytes: Uint8Array, options: Partial<MapOptions> = {}, counts = new Uint32Array(256)): Grid {
  const { file, terrain, costs } = { ...MAP_DEFAULTS, ...options };
  const profile = terrainProfile(terrain);
  const prices = terrainCosts(costs, profile);
  const text = MARK.every((byte, i) => bytes[i] === byte) ? bytes.subarray(MARK.length) : bytes;
  refuseBinary(text, file);
  const lines = new Lines(text, file);
  const { width, height } = readHeader(lines);
  const grid = new Grid(width, height, profile);
  if (prices) grid.costs = new Uint8Array(grid.open.length);
  for (let y = 0; y < height; y++) readRow(lines, grid, y, prices, counts);
  while (lines.next()) {
    if (lines.text().trim() !== '')
      lines.fail(1, `found ${quote(lines.text())} after the last row; the header says height ${height}`);
  }
  if (grid.costs?.every((cost) => cost < 2)) grid.costs = undefined;
  if (countOpen(grid) === 0)
    throw new MapError(`${file}: no cell is open; letters read as open are ${quote(profile)}, see --terrain`);
  return grid;
}

/** Sorts a terrain profile, without repeats. @throws {MapError} if it is empty or has an unknown letter */
export function terrainProfile(letters: string): string {
  const profile = [...new Set(letters)].sort().join('');
  if (profile === '')
    throw new MapError(`terrain profile is empty; give the letters that are open, from ${TERRAIN_LETTERS}`);
  for (const letter of profile) {
    if (!TERRAIN_LETTERS.includes(letter))
      throw new MapError(`terrain profile has unknown letter ${quote(letter)}; known are ${TERRAIN_LETTERS}`);
  }
  return profile;
}

/** Cost per letter byte; undefined if all are 1. @throws {MapError} if a letter is blocked, or a cost out of range */
export function terrainCosts(costs: Readonly<Record<string, number>>, profile: string): Uint8Array | undefined {
  const prices = new Uint8Array(256).fill(1);
  for (const [letter, cost] of Object.entries(costs)) {
    if (letter.length !== 1 || !profile.includes(letter)) {
      throw new MapError(
        `a cost is given for ${quote(letter)}, which is not open; letters read as open are ${quote(profile)}, see ` +
          '--terrain',
      );
    }
    if (!Number.isInteger(cost) || cost < 1 || cost > MAX_COST) {
      throw new MapError(
        `the cost of ${quote(letter)} is ${JSON.stringify(cost)}, allowed is a whole number from 1 to ${MAX_COST}`,
      );
    }
    prices[letter.charCodeAt(0)] = cost;
  }
  return prices.some((price) => price > 1) ? prices : undefined;
}

/**
 * Reads the header of a map whose rows are read piece by piece.
 * @param bytes the first of the file, more than its header has
 * @param most longest side that is allowed
 * @returns sides, and the bytes and lines before the first row
 * @throws {MapError} as {@link parseMap}
 */
export function readMapHeader(bytes: Uint8Array, file: string, most: number) {
  const mark = MARK.every((byte, i) => bytes[i] === byte) ? MARK.length : 0;
  const text = bytes.subarray(mark);
  refuseBinary(text, file);
  const lines = new Lines(text, file);
  const sides = readHeader(lines, most);
  return { ...sides, offset: mark + lines.nextStart, lines: lines.number };
}

function refuseBinary(bytes: Uint8Array, file: string): void {
  if (bytes.length === 0) throw new MapError(`${file}: the file is empty; ${EXPECTED}`);
  const head = bytes.subarray(0, 1024);
  const at = head.findIndex((b) => (b < 32 && b !== 9 && b !== LF && b !== CR) || b > 126);
  if (at >= 0)
    throw new MapError(
      `${file}: byte ${at} is 0x${head[at].toString(16).padStart(2, '0')}, so this is not a text file; ${EXPECTED}`,
    );
}

/** The lines of a file, LF or CRLF, without copying them. */
class Lines {
  number = 0;
  start = 0;
  end = 0;
  nextStart = 0;

  constructor(
    readonly bytes: Uint8Array,
    private readonly file: string,
  ) {}

  /** Goes to the next line. @returns false at the end of the file */
  next(): boolean {
    const { bytes } = this;
    if (this.nextStart >= bytes.length) return false;
    this.start = this.nextStart;
    const lf = bytes.indexOf(LF, this.start);
    this.end = lf < 0 ? bytes.length : lf;
    this.nextStart = this.end + 1;
    if (this.end > this.start && bytes[this.end - 1] === CR) this.end--;
    this.number++;
    return true;
  }

  text(): string {
    return String.fromCharCode(...this.bytes.subarray(this.start, Math.min(this.end, this.start + 200)));
  }

  fail(column: number, message: string): never {
    throw new MapError(`${this.file}:${this.number}:${column}: ${message}`);
  }
}

function readHeader(lines: Lines, most = MAX_SIDE): { width: number; height: number } {
  const expectLine = (expected: string) => {
    if (lines.next()) return;
    lines.number++;
    lines.fail(1, `the file ends here, expected ${expected}`);
  };
  const expectWord = (expected: string) => {
    expectLine(quote(expected));
    const header = lines.text().trim().replace(/\s+/g, ' ');
    if (header.toLowerCase() !== expected) lines.fail(1, `found ${quote(header)}, expected ${quote(expected)}`);
  };
  expectWord('type octile');
  const sides: Record<string, number> = {};
  for (let missing = ['height', 'width']; missing.length > 0; missing = missing.filter((side) => !(side in sides))) {
    const expected = missing.map((side) => `"${side} N"`).join(' or ');
    expectLine(expected);
    const [, word, value] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(lines.text()) as RegExpExecArray;
    const name = word.toLowerCase();
    if (!missing.includes(name)) lines.fail(1, `found ${quote(lines.text().trim())}, expected ${expected}`);
    const column = lines.text().indexOf(value, name.length) + 1;
    if (!/^\d+$/.test(value) || !isSide(Number(value), most))
      lines.fail(column, `${name} is ${quote(value)}, allowed is a whole number from 1 to ${most}`);
    sides[name] = Number(value);
  }
  expectWord('map');
  return { width: sides.width, height: sides.height };
}

/** Per byte: 0 unknown letter, 1 known. */
const KNOWN = new Uint8Array(256);
for (const letter of TERRAIN_LETTERS) KNOWN[letter.charCodeAt(0)] = 1;

function readRow(lines: Lines, grid: Grid, y: number, prices: Uint8Array | undefined, counts: Uint32Array): void {
  const { width, height } = grid;
  if (!lines.next()) {
    lines.number++;
    lines.fail(1, `the file ends after ${y} rows, the header says height ${height}`);
  }
  const { bytes, start } = lines;
  const length = lines.end - start;
  const row = grid.cell(0, y);
  for (let x = 0; x < Math.min(width, length); x++) {
    const letter = bytes[start + x];
    if (KNOWN[letter] === 0) {
      lines.fail(x + 1, `unknown terrain letter ${quote(String.fromCharCode(letter))}; known are ${TERRAIN_LETTERS}`);
    }
    counts[letter]++;
    grid.open[row + x] = grid.terrain.includes(String.fromCharCode(letter)) ? 1 : 0;
    if (prices && grid.costs) grid.costs[row + x] = grid.open[row + x] * prices[letter];
  }
  if (length !== width)
    lines.fail(Math.min(width, length) + 1, `row ${y} has ${length} cells, the header says width ${width}`);
}

/** Tables in text: numbers between commas, semicolons, tabs or spaces, or a character a cell, with a legend. */
import { MapError } from '../errors.js';
import { MAX_COST, MAX_SIDE } from '../grid/grid.js';
import type { ReadFile } from './files.js';
import { BLOCKED, checkSides, type MapLevel, type Meaning, Plane, readLegend } from './plane.js';
import { quote, quoteAll } from './text.js';

/** Options of tables of numbers or characters. */
export interface CsvOptions {
  /** Meaning of characters of a picture or words between commas, over `CSV_LEGEND`. */
  legend: Readonly<Record<string, Meaning>>;
}
export const CSV_DEFAULTS: CsvOptions = { legend: {} };

/** Characters of pictures, unless a legend says otherwise: 1 to 9 are costs. */
export const CSV_LEGEND: Readonly<Record<string, Meaning>> = {
  '#': 'blocked',
  '@': 'blocked',
  '0': 'blocked',
  '.': 'open',
  ' ': 'open',
  ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [String(i + 1), i + 1])),
};

const SEPARATORS: [string, RegExp][] = [
  [',', /,/],
  [';', /;/],
  ['\t', /\t/],
  [' ', / +/],
];
const HINT = 'a 0, "#" or "@" is blocked unless csv.legend (--csv.legend) says otherwise';

/** @throws {MapError} naming file, line, cell, what was found and what is allowed */
export function readCsv({ file, bytes }: ReadFile, given: Partial<CsvOptions> = {}): MapLevel {
  const { legend } = { ...CSV_DEFAULTS, ...given };
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\r|\n/);
  while (lines.length > 0 && lines[lines.length - 1].trim() === '') lines.pop();
  if (lines.length === 0) throw new MapError(`${file}: the file is empty; expected rows of numbers, or of characters`);
  const separator = separatorOf(lines, legend);
  const price = separator ? fieldPrice(legend) : characterPrice(legend);
  const rowOf = (line: string) => (separator ? fields(line, separator) : Array.from(line));
  const width = separator ? rowOf(lines[0]).length : widest(lines);
  checkSides(width, lines.length, file);
  const plane = new Plane(width, lines.length, file);
  lines.forEach((line, y) => {
    const row = rowOf(line);
    // Editors strip spaces at the end of a line: of a picture they are open cells again.
    if (!separator) while (row.length < width) row.push(' ');
    if (row.length !== width)
      throw new MapError(`${file}:${y + 1}: the row has ${row.length} cells, the first one has ${width}`);
    row.forEach((match, x) => {
      plane.prices[y * width + x] = price(match, `${file}:${y + 1}: cell ${x}, ${y}`);
    });
  });
  return { name: '', grid: plane.toGrid(HINT), places: { doors: [], markers: [] } };
}

function widest(lines: string[]): number {
  return lines.reduce((most, line) => Math.max(most, Array.from(line.slice(0, 4 * MAX_SIDE)).length), 0);
}

/** Separators of numbers; in pictures none, nor characters of the legend. */
function separatorOf(lines: string[], legend: CsvOptions['legend']): RegExp | undefined {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const match = SEPARATORS.find(
    ([name, separator]) => !Object.hasOwn(legend, name) && separator.test(name === ' ' ? first.trim() : first),
  );
  // Spaces part numbers, but are cells of a picture.
  if (match?.[0] === ' ' && !lines.every((line) => /^[\s\d]*$/.test(line))) return undefined;
  return match?.[1];
}

function fields(line: string, separator: RegExp): string[] {
  const trimmed = line.trim();
  const values = trimmed.split(separator).map((field) => field.trim().replace(/^"(.*)"$/, '$1'));
  // Tiled and others end each row but the last with a comma.
  if (values.length > 1 && values[values.length - 1] === '') values.pop();
  return values;
}

function fieldPrice(legend: CsvOptions['legend']) {
  const prices = readLegend(legend, 'csv.legend');
  return (field: string, where: string): number => {
    const price = prices.get(field);
    if (price !== undefined) return price;
    const value = /^\d+$/.test(field) ? Number(field) : -1;
    if (value >= BLOCKED && value <= MAX_COST) return value;
    const more =
      prices.size > 0 ? `, or one of csv.legend: ${quoteAll(prices.keys())}` : '; words need csv.legend (--csv.legend)';
    throw new MapError(
      `${where} is ${quote(field)}, allowed is 0 (blocked) or a cost, a whole number from 1 to ${MAX_COST}${more}`,
    );
  };
}

function characterPrice(legend: CsvOptions['legend']) {
  const prices = readLegend({ ...CSV_LEGEND, ...legend }, 'csv.legend');
  return (character: string, where: string): number => {
    const price = prices.get(character);
    if (price !== undefined) return price;
    throw new MapError(
      `${where} is ${quote(character)}, known are ${quoteAll(prices.keys(), 20)}; others need csv.legend ` +
        '(--csv.legend)',
    );
  };
}

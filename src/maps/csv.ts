/** Tables in text: numbers between commas, semicolons, tabs or spaces, or a character a cell, with a legend. */

import { MapError } from '../core/errors.js';
import { withMoves } from '../core/grid/clearance.js';
import { type HexLayoutName, ruleOfLayout } from '../core/grid/rules.js';
import { MAX_COST, MAX_SIDE } from '../core/limits.js';
import { blockedDigit } from './digits.js';
import { keptPart, type ReadFile } from './files.js';
import { BLOCKED, checkSides, type MapLevel, type Meaning, Plane, readLegend } from './plane.js';
import { quote, quoteAll } from './text.js';
import { blockedBy, type WallReport } from './walls.js';

export interface CsvOptions {
  /** Meaning of characters, or of words between commas. It overrides `CSV_LEGEND`. */
  legend: Readonly<Record<string, Meaning>>;
  /** Layout of hexagons. Default: squares. */
  hex?: HexLayoutName | undefined;
  /** Digit that blocks in tables of only 0 and 1. Default: 1, unless the border is 0 and 0 has more regions. */
  blocked?: '0' | '1' | undefined;
}

/** Characters of pictures, unless a legend says otherwise: 1 to 9 are costs. */
export const CSV_LEGEND: Readonly<Record<string, Meaning>> = {
  '#': 'blocked',
  '@': 'blocked',
  '0': 'blocked',
  '.': 'open',
  ' ': 'open',
  ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [String(i + 1), i + 1])),
};

const SEPARATORS = [',', ';', '\t', ' '];
const HINT = 'a 0, "#" or "@" is blocked unless csv.legend (--csv.legend) says otherwise';

/** Cells as the file has them. */
export interface Table {
  width: number;
  height: number;
  /** The different texts of cells, and for each cell the number of its text. */
  texts: string[];
  numbers: Uint32Array;
  /** Undefined of pictures, a character a cell. */
  separator: string | undefined;
  /** Where the first cell with a text is. */
  where(number: number): string;
  /** The first row of another length, which ends the table; what its cells mean may be said before. */
  fault?: MapError | undefined;
}

/**
 * @param blank meaning of spaces, of what short lines lack, and of empty fields, which are refused where it is open
 * @throws {MapError} naming file, line, cell, what was found and what is allowed
 */
export function readCsv(
  source: ReadFile,
  { legend: given, hex, blocked }: CsvOptions = { legend: {} },
  blank?: 'open' | 'blocked',
): MapLevel {
  const digits: CsvOptions['legend'] = blocked ? { [blocked]: 'blocked', [blocked === '1' ? '0' : '1']: 'open' } : {};
  const legend = { ...(blank === 'blocked' && { ' ': blank, '': blank }), ...digits, ...given };
  const { width, height, texts, numbers, separator, where, fault } = tableOf(source, given);
  const price = separator ? fieldPrice(legend, separator) : characterPrice(legend);
  const cells = texts.map((text, number): Cells => ({ price: price(text, () => where(number)), count: 0 }));
  if (fault) throw fault;
  const plane = new Plane(width, height, source.file);
  for (let i = 0; i < numbers.length; i++) {
    const cell = cells[numbers[i]];
    cell.count++;
    plane.prices[i] = cell.price;
  }
  const counted = new Map(texts.map((text, number) => [text, cells[number]]));
  const walls = wallsOf(counted, plane, Object.keys({ ...digits, ...given }).length > 0);
  const grid = plane.toGrid(HINT, walls);
  const found = { name: '', places: { doors: [], markers: [] }, walls };
  return { ...found, grid: hex ? withMoves(grid, ruleOfLayout(hex)) : grid };
}

/** @param legend whose keys are no separators @throws {MapError} if a grid cannot have its sides */
export function tableOf(source: ReadFile, legend: CsvOptions['legend'] = {}): Table {
  const others = SEPARATORS.filter((one) => !Object.hasOwn(legend, one));
  return keptPart(source.kept, `table by ${quoteAll(others)}`, () => split(source, others));
}

function split({ file, bytes }: ReadFile, separators: readonly string[]): Table {
  const text = withoutLastLines(new TextDecoder().decode(bytes));
  if (text === '') throw new MapError(`${file}: the file is empty; expected rows of numbers, or of characters`);
  // Lines and cells are counted before they are split off: 50 MB of commas are a row of 50 million.
  const height = countLines(text);
  const lines = text.split(LINE_END, MAX_SIDE);
  const separator = separatorOf(lines, separators);
  const width = separator ? widthOf(lines[0], separator) : widest(lines);
  checkSides(width, height, file);
  const numbers = new Uint32Array(width * height);
  const known = new Map<string, number>();
  const firsts: [x: number, y: number][] = [];
  let [last, number] = ['', -1];
  let fault: MapError | undefined;
  for (const [y, line] of lines.entries()) {
    const row = separator ? fields(line, separator, width) : Array.from(line);
    // Editors strip spaces at the end of a line: of a picture they are open cells again.
    if (!separator) while (row.length < width) row.push(' ');
    if (row.length !== width) {
      const found = separator ? widthOf(line, separator) : row.length;
      fault = new MapError(`${file}:${y + 1}: the row has ${found} cells, the first one has ${width}`);
      break;
    }
    row.forEach((match, x) => {
      if (match !== last || number < 0) {
        number = known.get(match) ?? known.size;
        if (number === known.size) firsts.push([x, y]);
        known.set(match, number);
        last = match;
      }
      numbers[y * width + x] = number;
    });
  }
  const where = (one: number) => {
    const [x, y] = firsts[one];
    return `${file}:${y + 1}:${columnOf(lines[y], x, separator)}: cell ${x}, ${y}`;
  };
  return { width, height, texts: [...known.keys()], numbers, separator, where, fault };
}

interface Cells {
  price: number;
  count: number;
}

/** What blocks; swaps 0 and 1 if 1 does. @param isGiven whether an option says what cells mean */
function wallsOf(cells: ReadonlyMap<string, Cells>, plane: Plane, isGiven: boolean): WallReport {
  const { prices, width, file } = plane;
  const all = [...cells];
  const found = isGiven || all.some(([text]) => !DIGIT.test(text)) ? undefined : blockedDigit(prices, width, file);
  if (found?.digit === '1') for (let i = 0; i < prices.length; i++) prices[i] = 1 - prices[i];
  if (found) return found.walls;
  const label = (text: string) => (/^-?\d+$/.test(text) ? text : quote(text));
  const blocked = all.filter(([, { price }]) => price === BLOCKED);
  const report = blockedBy(blocked.map(([text, { count }]) => [label(text), count]));
  const numbers = all.filter(([text]) => text.trim() !== '').map(([text]) => text);
  const others = numbers.filter((text) => !DIGIT.test(text));
  if (isGiven || others.length === 0 || !numbers.every((text) => /^\d+$/.test(text))) return report;
  const zeros = cells.get('0')?.count ?? 0;
  report.warnings.push(
    `${file}: numbers such as ${others.slice(0, 3).join(', ')} are read as costs, and 0 as blocked ` +
      `(${zeros} cells); if they are costs, use --csv.blocked 0; if they are tiles, ${LEGEND}`,
  );
  return report;
}

const DIGIT = /^[01]$/;
/** What to do with numbers of tiles. */
const LEGEND = 'say which of them block with --csv.legend FILE, for example {"-1":"open","0":"open","7":"blocked"}';

const LINE_END = /\r\n|\r|\n/;

/** A text up to the end of its last line that is not blank. */
function withoutLastLines(text: string): string {
  const end = text.trimEnd().length;
  const more = end === 0 ? 0 : text.slice(end).search(LINE_END);
  return more < 0 ? text : text.slice(0, end + more);
}

function countLines(text: string): number {
  let count = 1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) count++;
  }
  return count;
}

function widest(lines: string[]): number {
  return lines.reduce((most, line) => Math.max(most, Array.from(line.slice(0, 4 * MAX_SIDE)).length), 0);
}

/** The separator of numbers; in pictures none. */
function separatorOf(lines: string[], separators: readonly string[]): string | undefined {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const match = separators.find((one) => (one === ' ' ? first.trim() : first).includes(one));
  // Spaces part numbers, but are cells of a picture.
  return match === ' ' && !lines.every((line) => /^[\s\d]*$/.test(line)) ? undefined : match;
}

function widthOf(line: string, separator: string): number {
  const { length } = fields(line, separator, MAX_SIDE);
  if (length <= MAX_SIDE) return length;
  const text = line.trim();
  let count = text.endsWith(separator) ? 0 : 1;
  for (let i = 0; i < text.length; i++)
    if (text[i] === separator && (separator !== ' ' || text[i - 1] !== ' ')) count++;
  return count;
}

/** @param most fields that are looked for: one more is enough to say that there are more */
function fields(line: string, separator: string, most: number): string[] {
  const trimmed = line.trim();
  const values = trimmed
    .split(separator === ' ' ? / +/ : separator, most + 2)
    .map((field) => field.trim().replace(/^"(.*)"$/, '$1'));
  // Tiled and others end each row but the last with a comma.
  if (values.length > 1 && values[values.length - 1] === '') values.pop();
  return values;
}

/** Column of a cell in its line, from 1. */
function columnOf(line: string, x: number, separator: string | undefined): number {
  if (!separator) return Array.from(line).slice(0, x).join('').length + 1;
  const field = `[^${separator}]*${separator}${separator === ' ' ? '+' : ''}`;
  const [before] = new RegExp(`^\\s*(?:${field}){${x}} *`).exec(line) ?? [''];
  return before.length + 1;
}

function fieldPrice(legend: CsvOptions['legend'], separator: string) {
  const prices = readLegend({ '#': 'blocked', ...legend }, 'csv.legend');
  return (field: string, where: () => string): number => {
    const price = prices.get(field);
    if (price !== undefined) return price;
    const value = /^\d+$/.test(field) ? Number(field) : -1;
    if (value >= BLOCKED && value <= MAX_COST) return value;
    if (/^-?\d+$/.test(field))
      throw new MapError(`${where()} is ${quote(field)}, so the numbers look like tiles; ${LEGEND}`);
    const given = Object.keys(legend);
    const more =
      given.length > 0
        ? `, or one of csv.legend: ${quoteAll(given)}`
        : `; words need csv.legend (--csv.legend FILE, for example ${JSON.stringify({ [field]: 'blocked' })})`;
    throw new MapError(
      `${where()} is ${quote(field)}, allowed is 0 (blocked) or a cost, a whole number from 1 to ${MAX_COST}${more}` +
        (/[^\w\s.-]|^\.$/.test(field) ? pictureHint(separator) : ''),
    );
  };
}

/** A picture whose first line has a comma looks like a table. */
const pictureHint = (separator: string) =>
  `; the first line has ${quote(separator)}, so cells are what is between them: in a picture give ` +
  `${quote(separator)} a meaning in csv.legend`;

function characterPrice(legend: CsvOptions['legend']) {
  const prices = readLegend({ ...CSV_LEGEND, ...legend }, 'csv.legend');
  return (character: string, where: () => string): number => {
    const price = prices.get(character);
    if (price !== undefined) return price;
    throw new MapError(
      `${where()} is ${quote(character)}, known are ${quoteAll(prices.keys(), 20)}; others need csv.legend ` +
        `(--csv.legend FILE, for example ${JSON.stringify({ [character]: 'blocked' })})`,
    );
  };
}

/**
 * Tables in JSON, and in code of JavaScript and TypeScript that is plain data, which is parsed and never run:
 * `[[1,0],[0,1]]`, `["#.", ".."]`, `{"width":2,"height":2,"data":[1,0,0,1]}`, `export const cave = [...]`.
 */
import { MapError } from '../core/errors.js';
import { MAX_SIDE, MOST_TABLES } from '../core/limits.js';
import { type CsvOptions, readCsv } from './csv.js';
import { parseJson } from './fields.js';
import { keptPart, type ReadFile } from './files.js';
import { literalsOf } from './literals.js';
import { checkSides, type MapLevel } from './plane.js';
import { quote, quoteAll, utf8 } from './text.js';

/** Lists that may be of levels, and how deep tables lie; others are no tables. */
const [MOST_ITEMS, MOST_DEPTH] = [1000, 4];
const EXPECTED =
  'expected rows, [[1,0],[0,1]] or ["#.",".."], or "width", "height" and a list of all cells, as plain data';

type Rows = readonly unknown[];

/** Names of tables; one without a name is the whole file. @throws {MapError} if there is none */
export const tableNames = (source: ReadFile): string[] => [...tablesOf(source).keys()];

/** A table as a file of text. @throws {MapError} naming the tables of a file that has several */
export const tableText = (source: ReadFile, level?: string): ReadFile & { name: string } =>
  keptPart(source.kept, `table ${level}`, () => textIn(source, level));

function textIn(source: ReadFile, level: string | undefined): ReadFile & { name: string } {
  const { file, kept } = source;
  const tables = tablesOf(source);
  const names = [...tables.keys()];
  const name = level ?? names[0];
  const rows = tables.get(name);
  if (!rows) throw new MapError(`${file}: no table is called ${quote(name)}; there are ${quoteAll(names)}`);
  if (level === undefined && names.length > 1)
    throw new MapError(
      `${file}: ${names.length} tables; name one with --map-levels (option "level"): ${quoteAll(names)}`,
    );
  const bytes = new TextEncoder().encode(textOf(rows, file));
  return { file, bytes, name: names.length > 1 ? name : '', ...(kept && { kept }) };
}

/** @throws {MapError} naming file and cell, or the tables of a file that has several */
export function readTable(source: ReadFile, options: CsvOptions, blank?: 'open' | 'blocked', level?: string): MapLevel {
  const { file } = source;
  const { name, ...text } = tableText(source, level);
  try {
    return { ...readCsv(text, options, blank), name };
  } catch (error) {
    if (!(error instanceof MapError)) throw error;
    const { message } = error;
    // Rows of the table are no lines of the file.
    const [at, line] = message.startsWith(`${file}:`)
      ? (/^(\d+)(:\d+)?(?=: )/.exec(message.slice(file.length + 1)) ?? [])
      : [];
    throw at === undefined
      ? error
      : new MapError(`${file}: row ${Number(line) - 1}${message.slice(file.length + 1 + at.length)}`);
  }
}

/** A table as lines: characters, or fields between commas. @throws {MapError} naming the cell that is neither */
function textOf(rows: Rows, file: string): string {
  checkSides(Array.isArray(rows[0]) ? rows[0].length : 1, rows.length, file);
  const lines = rows.map((row, y) => {
    if (typeof row === 'string') return row;
    if (!Array.isArray(row)) throw new MapError(`${file}: row ${y} is ${quote(row)}, ${EXPECTED}`);
    const cells = row.map((cell, x) => {
      if (typeof cell === 'boolean') return Number(cell);
      if (cell === null || typeof cell === 'number' || (typeof cell === 'string' && !/[,\r\n]/.test(cell))) return cell;
      throw new MapError(`${file}: cell ${x}, ${y} is ${quote(cell)}, expected a number or a text without commas`);
    });
    const isPicture = cells.every((cell) => typeof cell === 'string' && cell.length === 1);
    // The comma at the end makes a table of a single column.
    return isPicture ? cells.join('') : `${cells.join(',')},`;
  });
  return lines.join('\n');
}

function tablesOf(source: ReadFile): Map<string, Rows> {
  const { file, bytes } = source;
  const found = new Map<string, Rows>();
  const add = (name: string, rows: Rows) => {
    if (found.size === MOST_TABLES) throw new MapError(`${file}: more than ${MOST_TABLES} tables; this is no map`);
    found.set(found.has(name) ? `${name}-${found.size}` : name, rows);
  };
  const collect = (value: unknown, name: string, depth: number): void => {
    // Names of levels become names of files.
    const named = (key: string) =>
      [name, key.replaceAll(/[^\p{L}\p{N}_-]/gu, '_').slice(0, 40)].filter(Boolean).join('.');
    const rows = rowsOf(value);
    if (rows) add(name, rows);
    if (rows || isCell(value) || depth > MOST_DEPTH || (Array.isArray(value) && value.length > MOST_ITEMS)) return;
    const flat = flatOf(value, file);
    for (const [key, one] of flat) add(named(key), one);
    if (flat.length === 0)
      for (const [key, one] of Object.entries(value as object)) collect(one, named(key), depth + 1);
  };
  const isJson = /^\s*[[{]/.test(new TextDecoder().decode(bytes.subarray(0, 64)));
  const { values, trouble } = isJson
    ? { values: [['', parseJson(bytes, file)] as const] }
    : literalsOf(utf8(bytes, file), file);
  for (const [name, value] of values) collect(value, name, 0);
  // Code has directions and pairs next to its maps.
  const large = [...found].filter(([, rows]) => rows.length > 2 && sizeOf(rows[0]) > 2);
  const tables = found.size > 1 && large.length > 0 ? new Map(large) : found;
  if (tables.size === 0)
    throw new MapError(`${file}: found no table of cells${trouble ? ` (${trouble})` : ''}; ${EXPECTED}`);
  return tables;
}

const sizeOf = (row: unknown) => (typeof row === 'string' || Array.isArray(row) ? row.length : 0);

/** Rows of a value: lists of cells, texts that look drawn, or lines of one such text. */
function rowsOf(value: unknown): Rows | undefined {
  if (typeof value === 'string') return value.includes('\n') ? rowsOf(linesOf(value)) : undefined;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const [first] = value;
  if (!Array.isArray(first)) return isDrawn(value) ? value : undefined;
  const isOfCells = first.length > 0 && first.every(isCell);
  // A list of pictures has a level each.
  const isOfPictures = first.length > 1 && isDrawn(first);
  return isOfCells && !isOfPictures ? value : undefined;
}

function linesOf(text: string): string[] {
  return text.replaceAll('\r', '').replace(/^\n+/, '').trimEnd().split('\n');
}

const isCell = (value: unknown) => value === null || typeof value !== 'object';

/** Whether the rows that a map may have are texts of several characters, most of them such as maps are drawn with. */
function isDrawn(rows: Rows): boolean {
  const some = rows.slice(0, MAX_SIDE);
  if (!some.every((row) => typeof row === 'string' && row.length > 1)) return false;
  const text = some.join('');
  return 2 * text.replaceAll(/[^#@. \d~,;:+=*^|-]/g, '').length >= text.length;
}

/** Tables of `{"width":2,"height":1,"data":[1,0]}` by key. @throws {MapError} if no list has that length */
function flatOf(value: unknown, file: string): [key: string, rows: Rows][] {
  const { width, height, ...more } = (Array.isArray(value) ? {} : (value ?? {})) as Record<string, unknown>;
  const lists = Object.entries(more).filter((one): one is [string, number[]] => {
    const [, list] = one;
    return Array.isArray(list) && list.length > 1 && isCell(list[0]) && typeof list[0] !== 'string';
  });
  if (typeof width !== 'number' || typeof height !== 'number' || lists.length === 0) return [];
  checkSides(width, height, file);
  const whole = lists.filter(([, list]) => list.length === width * height);
  if (whole.length > 0)
    return whole.map(([key, list]) => [
      whole.length > 1 ? key : '',
      Array.from({ length: height }, (_, y) => list.slice(y * width, (y + 1) * width)),
    ]);
  const [key, { length }] = lists.reduce((most, one) => (one[1].length > most[1].length ? one : most));
  throw new MapError(`${file}: ${quote(key)} has ${length} cells, expected ${width} x ${height}`);
}

/** Rows of results, one for each map and engine, as CSV that a later run continues. */
import { MEASURES, type Measures, paretoFront } from './measures.js';
import type { MapResult } from './run.js';
import { digits } from './statistics.js';

/** Columns of a file of results. `protocol` is what was asked and how; `leftOut` says why an engine has no measures. */
const SETTING = ['machine', 'node', 'gridprep', 'date', 'options'] as const;
export const RESULT_COLUMNS = [
  ...(['map', 'engine', 'front', ...MEASURES, 'exact', 'asked', 'leftOut', 'protocol'] as const),
  ...SETTING,
] as const;

export type ResultRow = Record<(typeof RESULT_COLUMNS)[number], string>;
export type Setting = Pick<ResultRow, (typeof SETTING)[number]>;

function rowsOf({ map, queries, engines, skipped }: MapResult, setting: Setting, protocol: string): ResultRow[] {
  const row = (engine: string, exact: string, leftOut: string, measures: Partial<Measures> = {}): ResultRow => {
    const text = (value = Number.NaN) => (Number.isNaN(value) ? '' : String(Number(value.toPrecision(6))));
    const texts = MEASURES.map((name) => [name, text(measures[name])]);
    const measured: Record<keyof Measures, string> = Object.fromEntries(texts);
    return { map, engine, front: 'no', ...measured, exact, asked: `${queries.length}`, leftOut, protocol, ...setting };
  };
  return [
    ...engines.map(({ engine, exact, measures }) => row(engine, exact ? 'yes' : 'no', '', measures)),
    ...skipped.map((engine) => row(engine, '', 'bake took too long')),
  ];
}

/** All results of a benchmark, those of the runs before included. */
export class Results {
  rows: readonly ResultRow[] = [];

  /** @param earlier CSV of an earlier run @throws {RangeError} if that has another protocol */
  constructor(
    private readonly protocol: string,
    earlier?: { file: string; text: string },
  ) {
    if (!earlier) return;
    const { file, text } = earlier;
    const [header, ...lines] = parseCsv(text);
    if (header?.join() !== RESULT_COLUMNS.join())
      throw new RangeError(
        `${file} is no file of results of this version; --resume continues a .csv file of prep bench`,
      );
    const whole = lines.filter((line) => line.length === RESULT_COLUMNS.length);
    this.rows = whole.map((line) => Object.fromEntries(line.map((text, i) => [RESULT_COLUMNS[i], text])) as ResultRow);
    const other = this.rows.find((row) => row.protocol !== protocol);
    if (other)
      throw new RangeError(
        `${file} was measured with "${other.protocol}", this run has "${protocol}"; use the same options or another ` +
          'file',
      );
  }

  has(map: string, engine: string): boolean {
    return this.rows.some((row) => row.map === map && row.engine === engine);
  }

  /** Adds results of a map, and decides again on its Pareto front. @param order of all engines */
  add(result: MapResult, setting: Setting, order: readonly string[] = []): void {
    const { map, queries } = result;
    const rows = [...this.rows.filter((row) => row.map === map), ...rowsOf(result, setting, this.protocol)];
    rows.sort((a, b) => order.indexOf(a.engine) - order.indexOf(b.engine));
    const measured = rows.filter(({ leftOut }) => leftOut === '');
    const numbers = (row: ResultRow) => Object.fromEntries(MEASURES.map((name) => [name, Number(row[name])]));
    const front = paretoFront(measured.map(numbers) as Measures[], queries.length);
    for (const [i, row] of measured.entries()) row.front = front[i] ? 'yes' : 'no';
    const at = this.rows.findIndex((row) => row.map === map);
    const others = this.rows.filter((row) => row.map !== map);
    this.rows = others.toSpliced(at < 0 ? others.length : at, 0, ...rows);
  }

  toCsv(): string {
    const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const lines = [RESULT_COLUMNS, ...this.rows.map((row) => RESULT_COLUMNS.map((column) => row[column]))];
    return lines.map((line) => `${line.map(quoted).join(',')}\n`).join('');
  }

  /** An engine per line, times relative to the first engine's on the same maps. @returns header and rows */
  summary(): string[][] {
    const answered = this.rows.filter((row) => row.leftOut === '' && Number(row.queries) > 0);
    const engines = [...new Set(this.rows.map(({ engine }) => engine))];
    const of = (engine: string) => answered.filter((row) => row.engine === engine);
    const on = (rows: ResultRow[], others: ResultRow[]) => rows.filter((a) => others.some((b) => a.map === b.map));
    const micros = (rows: ResultRow[]) => meanOf(rows, 'meanMicros');
    const [first] = engines;
    const lines = engines.map((engine) => {
      const rows = of(engine);
      const faster = digits(micros(on(of(first), rows)) / micros(on(rows, of(first))));
      const faults = total(rows, 'asked') - total(rows, 'solved');
      const excess = rows.length === 0 ? '-' : `${digits(100 * meanOf(rows, 'meanSuboptimality'))} %`;
      const numbers = [`${rows.length}`, `${total(rows, 'queries')}`, digits(micros(rows)), faster, excess];
      return [engine, ...numbers, countOf(rows, 'expanded'), faults > 0 ? `${faults} not solved` : ''];
    });
    return [['engine', 'maps', 'queries', 'µs', `faster than ${first}`, 'excess', 'expanded', ''], ...lines];
  }
}

const total = (rows: readonly ResultRow[], column: keyof Measures | 'asked') =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0);

export function meanOf(rows: readonly ResultRow[], column: keyof Measures): number {
  return rows.reduce((sum, row) => sum + Number(row[column]) * Number(row.queries), 0) / total(rows, 'queries');
}

/** The same of a counter, whole; blank where an engine has none. */
export function countOf(rows: readonly ResultRow[], column: keyof Measures): string {
  return rows.length > 0 && rows.every((row) => row[column] !== '') ? meanOf(rows, column).toFixed(0) : '';
}

export function parseCsv(text: string): string[][] {
  const field = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;
  const fields = (line: string) => [...line.matchAll(field)].map(([, a, b]) => a?.replaceAll('""', '"') ?? b);
  return text.split('\n').flatMap((line) => (line === '' ? [] : [fields(line)]));
}

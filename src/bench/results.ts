/** Rows of results, one for each map and engine: as CSV that a later run goes on from, and as a SQLite database. */
import { MEASURES, type Measures, paretoFront } from './measures.js';
import type { Setting } from './output.js';
import type { EngineResult, MapResult } from './run.js';

/** Columns of a file of results. `protocol` is what was asked and how; `leftOut` says why an engine has no measures. */
const COLUMNS = ['map', 'engine', 'front', ...MEASURES, 'exact', 'asked', 'leftOut', 'protocol'] as const;
const SETTING = ['machine', 'node', 'gridprep', 'date', 'options'] as const;

export const RESULT_COLUMNS = [...COLUMNS, ...SETTING] as const;

export type ResultRow = Record<(typeof COLUMNS)[number] | keyof Setting, string>;

const written = (value: number | undefined) => (value === undefined ? '' : String(Number(value.toPrecision(6))));

/** A row for each engine of a map, skipped ones included. @param protocol as of {@link Results} */
export function rowsOf({ map, queries, engines, skipped }: MapResult, setting: Setting, protocol: string): ResultRow[] {
  const common = { map, protocol, asked: `${queries.length}`, ...setting };
  const blank = Object.fromEntries(MEASURES.map((name) => [name, ''])) as Record<(typeof MEASURES)[number], string>;
  const measured = ({ engine, exact, measures }: EngineResult): ResultRow => ({
    ...common,
    ...(Object.fromEntries(MEASURES.map((name) => [name, written(measures[name])])) as typeof blank),
    engine,
    exact: exact ? 'yes' : 'no',
    front: '',
    leftOut: '',
  });
  const rows = engines.map(measured);
  const left = skipped.map((engine) => ({
    ...common,
    ...blank,
    engine,
    exact: '',
    front: 'no',
    leftOut: 'bake took too long',
  }));
  return [...rows, ...left];
}

/** All results of a benchmark, those of the runs before included. */
export class Results {
  readonly rows: ResultRow[] = [];

  /**
   * @param protocol of comparable rows @param earlier CSV of an earlier run @throws {RangeError} if that has another
   * one
   */
  constructor(
    private readonly protocol: string,
    earlier?: { file: string; text: string },
  ) {
    if (!earlier) return;
    const [header, ...lines] = parseCsv(earlier.text);
    if (header?.join() !== RESULT_COLUMNS.join())
      throw new RangeError(
        `${earlier.file} is no file of results of this version; --resume continues a .csv file of prep bench`,
      );
    for (const line of lines) {
      if (line.length !== RESULT_COLUMNS.length) continue;
      const row = Object.fromEntries(RESULT_COLUMNS.map((column, i) => [column, line[i]])) as ResultRow;
      if (row.protocol !== protocol)
        throw new RangeError(
          `${earlier.file} was measured with "${row.protocol}", this run has "${protocol}"; use the same options ` +
            'or another file',
        );
      this.rows.push(row);
    }
  }

  has(map: string, engine: string): boolean {
    return this.rows.some((row) => row.map === map && row.engine === engine);
  }

  /** Adds the results of a map, and decides again which of its engines are on the Pareto front. */
  add(result: MapResult, setting: Setting): void {
    this.rows.push(...rowsOf(result, setting, this.protocol));
    const of = this.rows.filter((row) => row.map === result.map && row.leftOut === '');
    const measures = of.map(
      (row) => Object.fromEntries(MEASURES.map((name) => [name, Number(row[name])])) as unknown as Measures,
    );
    const front = paretoFront(measures, result.queries.length);
    for (const [i, row] of of.entries()) row.front = front[i] ? 'yes' : 'no';
  }

  toCsv(): string {
    return [RESULT_COLUMNS, ...this.rows.map((row) => RESULT_COLUMNS.map((column) => row[column]))]
      .map((line) => `${line.map(quoted).join(',')}\n`)
      .join('');
  }

  /** An engine per line, times relative to the first engine's on the same maps. @returns header and rows */
  summary(): string[][] {
    const engines = [...new Set(this.rows.map(({ engine }) => engine))];
    const answered = (engine: string) =>
      this.rows.filter((row) => row.engine === engine && row.leftOut === '' && Number(row.queries) > 0);
    const first = new Map(answered(engines[0] ?? '').map((row) => [row.map, row]));
    const lines = engines.map((engine) => {
      const rows = answered(engine);
      const shared = rows.filter(({ map }) => first.has(map));
      const total = (of: ResultRow[], column: 'meanMicros' | 'meanSuboptimality' | 'expanded') =>
        of.reduce((sum, row) => sum + Number(row[column]) * Number(row.queries), 0);
      const queries = rows.reduce((sum, row) => sum + Number(row.queries), 0);
      const faults = rows.reduce((sum, row) => sum + Number(row.asked) - Number(row.solved), 0);
      const base = shared.map(({ map }) => first.get(map) as ResultRow);
      const faster = total(base, 'meanMicros') / base.reduce((sum, row) => sum + Number(row.queries), 0);
      const mean = total(shared, 'meanMicros') / shared.reduce((sum, row) => sum + Number(row.queries), 0);
      return [
        engine,
        `${rows.length}`,
        `${queries}`,
        digits(total(rows, 'meanMicros') / queries),
        digits(faster / mean),
        queries === 0 ? '-' : `${digits((100 * total(rows, 'meanSuboptimality')) / queries)} %`,
        queries === 0 || rows.some((row) => row.expanded === '') ? '' : (total(rows, 'expanded') / queries).toFixed(0),
        faults > 0 ? `${faults} not solved` : '',
      ];
    });
    return [['engine', 'maps', 'queries', 'µs', `faster than ${engines[0]}`, 'excess', 'expanded', ''], ...lines];
  }
}

const digits = (value: number) => (Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '-');

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Fields of each line, as {@link Results.toCsv} writes them. */
export function parseCsv(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, inside, plain]) => inside?.replaceAll('""', '"') ?? plain,
    ),
  );
}

interface Sqlite {
  DatabaseSync: new (
    file: string,
  ) => {
    exec(sql: string): void;
    prepare(sql: string): { run(...values: (string | number | null)[]): unknown };
    close(): void;
  };
}

/** @throws {RangeError} without `node:sqlite` */
export async function findSqlite(): Promise<Sqlite> {
  // Known by this name to newer versions of Node than the one whose types we use.
  const sqlite = (await import('node:sqlite' as string).catch(() => undefined)) as Sqlite | undefined;
  if (!sqlite)
    throw new RangeError(
      `a .sqlite file needs Node 22.13 or later, this is ${process.version}; write a .csv file instead`,
    );
  return sqlite;
}

/** Replaces rows of the SQLite table `results`; measures are numbers. @throws {RangeError} without `node:sqlite` */
export async function writeSqlite(file: string, rows: readonly ResultRow[]): Promise<void> {
  const sqlite = await findSqlite();
  const isNumber = (column: string) => (MEASURES as readonly string[]).includes(column) || column === 'asked';
  const database = new sqlite.DatabaseSync(file);
  try {
    const types = RESULT_COLUMNS.map((column) => `"${column}" ${isNumber(column) ? 'REAL' : 'TEXT'}`);
    database.exec(`CREATE TABLE IF NOT EXISTS results (${types.join(', ')}, PRIMARY KEY (map, engine))`);
    const insert = database.prepare(
      `INSERT OR REPLACE INTO results VALUES (${RESULT_COLUMNS.map(() => '?').join(', ')})`,
    );
    database.exec('BEGIN');
    for (const row of rows)
      insert.run(
        ...RESULT_COLUMNS.map((column) =>
          isNumber(column) ? (row[column] === '' ? null : Number(row[column])) : row[column],
        ),
      );
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

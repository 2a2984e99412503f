/** Results of a benchmark: rows for the terminal and for CSV, and a summary of several maps. */
import { cpus, platform, release, totalmem } from 'node:os';
import { version } from '../../core/version.js';
import { MEASURES, type Measures, textOf } from './measures.js';
import type { EngineResult, MapResult } from './run.js';
import { digits } from './statistics.js';

export interface Bench {
  setting: Record<(typeof SETTING)[number], string>;
  maps: MapResult[];
}

const SETTING = ['machine', 'node', 'gridprep', 'date', 'options'] as const;
/** Columns of a file of results. `leftOut` says why an engine has no measures. */
export const RESULT_COLUMNS = [
  ...(['map', 'engine', 'unbeaten', ...MEASURES, 'exact', 'asked', 'leftOut'] as const),
  ...SETTING,
] as const;
type ResultRow = Record<(typeof RESULT_COLUMNS)[number], string>;

/** Machine, versions and command line of a run, for each output. @param options the command line */
export function settingOf(options: string): Bench['setting'] {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${memory}, ${platform()} ${release()}`;
  const date = new Date().toISOString().slice(0, 19).replace('T', ' ');
  return { machine, node: process.version, gridprep: version, date, options };
}

const TIMES = ['meanMicros', 'typicalMicros', 'medianMicros', 'p95Micros', 'p99Micros', 'longestMicros'] as const;
const OTHERS = ['meanLonger', 'solved', 'expanded', 'storageBytes', 'precomputeMinutes'] as const;

/** Rows of the table of one map, the header first; speedups are quotients of means, the first engine over each. */
export function toRows({ engines, queries }: MapResult): string[][] {
  const heads = (measures: readonly (keyof Measures)[]) => measures.map((one) => textOf(one)[0]);
  const row = ({ engine, measures: m, unbeaten }: EngineResult) => {
    const texts = (measures: readonly (keyof Measures)[]) => measures.map((one) => textOf(one)[1](m));
    const unasked = queries.length - m.queries;
    const faults = { 'not asked': unasked, invalid: m.invalid, unsolved: m.unsolved, longer: m.longer };
    const notes = Object.entries(faults).flatMap(([name, count]) => (count > 0 ? `${count} ${name}` : []));
    const faster = digits(engines[0].measures.meanMicros / m.meanMicros);
    return [
      engine,
      ...texts(TIMES),
      faster,
      ...texts(OTHERS),
      [...(unbeaten ? ['unbeaten'] : []), ...notes].join(', '),
    ];
  };
  const header = ['engine', ...heads(TIMES), `faster than ${engines[0]?.engine}`, ...heads(OTHERS), ''];
  return [header, ...engines.map(row)];
}

/** A row for each map and engine. */
export function rowsOf({ setting, maps }: Bench): ResultRow[] {
  return maps.flatMap(({ map, queries, engines, skipped }) => {
    const row = (engine: string, measures: Partial<Measures>, more: Partial<ResultRow>): ResultRow => {
      const text = (value = Number.NaN) => (Number.isNaN(value) ? '' : String(Number(value.toPrecision(6))));
      const texts = Object.fromEntries(MEASURES.map((name) => [name, text(measures[name])]));
      const measured = texts as Record<keyof Measures, string>;
      const asked = `${queries.length}`;
      return { map, engine, unbeaten: 'no', ...measured, exact: '', asked, leftOut: '', ...more, ...setting };
    };
    const yes = (value: boolean) => (value ? 'yes' : 'no');
    return [
      ...engines.map(({ engine, exact, unbeaten, measures }) =>
        row(engine, measures, { exact: yes(exact), unbeaten: yes(unbeaten) }),
      ),
      ...skipped.map((engine) => row(engine, {}, { leftOut: 'bake took too long' })),
    ];
  });
}

export function toCsv(bench: Bench): string {
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [RESULT_COLUMNS, ...rowsOf(bench).map((row) => RESULT_COLUMNS.map((column) => row[column]))];
  return lines.map((line) => `${line.map(quoted).join(',')}\n`).join('');
}

type Answered = Measures & { map: string; asked: number };

/** An engine per line, times relative to the first engine's on the same maps. @returns header and rows */
export function summary(maps: readonly MapResult[]): string[][] {
  const engines = new Set(maps.flatMap((one) => [...one.engines.map(({ engine }) => engine), ...one.skipped]));
  const answersOf = (engine: string): Answered[] =>
    maps.flatMap(({ map, queries, engines }) => {
      const measures = engines.find((one) => one.engine === engine)?.measures;
      return measures ? [{ map, asked: queries.length, ...measures }] : [];
    });
  const on = (rows: Answered[], others: Answered[]) => rows.filter((a) => others.some((b) => a.map === b.map));
  const micros = (rows: Answered[]) => meanOf(rows, 'meanMicros');
  const [first] = engines;
  const lines = [...engines].map((engine) => {
    const rows = answersOf(engine);
    const faster = digits(micros(on(answersOf(first), rows)) / micros(on(rows, answersOf(first))));
    const faults = rows.reduce((sum, { asked, solved }) => sum + asked - solved, 0);
    const longer = rows.length === 0 ? '-' : `${digits(100 * meanOf(rows, 'meanLonger'))} %`;
    const expanded = meanOf(rows, 'expanded');
    const queries = rows.reduce((sum, row) => sum + row.queries, 0);
    return [
      ...[engine, `${rows.length}`, `${queries}`, digits(micros(rows)), faster, longer],
      ...[Number.isNaN(expanded) ? '' : expanded.toFixed(0), faults > 0 ? `${faults} not solved` : ''],
    ];
  });
  return [['engine', 'maps', 'queries', 'µs', `faster than ${first}`, 'longer', 'expanded', ''], ...lines];
}

/** Mean over all queries; NaN if there are no rows, or a row lacks the measure. */
function meanOf(rows: readonly Answered[], name: keyof Measures): number {
  const sum = (read: (row: Answered) => number) => rows.reduce((total, row) => total + read(row), 0);
  return sum((row) => (row[name] ?? Number.NaN) * row.queries) / sum((row) => row.queries);
}

/**
 * The tables of `docs/benchmarks.md` from the files in `fixtures/bench`: `npm run tool bench-tables`.
 *
 * Writes the tables of `docs/benchmarks.md` from the CSV files in `fixtures/bench`, between the marks
 * `<!-- NAME -->` and `<!-- / -->`, so that no number is copied by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';

type Row = Record<string, string>;

function parseCsv(text: string): string[][] {
  const field = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;
  const fields = (line: string) => [...line.matchAll(field)].map(([, a, b]) => a?.replaceAll('""', '"') ?? b);
  return text.split('\n').flatMap((line) => (line === '' ? [] : [fields(line)]));
}

function readCsv(name: string): Row[] {
  const [header, ...lines] = parseCsv(readFileSync(`fixtures/bench/${name}.csv`, 'utf8'));
  return lines.map((line) => Object.fromEntries(line.map((text, i) => [header[i], text])));
}

const us = (row: Row) => Number(row.meanMicros);
const digits = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
const short = (map: string) => map.replace(/^.*maps\//, '').replace(/\.map$/, '');

function markdown(header: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** One line a map, one column an engine: microseconds. */
function matrix(name: string): string {
  const rows = readCsv(name);
  const engines = [...new Set(rows.map((row) => row.engine))];
  const lines = [...new Set(rows.map((row) => row.map))].map((map) => {
    const found = (engine: string) => rows.find((row) => row.map === map && row.engine === engine);
    return [short(map), ...engines.map((engine) => ((row) => (row ? digits(us(row)) : '-'))(found(engine)))];
  });
  return markdown(['map', ...engines], lines);
}

/** The setting of a file, from its first row. */
function setting(name: string): string {
  const [{ machine, node, date, options }] = readCsv(name);
  return `\`prep ${options}\`; ${machine}, Node ${node}, ${date}.`;
}

const TABLES = ['maps', 'peers'];
const FILE = 'docs/benchmarks.md';
let text = readFileSync(FILE, 'utf8');
for (const name of TABLES) {
  const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- / -->)`);
  if (!place.test(text)) throw new Error(`${FILE} has no mark for the table ${name}`);
  text = text.replace(place, (_, begin, end) => `${begin}\n${matrix(name)}\n\n${setting(name)}\n\n${end}`);
}
writeFileSync(FILE, text);

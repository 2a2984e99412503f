/**
 * The tables of `docs/benchmarks.md` from the files in `fixtures/bench`: `npm run tool bench-tables`.
 *
 * Writes them between the marks `<!-- NAME -->` and `<!-- / -->`, so that no number is copied by hand. `prep bench`
 * writes `maps.csv` and `peers.csv`, `npm run tool bench-figures` the others.
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

/** Maps and engines of `maps.csv` that the page shows: a few of each kind. */
const SHOWN =
  /AR0011SR|AR0300SR|Berlin_0_1024|hightown|arena2|lak304d|orz100d|maze512-1-0|maze512-8-0|random512|room_000|Acrossthe/;
const HIDDEN = ['jps-bit', 'jps-prune-pre'];

/** One line a map, one column an engine: microseconds. */
function matrix(name: string): string {
  const rows = readCsv(name).filter((row) => SHOWN.test(row.map) && !HIDDEN.includes(row.engine));
  const engines = [...new Set(rows.map((row) => row.engine))];
  const lines = [...new Set(rows.map((row) => row.map))].map((map) => {
    const found = (engine: string) => rows.find((row) => row.map === map && row.engine === engine);
    return [short(map), ...engines.map((engine) => ((row) => (row ? digits(us(row)) : '-'))(found(engine)))];
  });
  return markdown(['map', ...engines], lines);
}

/** The setting of a matrix, from its first row, without the files that were written. */
function settingOf(name: string): string {
  const [{ machine, node, date, options }] = readCsv(name);
  const command = options.replace(/ --(csv|html) \S+/g, '').replaceAll('../shared/maps/', '');
  return `\`prep ${command}\`; ${machine.replace(/, linux.*/, '')}, Node ${node}, ${date.split(' ')[0]}.`;
}

function artifacts(rows: Row[]): string {
  let base = 0;
  const lines = rows.map(({ map, artifact, bytes, bakeSeconds, firstMillis, micros }, i) => {
    const isFirst = map !== rows[i - 1]?.map;
    if (isFirst) base = Number(micros);
    const figures = [Number(bytes) / 1000, Number(bakeSeconds), Number(firstMillis), Number(micros) / base];
    return [isFirst ? map : '', artifact, ...figures.map((figure) => `${Number(figure.toPrecision(2))}`)];
  });
  return markdown(['map', 'artifact', 'file, kB', 'bake, s', 'first answer, ms', 'query, `jps` = 1'], lines);
}

const operations = (rows: Row[]) =>
  markdown(
    ['operation', 'time'],
    rows.map(({ operation, value, unit }) => [operation, `${Number(Number(value).toPrecision(2))} ${unit}`]),
  );

/** A table of a file of `npm run tool bench-figures`, whose last line is the setting. */
function figures(name: string, table: (rows: Row[]) => string): [table: string, setting: string] {
  const rows = readCsv(name);
  const [setting] = Object.values(rows.pop() ?? {});
  return [table(rows), `\`npm run tool bench-figures\`; ${setting}.`];
}

const TABLES: Record<string, [table: string, setting: string]> = {
  maps: [matrix('maps'), settingOf('maps')],
  peers: [matrix('peers'), settingOf('peers')],
  artifacts: figures('artifacts', artifacts),
  operations: figures('operations', operations),
};
const FILE = 'docs/benchmarks.md';
let text = readFileSync(FILE, 'utf8');
for (const [name, [table, setting]] of Object.entries(TABLES)) {
  const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- / -->)`);
  if (!place.test(text)) throw new Error(`${FILE} has no mark for the table ${name}`);
  text = text.replace(place, (_, begin, end) => `${begin}\n${table}\n\n${setting}\n\n${end}`);
}
writeFileSync(FILE, text);

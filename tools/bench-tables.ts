/**
 * The tables of `docs/benchmarks.md` from the files in `fixtures/bench`: `npm run tool bench-tables`.
 *
 * Writes the tables of `docs/benchmarks.md` from the CSV files in `fixtures/bench`, between the marks
 * `<!-- NAME -->` and `<!-- / -->`, so that no number is copied by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { counted, mean, type Row, readRows } from './csv.js';

/** Numbers of the source documents, where they have the same algorithm. */
const LADDER: Record<string, [name: string, times: number]> = {
  astar: ['A*', 1],
  'jps-online': ['JPS', 15],
  'jps-bit': ['JPS-Bit', 81],
  'jps-bit-prune': ['JPS-BitPrune', 110],
  'jps-pre': ['JPS-BitPre', 130],
  'jps-prune-pre': ['JPS-BitPrunePre', 273],
};
/**
 * Milliseconds of A on game maps, where it tells which heuristic an algorithm ran with. On mazes and rooms it gives each algorithm the one
 * that suited it best, and our octile rows have nothing to be set beside.
 */
const THESIS: Record<string, Record<string, number>> = {
  bg512: { astar: 2.265, 'astar-w1.75': 1.911, 'jps-online': 0.996, fringe: 10.418, 'hpa10-raw': 0.41 },
};
/** Seconds of E's thousand queries, of the lists that we have, too. */
const OPEN_LISTS: Record<string, number> = { 'astar-hash': 58, 'astar-sorted': 25, 'astar-buckets': 32 };

/** Seconds of E's ten thousand queries without and with a table of the highest of so many levels. */
const ALL_PAIRS: [without: number, tabulated: number][] = [
  [20.2, 10.5],
  [19.9, 10.8],
  [17.5, 11.9],
];
/** Engines of {@link ALL_PAIRS}. */
const WITH_LEVELS = [
  ['hpa20', 'table'],
  ['hpa20-2', 'table2'],
  ['hpa20-3', 'table3'],
];

function readCsv(name: string): Row[] {
  return readRows(readFileSync(`fixtures/bench/${name}.csv`, 'utf8'));
}

const us = (row: Row) => Number(row.meanMicros);
const digits = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
const short = (map: string) => map.replace(/^.*maps\//, '').replace(/\.map$/, '');

function markdown(header: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

function ladder(): string {
  const rows = readCsv('ladder');
  const [astar] = rows;
  return markdown(
    ['engine', 'us', '95 %', 'expanded', 'storage kB', 'times faster than A*', 'B'],
    rows.map((row) => {
      const [name, times] = LADDER[row.engine] ?? ['', ''];
      const label = name ? `${row.engine} (${name})` : row.engine;
      const storage = (Number(row.storageBytes) / 1000).toFixed(1);
      return [
        label,
        digits(us(row)),
        digits(Number(row.p95Micros)),
        counted([row], 'expanded'),
        storage,
        digits(us(astar) / us(row)),
        times,
      ];
    }),
  );
}

/** A set's maps are averaged, as the thesis does. */
function thesis(): string {
  const rows = readCsv('thesis');
  const out: (string | number)[][] = [];
  for (const set of new Set(rows.map((row) => short(row.map).split('/')[0]))) {
    const inSet = rows.filter((row) => short(row.map).startsWith(`${set}/`));
    for (const engine of new Set(inSet.map((row) => row.engine))) {
      const of = inSet.filter((row) => row.engine === engine);
      const average = (column: string) => mean(of.map((row) => Number(row[column])));
      const astar = mean(inSet.filter((row) => row.engine === 'astar').map(us));
      const theirs = THESIS[set]?.[engine];
      out.push([
        set,
        engine,
        average('meanLength').toFixed(2),
        (average('meanMicros') / 1000).toPrecision(3),
        counted(of, 'expanded'),
        counted(of, 'largestOpen'),
        digits(average('meanMicros') / astar),
        theirs === undefined ? '' : digits(theirs / THESIS[set].astar),
      ]);
    }
  }
  return markdown(['set', 'engine', 'length', 'ms', 'expanded', 'largest open list', 'time, A* = 1', 'A, octile'], out);
}

/** Against the hash map alone, which both have: E ran other searches on another map. */
function openLists(): string {
  const rows = readCsv('open-lists');
  const hash = rows.find((row) => row.engine === 'astar-hash') as Row;
  const theirs = (engine: string) =>
    engine in OPEN_LISTS ? digits(OPEN_LISTS[engine] / OPEN_LISTS['astar-hash']) : '';
  return markdown(
    ['engine', 'ms', 'list operations', 'largest list', 'time, hash map = 1', 'E'],
    rows.map((row) => [
      row.engine,
      digits(us(row) / 1000),
      counted([row], 'heapOperations'),
      counted([row], 'largestOpen'),
      digits(us(row) / us(hash)),
      theirs(row.engine),
    ]),
  );
}

/** A line a map and number of levels. */
function allPairs(): string {
  const rows = readCsv('all-pairs');
  const lines = [...new Set(rows.map((row) => row.map))].flatMap((map) =>
    WITH_LEVELS.map((engines, i) => {
      const [hpa, table] = engines.map((engine) => rows.find((row) => row.map === map && row.engine === engine) as Row);
      const [without, tabulated] = ALL_PAIRS[i];
      return [
        short(map),
        i + 1,
        digits(us(hpa)),
        digits(us(table)),
        digits(us(hpa) / us(table)),
        digits(without / tabulated),
        digits(Number(hpa.first20Micros)),
        digits(Number(table.first20Micros)),
        ((Number(table.storageBytes) - Number(hpa.storageBytes)) / 1000).toFixed(1),
      ];
    }),
  );
  const header = [
    'map',
    'levels',
    'hpa us',
    'table us',
    'gain',
    'E, gain',
    'hpa, 20 steps us',
    'table, 20 steps us',
    'kB more',
  ];
  return markdown(header, lines);
}

/** What a hit costs. */
function cache(): string {
  const rows = readCsv('cache');
  return markdown(
    ['map', 'hpa us', 'a hit us'],
    [...new Set(rows.map((row) => row.map))].map((map) => {
      const [hpa, hit] = ['hpa', 'hpa+cache'].map(
        (engine) => rows.find((row) => row.map === map && row.engine === engine) as Row,
      );
      return [short(map), digits(us(hpa)), digits(us(hit))];
    }),
  );
}

function peers(): string {
  return markdown(
    ['map', 'engine', 'us', 'times jps', 'asked', 'invalid', 'unsolved', 'too long', 'mean excess'],
    readCsv('peers').map((row, _, all) => {
      const jps = all.find((other) => other.map === row.map && other.engine === 'jps') ?? row;
      const excess = `${(100 * Number(row.meanSuboptimality)).toFixed(2)} %`;
      return [
        short(row.map),
        row.engine,
        digits(us(row)),
        digits(us(row) / us(jps)),
        row.queries,
        row.invalid,
        row.unsolved,
        row.suboptimal,
        excess,
      ];
    }),
  );
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

function all(): string {
  const rows = readCsv('all');
  return markdown(
    [
      'engine',
      'us',
      'typical',
      '99 %',
      '20 steps',
      'excess',
      'expanded',
      'MB before, after',
      'storage kB',
      'bake s',
      'front',
    ],
    rows.map((row) => [
      row.engine,
      digits(us(row)),
      digits(Number(row.typicalMicros)),
      digits(Number(row.p99Micros)),
      digits(Number(row.first20Micros)),
      `${(100 * Number(row.meanSuboptimality)).toFixed(2)} %`,
      counted([row], 'expanded'),
      `${(Number(row.memoryBefore) / 1e6).toFixed(1)}, ${(Number(row.memoryAfter) / 1e6).toFixed(1)}`,
      (Number(row.storageBytes) / 1000).toFixed(1),
      (60 * Number(row.precomputeMinutes)).toPrecision(2),
      row.front === 'yes' ? 'yes' : '',
    ]),
  );
}

/** The setting of a file, from its first row. */
function setting(name: string): string {
  const [{ machine, node, date, options }] = readCsv(name);
  return `\`prep ${options}\`; ${machine}, Node ${node}, ${date}.`;
}

const TABLES: Record<string, () => string> = {
  ladder,
  thesis,
  'open-lists': openLists,
  'all-pairs': allPairs,
  cache,
  peers,
  maps: () => matrix('maps'),
  all,
};
const FILE = 'docs/benchmarks.md';
let text = readFileSync(FILE, 'utf8');
for (const [name, table] of Object.entries(TABLES)) {
  const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- / -->)`);
  if (!place.test(text)) throw new Error(`${FILE} has no mark for the table ${name}`);
  text = text.replace(place, (_, begin, end) => `${begin}\n${table()}\n\n${setting(name)}\n\n${end}`);
}
writeFileSync(FILE, text);

/** The page of an experiment: the document's figures next to ours, rank by rank. */
import { countOf, meanOf, type ResultRow } from '../../src/lab/bench/results.js';
import { type Experiment, figureOf, figuresOf, sectionsOf } from './experiments.js';
import { digits, markdown, percent, type Table } from './table.js';

/** Searches of a time in seconds: as many as the document's. */
const searches = (id: string) => /[\d,]+/.exec(figuresOf(id)[0]?.unit ?? '')?.[0] ?? '1,000';

const unitOf = ({ id, measure }: Experiment) =>
  ({
    ms: 'ms a query',
    s: `s for ${searches(id)} searches`,
    length: 'steps',
    expanded: 'nodes expanded',
    operations: 'list operations',
    faster: 'times faster than the first row',
  })[measure];

function figureIn({ id, measure }: Experiment, rows: ResultRow[], first: ResultRow[]): number {
  const micros = meanOf(rows, 'meanMicros');
  if (measure === 'ms') return micros / 1000;
  if (measure === 's') return (micros * Number(searches(id).replace(',', ''))) / 1e6;
  if (measure === 'faster') return meanOf(first, 'meanMicros') / micros;
  return meanOf(rows, ({ length: 'meanLength', expanded: 'expanded', operations: 'heapOperations' } as const)[measure]);
}

/** Place of each value from the smallest, 1 the first; blank where there is none. */
function ranks(values: readonly (number | undefined)[]): string[] {
  const known = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  return values.map((value) => (value === undefined ? '' : String(known.indexOf(value) + 1)));
}

/** Lengths of A differ in the third decimal. */
export const length = (value: number | undefined) => (Number.isFinite(value) ? (value as number).toFixed(3) : '');

/** The table of an experiment of engines. @param results of all its maps and engines that were measured */
export function engineTable(experiment: Experiment, results: readonly ResultRow[]): Table {
  const { id, measure, rows } = experiment;
  const all = (i: number) => results.filter((row) => row.engine === rows[i].engine && row.leftOut === '');
  const sum = (some: readonly ResultRow[], column: 'queries' | 'asked') =>
    some.reduce((queries, row) => queries + Number(row[column]), 0);
  const asked = experiment.maps.reduce(
    (queries, map) => queries + Number(results.find((row) => row.map === map)?.asked ?? 0),
    0,
  );
  /** A row over other queries cannot be compared. */
  const isWhole = (i: number) => sum(all(i), 'queries') === asked;
  const of = (i: number) => (isWhole(i) ? all(i) : []);
  const there = rows.map(({ label }) => figureOf(id, label));
  const reported = there.map((figure) => figure?.value);
  const ours = rows.map((_, i) => (of(i).length > 0 ? figureIn(experiment, of(i), of(0)) : undefined));
  // Only rows that both have can be ranked.
  const both = (values: (number | undefined)[]) =>
    values.map((value, i) => (ours[i] !== undefined && reported[i] !== undefined ? value : undefined));
  const [theirRanks, ourRanks] = [ranks(both(reported)), ranks(both(ours))];
  const anchor = Math.max(0, theirRanks.indexOf(theirRanks.find((rank) => rank !== '') ?? ''));
  const ratio = (values: (number | undefined)[], i: number) => digits((values[i] ?? NaN) / (values[anchor] ?? NaN));
  const measured = (i: number, text: () => string) => (of(i).length > 0 ? text() : '');
  const columns: [heading: string, cell: (i: number) => string][] = [
    ['', (i) => rows[i].label],
    ['engine', (i) => `\`${rows[i].engine}\``],
    ['document', (i) => digits(reported[i])],
    ['ours', (i) => (isWhole(i) ? digits(ours[i]) : `left out: ${sum(all(i), 'queries')} of ${asked} queries`)],
    ['document, first = 1', (i) => ratio(reported, i)],
    ['ours, first = 1', (i) => ratio(ours, i)],
    ['rank there', (i) => theirRanks[i]],
    ['rank here', (i) => ourRanks[i]],
    ['deviation there', (i) => digits(there[i]?.deviation)],
    [
      'deviation, ms',
      (i) => (measure === 'ms' ? measured(i, () => digits(meanOf(of(i), 'deviationMicros') / 1000)) : ''),
    ],
    ['length there', (i) => length(there[i]?.length)],
    ['length', (i) => measured(i, () => length(meanOf(of(i), 'meanLength')))],
    ['excess', (i) => measured(i, () => percent(meanOf(of(i), 'meanSuboptimality'), 2))],
    ['expanded', (i) => countOf(of(i), 'expanded')],
    ['looked at', (i) => countOf(of(i), 'lookedAt')],
    ['list operations', (i) => countOf(of(i), 'heapOperations')],
    ['open list there', (i) => digits(there[i]?.largestOpen)],
    ['largest open list', (i) => countOf(of(i), 'meanLargestOpen')],
  ];
  return [columns.map(([heading]) => heading), ...rows.map((_, i) => columns.map(([, cell]) => cell(i)))];
}

/** Times that differ by less change places from run to run. */
const NOISE = 1.15;

/** Whether the order of a table of engines is the document's. */
function verdictOf([header, ...lines]: Table): string {
  const at = (heading: string) => header.indexOf(heading);
  const ranked = lines.filter((cells) => (cells[at('rank there')] ?? '') !== '');
  if (ranked.length === 0) return 'The document has no figures for these rows.';
  if (ranked.every((cells) => cells[at('rank there')] === cells[at('rank here')]))
    return 'Same order as in the document.';
  const values = ranked.map((cells) => [Number(cells[at('document')]), Number(cells[at('ours')])]);
  const agree = values.every(([there, here]) =>
    values.every(([otherThere, otherHere]) => there >= otherThere || here <= NOISE * otherHere),
  );
  return agree
    ? 'Same order as in the document, within noise: rows less than 15 % apart change places.'
    : 'The order differs.';
}

/** The page of an experiment. @param tables its own, then those of its sections @param setting machine and date */
export function pageOf(experiment: Experiment, tables: readonly Table[], setting: string): string {
  const { id, source, title, shown, pairs, longer, rows, plotted, differs } = experiment;
  const queries = `; ${pairs} pairs a map${longer ? `, over ${longer} steps` : ''}; ${unitOf(experiment)}`;
  const verdict = rows.length > 0 ? [verdictOf(tables[0])] : [];
  const plot = `![Time of each query against the cost of its path on ${plotted}](${id}.svg)`;
  return `${[
    `# ${id}: ${title}`,
    `${source}. Maps: ${shown}${rows.length > 0 ? queries : ''}.`,
    markdown(tables[0]),
    [...verdict, differs].join(' ').trim(),
    ...(plotted ? [plot] : []),
    ...sectionsOf(id).flatMap((one, i) => [`## ${one.title}`, markdown(tables[i + 1]), one.differs]),
    `\`npm run tool documents -- ${id}\`; ${setting}.`,
  ].join('\n\n')}\n`;
}

/** The page of an experiment: the document's figures beside ours, rank by rank. */

import { countOf, meanOf, type ResultRow, type Setting } from '../../src/lab/bench/results.js';
import type { Experiment } from './experiments.js';
import { digits, markdown, percent, type Special, type Table } from './table.js';

type Measure = Experiment['measure'];

const UNITS: Record<Measure, string> = {
  ms: 'ms a query',
  s: 's for a thousand queries',
  length: 'steps',
  expanded: 'nodes expanded',
  operations: 'list operations',
  faster: 'times faster than the first row',
};

function figureOf(measure: Measure, rows: ResultRow[], first: ResultRow[]): number {
  if (measure === 'ms' || measure === 's') return meanOf(rows, 'meanMicros') / 1000;
  if (measure === 'faster') return meanOf(first, 'meanMicros') / meanOf(rows, 'meanMicros');
  return meanOf(rows, ({ length: 'meanLength', expanded: 'expanded', operations: 'heapOperations' } as const)[measure]);
}

/** Place of each value from the smallest, 1 the first; blank where there is none. */
export function ranks(values: readonly (number | undefined)[]): string[] {
  const known = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  return values.map((value) => (value === undefined ? '' : String(known.indexOf(value) + 1)));
}

/** Markdown of an experiment. @param results of all its maps and engines that were measured @param more after its table */
export function pageOf(
  { id, source, title, maps, pairs, longer, measure, rows, differs }: Experiment,
  results: readonly ResultRow[],
  more: readonly string[],
): string {
  const of = (engine: string) => results.filter((row) => row.engine === engine && row.leftOut === '');
  const first = of(rows[0].engine);
  const ours = rows.map(({ engine }) => (of(engine).length > 0 ? figureOf(measure, of(engine), first) : undefined));
  const reported = rows.map((row) => row.reported && Number(row.reported.value));
  // Only rows that both have can be ranked beside each other.
  const both = (values: (number | undefined)[]) =>
    values.map((value, i) => (ours[i] !== undefined && reported[i] !== undefined ? value : undefined));
  const [theirRanks, ourRanks] = [ranks(both(reported)), ranks(both(ours))];
  const same = theirRanks.every((rank, i) => rank === ourRanks[i]);
  const anchor = rows.findIndex((_, i) => ours[i] !== undefined && reported[i] !== undefined);
  const ratio = (values: (number | undefined)[], i: number) => {
    const [value, base] = [values[i], values[Math.max(anchor, 0)]];
    return value === undefined || base === undefined ? '' : digits(value / base);
  };
  const header = [
    '',
    'engine',
    'document',
    'ours',
    'document, first = 1',
    'ours, first = 1',
    'rank there',
    'rank here',
    'deviation there',
    'deviation, ms',
    'length there',
    'length',
    'excess',
    'expanded',
    'looked at',
    'list operations',
    'open list there',
    'largest open list',
  ];
  const lines = rows.map(({ engine, label, reported: there }, i) => [
    label,
    `\`${engine}\``,
    digits(reported[i]),
    digits(ours[i]),
    ratio(reported, i),
    ratio(ours, i),
    theirRanks[i],
    ourRanks[i],
    digits(there?.deviation),
    measure === 'ms' && of(engine).length > 0 ? digits(meanOf(of(engine), 'deviationMicros') / 1000) : '',
    digits(there?.length),
    of(engine).length > 0 ? digits(meanOf(of(engine), 'meanLength')) : '',
    of(engine).length > 0 ? percent(meanOf(of(engine), 'meanSuboptimality'), 2) : '',
    ...(['expanded', 'lookedAt', 'heapOperations'] as const).map((column) => countOf(of(engine), column)),
    digits(there?.largestOpen),
    countOf(of(engine), 'meanLargestOpen'),
  ]);
  const table = markdown([header, ...lines]);
  const setting = results[0] ? `${results[0].machine}, Node ${results[0].node}, ${results[0].date}` : '';
  const queries = `${pairs} pairs a map${longer ? `, over ${longer} steps` : ''}`;
  const verdict = reported.every((value) => value === undefined)
    ? 'The document has no figures for these rows.'
    : same
      ? 'Same order as in the document.'
      : `The order differs. ${differs ?? ''}`.trim();
  return `# ${id}: ${title}

${source}. Maps: ${maps.join(', ')}; ${queries}; ${UNITS[measure]}.

${table}

${[`${verdict}${same && differs ? ` ${differs}` : ''}`, ...more].join('\n\n')}

\`npm run tool documents -- ${id}\`; ${setting}.
`;
}

/** The page of an experiment that makes its own table. */
export function specialPage(
  { id, source, title, maps, seen }: Special,
  table: Table,
  { machine, node, date }: Setting,
): string {
  return `# ${id}: ${title}

${source}. Maps: ${maps.join(', ')}.

${markdown(table)}

${seen}

\`npm run tool documents -- ${id}\`; ${machine}, Node ${node}, ${date}.
`;
}

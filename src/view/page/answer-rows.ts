/** The columns of the table of engines, as texts. */
import type { Answer } from '../desk/measure.js';

/** A column; those that are not `first` appear after "more". */
export interface Column {
  title: string;
  about: string;
  first: boolean;
  text(answer: Answer, least: number): string;
}

/** Unknown, or not counted. */
const NONE = '-';

export const COLUMNS: readonly Column[] = [
  {
    title: 'µs',
    about: 'time of a query: the median of many, in turns with the other engines; of one where it takes long',
    first: true,
    text: microsText,
  },
  { title: 'excess', about: 'of the cost over the least', first: true, text: excessText },
  {
    title: 'expanded',
    about: 'nodes taken from the open list',
    first: true,
    text: ({ expanded }) => countText(expanded),
  },
  {
    title: 'cost',
    about: 'of the path, in steps',
    first: false,
    text: ({ cost }) => (cost === undefined ? 'no path' : cost.toFixed(4)),
  },
  { title: 'cells', about: 'of the path', first: false, text: ({ cells }) => countText(cells) },
  {
    title: 'generated',
    about: 'nodes put on the open list',
    first: false,
    text: ({ generated }) => countText(generated),
  },
  {
    title: 'blobs kB',
    about: 'that the engine reads, as they are stored',
    first: false,
    text: ({ storage }) => (storage > 0 ? (storage / 1000).toFixed(1) : NONE),
  },
  {
    title: 'memory kB',
    about: 'that it holds when it is loaded, about',
    first: false,
    text: ({ memory }) => (memory === undefined ? '…' : (memory / 1000).toFixed(0)),
  },
];

/** Whole microseconds from 10 on; browser clocks are too coarse below one. */
export function microsText({ micros }: Pick<Answer, 'micros'>): string {
  if (micros < 1) return '<1';
  return micros < 10 ? micros.toFixed(1) : grouped(Math.round(micros));
}

/** Least cost of all answers. */
export function leastCost(answers: Iterable<Answer>): number {
  let least = Infinity;
  for (const { cost = Infinity } of answers) least = Math.min(least, cost);
  return least;
}

function excessText({ cost }: Answer, least: number): string {
  if (cost === undefined) return 'no path';
  return `${(100 * (cost / least - 1 || 0)).toFixed(2)} %`;
}

function countText(count: number | undefined): string {
  return count === undefined ? NONE : grouped(count);
}

/** Digits in groups of three. */
function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** The table of all engines on one query, side by side. */
import type { Answer } from '../desk/measure.js';
import { button, element } from './dom.js';

/** A table that fills while engines answer. */
export class AnswerTable {
  readonly element = element('div', {
    className: 'answers',
    tabIndex: 0,
    role: 'region',
    ariaLabel: 'Engines on this query',
  });
  private readonly answers = new Map<string, Answer>();
  private table = element('table');
  private all = false;

  /** Clears the table for a query. @param asked engines that are measured on request by `measure` */
  begin(caption: string, asked: readonly string[], measure: (engine: string) => void): void {
    this.answers.clear();
    const heads = COLUMNS.map(({ title, about, first }) => heading(title, about, first));
    const head = element('thead', {}, element('tr', {}, heading('engine', '', true), ...heads));
    const rows = asked.map((engine) => {
      const title = `measure ${engine}: it may take seconds on a map of this size`;
      const run = button('measure', title, () => measure(engine));
      return named(element('tr'), engine, element('td', { colSpan: COLUMNS.length }, run));
    });
    this.table = element('table', {}, element('caption', {}, caption), head, element('tbody', {}, ...rows));
    const more = button('', '', () => show(!this.all));
    const show = (all: boolean) => {
      this.all = all;
      this.element.classList.toggle('all', all);
      more.textContent = all ? 'less' : 'more';
    };
    show(this.all);
    this.element.replaceChildren(this.table, more);
  }

  clear(): void {
    this.answers.clear();
    this.element.replaceChildren();
  }

  /** Shows the answer of an engine in place of its last one. */
  set(answer: Answer): void {
    this.answers.set(answer.engine, answer);
    const least = leastCost(this.answers.values());
    for (const one of this.answers.values()) this.row(one, least);
  }

  end(): void {
    this.table.dataset.done = 'true';
  }

  private row(answer: Answer, least: number): void {
    const [body] = this.table.tBodies;
    const known = [...body.rows].find(({ dataset }) => dataset.engine === answer.engine);
    const cells = COLUMNS.map(({ first, text }) => element('td', first ? '' : 'more', text(answer, least)));
    named(known ?? body.insertRow(this.answers.size - 1), answer.engine, ...cells);
  }
}

function named(row: HTMLTableRowElement, engine: string, ...cells: Node[]): HTMLTableRowElement {
  row.dataset.engine = engine;
  row.replaceChildren(element('th', { scope: 'row' }, engine), ...cells);
  return row;
}

function heading(text: string, title: string, first: boolean): HTMLElement {
  return element('th', { title, scope: 'col', className: first ? '' : 'more' }, text);
}

/** A column; those that are not `first` appear after "more". */
export interface Column {
  title: string;
  about: string;
  first: boolean;
  text(answer: Answer, least: number): string;
}

/** Unknown, or not counted. */
const NONE = '-';
const TIMED = 'time of a query: the median of many, in turns with the other engines; of one where it takes long';
const kilobytes = (bytes: number, digits: number) => (bytes / 1000).toFixed(digits);

const TABLE: readonly [title: string, about: string, text: Column['text']][] = [
  ['µs', TIMED, microsText],
  ['excess', 'of the cost over the least', excessText],
  ['expanded', 'nodes taken from the open list', ({ expanded }) => countText(expanded)],
  ['cost', 'of the path, in steps', ({ cost }) => cost?.toFixed(4) ?? 'no path'],
  ['cells', 'of the path', ({ cells }) => countText(cells)],
  ['generated', 'nodes put on the open list', ({ generated }) => countText(generated)],
  ['blobs kB', 'that the engine reads, as they are stored', ({ storage: b }) => (b > 0 ? kilobytes(b, 1) : NONE)],
  ['memory kB', 'that it holds when it is loaded, about', ({ memory: b }) => (b === undefined ? '…' : kilobytes(b, 0))],
];
export const COLUMNS: readonly Column[] = TABLE.map(([title, about, text], i) => ({
  title,
  about,
  first: i < 3,
  text,
}));

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

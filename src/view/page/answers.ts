/** The table of all engines on one query, side by side. */
import type { Answer } from '../desk/measure.js';
import { element } from './dom.js';

export class AnswerTable {
  readonly element = element('div', {
    ...{ className: 'answers', tabIndex: 0, role: 'region', ariaLabel: 'Engines on this query' },
  });
  private readonly answers = new Map<string, Answer>();
  private table = element('table');

  /** Clears the table for a query. */
  begin(caption: string, engines: readonly string[]): void {
    this.answers.clear();
    const heads = COLUMNS.map(([title, about]) => heading(title, about));
    const head = element('thead', {}, element('tr', {}, heading('engine', ''), ...heads));
    const rows = engines.map((engine) => named(element('tr'), engine, wide('searching …')));
    this.table = element('table', {}, element('caption', {}, caption), head, element('tbody', {}, ...rows));
    this.element.replaceChildren(
      this.table,
      element('p', 'hint', 'Bars: time on a log scale. Point at a row for more.'),
    );
  }

  clear(): void {
    this.element.replaceChildren();
  }

  set(answer: Answer): void {
    this.answers.set(answer.engine, answer);
    const answers = [...this.answers.values()];
    const least = leastCost(answers);
    const shareOf = barShare(answers.map(({ micros }) => micros));
    for (const one of answers) {
      const cells = COLUMNS.map(([, , text]) => element('td', {}, text(one, least, answers.length)));
      const bar = element('div', 'bar-of-time');
      bar.style.width = `${100 * shareOf(one.micros)}%`;
      const row = this.fill(one.engine, ...cells);
      row?.cells[0].append(bar);
      if (row) row.title = moreText(one);
    }
  }

  fail(engine: string, fault: string): void {
    this.fill(engine, wide(fault));
  }

  end(): void {
    this.table.dataset.done = 'true';
  }

  private fill(engine: string, ...cells: Node[]): HTMLTableRowElement | undefined {
    const row = [...this.table.tBodies[0].rows].find(({ dataset }) => dataset.engine === engine);
    return row && named(row, engine, ...cells);
  }
}

/** A cell over all columns. */
const wide = (content: string) => element('td', { colSpan: COLUMNS.length, className: 'wide' }, content);

function named(row: HTMLTableRowElement, engine: string, ...cells: Node[]): HTMLTableRowElement {
  row.dataset.engine = engine;
  row.replaceChildren(element('th', { scope: 'row' }, engine), ...cells);
  return row;
}

function heading(text: string, title: string): HTMLElement {
  return element('th', { title, scope: 'col' }, text);
}

/** Lengths of bars on a log scale, 0 to 1: from a tenth of the shortest time to the longest. */
export function barShare(times: readonly number[]): (time: number) => number {
  const [least, most] = [Math.min(...times), Math.max(...times)].map((time) => Math.log10(Math.max(0.1, time)));
  return (time) => (Math.log10(Math.max(0.1, time)) - least + 1) / (most - least + 1);
}

/** Text of a column. @param least cost of all answers @param count of the answers */
type Text = (answer: Answer, least: number, count: number) => string;

const NONE = '-';
const TIMED = 'time of a query: the median of many, in turns with the other engines; of a single one where it is slow';

/** The columns of the table. */
export const COLUMNS: readonly [title: string, about: string, text: Text][] = [
  ['time', TIMED, ({ micros }) => timeText(micros)],
  ['longer', 'than the cheapest path in this table', longerText],
  ['expanded', 'nodes taken from the open list; none without a search', ({ expanded }) => countText(expanded)],
];

/** Text of the tooltip of a row. */
export function moreText({ cost, cells, generated }: Answer): string {
  const parts = cost === undefined ? ['no path'] : [`cost ${cost.toFixed(4)}`, `${countText(cells)} cells`];
  if (generated !== undefined) parts.push(`${countText(generated)} nodes put on the open list`);
  return parts.join(', ');
}

export function leastCost(answers: readonly Answer[]): number {
  return Math.min(...answers.map(({ cost = Infinity }) => cost));
}

function longerText({ cost }: Answer, least: number, count: number): string {
  if (cost === undefined) return 'no path';
  return count < 2 ? NONE : `${(100 * (cost / least - 1 || 0)).toFixed(2)} %`;
}

/** A number with separators. `toLocaleString` would take 20 ms in the first call. */
function countText(count: number | undefined): string {
  return count === undefined ? NONE : String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** A time in microseconds, milliseconds or seconds. Browser clocks are too coarse below one microsecond. */
export function timeText(micros: number): string {
  if (micros < 1) return '<1 µs';
  if (micros < 999.5) return `${micros.toFixed(micros < 9.95 ? 1 : 0)} µs`;
  return micros < 999.5e3 ? `${(micros / 1e3).toPrecision(3)} ms` : `${(micros / 1e6).toPrecision(3)} s`;
}

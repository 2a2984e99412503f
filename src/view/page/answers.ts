/** The table of all engines on one query, side by side. */
import type { Answer } from '../desk/measure.js';
import { grouped, timeText } from './amounts.js';
import { button, element } from './dom.js';

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
  begin(
    caption: string,
    engines: readonly string[],
    preparing: (engine: string) => string,
    asked: readonly string[],
    measure: (engine: string) => void,
  ): void {
    this.answers.clear();
    const heads = COLUMNS.map(({ title, about, first }) => heading(title, about, first));
    const head = element('thead', {}, element('tr', {}, heading('engine', '', true), ...heads));
    const rows = engines.map((engine) => {
      if (!asked.includes(engine)) return named(element('tr'), engine, wide(preparing(engine)));
      const title = `measure ${engine}: it may take seconds on a map of this size`;
      return named(element('tr'), engine, wide(button('measure', title, () => measure(engine))));
    });
    this.table = element('table', {}, element('caption', {}, caption), head, element('tbody', {}, ...rows));
    const more = button('', '', () => show(!this.all));
    const show = (all: boolean) => {
      this.all = all;
      this.element.classList.toggle('all', all);
      more.textContent = all ? 'fewer columns' : 'more columns';
    };
    show(this.all);
    const note = element('p', 'hint', 'Bars: time on a log scale.');
    this.element.replaceChildren(this.table, note, more);
  }

  clear(): void {
    this.answers.clear();
    this.element.replaceChildren();
  }

  set(answer: Answer): void {
    this.answers.set(answer.engine, answer);
    const answers = [...this.answers.values()];
    const least = leastCost(answers);
    const shareOf = barShare(answers.map(({ micros }) => micros));
    for (const one of answers) this.row(one, least, shareOf(one.micros));
  }

  fail(engine: string, fault: string): void {
    const row = this.find(engine);
    if (row) named(row, engine, wide(fault));
  }

  end(): void {
    this.table.dataset.done = 'true';
  }

  private find(engine: string): HTMLTableRowElement | undefined {
    return [...this.table.tBodies[0].rows].find(({ dataset }) => dataset.engine === engine);
  }

  private row(answer: Answer, least: number, share: number): void {
    const row = this.find(answer.engine);
    if (!row) return;
    const cells = COLUMNS.map(({ first, text }) =>
      element('td', first ? '' : 'more', text(answer, least, this.answers.size)),
    );
    named(row, answer.engine, ...cells);
    const bar = element('div', 'bar-of-time');
    bar.style.width = `${100 * share}%`;
    row.cells[0].append(bar);
  }
}

/** A cell over all columns. */
const wide = (content: Node | string) => element('td', { colSpan: COLUMNS.length, className: 'wide' }, content);

function named(row: HTMLTableRowElement, engine: string, ...cells: Node[]): HTMLTableRowElement {
  row.dataset.engine = engine;
  row.replaceChildren(element('th', { scope: 'row' }, engine), ...cells);
  return row;
}

function heading(text: string, title: string, first: boolean): HTMLElement {
  return element('th', { title, scope: 'col', className: first ? '' : 'more' }, text);
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

const TABLE: readonly [title: string, about: string, text: Text][] = [
  ['time', TIMED, ({ micros }) => timeText(micros)],
  ['excess', 'over the cheapest path in this table', excessText],
  [
    'expanded',
    'nodes taken from the open list; none where the answer is looked up',
    ({ expanded }) => countText(expanded),
  ],
  ['cost', 'of the path, in steps', ({ cost }) => cost?.toFixed(4) ?? 'no path'],
  ['cells', 'of the path', ({ cells }) => countText(cells)],
  ['generated', 'nodes put on the open list', ({ generated }) => countText(generated)],
  ['blobs kB', 'that the engine reads, as they are stored', ({ storage: b }) => (b > 0 ? (b / 1000).toFixed(1) : NONE)],
];
/** The columns; those that are not `first` appear after "more columns". */
export const COLUMNS = TABLE.map(([title, about, text], i) => ({ title, about, first: i < 3, text }));

export function leastCost(answers: Iterable<Answer>): number {
  let least = Infinity;
  for (const { cost = Infinity } of answers) least = Math.min(least, cost);
  return least;
}

/** A single answer has nothing to be compared with. */
function excessText({ cost }: Answer, least: number, count: number): string {
  if (cost === undefined) return 'no path';
  return count < 2 ? NONE : `${(100 * (cost / least - 1 || 0)).toFixed(2)} %`;
}

function countText(count: number | undefined): string {
  return count === undefined ? NONE : grouped(count);
}

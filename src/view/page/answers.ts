/** The table of all engines on one query, side by side. */
import type { Answer } from '../desk/measure.js';
import { COLUMNS, leastCost } from './answer-rows.js';
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
      const cell = element(
        'td',
        { colSpan: COLUMNS.length },
        button('measure', title, () => measure(engine)),
      );
      return named(element('tr'), engine, cell);
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

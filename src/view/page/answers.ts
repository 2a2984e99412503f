/** The table of all engines on one query, side by side. */
import type { Answer } from '../desk/measure.js';
import { COLUMNS, leastCost } from './answer-rows.js';
import { button, element } from './dom.js';

/** A table that fills while engines answer. */
export class AnswerTable {
  readonly element = element('div', '', 'answers');
  private readonly answers = new Map<string, Answer>();
  private table = element('table');
  private all = false;

  constructor() {
    this.element.tabIndex = 0;
    this.element.setAttribute('role', 'region');
    this.element.setAttribute('aria-label', 'Engines on this query');
  }

  /** Clears the table for a query. @param asked engines that are measured on request by `measure` */
  begin(caption: string, asked: readonly string[], measure: (engine: string) => void): void {
    this.answers.clear();
    this.table = element('table');
    this.table.append(element('caption', caption));
    const head = this.table.createTHead().insertRow();
    head.append(heading('engine', '', true));
    for (const { title, about, first } of COLUMNS) head.append(heading(title, about, first));
    const body = this.table.createTBody();
    for (const engine of asked) {
      const row = body.insertRow();
      row.dataset.engine = engine;
      row.append(Object.assign(element('th', engine), { scope: 'row' }));
      const cell = row.insertCell();
      cell.colSpan = COLUMNS.length;
      cell.append(
        button('measure', `measure ${engine}: it may take seconds on a map of this size`, () => measure(engine)),
      );
    }
    const more = button(this.all ? 'less' : 'more', '', () => {
      this.all = !this.all;
      this.element.classList.toggle('all', this.all);
      more.textContent = this.all ? 'less' : 'more';
    });
    this.element.classList.toggle('all', this.all);
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
    const row = known ?? body.insertRow(this.answers.size - 1);
    row.dataset.engine = answer.engine;
    const cells = COLUMNS.map((column) => element('td', column.text(answer, least), column.first ? '' : 'more'));
    row.replaceChildren(Object.assign(element('th', answer.engine), { scope: 'row' }), ...cells);
  }
}

function heading(title: string, about: string, first: boolean): HTMLElement {
  return Object.assign(element('th', title, first ? '' : 'more'), { title: about, scope: 'col' });
}

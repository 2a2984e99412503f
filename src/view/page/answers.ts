/** The table of all engines on one query, side by side. */
import { engineNames } from '../engines.js';
import type { Scene } from '../scene.js';
import { element } from './dom.js';
import { type Answer, breathe, type Engines } from './measure.js';
import type { Cell } from './state.js';

const HEADINGS: [string, string][] = [
  ['engine', ''],
  ['cost', 'of the path, in steps'],
  ['excess', 'over the least cost'],
  ['cells', 'of the path'],
  ['expanded', 'nodes taken from the open list'],
  ['generated', 'nodes put on the open list'],
  ['µs', 'a query, the median of many'],
  ['blobs kB', 'that the engine reads, as they are stored'],
  ['memory kB', 'that it holds when it is loaded, about'],
];

/**
 * Asks one engine after the other, the page drawn in between.
 * @param into shows the table, row by row; `data-done` when it is whole
 * @param stopped whether the query is no longer asked for
 * @param say what is told of an engine that fails
 */
export async function compareEngines(
  scene: Scene,
  engines: Engines,
  [start, goal]: [Cell, Cell],
  into: HTMLElement,
  stopped: () => boolean,
  say: (error: unknown) => void,
): Promise<void> {
  const table = element('table');
  table.append(element('caption', `from ${start.join(', ')} to ${goal.join(', ')}`));
  const head = table.createTHead().insertRow();
  for (const [name, about] of HEADINGS) head.append(Object.assign(element('th', name), { title: about, scope: 'col' }));
  const body = table.createTBody();
  into.replaceChildren(table);
  const found: Answer[] = [];
  for (const name of engineNames(scene)) {
    await breathe();
    if (stopped()) return;
    try {
      found.push(engines.measure(name, start, goal));
      const least = Math.min(...found.map(({ cost }) => cost ?? Infinity));
      body.replaceChildren(...found.map((answer) => answerRow(answer, least)));
    } catch (error) {
      say(error);
    }
  }
  table.dataset.done = 'true';
}

/** @param least cost that any engine has found */
function answerRow(answer: Answer, least: number): HTMLTableRowElement {
  const row = element('tr');
  row.dataset.engine = answer.engine;
  const { cost } = answer;
  row.append(Object.assign(element('th', answer.engine), { scope: 'row' }));
  const texts = [
    cost === undefined ? 'no path' : cost.toFixed(4),
    cost === undefined ? '' : `${(100 * (cost / least - 1 || 0)).toFixed(2)} %`,
    String(answer.cells),
    String(answer.expanded),
    String(answer.generated),
    answer.micros < 100 ? answer.micros.toFixed(1) : answer.micros.toFixed(0),
    answer.storage > 0 ? (answer.storage / 1000).toFixed(1) : '',
    (answer.memory / 1000).toFixed(0),
  ];
  for (const text of texts) row.append(element('td', text));
  return row;
}

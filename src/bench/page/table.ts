/** The tables of the report: measures by what they are about, few enough in each to fit the page. */
import type { Measures } from '../measures.js';
import type { EngineResult, MapResult } from '../run.js';

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
const micros = (us: number) => (us >= 100 ? us.toFixed(0) : us.toFixed(2));
const whole = (n: number) => n.toFixed(0);

type Column = [heading: string, measure: keyof Measures, text: (value: number) => string];

const TABLES: Record<string, Column[]> = {
  'Overview: time of a query, answers, space': [
    ['mean µs', 'meanMicros', micros],
    ['95 % µs', 'p95Micros', micros],
    ['suboptimality %', 'meanSuboptimality', (share) => (100 * share).toFixed(3)],
    ['solved', 'solved', whole],
    ['expanded', 'expanded', whole],
    ['storage kB', 'storageBytes', kilobytes],
    ['bake s', 'precomputeMinutes', (minutes) => (60 * minutes).toPrecision(2)],
  ],
  'Time, of all queries and of single ones': [
    ['total s', 'totalSeconds', (s) => s.toPrecision(3)],
    ['typical µs', 'typicalMicros', micros],
    ['median µs', 'medianMicros', micros],
    ['99 % µs', 'p99Micros', micros],
    ['longest µs', 'longestMicros', micros],
    ['deviation µs', 'deviationMicros', micros],
    ['first 20 steps µs', 'first20Micros', micros],
    ['longest segment µs', 'maxSegmentMicros', micros],
    ['passes', 'passes', whole],
  ],
  'Answers, and memory': [
    ['mean length', 'meanLength', (steps) => steps.toFixed(3)],
    ['too long', 'suboptimal', whole],
    ['invalid', 'invalid', whole],
    ['unsolved', 'unsolved', whole],
    ['memory before kB', 'memoryBefore', kilobytes],
    ['memory after kB', 'memoryAfter', kilobytes],
    ['load ms', 'loadMillis', (ms) => ms.toFixed(2)],
  ],
  'Search, a query': [
    ['generated', 'generated', whole],
    ['looked at', 'lookedAt', whole],
    ['list operations', 'heapOperations', whole],
    ['largest open list, mean', 'meanLargestOpen', whole],
    ['largest open list', 'largestOpen', whole],
  ],
};

export function tables(map: MapResult): HTMLElement[] {
  return Object.entries(TABLES).map(([caption, columns]) => table(map, caption, columns));
}

function table(map: MapResult, caption: string, columns: Column[]): HTMLElement {
  const made = document.createElement('table');
  made.createCaption().textContent = caption;
  const head = made.createTHead().insertRow();
  const body = made.createTBody();
  const fill = (engines: EngineResult[]) =>
    body.replaceChildren(...engines.map((engine) => row(engine, map.queries.length, columns)));
  let sorted: keyof Measures | undefined;
  for (const [heading, measure] of [['engine', undefined] as const, ...columns]) {
    const button = document.createElement('button');
    button.textContent = heading;
    button.addEventListener('click', () => {
      const turn = sorted === measure ? -1 : 1;
      sorted = turn < 0 ? undefined : measure;
      fill(measure ? [...map.engines].sort((a, b) => turn * (value(a, measure) - value(b, measure))) : map.engines);
    });
    headerCell(head, 'col').append(button);
  }
  fill(map.engines);
  return made;
}

function headerCell(row: HTMLTableRowElement, scope: 'col' | 'row'): HTMLTableCellElement {
  return row.appendChild(Object.assign(document.createElement('th'), { scope }));
}

function value({ measures }: EngineResult, measure: keyof Measures): number {
  return measures[measure] ?? Infinity;
}

function row({ engine, exact, front, measures }: EngineResult, queries: number, columns: Column[]): HTMLElement {
  const made = document.createElement('tr');
  const isFault = measures.solved < queries || (exact && measures.suboptimal > 0);
  made.className = isFault ? 'fault' : front ? 'front' : 'dominated';
  headerCell(made, 'row').textContent = engine;
  for (const [, measure, text] of columns) {
    const number = measures[measure];
    made.insertCell().textContent = number === undefined ? '-' : text(number);
  }
  return made;
}

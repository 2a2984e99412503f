/** The tables of the report: measures by what they are about, few enough in each to fit the page. */
import { type Measures, textOf } from '../measures.js';
import type { EngineResult, MapResult } from '../run.js';

type Measure = keyof Measures;

const TABLES: Record<string, Measure[]> = {
  'Overview: time of a query, answers, space': [
    ...(['meanMicros', 'p95Micros', 'meanSuboptimality', 'solved', 'expanded'] as const),
    ...(['storageBytes', 'precomputeMinutes'] as const),
  ],
  'Time, of all queries and of single ones': [
    ...(['totalSeconds', 'typicalMicros', 'medianMicros', 'p99Micros', 'longestMicros'] as const),
    ...(['deviationMicros', 'first20Micros', 'maxSegmentMicros', 'passes'] as const),
  ],
  'Answers, and memory': [
    ...(['meanLength', 'suboptimal', 'invalid', 'unsolved'] as const),
    ...(['memoryBefore', 'memoryAfter', 'loadMillis'] as const),
  ],
  'Search, a query': ['generated', 'lookedAt', 'heapOperations', 'meanLargestOpen', 'largestOpen'],
};

export const tables = (map: MapResult): HTMLElement[] =>
  Object.entries(TABLES).map(([caption, measures]) => table(map, caption, measures));

function table({ engines, queries }: MapResult, caption: string, measures: Measure[]): HTMLElement {
  const made = document.createElement('table');
  made.createCaption().textContent = caption;
  const head = made.createTHead().insertRow();
  const body = made.createTBody();
  const fill = (sorted: EngineResult[]) =>
    body.replaceChildren(...sorted.map((engine) => row(engine, queries.length, measures)));
  let by: Measure | undefined;
  for (const measure of [undefined, ...measures]) {
    const button = document.createElement('button');
    button.textContent = measure ? textOf(measure)[0] : 'engine';
    button.addEventListener('click', () => {
      const turn = by === measure ? -1 : 1;
      by = turn < 0 ? undefined : measure;
      const value = ({ measures: of }: EngineResult) => (measure && of[measure]) ?? Infinity;
      fill(measure ? engines.toSorted((a, b) => turn * (value(a) - value(b))) : engines);
    });
    headerCell(head, 'col').append(button);
  }
  fill(engines);
  return made;
}

const headerCell = (row: HTMLTableRowElement, scope: 'col' | 'row') =>
  row.appendChild(Object.assign(document.createElement('th'), { scope }));

function row({ engine, exact, front, measures }: EngineResult, queries: number, shown: Measure[]): HTMLElement {
  const made = document.createElement('tr');
  const isFault = measures.solved < queries || (exact && measures.suboptimal > 0);
  made.className = isFault ? 'fault' : front ? 'front' : 'dominated';
  headerCell(made, 'row').textContent = engine;
  for (const measure of shown) made.insertCell().textContent = textOf(measure)[1](measures);
  return made;
}

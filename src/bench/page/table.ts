/** The table of the report. */
import type { Measures } from '../measures.js';
import type { EngineResult, MapResult } from '../run.js';

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
const micros = (us: number) => (us >= 100 ? us.toFixed(0) : us.toFixed(2));
const whole = (n: number) => n.toFixed(0);

/** Heading, measure, how it is written. */
const COLUMNS: [string, keyof Measures, (value: number) => string][] = [
  ['total s', 'totalSeconds', (s) => s.toPrecision(3)],
  ['mean µs', 'meanMicros', micros],
  ['first 20 steps µs', 'first20Micros', micros],
  ['longest segment µs', 'maxSegmentMicros', micros],
  ['length', 'meanLength', (steps) => steps.toFixed(3)],
  ['suboptimality %', 'meanSuboptimality', (share) => (100 * share).toFixed(3)],
  ['solved', 'solved', whole],
  ['invalid', 'invalid', whole],
  ['unsolved', 'unsolved', whole],
  ['memory before kB', 'memoryBefore', kilobytes],
  ['memory after kB', 'memoryAfter', kilobytes],
  ['storage kB', 'storageBytes', kilobytes],
  ['pre-computation min', 'precomputeMinutes', (min) => min.toPrecision(2)],
  ['longest µs', 'longestMicros', micros],
  ['too long', 'suboptimal', whole],
  ['typical µs', 'typicalMicros', micros],
  ['median µs', 'medianMicros', micros],
  ['95 % µs', 'p95Micros', micros],
  ['99 % µs', 'p99Micros', micros],
  ['deviation µs', 'deviationMicros', micros],
  ['load ms', 'loadMillis', (ms) => ms.toFixed(2)],
  ['expanded', 'expanded', whole],
  ['generated', 'generated', whole],
  ['looked at', 'lookedAt', whole],
  ['list operations', 'heapOperations', whole],
  ['largest open list, mean', 'meanLargestOpen', whole],
  ['largest open list', 'largestOpen', whole],
  ['passes', 'passes', whole],
];

export function table(map: MapResult): HTMLElement {
  const box = document.createElement('div');
  box.className = 'table';
  const made = box.appendChild(document.createElement('table'));
  const head = made.createTHead().insertRow();
  const body = made.createTBody();
  const fill = (engines: EngineResult[]) =>
    body.replaceChildren(...engines.map((engine) => row(engine, map.queries.length)));
  let sorted: keyof Measures | undefined;
  for (const [heading, measure] of [['engine', undefined] as const, ...COLUMNS]) {
    const cell = head.appendChild(document.createElement('th'));
    cell.textContent = heading;
    cell.addEventListener('click', () => {
      const turn = sorted === measure ? -1 : 1;
      sorted = turn < 0 ? undefined : measure;
      fill(measure ? [...map.engines].sort((a, b) => turn * (value(a, measure) - value(b, measure))) : map.engines);
    });
  }
  fill(map.engines);
  return box;
}

function value({ measures }: EngineResult, measure: keyof Measures): number {
  return measures[measure] ?? Infinity;
}

function row({ engine, exact, front, measures }: EngineResult, queries: number): HTMLTableRowElement {
  const made = document.createElement('tr');
  const fault = measures.solved < queries || (exact && measures.suboptimal > 0);
  made.className = fault ? 'fault' : front ? 'front' : 'dominated';
  made.insertCell().textContent = engine;
  for (const [, measure, write] of COLUMNS) {
    const found = measures[measure];
    made.insertCell().textContent = found === undefined ? '' : write(found);
  }
  return made;
}

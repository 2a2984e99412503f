/** Compares engines on one query: an answer of each, then turns of all after a warm-up, as in `prep bench`. */
import type { Engine } from '../../core/search/engine.js';
import { PathBuffer } from '../../core/search/path.js';
import { makeEngine } from '../engines.js';
import type { Scene } from '../scene.js';

export type Cell = [x: number, y: number];

/** The answer of an engine to a query. */
export interface Answer {
  engine: string;
  /** In steps; undefined without a path. */
  cost?: number;
  cells: number;
  /** Undefined if the engine does not search. */
  expanded?: number;
  generated?: number;
  /** Microseconds of the only run, or the median of many. */
  micros: number;
  runs: number;
}

/** Reports of a running measurement. */
export type Measured = Answer | { engine: string; fault: string };

/** Milliseconds of an answer from which an engine runs only once. */
const ONCE_MS = 200;
/** Milliseconds of the warm-up, of one turn, of all turns of an engine. */
const WARM_MS = 25;
const TURN_MS = 3;
const ALL_MS = 300;
const TURNS = 15;

/** The engines of a scene, made lazily. */
export function enginesOf(scene: Scene) {
  const made = new Map<string, Engine>();
  return (name: string): Engine => {
    const engine = made.get(name) ?? makeEngine(scene, name);
    made.set(name, engine);
    return engine;
  };
}
export type Engines = ReturnType<typeof enginesOf>;

export interface Clock {
  now(): number;
  /** Handles messages. @returns whether to end the measurement */
  pause(): Promise<boolean>;
}

interface Runner {
  answer: Answer;
  run(): void;
  batch: number;
  times: number[];
}

/**
 * @param report called with each first answer, and again with better times
 * @returns at the end, or when the clock stops it
 */
export async function measureAll(
  engineOf: Engines,
  names: readonly string[],
  [[x0, y0], [x1, y1]]: readonly [Cell, Cell],
  report: (measured: Measured) => unknown,
  { now, pause }: Clock,
): Promise<void> {
  const runners: Runner[] = [];
  for (const engine of names) {
    if (await pause()) return;
    try {
      const search = engineOf(engine);
      const path = new PathBuffer();
      const run = () => search.search(x0, y0, x1, y1, path);
      const start = now();
      const solved = run() && { cost: path.cost };
      const micros = 1000 * (now() - start);
      const { expanded, generated } = search;
      // Tables and hierarchies with labels do not search.
      const isLookup = engine === 'table' || (engine === 'ch' && expanded === 0);
      const counts = isLookup ? {} : { expanded, generated };
      const cells = solved ? path.cellCount : 0;
      const answer = { engine, ...solved, cells, ...counts, micros, runs: 1 };
      await report({ ...answer });
      if (micros < 1000 * ONCE_MS) runners.push({ answer, run, batch: 1, times: [] });
    } catch (error) {
      await report({ engine, fault: (error as Error).message });
    }
  }
  for (const runner of runners) {
    if (await pause()) return;
    warm(runner, now);
  }
  for (let turn = 0; turn < TURNS; turn++) {
    if (await pause()) return;
    for (const runner of runners) takeTurn(runner, now);
    if (turn % 5 === 4) for (const { answer } of runners) await report({ ...answer });
  }
}

/** Warms the compiler up, and sets the number of queries of a turn. */
function warm(runner: Runner, now: Clock['now']): void {
  const start = now();
  let runs = 0;
  for (; now() - start < WARM_MS; runs = 2 * runs + 1) for (let i = 0; i <= runs; i++) runner.run();
  runner.batch = Math.max(1, Math.round((TURN_MS * runs) / (now() - start)));
}

function takeTurn({ times, batch, answer, run }: Runner, now: Clock['now']): void {
  if (times.length * batch * answer.micros > 1000 * ALL_MS) return;
  const start = now();
  for (let i = 0; i < batch; i++) run();
  times.push((1000 * (now() - start)) / batch);
  answer.micros = [...times].sort((a, b) => a - b)[times.length >> 1];
  answer.runs = times.length * batch;
}

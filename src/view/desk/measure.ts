/**
 * Engines on one query, side by side: an answer of each at once, then all of them in turns, warmed, as `prep bench` measures. A machine that
 * slows down for a moment slows all of them.
 */
import type { Engine } from '../../search/engine.js';
import { PathBuffer } from '../../search/path.js';
import { makeEngine, memoryOf, storageOf } from '../engines.js';
import type { Scene } from '../scene.js';

export type Cell = [x: number, y: number];

/** What an engine did with a query. */
export interface Answer {
  engine: string;
  /** In steps; undefined where it found no path. */
  cost?: number;
  cells: number;
  /** Undefined where the engine does not search. */
  expanded?: number;
  generated?: number;
  /** Microseconds: of the only run, or the median of many. */
  micros: number;
  /** Queries that were timed. */
  runs: number;
  /** Bytes of blobs it reads, and about what it holds when it is loaded; undefined while that is not known. */
  storage: number;
  memory?: number;
}

/** Engines that look their answers up. */
const LOOKUPS = ['table'];
/** An engine that takes longer for its first answer, in milliseconds, is not asked again. */
export const ONCE_MS = 200;
/** Milliseconds: of warming, of one turn, of all turns of an engine together. */
const WARM_MS = 25;
const TURN_MS = 3;
const ALL_MS = 300;
const TURNS = 15;

/** The engines of a scene, made when they are first asked for. */
export class Engines {
  private readonly made = new Map<string, Engine>();

  constructor(private readonly scene: Scene) {}

  get(name: string): Engine {
    const engine = this.made.get(name) ?? makeEngine(this.scene, name);
    this.made.set(name, engine);
    return engine;
  }

  storage(name: string): number {
    return storageOf(this.scene, name);
  }

  memory(name: string): number {
    return memoryOf(this.scene, name);
  }
}

/** Where the time comes from, and how others get some. */
export interface Clock {
  now(): number;
  /** Lets messages in; ends the measurement where it says so. */
  pause(): Promise<boolean>;
}

interface Runner {
  answer: Answer;
  run(): void;
  /** Queries of a turn. */
  batch: number;
  times: number[];
  spent: number;
}

/**
 * @param report told of each engine's answer as it is there, again with better times, and at last with its memory
 * @returns when all is told, or the clock has ended it
 */
export async function measureAll(
  engines: Pick<Engines, 'get' | 'storage' | 'memory'>,
  names: readonly string[],
  [[x0, y0], [x1, y1]]: readonly [Cell, Cell],
  report: (answer: Answer | { engine: string; fault: string }) => void,
  clock: Clock,
): Promise<void> {
  const runners: Runner[] = [];
  const answers: Answer[] = [];
  for (const engine of names) {
    if (await clock.pause()) return;
    try {
      const search = engines.get(engine);
      const path = new PathBuffer();
      const start = clock.now();
      const found = search.search(x0, y0, x1, y1, path);
      const millis = clock.now() - start;
      const { expanded, generated } = search;
      const counts = LOOKUPS.includes(engine) ? {} : { expanded, generated };
      const answer: Answer = {
        engine,
        ...(found && { cost: path.cost }),
        cells: found ? path.cellCount : 0,
        ...counts,
        micros: 1000 * millis,
        runs: 1,
        storage: engines.storage(engine),
      };
      answers.push(answer);
      report({ ...answer });
      const run = () => search.search(x0, y0, x1, y1, path);
      if (millis < ONCE_MS) runners.push({ answer, run, batch: 1, times: [], spent: 0 });
    } catch (error) {
      report({ engine, fault: (error as Error).message });
    }
  }
  for (const runner of runners) {
    if (await clock.pause()) return;
    warm(runner, clock);
  }
  for (let turn = 0; turn < TURNS; turn++) {
    if (await clock.pause()) return;
    for (const runner of runners) takeTurn(runner, clock);
    if (turn % 5 === 4) for (const { answer } of runners) report({ ...answer });
  }
  for (const answer of answers) {
    if (await clock.pause()) return;
    answer.memory = engines.memory(answer.engine);
    report({ ...answer });
  }
}

/** Runs until compilers are done, and finds how many queries a turn has. */
function warm(runner: Runner, { now }: Clock): void {
  const start = now();
  let runs = 0;
  let spent = 0;
  for (let more = 1; spent < WARM_MS; more *= 2) {
    for (let i = 0; i < more; i++) runner.run();
    runs += more;
    spent = now() - start;
  }
  runner.batch = Math.max(1, Math.round((TURN_MS * runs) / spent));
}

function takeTurn(runner: Runner, { now }: Clock): void {
  const { times, batch, answer } = runner;
  if (runner.spent > ALL_MS) return;
  const start = now();
  for (let i = 0; i < batch; i++) runner.run();
  const millis = now() - start;
  runner.spent += millis;
  times.push((1000 * millis) / batch);
  const sorted = [...times].sort((a, b) => a - b);
  answer.micros = sorted[sorted.length >> 1];
  answer.runs = times.length * batch;
}

/** Engines on one query, side by side. */
import type { Engine } from '../../search/engine.js';
import { PathBuffer } from '../../search/path.js';
import { makeEngine, memoryOf, storageOf } from '../engines.js';
import type { Scene } from '../scene.js';
import type { Cell } from './state.js';

/** What an engine did with a query. */
export interface Answer {
  engine: string;
  /** In steps; undefined where it found no path. */
  cost: number | undefined;
  cells: number;
  expanded: number;
  generated: number;
  /** Microseconds, the median of many. */
  micros: number;
  /** Bytes of blobs it reads, and about what it holds when it is loaded. */
  storage: number;
  memory: number;
}

/** How long an engine may answer again and again. */
const LEAST_MS = 24;
const SAMPLES = 15;

/** The engines of a scene, made when they are first asked for. */
export class Engines {
  private readonly made = new Map<string, Engine>();

  constructor(private readonly scene: Scene) {}

  get(name: string): Engine {
    const engine = this.made.get(name) ?? makeEngine(this.scene, name);
    this.made.set(name, engine);
    return engine;
  }

  measure(name: string, [x0, y0]: Cell, [x1, y1]: Cell): Answer {
    const engine = this.get(name);
    const path = new PathBuffer();
    const found = engine.search(x0, y0, x1, y1, path);
    const { expanded, generated } = engine;
    const [cost, cells] = found ? [path.cost, path.cellCount] : [undefined, 0];
    return {
      engine: name,
      cost,
      cells,
      expanded,
      generated,
      micros: medianMicros(() => engine.search(x0, y0, x1, y1, path)),
      storage: storageOf(this.scene, name),
      memory: memoryOf(this.scene, name),
    };
  }
}

/** A browser's clock is coarse: many runs are timed together, and the median taken of some such times. */
export function medianMicros(run: () => unknown): number {
  let runs = 1;
  let once = timed(run, 1);
  while (once < 1 && runs < 4096) {
    runs *= 4;
    once = timed(run, runs);
  }
  const times = [once / runs];
  for (const end = performance.now() + LEAST_MS; times.length < SAMPLES && performance.now() < end; ) times.push(timed(run, runs) / runs);
  times.sort((a, b) => a - b);
  return 1000 * times[times.length >> 1];
}

function timed(run: () => unknown, runs: number): number {
  const start = performance.now();
  for (let i = 0; i < runs; i++) run();
  return performance.now() - start;
}

/** Lets the page breathe between two pieces of work. */
export function breathe(): Promise<void> {
  return new Promise((done) => setTimeout(done, 0));
}

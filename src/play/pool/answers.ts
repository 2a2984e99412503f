/** Answers of threads as games read them. */
import { BlobError } from '../../core/errors.js';
import type { HexLayout } from '../../core/grid/hexes.js';
import type { Link } from '../../core/grid/links.js';
import { LazyPath } from '../../core/search/late-cells.js';
import type { Path, PathLink } from '../../core/search/path.js';
import type { Answers } from './protocol.js';

/** A path from a thread. Cells are computed on first access; `postMessage` copies neither cells nor waypoints. */
export interface PoolPath extends Path {
  /** `version` of the map that it was found on. */
  readonly version: number;
}

/** Results of `findPathsInto`; the next call overwrites them. */
export interface PathBatch {
  /** Cost of a query's path in steps, as `Path.cost`; -1 without a path. */
  cost(query: number): number;
  /** x, y of every cell of a query's path, empty without a path; a view, in shared memory where there is some. */
  cells(query: number): Uint16Array;
}

/** A {@link PathBatch} with its memory. */
export class Batch implements PathBatch {
  parts: Answers[] = [];
  /** Memory of the cells of each part. */
  memory: ArrayBufferLike[] = [];
  /** Queries of each part but the last. */
  size = 1;
  left = 0;

  cost(query: number): number {
    const { parts, size } = this;
    return parts[Math.floor(query / size)].costs[query % size];
  }

  cells(query: number): Uint16Array {
    return pointsOf(this.parts[Math.floor(query / this.size)], query % this.size);
  }
}

function pointsOf({ ends, points }: Answers, at: number): Uint16Array {
  return points.subarray(at > 0 ? ends[at - 1] : 0, ends[at]);
}

/** Calls back with each path of an answer, null where there is none. */
export function eachPath(
  answers: Answers,
  layout: HexLayout | undefined,
  known: readonly Link[] | undefined,
  take: (path: PoolPath | null, i: number) => void,
): void {
  for (const [i, cost] of answers.costs.entries()) take(cost < 0 ? null : new FoundPath(answers, i, layout, known), i);
}

class FoundPath extends LazyPath implements PoolPath {
  readonly cost: number;
  readonly version: number;
  readonly #answers: Answers;
  readonly #at: number;

  constructor(answers: Answers, at: number, layout: HexLayout | undefined, known: readonly Link[] | undefined) {
    super(layout, known && linksOf(answers.links, at, known));
    this.cost = answers.costs[at];
    this.version = answers.version;
    this.#answers = answers;
    this.#at = at;
  }

  get waypoints(): Uint16Array {
    return pointsOf(this.#answers, this.#at);
  }
}

function linksOf(links: number[], query: number, known: readonly Link[]): PathLink[] {
  const taken: PathLink[] = [];
  for (let i = 0; i < links.length; i += 4)
    if (links[i] === query) taken.push({ index: links[i + 1], turn: links[i + 2], link: known[links[i + 3]] });
  return taken;
}

/** The error of another thread, as its own class where a game may ask for it. */
export function revive({ name, message, code }: { name: string; message: string; code?: string }): Error {
  if (name === 'BlobError') return new BlobError(message, code as BlobError['code']);
  return name === 'RangeError' ? new RangeError(message) : Object.assign(new Error(message), { name });
}

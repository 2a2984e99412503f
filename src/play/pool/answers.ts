/** The public interface of a pool, and the answers of threads. */
import { BlobError } from '../../core/errors.js';
import type { HexLayout } from '../../core/grid/hexes.js';
import type { Link } from '../../core/grid/links.js';
import { LazyPath } from '../../core/search/late-cells.js';
import type { Path, PathLink } from '../../core/search/path.js';
import type { Answers, AnyWorker, Href } from './protocol.js';

/** Options of `navPool`. */
export interface PoolOptions {
  /** Number of threads, 0 for one per core. Default: one fewer than cores, at least one. */
  threads?: number | undefined;
  /** The worker file, or a function that starts a worker. Default: `gridprep/worker`, with every engine. */
  worker?: string | Href | (() => AnyWorker) | undefined;
}

/** Threads that answer queries of one map and follow its edits in order. */
export interface NavPool {
  readonly threads: number;
  /** Whether the threads share the map's arrays. */
  readonly shared: boolean;
  /** Version of the map. */
  readonly version: number;
  /**
   * Like `findPath` of the map. Queries of one turn of the event loop are sent together.
   * @returns a promise that rejects with the errors of `findPath`, and with a ThreadError if threads keep crashing or
   * the pool is closed. After a crash the next query starts new threads
   */
  findPath(x0: number, y0: number, x1: number, y1: number): Promise<PoolPath | null>;
  /**
   * Answers many queries.
   * @param pairs x0, y0, x1, y1 of each query, flat
   * @returns paths in the order of the queries, null without a path; rejects as {@link findPath}
   */
  findPaths(pairs: ArrayLike<number>): Promise<(PoolPath | null)[]>;
  /** Ends the threads and rejects open requests with a ThreadError. */
  close(): void;
}

/** A path from a thread. Cells are computed on first access; `postMessage` copies neither cells nor waypoints. */
export interface PoolPath extends Path {
  /** `version` of the map that it was found on. */
  readonly version: number;
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

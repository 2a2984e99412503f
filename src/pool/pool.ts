/**
 * The game's side of a pool of threads: batches of queries go to the threads that have the least to do, and come back as promises.
 *
 * A thread answers in the order it was asked. So what it owes is a list; where it dies, that list goes to the thread that takes its place.
 *
 * Measured and decided: docs/decisions/threads-arrays-shared-edits-in-order.md.
 */
import { BlobError, ThreadError } from '../errors.js';
import { cellsBetween } from '../search/late-cells.js';
import type { Path } from '../search/path.js';
import {
  type Answers,
  type AnyWorker,
  type Edit,
  type Href,
  listen,
  type MapParts,
  type Port,
  type Reply,
  type Request,
} from './protocol.js';

/** Batches that a thread has at once: the next is there when one is done. */
const AHEAD = 2;
/** Milliseconds that a batch is to take: messages cost little beside it, and a single query does not wait long behind it; the first, fewest and most queries that it has. */
const TIME = 1;
const FIRST = 256;
const LEAST = 32;
const MOST = 2048;
/** Threads that may die one after the other without an answer, and times that a batch is asked. */
const TRIES = 3;

/** A path that a thread has found. Its cells are made when they are first read; a copy by `postMessage` has neither them nor its waypoints. */
export interface PoolPath extends Path {
  /** `version` of the map that it was found on. */
  readonly version: number;
}

/** Options of `navPool`. */
export interface PoolOptions {
  /** How many, 0 for one per core; without it one fewer than that, at least one. */
  threads?: number | undefined;
  /** The file of the worker, or what starts one. Without it `gridprep/worker`, which has every engine. */
  worker?: string | Href | (() => AnyWorker) | undefined;
}

/**
 * Threads that answer queries of one map. They follow its edits: what is asked after one is answered on the new map, what was asked before on the old one,
 * unless its thread dies.
 */
export interface NavPool {
  readonly threads: number;
  /** Whether the threads share the map's arrays. */
  readonly shared: boolean;
  /** That of the map. */
  readonly version: number;
  /**
   * As `findPath` of the map; what is asked in one turn travels together.
   * @returns rejected with what `findPath` throws, and with a ThreadError where threads die again and again or the pool is closed;
   *   after deaths the next question starts new threads
   */
  findPath(x0: number, y0: number, x1: number, y1: number): Promise<PoolPath | null>;
  /**
   * Many at once.
   * @param pairs x0, y0, x1, y1 of each query, flat
   * @returns the paths in the same order, null where there is none; rejected as {@link findPath}
   */
  findPaths(pairs: ArrayLike<number>): Promise<(PoolPath | null)[]>;
  /** Ends the threads; what is not yet answered is rejected with a ThreadError. */
  close(): void;
}

interface Task {
  request: Request;
  tries: number;
  done(answers?: Answers): void;
  failed(error: Error): void;
}

interface Member {
  port: Port;
  /** Asked and not yet answered. */
  owes: Task[];
}

/** A pool from within. */
export interface InnerPool extends Omit<NavPool, 'version'> {
  /** Changes the map of every thread. */
  edit(edit: Edit): void;
}

/**
 * @param edits that threads begin with
 * @param check throws a RangeError if the query at a place of a list is not on the map
 */
export function poolOf(
  map: MapParts,
  start: () => Port,
  threads: number,
  edits: Edit[],
  check: (pairs: ArrayLike<number>, at: number) => void,
): InnerPool {
  const members: Member[] = [];
  /** Queries for whatever thread is free. */
  const waiting: Task[] = [];
  let deaths = 0;
  let batch = FIRST;
  let ended: Error | undefined;

  const ask = (member: Member, task: Task) => {
    member.owes.push(task);
    member.port.postMessage(task.request);
  };

  const leastBusy = () => members.reduce((a, b) => (b.owes.length < a.owes.length ? b : a));

  const pump = () => {
    for (let free = true; free && waiting.length > 0; ) {
      const member = leastBusy();
      free = member.owes.length < AHEAD;
      if (free) ask(member, waiting.shift() as Task);
    }
  };

  /** Ends all threads and fails what they were asked. */
  const fail = (error: Error) => {
    for (const { port, owes } of members.splice(0)) {
      port.terminate?.();
      waiting.push(...owes);
    }
    for (const task of waiting.splice(0)) task.failed(error);
  };

  const end = (error: Error) => {
    ended ??= error;
    fail(ended);
  };

  /** @param begun tasks that are done when a thread has begun with all edits */
  const hire = (begun: Task[] = []) => {
    const member: Member = { port: start(), owes: [] };
    const gone = (reason: { message?: string } | number) => {
      const at = members.indexOf(member);
      if (at < 0) return;
      members.splice(at, 1);
      member.port.terminate?.();
      const why = (reason as Error).message ?? `exit code ${reason}`;
      const error = new ThreadError(`a worker thread has ended in the middle of it (${why})`);
      for (const task of member.owes.filter(({ request }) => request.queries).reverse()) {
        if (++task.tries === TRIES) task.failed(error);
        else waiting.unshift(task);
      }
      // The one that takes its place begins with all edits.
      const others = member.owes.filter(({ request }) => !request.queries);
      if (++deaths < TRIES) return hire(others);
      deaths = 0;
      for (const task of others) task.failed(error);
      fail(error);
    };
    listen<Reply>(member.port, 'message', ({ answers, error }) => {
      const task = member.owes.shift();
      if (error) {
        task?.failed(revive(error));
        // It cannot load the map, nor could another.
        if (task?.request.map) end(revive(error));
      } else {
        deaths = 0;
        task?.done(answers);
      }
      if (members.length > 0) pump();
    });
    for (const event of ['error', 'messageerror', 'exit']) listen(member.port, event, gone);
    members.push(member);
    ask(member, {
      request: { map, edits },
      tries: 0,
      done() {
        for (const task of begun) task.done();
      },
      failed(error) {
        for (const task of begun) task.failed(error);
      },
    });
    pump();
  };
  /** Starts all threads, the first time and after too many deaths. */
  const begin = () => {
    while (members.length < threads) hire();
  };
  begin();

  /** Asks for queries in batches, so many that every thread has some. */
  const askFor = (
    pairs: ArrayLike<number>,
    found: (i: number, path: PoolPath | null) => void,
    failed: (i: number, error: Error) => void,
  ) => {
    const count = pairs.length >> 2;
    const size = Math.min(batch, Math.ceil(count / (AHEAD * threads)));
    for (let from = 0; from < count; from += size) {
      const queries = new Int32Array(4 * Math.min(size, count - from));
      for (let i = 0; i < queries.length; i++) queries[i] = pairs[4 * from + i];
      const each = (tell: (i: number) => void) => {
        for (let i = 0; 4 * i < queries.length; i++) tell(i);
      };
      waiting.push({
        request: { queries },
        tries: 0,
        done(answers) {
          const { costs, time } = answers as Answers;
          // Whatever it took: a thread may have been interrupted.
          batch = Math.min(
            MOST,
            Math.max(LEAST, Math.round(batch * (time * batch < TIME * costs.length ? 1.25 : 0.8))),
          );
          each((i) => found(from + i, costs[i] < 0 ? null : new FoundPath(answers as Answers, i)));
        },
        failed: (error) => each((i) => failed(from + i, error)),
      });
    }
    if (ended) return end(ended);
    if (members.length === 0) begin();
    pump();
  };

  /** Single queries of this turn. */
  let singles: { query: number[]; resolve(path: PoolPath | null): void; reject(error: Error): void }[] = [];
  const flush = () => {
    const group = singles;
    singles = [];
    askFor(
      group.flatMap(({ query }) => query),
      (i, path) => group[i].resolve(path),
      (i, error) => group[i].reject(error),
    );
  };

  return {
    threads,
    shared: map.kept !== undefined,
    findPath: async (...query) => {
      check(query, 0);
      return new Promise((resolve, reject) => {
        if (singles.push({ query, resolve, reject }) === 1) Promise.resolve().then(flush);
      });
    },
    findPaths: async (pairs) => {
      if (pairs.length % 4 !== 0)
        throw new RangeError(`pairs are ${pairs.length} numbers, expected x0, y0, x1, y1 of each query`);
      for (let i = 0; i < pairs.length; i += 4) check(pairs, i);
      const paths: (PoolPath | null)[] = new Array(pairs.length >> 2);
      let left = paths.length;
      return new Promise((resolve, reject) => {
        if (left === 0) resolve(paths);
        const found = (i: number, path: PoolPath | null) => {
          paths[i] = path;
          if (--left === 0) resolve(paths);
        };
        askFor(pairs, found, (_, error) => reject(error));
      });
    },
    edit({ changes, version }) {
      flush();
      if (ended) return;
      // What was asked before goes out first.
      if (members.length > 0) for (const task of waiting.splice(0)) ask(leastBusy(), task);
      edits.push({ changes, version });
      // Threads that have died, and those that take their place, begin with all edits.
      const failed = (error: Error) => {
        if (!(error instanceof ThreadError)) end(error);
      };
      for (const member of members) ask(member, { request: { edits: edits.slice(-1) }, tries: 0, done() {}, failed });
    },
    close: () => end(new ThreadError('the pool has been closed')),
  };
}

/** Reads its points when it is asked for them: a batch has thousands, and comes as three arrays. */
class FoundPath implements PoolPath {
  readonly cost: number;
  readonly version: number;
  readonly #answers: Answers;
  readonly #at: number;
  #cells: Uint16Array | undefined;

  constructor(answers: Answers, at: number) {
    this.cost = answers.costs[at];
    this.version = answers.version;
    this.#answers = answers;
    this.#at = at;
  }

  get waypoints(): Uint16Array {
    const { ends, points } = this.#answers;
    return points.subarray(this.#at > 0 ? ends[this.#at - 1] : 0, ends[this.#at]);
  }

  get cells(): Uint16Array {
    this.#cells ??= cellsBetween(this.waypoints);
    return this.#cells;
  }
}

/** The error of another thread, as its own class where a game may ask for it. */
function revive({ name, message, code }: { name: string; message: string; code?: string }): Error {
  if (name === 'BlobError') return new BlobError(message, code as BlobError['code']);
  return name === 'RangeError' ? new RangeError(message) : Object.assign(new Error(message), { name });
}

/** The requests of a queue: which waits for what, and what becomes of it. */
import type { Path } from '../search/path.js';
import { insert, type Waiting } from './line.js';

/** Options of a request. */
export interface RequestOptions {
  /** Whose path it is: a new request of the same unit replaces the old one, and inherits its age. */
  unit?: unknown;
  /** Higher is sooner, 0 if not said: 1 is worth as much as 30 updates of waiting, so that nobody waits for ever. */
  priority?: number;
}

/** What becomes of a request. */
export interface Answer {
  /** `found`; `unreachable`: there is no path; `replaced` by a newer one of its unit; `cancelled`. */
  status: 'found' | 'unreachable' | 'replaced' | 'cancelled';
  /** Shared with equal requests: not to be written to. Its cells are made when they are first read; a copy by `postMessage` is without them. */
  path: Path | null;
  /** That of the map which it was found on. */
  version: number | undefined;
  /** Updates that it waited. */
  waited: number;
}

/** One that waits, until `done` is gone. */
export interface Request extends Waiting {
  query: Query;
  unit: unknown;
  born: number;
  done: ((answer: Answer) => void) | undefined;
}

/** Equal requests, which are answered together. */
export interface Query {
  ends: [x0: number, y0: number, x1: number, y1: number];
  id: number;
  goal: number;
  /** Octile distance in steps, and a little; 0 where there was no path when it was first asked for. */
  steps: number;
  requests: Request[];
  /** Those of them that wait. */
  waiting: number;
}

/** What requests add to the statistics of a queue. */
interface Counts {
  updates: number;
  answered: number;
  shared: number;
  replaced: number;
  cancelled: number;
  longestWait: number;
}

/** Updates that a priority of 1 is worth. */
const PRIORITY = 30;
/** Requests that an update is worth: those of the same age are served in the order they came, unless so many lie between. */
const TICKETS = 2 ** 20;

/** @param versionOf the map that answers are found on */
export function requestBook({ width, height }: { width: number; height: number }, counts: Counts, versionOf: () => number | undefined) {
  const queries = new Map<number, Query>();
  /** Queries that wait for each goal. */
  const goals = new Map<number, number>();
  const units = new Map<unknown, Request>();
  let tickets = 0;

  const settle = (request: Request, status: Answer['status'], path: Path | null = null): void => {
    const { done, query, unit, born } = request;
    if (!done) return;
    request.done = undefined;
    book.pending--;
    if (units.get(unit) === request) units.delete(unit);
    if (--query.waiting === 0) {
      queries.delete(query.id);
      const others = book.sharing(query) - 1;
      if (others > 0) goals.set(query.goal, others);
      else goals.delete(query.goal);
    }
    const waited = counts.updates - born;
    if (status === 'replaced' || status === 'cancelled') counts[status]++;
    else {
      counts.answered++;
      counts.longestWait = Math.max(counts.longestWait, waited);
    }
    done({ status, path, version: versionOf(), waited });
  };

  const book = {
    pending: 0,
    /** Requests that nobody has looked at yet. */
    line: [] as Request[],
    /** Queries that wait for a path to the goal of this one. */
    sharing: ({ goal }: Query): number => goals.get(goal) ?? 0,
    /** @returns what cancels the request */
    add(ends: Query['ends'], steps: number, done: (answer: Answer) => void, unit: unknown, priority: number): () => void {
      const [x0, y0, x1, y1] = ends;
      const goal = y1 * width + x1;
      const id = (y0 * width + x0) * width * height + goal;
      const query = queries.get(id) ?? { ends, id, goal, steps, requests: [], waiting: 0 };
      if (query.waiting++ === 0) {
        queries.set(id, query);
        goals.set(goal, book.sharing(query) + 1);
      }
      const old = units.get(unit);
      const born = old?.born ?? counts.updates;
      const request: Request = { order: (born - PRIORITY * priority) * TICKETS + tickets++, query, unit, born, done };
      query.requests.push(request);
      insert(book.line, request);
      book.pending++;
      if (old) settle(old, 'replaced');
      if (unit !== undefined) units.set(unit, request);
      return () => settle(request, 'cancelled');
    },
    /** @returns whether the unit had a request */
    cancel(unit: unknown): boolean {
      const request = units.get(unit);
      if (request) settle(request, 'cancelled');
      return request !== undefined;
    },
    /** Answers all requests of a query. */
    answer({ requests, waiting }: Query, path: Path | null): void {
      counts.shared += waiting - 1;
      for (const request of requests) settle(request, path ? 'found' : 'unreachable', path);
    },
  };
  return book;
}

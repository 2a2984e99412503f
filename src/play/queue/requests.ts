/** The requests of a queue: which waits for what, and what becomes of it. */
import type { HexLayout } from '../../core/grid/hexes.js';
import { LazyPath } from '../../core/search/late-cells.js';
import type { Path, PathBuffer } from '../../core/search/path.js';
import type { GridNav, QueryOptions } from '../../runtime/nav.js';
import type { Around, Blockers } from '../avoid/blockers.js';
import { around } from '../reach/around.js';
import { Line } from './line.js';

/** Options of a request. */
export interface RequestOptions {
  /** Unit of the path. A new request of the same unit replaces the old one and keeps its waiting time. */
  unit?: unknown;
  /** Higher goes first. Default: 0. 30 updates of waiting count as 1, so every request is answered. */
  priority?: number;
  /**
   * Units that the path leads around, as {@link findPathAround} does: a list of cells, or blockers in their state when
   * the request is answered.
   */
  avoid?: ArrayLike<number> | Blockers | undefined;
  /** Links that the path may take, as of `findPath`; not with `avoid`. Use one set or function for many requests. */
  links?: QueryOptions['links'];
}

/** The result of a request. */
export interface Answer {
  /** `found`; `unreachable`: there is no path; `replaced` by a newer one of its unit; `cancelled`. */
  status: 'found' | 'unreachable' | 'replaced' | 'cancelled';
  /**
   * Shared with equal requests: do not write to it. Its lists are computed when first read; a copy by `postMessage`
   * lacks them.
   */
  path: Path | null;
  /** Version of the map that it was found on. */
  version: number;
  /** Number of updates that it waited. */
  waited: number;
}

/** A request that waits, until `done` is gone. */
export interface Request {
  /** The lowest is first in a line. */
  order: number;
  query: RequestGroup;
  unit: unknown;
  born: number;
  done: ((answer: Answer) => void) | undefined;
  /** The one after it of the same query. */
  next: Request | undefined;
}

/** Equal requests, which are answered together. */
export interface RequestGroup {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  id: number;
  /** Number of the goal's cell. */
  goal: number;
  /** Finds the paths, if they lead around units or over some links. */
  around: Around | undefined;
  /** Octile distance in steps, and a little; 0 if there was no path at the first request. */
  steps: number;
  /** List of its requests, also cancelled ones, and how many of them wait. */
  first: Request | undefined;
  last: Request | undefined;
  waiting: number;
}

/** Answers path requests a frame at a time. */
export interface PathQueue {
  /**
   * Requests a path.
   * @param done called once, in an update, or when the request is replaced or cancelled
   * @returns a function that cancels the request
   * @throws {RangeError} if a coordinate is outside the map or not a whole number, or the priority not a number
   * @throws {TypeError} if `done` is not a function
   */
  request(
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    done: (answer: Answer) => void,
    options?: RequestOptions,
  ): () => void;
  /** {@link request} with a promise. */
  ask(x0: number, y0: number, x1: number, y1: number, options?: RequestOptions): Promise<Answer>;
  /** Cancels the request of a unit. @returns whether it had one */
  cancel(unit: unknown): boolean;
  /**
   * Does a frame's work; call it once a frame.
   * @throws {BlobError} as `findPath`; the request that met it is dropped
   */
  update(): void;
  /** Requests that wait. */
  readonly pending: number;
  readonly statistics: Readonly<QueueStatistics>;
}

/** A queue from within. */
export interface LimitedQueue extends PathQueue {
  /** @param most what this update may take, in place of the budget */
  update(most?: number): void;
  /** Counts cells that a callback has pulled as work. */
  charge(cells: number): void;
}

/** Counts of a queue so far. */
export interface QueueStatistics {
  updates: number;
  /** Answered requests; of them shared with an equal request, and answered by a field. */
  answered: number;
  shared: number;
  fromFields: number;
  replaced: number;
  cancelled: number;
  /** Fields that were made, and searches that were cut into slices. */
  fields: number;
  sliced: number;
  /** Time or work of the last update; the longest wait of an answer, in updates. */
  spent: number;
  longestWait: number;
}

/** More than any map has. */
const CELLS = 0x400_0000;
/** Updates that a priority of 1 is worth. */
const PRIORITY = 30;
/**
 * Requests that weigh as much as an update of age: requests of the same age are served in the order they came, unless
 * this many lie between.
 */
const TICKETS = 0x10_0000;

/**
 * @param sharing where to count by cell, y * width + x, the queries that wait for a path to it; it may be too short for
 * that
 * @param versionOf the map that answers are found on
 */
export function requestBook(
  width: number,
  sharing: Uint32Array,
  counts: Omit<QueueStatistics, 'fromFields' | 'fields' | 'sliced' | 'spent'>,
  versionOf: () => number,
) {
  /** Queries by id, of those around units or over some links for each of what finds them. */
  const plain = new Map<number, RequestGroup>();
  const avoiding = new WeakMap<Around, Map<number, RequestGroup>>();
  const units = new Map<unknown, Request>();
  let tickets = 0;

  const queriesOf = (around: Around | undefined): Map<number, RequestGroup> => {
    const queries = around ? (avoiding.get(around) ?? new Map()) : plain;
    if (around) avoiding.set(around, queries);
    return queries;
  };

  const settle = (
    request: Request,
    status: Answer['status'],
    path: Path | null = null,
    version = versionOf(),
  ): void => {
    const { done, query, unit, born } = request;
    if (!done) return;
    request.done = undefined;
    book.pending--;
    if (units.get(unit) === request) units.delete(unit);
    if (--query.waiting === 0) {
      queriesOf(query.around).delete(query.id);
      if (!query.around) sharing[query.goal]--;
    }
    const waited = counts.updates - born;
    if (status === 'replaced' || status === 'cancelled') counts[status]++;
    else {
      counts.answered++;
      counts.longestWait = Math.max(counts.longestWait, waited);
    }
    done({ status, path, version, waited });
  };

  const book = {
    pending: 0,
    line: new Line<Request>(),
    add(
      x0: number,
      y0: number,
      x1: number,
      y1: number,
      steps: number,
      done: (answer: Answer) => void,
      { unit, priority = 0 }: RequestOptions,
      around: Around | undefined,
    ): () => void {
      const queries = queriesOf(around);
      const goal = y1 * width + x1;
      const id = (y0 * width + x0) * CELLS + goal;
      let query = queries.get(id);
      if (!query) {
        query = { x0, y0, x1, y1, id, goal, around, steps, first: undefined, last: undefined, waiting: 0 };
        queries.set(id, query);
        if (!around) sharing[goal]++;
      }
      query.waiting++;
      const old = unit === undefined ? undefined : units.get(unit);
      const born = old?.born ?? counts.updates;
      const order = (born - PRIORITY * priority) * TICKETS + tickets++;
      const request: Request = { order, query, unit, born, done, next: undefined };
      if (query.first && query.last) query.last.next = request;
      else query.first = request;
      query.last = request;
      book.line.add(request);
      book.pending++;
      if (unit !== undefined) units.set(unit, request);
      if (old) settle(old, 'replaced');
      return () => settle(request, 'cancelled');
    },
    /** @returns whether the unit had a request */
    cancel(unit: unknown): boolean {
      const request = units.get(unit);
      if (request) settle(request, 'cancelled');
      return request !== undefined;
    },
    /** Answers the requests of a query in the order they came. Requests that callbacks add wait. */
    answer(query: RequestGroup, path: Path | null): void {
      const { last, waiting } = query;
      // Callbacks may edit the map.
      const version = versionOf();
      counts.shared += waiting - 1;
      for (let r = query.first; r; r = r === last ? undefined : r.next) {
        settle(r, path ? 'found' : 'unreachable', path, version);
        query.first = r.next;
      }
    },
  };
  return book;
}

/** @returns gives the finder of a request, one for each filter of links; undefined if the nav itself answers */
export function findersOf(nav: GridNav): (options: RequestOptions) => Around | undefined {
  const filters = new WeakMap<object, Around>();
  return ({ avoid, links }) => {
    if (avoid !== undefined && links !== undefined)
      throw new TypeError('a request has avoid and links, expected one of them; findPathAround takes both');
    if (links) {
      // Checks the filter.
      nav.isReachable(0, 0, 0, 0, { links });
      const known = filters.get(links) ?? {
        nav,
        work: 0,
        findPathInto: (...query) => nav.findPathInto(...query, { links }),
      };
      filters.set(links, known);
      return known;
    }
    if (avoid === undefined) return;
    // A copy, because the game may change its list.
    return around(nav, 'length' in Object(avoid) ? Array.from(avoid as ArrayLike<number>) : (avoid as Blockers));
  };
}

/** A path that keeps its turns as numbers: arrays would make most searches one and a half times as long. */
export class LatePath extends LazyPath {
  readonly cost: number;
  /** x | y << 16. */
  readonly #turns: number[];
  #waypoints: Uint16Array | undefined;

  constructor({ waypoints, waypointCount, cost, links }: PathBuffer, layout?: HexLayout) {
    super(layout, links);
    const turns: number[] = new Array(waypointCount);
    for (let i = 0; i < waypointCount; i++) turns[i] = waypoints[2 * i] | (waypoints[2 * i + 1] << 16);
    this.#turns = turns;
    this.cost = cost;
  }

  get waypoints(): Uint16Array {
    this.#waypoints ??= new Uint16Array(Int32Array.from(this.#turns).buffer);
    return this.#waypoints;
  }
}

/**
 * A queue of path requests with a budget for each frame: `gridprep/runtime/queue`, for any engine; not part of `load`.
 *
 * Whole queries are its unit: they take microseconds. Those that are expected to take longer than a quarter of the budget, by the octile distance
 * and what such distances took lately, are searched over cells in slices instead, in memory of the queue's own; so are fields, which
 * take the place of searches where enough requests have one goal.
 *
 * Measured and decided: docs/decisions.md, "The queue: whole queries, and fields cut into slices".
 */
import { octile, STRAIGHT } from '../grid/step-costs.js';
import { bufferedWalks } from '../queue/ahead.js';
import { pop, push } from '../queue/heap.js';
import type { Walk } from '../search/engine.js';
import { type Path, PathBuffer } from '../search/path.js';
import { now } from './clock.js';
import { type Field, field } from './field.js';
import type { GridNav } from './nav.js';

/** Options of {@link pathQueue}. */
export interface QueueOptions {
  /**
   * Of one update: milliseconds, or an amount of work (cells of paths and 8 for each node expanded, cells written by slices), with which the same
   * requests are answered in the same updates on every machine, as games in lockstep need it. 20000 work is about 0.3 ms of JPS+ and 1 ms of HPA*.
   */
  budget: { ms: number } | { work: number };
}

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
  /** Shared with equal requests: not to be written to. */
  path: Path | null;
  /** That of the map which it was found on. */
  version: number | undefined;
  /** Updates that it waited. */
  waited: number;
}

/** What a queue has done so far. */
export interface QueueStatistics {
  updates: number;
  /** Requests that were answered with a path or that there is none; of them answered along with an equal one, and from a field. */
  answered: number;
  shared: number;
  fromFields: number;
  replaced: number;
  cancelled: number;
  /** Fields that were made, and searches that were cut into slices. */
  fields: number;
  sliced: number;
  /** Milliseconds or work that the last update took, and the longest that an answer has waited, in updates. */
  spent: number;
  longestWait: number;
  /** Cells of walks that were asked for before they were refined. */
  late: number;
}

/** Answers path requests a frame at a time. */
export interface PathQueue {
  /**
   * Asks for a path.
   * @param done called once, in an update, or when the request is replaced or cancelled
   * @returns what cancels it
   * @throws {RangeError} if a coordinate is outside the map or not a whole number, or the priority not a number
   */
  request(x0: number, y0: number, x1: number, y1: number, done: (answer: Answer) => void, options?: RequestOptions): () => void;
  /** {@link request} with a promise. */
  ask(x0: number, y0: number, x1: number, y1: number, options?: RequestOptions): Promise<Answer>;
  /** Cancels the request of a unit. @returns whether it had one */
  cancel(unit: unknown): boolean;
  /**
   * Does a frame's work: once a frame.
   * @throws {BlobError} as `findPath`; the request that met it is dropped
   */
  update(): void;
  /**
   * `nav.walk`, refined ahead with what updates have left of their budget, those first that have least left; undefined where the map has no walks.
   */
  readonly walk: ((x0: number, y0: number, x1: number, y1: number) => Walk | null) | undefined;
  /** Requests that wait. */
  readonly pending: number;
  readonly statistics: Readonly<QueueStatistics>;
}

interface Request {
  key: number;
  ticket: number;
  query: Query;
  unit: unknown;
  born: number;
  done: ((answer: Answer) => void) | undefined;
}

/** Equal requests, which are answered together. */
interface Query {
  ends: [x0: number, y0: number, x1: number, y1: number];
  id: number;
  goal: number;
  requests: Request[];
  /** Those of them that wait. */
  waiting: number;
}

/** A field under way: for one query, or for all with its goal. */
interface Job {
  field: Field;
  query: Query;
  single: boolean;
}

/** Updates that a priority of 1 is worth. */
const PRIORITY = 30;
/** Largest map in cells that is searched in slices: the memory for it is made when it is first needed, 10 bytes a cell. */
const MOST_CELLS = 1 << 22;
/** Work of a node that is expanded, in cells. */
const WORK_OF_NODE = 8;

/**
 * Makes a queue for a map.
 *
 *     const queue = pathQueue(nav, { budget: { ms: 1 } });
 *     queue.request(2, 2, 37, 27, ({ path }) => unit.follow(path), { unit });
 *     queue.update(); // once a frame
 *
 * @throws {RangeError} if the budget is not above 0
 */
export function pathQueue(nav: GridNav, { budget }: QueueOptions): PathQueue {
  const timed = 'ms' in budget;
  const limit = timed ? budget.ms : budget.work;
  if (!(limit > 0)) throw new RangeError(`budget is ${limit}, not above 0`);
  const { width, height } = nav;
  const heap: Request[] = [];
  const queries = new Map<number, Query>();
  /** Queries that wait for each goal. */
  const goals = new Map<number, number>();
  const units = new Map<unknown, Request>();
  const path = new PathBuffer();
  const statistics: QueueStatistics = {
    updates: 0,
    answered: 0,
    shared: 0,
    fromFields: 0,
    replaced: 0,
    cancelled: 0,
    fields: 0,
    sliced: 0,
    spent: 0,
    longestWait: 0,
    late: 0,
  };
  const walks = nav.walk && bufferedWalks(nav.walk, statistics);
  let tickets = 0;
  let pending = 0;
  let { version } = nav;
  let job: Job | undefined;
  /** Of those that wait for the job, or for the next. */
  let parked: Request[] = [];
  /** The last field for a goal, and memory for searches. */
  let ready: { field: Field; goal: number } | undefined;
  let memory: Field | undefined;
  /** Of one step of octile distance lately: budget that a query took; and work. */
  let rate = timed ? 5e-5 : 1.5;
  let workRate = 1.5;
  let begun = 0;
  let spent = 0;

  const left = (): number => limit - (timed ? now() - begun : spent);
  const stepsOf = ([x0, y0, x1, y1]: Query['ends']): number => octile(x1 - x0, y1 - y0) / STRAIGHT + 10;

  const settle = (request: Request, status: Answer['status'], found: Path | null): void => {
    const { done, query, unit } = request;
    if (!done) return;
    request.done = undefined;
    pending--;
    if (units.get(unit) === request) units.delete(unit);
    if (--query.waiting === 0) {
      queries.delete(query.id);
      goals.set(query.goal, (goals.get(query.goal) ?? 1) - 1);
      if (goals.get(query.goal) === 0) goals.delete(query.goal);
    }
    const waited = statistics.updates - request.born;
    if (status === 'replaced' || status === 'cancelled') statistics[status]++;
    else {
      statistics.answered++;
      statistics.longestWait = Math.max(statistics.longestWait, waited);
    }
    done({ status, path: found, version, waited });
  };

  /** Answers all requests of a query, with what is in the buffer. */
  const answer = ({ requests, waiting }: Query, isFound: boolean): void => {
    statistics.shared += waiting - 1;
    const found = isFound ? path.toPath() : null;
    for (const request of requests) settle(request, isFound ? 'found' : 'unreachable', found);
  };

  /** Goes on with the job. @param share of the budget that it may take */
  const work = (current: Job, share: number): void => {
    const { query, single } = current;
    const before = current.field.work;
    const isWanted = single ? query.waiting > 0 : goals.has(query.goal);
    if (isWanted && !current.field.advance(timed ? { ms: share } : { work: share })) {
      spent += current.field.work - before;
      return;
    }
    spent += current.field.work - before;
    job = undefined;
    if (isWanted && single) answer(query, current.field.findPathInto(query.ends[0], query.ends[1], path));
    else if (isWanted) ready = { field: current.field, goal: query.goal };
    for (const request of parked) push(heap, request);
    parked = [];
  };

  /** Searches for the whole path at once. */
  const search = (query: Query): void => {
    const start = timed ? now() : 0;
    let isFound = false;
    try {
      isFound = nav.findPathInto(...query.ends, path);
    } catch (error) {
      answer(query, false);
      throw error;
    }
    const done = isFound ? path.length + WORK_OF_NODE * nav.search.expanded : 1;
    spent += done;
    if (isFound) {
      const took = (timed ? now() - start : done) / stepsOf(query.ends);
      // One that took very long was interrupted, or others will follow.
      rate += (Math.min(took, 8 * rate) - rate) / 4;
      workRate += (done / stepsOf(query.ends) - workRate) / 16;
    }
    answer(query, isFound);
  };

  const serve = (request: Request): void => {
    const { query } = request;
    const { ends, goal } = query;
    if (ready?.goal === goal) {
      const isFound = ready.field.findPathInto(ends[0], ends[1], path);
      spent += isFound ? path.length : 1;
      statistics.fromFields += query.waiting;
      answer(query, isFound);
      return;
    }
    // A field writes about half of the cells; following it costs a tenth of what searching does.
    const isCrowd = (goals.get(goal) ?? 0) * workRate * stepsOf(ends) > (width * height) / 2;
    const isLong = 2 * rate * stepsOf(ends) > limit / 4;
    const mayWait = (isCrowd || isLong) && width * height <= MOST_CELLS && nav.isReachable(...ends);
    // Others wait for this very field, or for their turn.
    if (!mayWait || (job && !isLong && job.query.goal !== goal)) {
      search(query);
      return;
    }
    if (job) {
      parked.push(request);
      return;
    }
    const [x0, y0, x1, y1] = ends;
    if (isCrowd) {
      job = { query, single: false, field: field(nav, [x1, y1], { slices: true, out: ready?.field }) };
      ready = undefined;
      statistics.fields++;
      parked.push(request);
    } else {
      memory = field(nav, [x1, y1], { slices: true, from: [x0, y0], out: memory });
      job = { query, single: true, field: memory };
      statistics.sliced++;
      // Lest it takes what was slow once for slow for ever.
      rate *= 0.97;
    }
  };

  const self: PathQueue = {
    request(x0, y0, x1, y1, done, { unit, priority = 0 } = {}) {
      nav.isReachable(x0, y0, x1, y1);
      if (!Number.isFinite(priority)) throw new RangeError(`priority is ${priority}, not a number`);
      const old = unit === undefined ? undefined : units.get(unit);
      const goal = y1 * width + x1;
      const id = (y0 * width + x0) * width * height + goal;
      let query = queries.get(id);
      if (!query) {
        query = { ends: [x0, y0, x1, y1], id, goal, requests: [], waiting: 0 };
        queries.set(id, query);
        goals.set(goal, (goals.get(goal) ?? 0) + 1);
      }
      const born = old ? old.born : statistics.updates;
      const request: Request = { key: born - PRIORITY * priority, ticket: tickets++, query, unit, born, done };
      query.requests.push(request);
      query.waiting++;
      push(heap, request);
      pending++;
      if (old) settle(old, 'replaced', null);
      if (unit !== undefined) units.set(unit, request);
      return () => settle(request, 'cancelled', null);
    },
    ask: (x0, y0, x1, y1, options) => new Promise((resolve) => self.request(x0, y0, x1, y1, resolve, options)),
    cancel(unit) {
      const request = units.get(unit);
      if (request) settle(request, 'cancelled', null);
      return request !== undefined;
    },
    update() {
      statistics.updates++;
      begun = timed ? now() : 0;
      spent = 0;
      if (version !== nav.version) {
        // What was found on the old map says nothing of the new one.
        version = nav.version;
        for (const request of job?.query.requests ?? []) push(heap, request);
        job = ready = memory = undefined;
        for (const request of parked.splice(0)) push(heap, request);
      }
      // Half for what takes many frames, so that neither waits for the other.
      if (job) work(job, heap.length > 0 ? left() / 2 : left());
      while (heap.length > 0 && left() > 0) {
        const request = pop(heap);
        if (request?.done) serve(request);
      }
      while (job && left() > 0) work(job, left());
      walks?.refine(() => {
        spent += WORK_OF_NODE;
        return left() > 0;
      });
      statistics.spent = limit - left();
    },
    walk: walks?.walk,
    get pending() {
      return pending;
    },
    statistics,
  };
  return self;
}

/**
 * A queue of path requests with a budget for each frame, for any engine.
 *
 * Its unit is a whole query, which takes microseconds. Queries that may take longer than the whole budget, by the
 * octile distance and what such distances took lately, are searched over cells in slices instead, in memory of the
 * queue's own; so are fields, which take the place of searches where enough requests have one goal.
 *
 * Measured and decided: docs/decisions/queue.md.
 */

import { assertNumber } from '../../core/errors.js';
import { hexLayout } from '../../core/grid/hexes.js';
import { octile, STRAIGHT } from '../../core/grid/step-costs.js';
import { now } from '../../core/search/clock.js';
import { PathBuffer } from '../../core/search/path.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import { inside, type Nav } from '../../runtime/nav.js';
import { type Field, flowField } from '../field/field.js';
import { type JointQueue, jointQueue } from './joint.js';
import { Waiting } from './line.js';
import {
  findersOf,
  LatePath,
  type LimitedQueue,
  type PathQueue,
  type QueueStatistics,
  type Request,
  type RequestGroup,
  requestBook,
} from './requests.js';

export type { PathQueue, QueueStatistics } from './requests.js';

/** Options of {@link pathQueue}. */
export interface QueueOptions {
  /**
   * Limit of one update: milliseconds, or work (cells of paths, 8 for each expanded node, cells written by slices).
   * With work, all machines answer the same requests in the same updates, as lockstep games need it. 20000 work is
   * about 0.3 ms of JPS+ and 1 ms of HPA*.
   */
  budget: Budget;
}

/** Limit of one update: milliseconds, or an amount of work. */
export type Budget = { ms: number } | { work: number };

/** Cells of the largest map that is searched in slices, at 20 bytes a cell, allocated on first use. */
const MOST_CELLS = 1 << 22;
const WORK_OF_NODE = 8;
const WORK_OF_PULL = 32;
/** Fraction of the budget by which a frame may exceed it, rather than defer a query to the next frame. */
const SLACK = 0.2;
/**
 * Safety factors over a query's expected time. A query waits for the next frame unless WAITS times its expectation is
 * left of this one, and is searched in slices unless LONG times its expectation fits a whole frame; few queries take
 * longer.
 */
const WAITS = 2;
const LONG = 3;
/**
 * Step factors for the time estimate, applied after each query by whether it was slower or faster than estimated, not
 * by how much: interrupts and coarse clocks would distort a mean. The estimate converges on the 80th percentile.
 */
const SLOWER = 1.5;
const FASTER = 0.9;
/** Milliseconds that the work of a field takes, about. */
const WORK_TIME = 5e-6;

/**
 * Makes queues that share a budget for the maps of several agents.
 *
 *     const queue = pathQueue([man, cart], { budget: { ms: 1 } });
 *     queue.of(cart).request(2, 2, 37, 27, ({ path }) => unit.follow(path), { unit });
 *     queue.update(); // once a frame, for all
 */
export function pathQueue(navs: readonly Nav[], options: QueueOptions): JointQueue;
/**
 * Makes a queue for a map.
 *
 *     const queue = pathQueue(nav, { budget: { ms: 1 } });
 *     queue.request(2, 2, 37, 27, ({ path }) => unit.follow(path), { unit });
 *     queue.update(); // once a frame
 *
 * Create it behind the loading screen. Up to 4 million cells, it takes up to 8 bytes a cell, and 16 more if its fields
 * are used.
 *
 * @throws {TypeError} if there is no budget
 * @throws {RangeError} if the budget is not above 0
 */
export function pathQueue(nav: Nav, options: QueueOptions): PathQueue;
export function pathQueue(map: Nav | readonly Nav[], options: QueueOptions): PathQueue | JointQueue {
  refuseUnknown(options, 'budget');
  const { budget } = options ?? {};
  if (typeof budget !== 'object' || !budget)
    throw new TypeError(`budget is ${String(budget)}, expected { ms } or { work }`);
  refuseUnknown(budget as { ms?: number; work?: number }, 'ms', 'work');
  const timed = 'ms' in budget;
  const limit = timed ? budget.ms : budget.work;
  assertNumber(limit, 'budget');
  if (!(limit > 0)) throw new RangeError(`budget is ${limit}, not above 0`);
  if (!Array.isArray(map)) return queueOf(map as Nav, timed, limit);
  return jointQueue(limit, new Map(map.map((nav) => [nav, queueOf(nav, timed, limit)])));
}

function queueOf(map: Nav, timed: boolean, budget: number): LimitedQueue {
  const nav = inside(map);
  let limit = budget;
  const unit = timed ? WORK_TIME : 1;
  const cells = nav.width * nav.height;
  const hasFields = cells <= MOST_CELLS;
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
  };
  let { version } = nav;
  /** Queries that wait for each goal. */
  const sharing = new Uint32Array(hasFields ? cells : 0);
  const book = requestBook(nav.width, sharing, statistics, () => version);
  const layout = hexLayout(nav.grid);
  const finderOf = findersOf(nav);
  const path = new PathBuffer();
  /** Memory for a field of one query, and for one of all that share its goal. */
  let fields: Field[] = [];
  /** The query that a field is under way for, and which of the two. */
  let job: RequestGroup | undefined;
  let kind = 0;
  /** Requests that wait for the field, or until theirs may begin. */
  const parked = new Waiting<Request>();
  /** Goal of the second field, once it is complete. */
  let readyGoal = -1;
  /** Goal of the last job that an edit has ended: with an edit in each frame it would never be done. */
  let cutGoal = -1;
  /** What four of five queries take less of the budget than, for each step of octile distance. */
  let rate = 8 * unit;
  /** The same of queries around units. */
  let slowRate = 2 * rate;
  /** Work of a field to a goal: that of the last one. */
  let fieldWork = cells / 2;
  let begun = 0;
  let spent = 0;

  const left = (): number => limit - (timed ? now() - begun : spent);
  const answer = (query: RequestGroup, isFound: boolean): void =>
    book.answer(query, isFound ? new LatePath(path, layout) : null);

  /** Goes on with the field. @param share of the budget that it may take */
  const work = (query: RequestGroup, share: number): void => {
    const made = fields[kind];
    const before = made.work;
    const isWanted = kind ? sharing[query.goal] > 0 : query.waiting > 0;
    const isDone = !isWanted || made.advance({ [timed ? 'ms' : 'work']: share });
    spent += Math.max(0, made.work - before);
    if (!isDone) return;
    job = undefined;
    if (!isWanted) return;
    if (kind) {
      readyGoal = query.goal;
      fieldWork = made.work;
    } else answer(query, made.findPathInto(query.x0, query.y0, path));
  };

  const search = (query: RequestGroup, room: number): void => {
    const { x0, y0, x1, y1, goal, steps, around } = query;
    const isReady = goal === readyGoal && !around;
    let isFound = false;
    try {
      isFound = isReady ? fields[1].findPathInto(x0, y0, path) : (around ?? nav).findPathInto(x0, y0, x1, y1, path);
    } finally {
      const done = isFound ? path.cellCount + (isReady ? 0 : WORK_OF_NODE * (nav.expanded ?? nav.search.expanded)) : 1;
      spent += done + (around?.work ?? 0);
      if (isReady) statistics.fromFields += query.waiting;
      else if (around) slowRate *= steps === 0 ? 1 : room - left() > slowRate * steps ? SLOWER : FASTER;
      else if (isFound && steps > 0) {
        rate *= room - left() > rate * steps ? SLOWER : FASTER;
      }
      answer(query, isFound);
    }
  };

  /**
   * @returns whether it was served, or will be by a field; not if it has to wait for the next frame, which the first
   * one of a frame never has
   */
  const serve = (request: Request, room: number, isFirst: boolean): boolean => {
    const { query } = request;
    const { x0, y0, x1, y1, goal, steps } = query;
    const expected = (query.around ? slowRate : rate) * steps;
    // Following a field costs a tenth of what searching does.
    // By the whole budget: what other maps have taken of this frame says nothing of the next one.
    const isCut = goal === cutGoal;
    const isLong = !isCut && LONG * expected > (1 + SLACK) * budget;
    // A finished field is replaced only for a goal with more requests: two crowds must not take it from each other.
    const most = isLong || readyGoal < 0 ? 1 : Math.max(1, 2 * sharing[readyGoal]);
    const isCrowd = !isCut && sharing[goal] > most && sharing[goal] * expected > fieldWork * unit;
    if (goal !== readyGoal || query.around) {
      const isOwn = job && kind && job.goal === goal;
      if (!query.around && (isCrowd || isLong) && (!job || isLong || isOwn) && hasFields) {
        if (!job) {
          kind = Number(isCrowd);
          fields[kind] = flowField(nav, [x1, y1], {
            sliced: true,
            from: isCrowd ? undefined : [x0, y0],
            reuse: fields[kind],
          });
          job = query;
          statistics[isCrowd ? 'fields' : 'sliced']++;
          if (isCrowd) readyGoal = -1;
          // One slow query must not count as slow forever.
          else rate *= 0.97;
        }
        // Waits for the field, or for its turn; an answer to the query is one to this request.
        parked.add(request);
        spent += WORK_OF_NODE;
        return true;
      }
      if (WAITS * expected > SLACK * limit + room && !isFirst) return false;
    }
    search(query, room);
    return true;
  };

  /**
   * @param isFull whether the line has to wait for the next frame
   * @returns the next request: requests whose field is ready first, in the order of those that have waited for it
   */
  const next = (isFull: boolean): Request | undefined => {
    const { first } = book.line;
    const waiting = job ? undefined : (parked.firstOf(readyGoal) ?? parked.first);
    if (waiting && (isFull || !first || waiting.order < first.order)) return parked.take(waiting);
    return isFull ? undefined : book.line.take();
  };

  // Made here, so that no frame has to find time for it.
  if (hasFields) fields = [flowField(nav, []), flowField(nav, [])];
  const self: LimitedQueue = {
    request(x0, y0, x1, y1, done, options) {
      refuseUnknown(options, 'unit', 'priority', 'avoid', 'links');
      const { priority = 0 } = options ?? {};
      if (typeof done !== 'function')
        throw new TypeError(`done is ${done}, expected a function; queue.ask gives a promise`);
      const steps = nav.isReachable(x0, y0, x1, y1) ? octile(x1 - x0, y1 - y0) / STRAIGHT + 10 : 0;
      if (!Number.isFinite(priority)) throw new RangeError(`priority is ${String(priority)}, not a number`);
      return book.add(x0, y0, x1, y1, steps, done, options ?? {}, finderOf(options ?? {}));
    },
    ask: (x0, y0, x1, y1, options) => new Promise((resolve) => self.request(x0, y0, x1, y1, resolve, options)),
    cancel: book.cancel,
    update(most = budget) {
      statistics.updates++;
      limit = most;
      begun = now();
      spent = 0;
      if (version !== nav.version) {
        version = nav.version;
        // Fields for a crowd are repaired, others begin again.
        if (job && (kind === 0 || layout || nav.linked)) {
          cutGoal = job.goal;
          job = undefined;
        }
        readyGoal = -1;
      }
      // Half for what takes many frames, so that neither waits for the other; all of it where nothing else waits.
      if (job) work(job, left() / 2);
      let isFirst = true;
      let isFull = false;
      for (let room = left(); room > 0; room = left()) {
        const request = next(isFull);
        if (request) {
          if (!request.done) continue;
          const wasFull = isFull;
          isFull = !serve(request, room, isFirst);
          if (isFull) book.line.add(request);
          if (isFull && wasFull) break;
          isFirst = false;
        } else if (job) work(job, room);
        else break;
      }
      statistics.spent = limit - left();
    },
    charge(cells) {
      spent += WORK_OF_PULL * cells;
    },
    get pending() {
      return book.pending;
    },
    statistics,
  };
  return self;
}

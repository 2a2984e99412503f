/**
 * A queue of path requests with a budget for each frame, for any engine.
 *
 * Its unit is a whole query, which takes microseconds. Queries that may take longer than the whole budget, by the
 * octile distance and what such distances took lately, are searched over cells in slices instead, in memory of the
 * queue's own; so are fields, which take the place of searches where enough requests have one goal.
 *
 * Measured and decided: docs/decisions/queue.md.
 */

import { octile, STRAIGHT } from '../../core/grid/step-costs.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import { inside, type Nav } from '../../runtime/nav.js';
import { type Budget, limitsOf } from './budget.js';
import { Frames } from './frames.js';
import { type JointQueue, jointQueue } from './joint.js';
import { findersOf, type LimitedQueue, type PathQueue } from './requests.js';

export type { Budget } from './budget.js';
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
  const limits = limitsOf(options?.budget);
  const isTimed = 'ms' in options.budget;
  const budget = isTimed ? limits.ms : limits.work;
  if (!Array.isArray(map)) return queueOf(map as Nav, isTimed, budget);
  return jointQueue(budget, new Map(map.map((nav) => [nav, queueOf(nav, isTimed, budget)])));
}

function queueOf(map: Nav, isTimed: boolean, budget: number): LimitedQueue {
  const nav = inside(map);
  const frames = new Frames(nav, isTimed, budget);
  const { book, statistics } = frames;
  const finderOf = findersOf(nav);
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
    update: (limit = budget) => frames.update(limit),
    charge: (cells) => frames.charge(cells),
    get pending() {
      return book.pending;
    },
    statistics,
  };
  return self;
}

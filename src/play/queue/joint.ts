/** One budget for the queues of several maps: those of all agents over the same ground. */
import type { Nav } from '../../runtime/nav.js';
import type { LimitedQueue, PathQueue, QueueStatistics } from './requests.js';

/** Queues of several maps that share a budget. */
export interface JointQueue {
  /** The queue of one of the maps; do not call its `update`. @throws {RangeError} if `nav` is not one of the maps */
  of(nav: Nav): PathQueue;
  /**
   * Does a frame's work for all maps: once a frame. The maps take turns to go first; each uses the budget that is left.
   */
  update(): void;
  /** Requests that wait, of all maps. */
  readonly pending: number;
  /** Sums of all maps; `longestWait` is the longest, `spent` that of the last update. */
  readonly statistics: Readonly<QueueStatistics>;
}

/** @param limit of an update, milliseconds or work @param queues by map */
export function jointQueue(limit: number, queues: ReadonlyMap<Nav, LimitedQueue>): JointQueue {
  const all = [...queues.values()];
  if (all.length === 0) throw new RangeError('navs are none, expected one or more');
  let turn = 0;
  let updates = 0;
  let spent = 0;
  return {
    of(nav) {
      const queue = queues.get(nav);
      if (!queue) throw new RangeError('nav is none of the maps of this queue');
      return queue;
    },
    update() {
      updates++;
      turn = (turn + 1) % all.length;
      spent = 0;
      for (const queue of [...all.slice(turn), ...all.slice(0, turn)]) {
        queue.update(Math.max(0, limit - spent));
        spent += queue.statistics.spent;
      }
    },
    get pending() {
      return all.reduce((sum, { pending }) => sum + pending, 0);
    },
    get statistics() {
      const sum = { ...all[0].statistics };
      for (const { statistics } of all.slice(1))
        for (const key of Object.keys(sum) as (keyof QueueStatistics)[])
          sum[key] = key === 'longestWait' ? Math.max(sum[key], statistics[key]) : sum[key] + statistics[key];
      return { ...sum, updates, spent };
    },
  };
}

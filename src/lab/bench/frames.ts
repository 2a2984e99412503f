/** Frame simulation: units that walk and ask for paths within a quota of time (a master's thesis on HPA*, 2008). */
import { openSync, readSync } from 'node:fs';
import type { Grid } from '../../core/grid/grid.js';
import { random } from '../../core/grid/sample.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { type PathQueue, pathQueue } from '../../play/queue/queue.js';
import { load } from '../../runtime/load-all.js';
import type { GridNav } from '../../runtime/nav.js';
import { findWalk } from '../../runtime/walk.js';
import { quantile } from './statistics.js';

/** Defaults of {@link FrameOptions}. */
export const FRAME_DEFAULTS = {
  /** Units that walk at the same time, a cell a frame. */
  units: 200,
  /** Milliseconds that paths may take of a frame. */
  quota: 1,
  frames: 600,
  seed: 1,
};
export type FrameOptions = typeof FRAME_DEFAULTS;
export type FrameResult = Awaited<ReturnType<typeof simulateFrames>>[number];

/** Cells that a unit has still to walk, one after the other; null where it waits for a path. */
type Route = Iterator<unknown> | null;
type Cell = [x: number, y: number];
/** Asks for a path of a unit and hands its cells over, now or in a later frame. */
type Give = (route: Route) => void;
type Ask = (nav: GridNav, queue: PathQueue, unit: number, ends: [...Cell, ...Cell], give: Give) => void;

const stepsOf = (cells: ArrayLike<number> | undefined): Route => new Array((cells?.length ?? 0) / 2)[Symbol.iterator]();
const atOnce: Ask = (nav, _queue, _unit, ends, give) => give(stepsOf(nav.findPath(...ends)?.cells));
const queued: Ask = (_nav, queue, unit, ends, give) =>
  queue.request(...ends, ({ path, status }) => status !== 'replaced' && give(stepsOf(path?.cells)), { unit });

/** Engine and way: every path when it is wanted, or by a queue. */
const WAYS: Record<string, Ask> = {
  'jps, at once': atOnce,
  'jps, queue': queued,
  'hpa, at once': atOnce,
  'hpa, queue': queued,
  'hpa walks, at once': (nav, _queue, _unit, ends, give) => give(findWalk(nav, ...ends)),
};

/** Runs the same units in every way, each from a fresh load. @param grid without costs */
export async function simulateFrames(grid: Grid, options: Partial<FrameOptions> = {}) {
  const all = { ...FRAME_DEFAULTS, ...options };
  const [jps, hpa] = [await bakeJps(grid), await bakeHpa(grid)];
  return Object.entries(WAYS).map(([way, ask]) => {
    const nav = load(way.startsWith('jps') ? jps : hpa);
    const queue = pathQueue(nav, { budget: { ms: all.quota } });
    return { way, ...run(nav, queue, ask, all) };
  });
}

function run(nav: GridNav, queue: PathQueue, ask: Ask, { units, frames, quota, seed }: FrameOptions) {
  const next = random(seed);
  const draw = (): Cell => {
    for (;;) {
      const cell: Cell = [Math.floor(next() * nav.width), Math.floor(next() * nav.height)];
      if (nav.isOpen(...cell)) return cell;
    }
  };
  // Goals are drawn beforehand, so that each way has the same ones, whenever it comes to them.
  const walkers = Array.from({ length: units }, () => {
    const start = draw();
    const others = Array.from({ length: 7 }, draw);
    const cells = [start, ...others.map((goal) => (nav.isReachable(...start, ...goal) ? goal : start))];
    return { cells, leg: -1, route: null as Route, isWaiting: false };
  });
  const times: number[] = [];
  let paths = 0;
  let waits = 0;
  for (let frame = 0; frame < frames; frame++) {
    const start = threadTime();
    for (const [unit, walker] of walkers.entries()) {
      if (walker.isWaiting) waits++;
      else if (!walker.route || walker.route.next().done) {
        const leg = ++walker.leg % 7;
        walker.isWaiting = true;
        ask(nav, queue, unit, [...walker.cells[leg], ...walker.cells[leg + 1]], (route) => {
          walker.route = route;
          walker.isWaiting = false;
          paths++;
        });
      }
    }
    queue.update();
    times.push(threadTime() - start);
  }
  const above = (limit: number) => times.filter((time) => time > limit).length / frames;
  const [p50, p95, p99, most] = [0.5, 0.95, 0.99, 1].map((share) => quantile(times, share));
  return {
    /** Share of frames that took more than the quota, and more than one and a half of it, 0 to 1. */
    ...{ over: above(quota), wellOver: above(1.5 * quota) },
    /** Processor time of the thread in milliseconds: median, 95th and 99th percentile, longest frame. */
    ...{ p50, p95, p99, most },
    /** Paths that units got, and frames that they stood waiting for one, on average. */
    ...{ paths, wait: paths > 0 ? waits / paths : 0 },
  };
}

const buffer = Buffer.alloc(64);
let schedstat: number | undefined;
try {
  schedstat = openSync('/proc/thread-self/schedstat', 'r');
} catch {
  // Only Linux has it.
}

/**
 * Milliseconds of processor time of this thread, without V8's compiler and collector threads; of the whole process if
 * the system does not measure threads.
 */
function threadTime(): number {
  // Updates the file.
  const { user, system } = process.cpuUsage();
  if (schedstat === undefined) return (user + system) / 1000;
  return Number(buffer.toString('latin1', 0, readSync(schedstat, buffer, 0, 64, 0)).split(' ', 1)[0]) / 1e6;
}

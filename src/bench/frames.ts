/** Frame simulation: units that walk and ask for paths within a quota of time (a master's thesis on HPA*, 2008). */
import type { Grid } from '../grid/grid.js';
import { random } from '../grid/sample.js';
import { bakeHpa } from '../hpa/bake.js';
import { bakeJps } from '../jps/bake.js';
import { type PathQueue, pathQueue } from '../queue/queue.js';
import { load } from '../runtime/load-all.js';
import type { GridNav } from '../runtime/nav.js';
import { quantile } from './statistics.js';
import { threadTime } from './thread-time.js';

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

/** Frames with one way of asking for paths. */
export interface FrameResult {
  /** Engine and way: every path when it is wanted, or by a queue. */
  way: string;
  /** Share of frames that took more than the quota, and more than one and a half of it, 0 to 1. */
  over: number;
  wellOver: number;
  /** Processor time of the thread in milliseconds: median, 95th and 99th percentile, longest frame. */
  p50: number;
  p95: number;
  p99: number;
  most: number;
  /** Paths that units got, and frames that they stood waiting for one, in the mean. */
  paths: number;
  wait: number;
}

/** Cells that a unit has still to walk, one after the other; null where it waits for a path. */
type Route = Iterator<unknown> | null;
type Cell = [x: number, y: number];
/** Asks for a path of a unit and hands its cells over, now or in a later frame. */
type Ask = (unit: number, from: Cell, to: Cell, give: (route: Route) => void) => void;

const WAYS: Record<string, (nav: GridNav, queue: PathQueue) => Ask> = {
  'jps, at once': atOnce,
  'jps, queue': queued,
  'hpa, at once': atOnce,
  'hpa, queue': queued,
  'hpa walks, at once': (nav) => (_, from, to, give) => give(nav.walk?.(...from, ...to) ?? null),
  'hpa walks, ahead': (_, queue) => (_unit, from, to, give) => give(queue.findWalk(...from, ...to)),
};

function atOnce(nav: GridNav): Ask {
  return (_, from, to, give) => give(stepsOf(nav.findPath(...from, ...to)?.cells));
}

function queued(_: GridNav, queue: PathQueue): Ask {
  return (unit, from, to, give) =>
    queue.request(...from, ...to, ({ path, status }) => status !== 'replaced' && give(stepsOf(path?.cells)), { unit });
}

const stepsOf = (cells: ArrayLike<number> | undefined): Route => new Array((cells?.length ?? 0) / 2)[Symbol.iterator]();

/** Runs the same units in every way, each from a fresh load. @param grid without costs */
export async function simulateFrames(grid: Grid, options: Partial<FrameOptions> = {}): Promise<FrameResult[]> {
  const all = { ...FRAME_DEFAULTS, ...options };
  const [jps, hpa] = [await bakeJps(grid), await bakeHpa(grid)];
  return Object.entries(WAYS).map(([way, make]) => {
    const nav = load(way.startsWith('jps') ? jps : hpa);
    const queue = pathQueue(nav, { budget: { ms: all.quota } });
    return { way, ...run(nav, make(nav, queue), queue, all) };
  });
}

function run(nav: GridNav, ask: Ask, queue: PathQueue, options: FrameOptions): Omit<FrameResult, 'way'> {
  const { units, frames, quota, seed } = options;
  const next = random(seed);
  const draw = (): Cell => {
    for (;;) {
      const cell: Cell = [Math.floor(next() * nav.width), Math.floor(next() * nav.height)];
      if (nav.isOpen(...cell)) return cell;
    }
  };
  // Goals are drawn beforehand, so that each way has the same ones, whenever it comes to them.
  const goals = Array.from({ length: units }, () => {
    const start = draw();
    const others = Array.from({ length: 7 }, draw);
    return [start, ...others.map((goal) => (nav.isReachable(...start, ...goal) ? goal : start))];
  });
  const routes: Route[] = goals.map(() => null);
  const legs = goals.map(() => -1);
  const asked = goals.map(() => false);
  const times: number[] = [];
  let paths = 0;
  let waits = 0;
  for (let frame = 0; frame < frames; frame++) {
    const start = threadTime();
    for (const [unit, cells] of goals.entries()) {
      if (asked[unit]) waits++;
      else if (!routes[unit] || routes[unit]?.next().done) {
        const leg = ++legs[unit] % 7;
        asked[unit] = true;
        ask(unit, cells[leg], cells[leg + 1], (route) => {
          routes[unit] = route;
          asked[unit] = false;
          paths++;
        });
      }
    }
    queue.update();
    times.push(threadTime() - start);
  }
  const above = (limit: number) => times.filter((time) => time > limit).length / frames;
  const [p50, p95, p99, most] = [0.5, 0.95, 0.99, 1].map((share) => quantile(times, share));
  const shares = { over: above(quota), wellOver: above(1.5 * quota) };
  return { ...shares, p50, p95, p99, most, paths, wait: paths > 0 ? waits / paths : 0 };
}

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

export interface FrameOptions {
  /** Units that walk at the same time, a cell a frame. */
  units: number;
  /** Milliseconds that paths may take of a frame. */
  quota: number;
  frames: number;
  seed: number;
}
/** Defaults of {@link FrameOptions}. */
export const FRAME_DEFAULTS: FrameOptions = { units: 200, quota: 1, frames: 600, seed: 1 };

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
type Way = (nav: GridNav, queue: PathQueue) => Ask;

const atOnce: Way = (nav) => (_, from, to, give) => give(stepsOf(nav.findPath(...from, ...to)?.cells));
const queued: Way = (_, queue) => (unit, from, to, give) =>
  queue.request(...from, ...to, ({ path, status }) => status !== 'replaced' && give(stepsOf(path?.cells)), { unit });
const walking: Way = (nav) => (_, from, to, give) => give(nav.walk?.(...from, ...to) ?? null);
const ahead: Way = (_, queue) => (_unit, from, to, give) => give(queue.findWalk(...from, ...to));

/** Runs the same units in every way, each from a fresh load. @param grid without costs */
export async function simulateFrames(grid: Grid, options: Partial<FrameOptions> = {}): Promise<FrameResult[]> {
  const all = { ...FRAME_DEFAULTS, ...options };
  const blobs = { jps: await bakeJps(grid), hpa: await bakeHpa(grid) };
  const simulate = (name: string, blob: Uint8Array, way: Way): FrameResult => {
    const nav = load(blob);
    const queue = pathQueue(nav, { budget: { ms: all.quota } });
    return { way: name, ...run(nav, way(nav, queue), queue, all) };
  };
  return [
    simulate('jps, at once', blobs.jps, atOnce),
    simulate('jps, queue', blobs.jps, queued),
    simulate('hpa, at once', blobs.hpa, atOnce),
    simulate('hpa, queue', blobs.hpa, queued),
    simulate('hpa walks, at once', blobs.hpa, walking),
    simulate('hpa walks, ahead', blobs.hpa, ahead),
  ];
}

const stepsOf = (cells: ArrayLike<number> | undefined): Route => new Array((cells?.length ?? 0) / 2)[Symbol.iterator]();

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
    const list = [start];
    while (list.length < 8) {
      const goal = draw();
      list.push(nav.isReachable(...start, ...goal) ? goal : start);
    }
    return list;
  });
  const routes: Route[] = goals.map(() => null);
  const legs = goals.map(() => -1);
  const asked = goals.map(() => false);
  const times: number[] = [];
  let paths = 0;
  let waits = 0;
  for (let frame = 0; frame < frames; frame++) {
    const start = threadTime();
    for (let unit = 0; unit < units; unit++) {
      if (asked[unit]) waits++;
      else if (!routes[unit] || routes[unit]?.next().done) {
        const leg = ++legs[unit] % 7;
        asked[unit] = true;
        ask(unit, goals[unit][leg], goals[unit][leg + 1], (route) => {
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

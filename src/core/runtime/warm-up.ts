/** Queries before a game's first one, so that what it needs is made and compiled. */
import { assertNumber } from '../errors.js';
import { PathBuffer } from '../search/path.js';
import { inside, type Nav } from './nav.js';
import { nearestOpen } from './places.js';

/** Something that knows how it is warmed up: a queue. */
export interface Warmable {
  readonly warmUp: (ms: number) => void;
}

/** Default duration in milliseconds. */
const WARM_UP = 100;
/** Queries that are made whatever the clock says, so that all is there; and the most. */
const LEAST = 16;
const MOST = 1 << 14;
/** Steps of a walk: past its first pieces. */
const STEPS = 40;
/** Cells of a part of a path that is asked for again. */
const PART = 100;

/**
 * Asks for paths from all over a map, each from where the last one led to.
 * @param ms after which no other one begins
 * @param ask for one that there is
 */
export function askAround(
  nav: Pick<Nav, 'width' | 'height' | 'isOpen' | 'isReachable'>,
  ms: number,
  ask: (x0: number, y0: number, x1: number, y1: number, round: number) => void,
): void {
  assertNumber(ms, 'ms');
  const end = Date.now() + ms;
  let [fromX, fromY] = [0, 0];
  for (let i = 0, round = 0; i < MOST && (round < LEAST || Date.now() < end); i++) {
    // Points that fill a square evenly, however many there are (Roberts 2018, "R2").
    const x = Math.floor(((i * 0.7548776662466927) % 1) * nav.width);
    const y = Math.floor(((i * 0.5698402909980532) % 1) * nav.height);
    if (nav.isReachable(x, y, fromX, fromY)) ask(fromX, fromY, x, y, round++);
    else if (!nav.isOpen(x, y)) continue;
    [fromX, fromY] = [x, y];
  }
}

/**
 * Asks queries of every kind that a map or a queue answers, from all over it, so that the first queries of the game are fast: call it after `load`,
 * behind a loading screen. What walks and distances need is loaded, too. Answers stay the same.
 *
 *     warmUp(nav); // or warmUp(queue, { ms: 50 })
 *
 * @param options `ms`: milliseconds after which it stops, about, 100 where nothing is said. The first queries of all are made whatever they take.
 * @throws {TypeError} if it is neither, or `ms` is not a number @throws {BlobError} as `findPath`
 */
export function warmUp(navOrQueue: Nav | Warmable, options?: { ms?: number }): void {
  const ms = options?.ms ?? WARM_UP;
  const queue = navOrQueue as Warmable | null;
  if (queue?.warmUp) {
    queue.warmUp(ms);
    return;
  }
  const nav = inside(navOrQueue as Nav);
  const path = new PathBuffer();
  // A map that changes answers by another engine after its first edit.
  const live = nav.live?.();
  askAround(nav, ms, (fromX, fromY, x, y, round) => {
    const cells = nav.findPathInto(fromX, fromY, x, y, path)
      ? mostWinding(path.cells.subarray(0, 2 * path.cellCount))
      : [x, y, x, y];
    nav.findPath(cells[0], cells[1], cells[cells.length - 2], cells[cells.length - 1]);
    live?.search(fromX, fromY, x, y, path);
    const walk = nav.walk?.(fromX, fromY, x, y);
    for (let step = 0; walk && step < STEPS; step++) walk.next();
    nav.distance?.(x, y, fromX, fromY);
    nav.nearest?.(fromX, fromY, [x, y]);
    // A short one, as most queries of a game are.
    const [nearX, nearY] = nearestOpen(nav, x + (round % 16) - 8, y + (round % 7) - 3, [x, y]) ?? [x, y];
    nav.findPath(x, y, nearX, nearY);
  });
}

/** The part of a path whose ends are nearest to each other: what engines do for a way round a wall is done there. */
function mostWinding(cells: Uint16Array): Uint16Array {
  let [from, nearest] = [0, Infinity];
  for (let i = 0; i + 2 * PART <= cells.length; i += 32) {
    const end = i + 2 * PART - 2;
    const distance = Math.max(Math.abs(cells[end] - cells[i]), Math.abs(cells[end + 1] - cells[i + 1]));
    if (distance < nearest) [from, nearest] = [i, distance];
  }
  return cells.slice(from, from + 2 * PART);
}

/**
 * Paths within limits of time or work, for any engine. A search with limits runs in JavaScript
 * and counts its expansions through the engine's `trace`; one without them has nothing to check.
 *
 * Measured and decided: docs/decisions/jps-query.md.
 */
import { assertPath } from '../core/errors.js';
import { metricOf } from '../core/grid/hexes.js';
import { now } from '../core/search/clock.js';
import type { Trace } from '../core/search/engine.js';
import { type Path, PathBuffer } from '../core/search/path.js';
import { refuseUnknown } from '../core/unknown-names.js';
import { inside, type Nav } from './nav.js';

/** Options of {@link findPathWithin}. At least one limit is required. */
export interface LimitOptions {
  /** Time limit in milliseconds. */
  ms?: number | undefined;
  /** Maximum number of expanded nodes; the same on every machine. */
  expanded?: number | undefined;
  /** True for a path to the nearest cell reached if a limit ended the search. */
  partial?: boolean | undefined;
}

/** Result of {@link findPathWithin}. */
export interface LimitedPath {
  /**
   * To the goal if `status` is `found`; otherwise null, or with `partial` the path to the cell nearest to the goal that
   * the search reached.
   */
  path: Path | null;
  /** `found`; `unreachable`: there is no path; `limit`: a limit ended the search. */
  status: 'found' | 'unreachable' | 'limit';
  /** Nodes that were expanded on the way to the goal. */
  expanded: number;
}

/** Made once: a buffer takes longer than a short query. */
const buffer = /* @__PURE__ */ new PathBuffer();

/** Expansions between two looks at the clock: some microseconds. */
const CLOCK = 16;

/**
 * A path, if it is found within limits. Tables do not search, so no limit stops them.
 *
 *     const { path, status } = findPathWithin(nav, 2, 2, 37, 27, { ms: 0.5, partial: true });
 *
 * A partial path takes a second search, at most about as long, to the reached cell nearest to the goal (in
 * steps without walls; ties go to the one found first).
 * @throws {RangeError} as `findPath`; if a limit is not above 0, or there is none
 * @throws {BlobError} as `findPath`
 */
export function findPathWithin(
  nav: Nav,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  options: LimitOptions,
): LimitedPath {
  refuseUnknown(options, 'ms', 'expanded', 'partial');
  const { ms = Infinity, expanded = Infinity, partial = false } = options ?? {};
  for (const [name, value] of Object.entries({ ms, expanded }))
    if (!(typeof value === 'number' && value > 0)) throw new RangeError(`${name} is ${value}, not above 0`);
  if (ms === Infinity && expanded === Infinity)
    throw new RangeError('limit is missing, expected { ms }, { expanded } or both');
  const { search, grid } = inside(nav);
  if (!nav.isReachable(x0, y0, x1, y1)) return { path: null, status: 'unreachable', expanded: 0 };
  const estimate = metricOf(grid);
  const { trace } = search;
  const end = now() + ms;
  let count = 0;
  let isOver = false;
  let best = x0 | (y0 << 16);
  const most = estimate(x0, y0, x1, y1);
  let least = most;
  const watch: Trace = (point, parent, cost, fromGoal) => {
    trace?.(point, parent, cost, fromGoal);
    isOver = count >= expanded || (count % CLOCK === CLOCK - 1 && now() >= end);
    if (isOver) return true;
    count++;
    const distance = estimate(point & 0xffff, point >> 16, x1, y1);
    if (!fromGoal && distance < least) {
      least = distance;
      best = point;
    }
    return false;
  };
  let isFound: boolean;
  search.trace = watch;
  try {
    isFound = search.search(x0, y0, x1, y1, buffer);
  } finally {
    search.trace = trace;
  }
  assertPath(isFound || isOver);
  // A search that a limit has ended may leave a part of a path.
  const isNearer = !isFound && partial && least < most;
  const hasPath = isFound || (isNearer && search.search(x0, y0, best & 0xffff, best >> 16, buffer));
  return { path: hasPath ? buffer.toPath() : null, status: isFound ? 'found' : 'limit', expanded: count };
}

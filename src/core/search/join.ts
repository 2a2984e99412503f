/** Joins pieces of a path at links. */
import type { Link } from '../grid/links.js';
import type { PathBuffer, PathLink } from './path.js';

/** A piece of a path, and the link behind it. */
export interface Leg {
  path: PathBuffer;
  link?: Link | undefined;
}

/**
 * Leaves a path over links in a buffer.
 * @param points as `PathBuffer.write` takes them
 * @param links with the place of the last turn before each, from the start
 * @param piece scratch memory
 * @param write leaves a piece in a buffer
 */
export function joinPoints(
  into: PathBuffer,
  points: Int32Array,
  cost: number,
  links: readonly Pick<PathLink, 'turn' | 'link'>[],
  piece: PathBuffer,
  write: WritePoints = writePoints,
): void {
  const { length } = points;
  const legs = function* (): Generator<Leg> {
    let from = 0;
    for (const { turn, link } of [...links, { turn: length - 1, link: undefined }]) {
      write(piece, points.subarray(length - 1 - turn, length - from), 0);
      from = turn + 1;
      yield { path: piece, link };
    }
  };
  joinPaths(into, cost, legs());
}

/** Leaves points in a buffer as a path. */
export type WritePoints = (path: PathBuffer, points: Int32Array, cost: number) => void;
export const writePoints: WritePoints = (path, points, cost) => path.write(points, points.length, cost);

/**
 * Leaves pieces in a buffer as one path.
 * @param cost of the whole, in steps
 * @param legs each is read before the next is asked for, so that they may share a buffer, another than `into`
 */
export function joinPaths(into: PathBuffer, cost: number, legs: Iterable<Leg>): void {
  const links: PathLink[] = [];
  let [n, m] = [0, 0];
  for (const { path, link } of legs) {
    const { cellCount, waypointCount, packed, turns } = path;
    if (into.packed.length < n + cellCount) into.grow(n + cellCount);
    if (into.turns.length < m + waypointCount) {
      const longer = new Int32Array(2 * (m + waypointCount));
      longer.set(into.turns);
      into.turns = longer;
      into.turnList = new Uint16Array(longer.buffer);
    }
    into.packed.set(packed.subarray(0, cellCount), n);
    into.turns.set(turns.subarray(0, waypointCount), m);
    n += cellCount;
    m += waypointCount;
    if (link) links.push({ index: n - 1, turn: m - 1, link });
  }
  [into.cellTotal, into.turnCount, into.cost, into.made, into.links] = [n, m, cost, true, links];
  into.mapCost = undefined;
}

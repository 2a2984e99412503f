/**
 * One of all cheapest paths, whatever the search that found them expanded. Walked back from the goal, it goes straight
 * while it can, on in the same direction before others, in those of lower numbers first; then diagonally, in the same
 * way. Straight steps last are diagonal ones first: it is a canonical path, and the search of JPS+ meets it.
 */
import { X_MASK, Y_SHIFT } from '../../core/grid/rectangle.js';
import { PARENT, POINT } from '../../core/jps/query/records.js';
import type { Better } from '../../core/jps/query/search-state.js';

/** More than the sides of a map. */
const MOST = 1 << 15;

/** Direction of the straight steps to a point, which are the last. */
const straightTo = (dx: number, dy: number): number =>
  Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 2 : 6) : dy > 0 ? 4 : 0;

/** Place of a node among those that a point is reached from at the same cost: the lowest is on the path. */
function rank(ints: Int32Array, node: number, point: number): number {
  const [x, y] = [ints[node + POINT] & X_MASK, ints[node + POINT] >> Y_SHIFT];
  const before = ints[ints[node + PARENT] + POINT];
  const arrival = straightTo(x - (before & X_MASK), y - (before >> Y_SHIFT));
  const [dx, dy] = [(point & X_MASK) - x, (point >> Y_SHIFT) - y];
  const run = Math.min(Math.abs(dx), Math.abs(dy));
  const steps = Math.max(Math.abs(dx), Math.abs(dy)) - run;
  const isThere = steps + run === 0;
  // A node in the cell of the goal is not left: the way to it goes on.
  const straight = isThere ? arrival : steps > 0 ? straightTo(dx, dy) : 8;
  const diagonal = run && (dx > 0 ? (dy < 0 ? 1 : 3) : dy > 0 ? 5 : 7);
  const goesOn = run === 0 && arrival === straight;
  const last = straight * MOST + (isThere ? 0 : MOST - 1 - steps);
  return ((last * 8 + diagonal) * MOST + run) * 8 + (goesOn ? 0 : arrival + 1);
}

/** Whether a node is on the path that is chosen, rather than another that a point is reached from at the same cost. */
export const canonical: Better = (ints, node, other, point) => rank(ints, node, point) < rank(ints, other, point);

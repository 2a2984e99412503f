/** Shortcuts of a hierarchy as paths. The parts of a shortcut are found when a path uses it for the first time. */

import { assertPath } from '../../core/errors.js';
import { MOST_RANKS } from '../../core/limits.js';
import { DIRECT, type Hierarchy } from './replay.js';
import { NO_TURN } from './subgoals.js';

const PARTS = 3;

/**
 * Appends the points between the ends of an edge: subgoals, and the turns of direct edges. A shortcut leads from one
 * end down to the subgoal that it was made over, and up to the other end. So its first part is always walked downwards,
 * and its second part upwards.
 * @param turns whether direct edges have a turn in `via`
 * @returns takes an edge, and 1 to walk it upwards or 0
 */
export function unpacker(
  { points, first, targets, via }: Hierarchy,
  turns: boolean,
  append: (point: number) => void,
): (edge: number, up: number) => void {
  // By shortcut: the edges from the subgoal that it leads over to its lower and higher end, and that subgoal's point.
  const parts = new Int32Array(PARTS * targets.length);

  const bend = (edge: number) => {
    if (turns && via[edge] !== NO_TURN) append(via[edge] ^ DIRECT);
  };

  const split = (edge: number) => {
    // Its lower end: the last rank whose edges begin at it or before.
    let low = 0;
    for (let high = points.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (first[middle] > edge) high = middle;
      else low = middle;
    }
    const at = PARTS * edge;
    for (let e = first[via[edge]]; e < first[via[edge] + 1]; e++) {
      const part = via[e] < 0 ? ~e : e;
      if (targets[e] === low) parts[at] = part;
      if (targets[e] === targets[edge]) parts[at + 1] = part;
    }
    parts[at + 2] = points[via[edge]];
    // The arrays of a mapped blob may lack them.
    assertPath(parts[at] !== 0 && parts[at + 1] !== 0);
  };

  const walk = (edge: number, up: number, depth: number) => {
    const at = PARTS * edge;
    assertPath(depth < MOST_RANKS);
    if (parts[at] === 0) split(edge);
    const down = parts[at + 1 - up];
    if (down < 0) bend(~down);
    else walk(down, 0, depth + 1);
    append(parts[at + 2]);
    const next = parts[at + up];
    if (next < 0) bend(~next);
    else walk(next, 1, depth + 1);
  };
  return (edge, up) => (via[edge] < 0 ? bend(edge) : walk(edge, up, 0));
}

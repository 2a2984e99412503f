/**
 * Subgoals under the other move rules. As in `subgoals.ts`, every cheapest path between two cells that reach each other
 * directly is legal, and a cheapest path between any two cells can be cut into such pieces at subgoals.
 *
 * `never`: subgoals are the same corners, and two cells reach each other directly if the rectangle between them is open
 * and holds no third subgoal. Proof: take the cheapest path that makes its moves along rows as early as possible.
 * Where it turns from a column into a row, the cell that would let it turn one step before is blocked, so it turns at a
 * subgoal. Without such a turn it is a row and then a column, both open. If the rectangle is not open, take the blocked
 * cell nearest to that column, and of several the one nearest to that row: the cell next to it, towards both, is a
 * corner on a cheapest path. If the rectangle is open and holds a subgoal, a cheapest path leads over that.
 *
 * `one-corner`, `always`: a subgoal has a blocked straight neighbor, and next to that an open diagonal one:
 *
 *     . . .
 *     . * .       * is a subgoal: its S is blocked, its SE is open
 *     # # .
 *
 * Proof: take the cheapest path that makes its diagonals as early as possible. It turns from straight to diagonal, or
 * between diagonals, only where the shorter way is blocked by a straight neighbor of the turn. The rest is as above,
 * with the parallelogram of a diagonal and a straight run instead of the rectangle. Each diagonal move in it has an
 * open cell next to it.
 */
import type { MoveRule } from '../../core/grid/grid.js';
import { movesOf } from '../../core/grid/moves.js';
import { isStraight } from '../../core/grid/rules.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { lineWriter } from '../../core/search/empty-ways.js';
import { findSubgoals, OCTILE, rayIsOpen, SUBGOAL, type SubgoalRule } from './subgoals.js';

const made = new Map<MoveRule, SubgoalRule>([['no-corners', OCTILE]]);

/** Subgoals of a move rule of squares. */
export function subgoalRule(rule: MoveRule): SubgoalRule {
  const known = made.get(rule) ?? (isStraight({ moveRule: rule }) ? straightMoves(rule) : cornerMoves(rule));
  made.set(rule, known);
  return known;
}

/** Rules that cut corners: other subgoals and diagonals, otherwise as {@link OCTILE}. */
function cornerMoves(rule: MoveRule): SubgoalRule {
  // Under `always` a diagonal is legal if its cell is open.
  const open = movesOf('always').legal;
  const marks = movesOf(rule).legal.map((legal, window) => {
    let mark = legal & 0xaa;
    for (let d = 0; d < 8; d += 2) {
      const beside = (1 << (d + 1)) | (1 << ((d + 7) & 7));
      if (legal > 0 && ((open[window] >> d) & 1) === 0 && (open[window] & beside) > 0) mark |= SUBGOAL;
    }
    return mark;
  });
  return { ...OCTILE, find: (grid) => findSubgoals(grid, marks) };
}

function straightMoves(rule: MoveRule): SubgoalRule {
  const { distance } = movesOf(rule);
  return {
    ...OCTILE,
    distance,
    line(map, steps, cell, dx, dy) {
      const across = dx > 0 ? 2 : 6;
      const open =
        rayIsOpen(map, steps, cell, across, Math.abs(dx)) &&
        rayIsOpen(map, steps, cell + Math.abs(dx) * steps[across], dy > 0 ? 4 : 0, Math.abs(dy));
      return open ? distance(dx, dy) : Infinity;
    },
    // By quadrant, named by its diagonal: steps along the row, each as far along the column as the ones before allow.
    scan({ clearances, numbers }, steps, cell, directions, targets, costs) {
      let count = 0;
      for (let d = 0; d < 8; d++) {
        if (((directions >> d) & 1) === 0) continue;
        if ((d & 1) === 0) {
          const v = clearances[4 * cell + (d >> 1)];
          if (v <= 0) continue;
          targets[count] = numbers[cell + v * steps[d]];
          costs[count++] = v * STRAIGHT;
          continue;
        }
        const along = d < 4 ? 2 : 6;
        const down = d === 3 || d === 5 ? 4 : 0;
        let v = clearances[4 * cell + (down >> 1)];
        let most = v > 0 ? v - 1 : -v;
        const far = clearances[4 * cell + (along >> 1)];
        const end = far > 0 ? far - 1 : -far;
        let at = cell;
        for (let i = 1; i <= end && most > 0; i++) {
          at += steps[along];
          v = clearances[4 * at + (down >> 1)];
          if (v <= 0) {
            if (-v < most) most = -v;
          } else if (v <= most) {
            targets[count] = numbers[at + v * steps[down]];
            costs[count++] = (i + v) * STRAIGHT;
            most = v - 1;
          }
        }
      }
      return count;
    },
    write: lineWriter({ moveRule: rule }),
  };
}

/**
 * Searches over a hierarchy's arrays that a blob holds as they are, whose paths are walked on the grid: an edge when a
 * path has it first, each way, and the lines at both ends of a path always. True edges are found legal once; forged
 * ones never.
 */
import { assertOpen } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import { X_MASK, Y_SHIFT } from '../grid/rectangle.js';
import { STEP } from '../grid/step-costs.js';
import type { Engine } from '../search/engine.js';
import type { Hierarchy } from './replay.js';
import type { QueryRule } from './subgoals.js';

/**
 * Asked for an edge of a path, by twice its number, plus one on the way back up; its points are those from `at` to the
 * last of so many.
 * @throws {BlobError} if a path along it costs something else
 */
export type ProveEdge = (edge: number, points: Int32Array, at: number, count: number) => void;

/** Most points of a path that are not summed up. */
const FEW = 64;

/** Cost of a line from a cell, diagonal first; Infinity where it is not legal; one step costs {@link STEP}. */
type LineCost = (weights: Uint8Array, stride: number, cell: number, dx: number, dy: number, first: true) => number;

/** @param make the search @param lineOf under the grid's rule */
export function provenSearch(
  grid: Grid,
  { costs }: Hierarchy,
  rule: QueryRule,
  lineOf: LineCost,
  make: (rule: QueryRule, prove: ProveEdge) => Engine,
): Engine {
  const { open, costs: weights = open, stride } = grid;
  const scale = STEP / rule.unit;
  /** By twice an edge, and one: whether it was walked this way. */
  const walked = new Uint8Array(2 * costs.length);
  /** Cost of the path so far. */
  let sum = 0;

  /** @returns cost of some points; Infinity where the line from one to the one before it is blocked */
  const walk = (points: Int32Array, at: number, count: number): number => {
    let cost = 0;
    for (let i = at + 1; i < count; i++) {
      const x = points[i] & X_MASK;
      const y = points[i] >> Y_SHIFT;
      const [dx, dy] = [(points[i - 1] & X_MASK) - x, (points[i - 1] >> Y_SHIFT) - y];
      cost += lineOf(weights, stride, grid.cell(x, y), dx, dy, true);
    }
    return cost / scale;
  };

  /** The rule, whose paths cost what they say, and no less than on an empty map, as they may where arrays change. */
  const proving: QueryRule = {
    ...rule,
    write(path, points, count, cost) {
      const end = rule.turn ? 3 : 2;
      // A line alone is one end; else there are two.
      if (count > end) sum += walk(points, count - 2, count);
      sum += walk(points, 0, Math.min(count, end));
      let least = 0;
      // Arrays may change after a load: a few points have no more than a million cells between them.
      for (let i = count - 1; i > 0 && count > FEW; i--) {
        const [a, b] = [points[i], points[i - 1]];
        least += rule.distance((a & X_MASK) - (b & X_MASK), (a >> Y_SHIFT) - (b >> Y_SHIFT));
      }
      assertOpen(sum / rule.unit === cost && least <= sum);
      rule.write(path, points, count, cost);
    },
  };
  const engine = make(proving, (edge, points, at, count) => {
    const cost = costs[edge >> 1];
    if (!walked[edge]) assertOpen(walk(points, at, count) === cost);
    walked[edge] = 1;
    sum += cost;
  });
  const { search } = engine;
  engine.search = (x0, y0, x1, y1, path) => {
    sum = 0;
    return search(x0, y0, x1, y1, path);
  };
  return engine;
}

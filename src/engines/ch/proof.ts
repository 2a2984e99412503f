/**
 * Searches over a hierarchy of a mapped blob, which walk their paths on the grid: an edge when a path uses it for the
 * first time in each direction, and the lines at both ends of a path always. So forged edges never become paths.
 */
import { assertOpen } from '../../core/errors.js';
import { directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { X_MASK, Y_SHIFT } from '../../core/grid/rectangle.js';
import { STEP, STRAIGHT } from '../../core/grid/step-costs.js';
import { emptyWays } from '../../core/search/empty-ways.js';
import type { Engine } from '../../core/search/engine.js';
import type { Hierarchy } from './replay.js';
import type { QueryRule } from './subgoals.js';

/**
 * Verifies an edge of a path. `edge` is twice its number, plus one if it is walked upwards; its points are those from
 * `at` to `count`.
 * @throws {BlobError} if the walk costs something else
 */
export type ProveEdge = (edge: number, points: Int32Array, at: number, count: number) => void;

/** Paths with more points are compared with an empty map. */
const FEW = 64;

/** Cost of a line from a cell, diagonal first, in units of {@link STEP}; Infinity if it is not legal. */
type LineCost = (weights: Uint8Array, stride: number, cell: number, dx: number, dy: number, first: true) => number;

/** Lines between hexagons. @param grid in axial coordinates */
export function hexLineCost(grid: Grid): LineCost {
  const wayOver = emptyWays(grid);
  const steps = directionSteps(grid.stride);
  return (weights, _stride, cell, dx, dy) => {
    const { ray, level, straight, rest } = wayOver(dx, dy);
    let [at, sum] = [cell, 0];
    for (let i = 0; i < level + rest; i++) {
      const next = at + steps[i < level ? ray : straight];
      if (!weights[next]) return Infinity;
      sum += weights[at] + weights[next];
      at = next;
    }
    return sum * STRAIGHT;
  };
}

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
  /** By edge and direction, as {@link ProveEdge} numbers them: whether it was walked. */
  const walked = new Uint8Array(2 * costs.length);
  let sum = 0;

  /** @returns cost of the lines between points; Infinity if one is blocked */
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

  /** The rule, which also checks that a path has its stated cost, and at least that on an empty map. */
  const proving: QueryRule = {
    ...rule,
    write(path, points, count, cost) {
      const end = rule.turn ? 3 : 2;
      // A path of one line has one end, any other has two.
      if (count > end) sum += walk(points, count - 2, count);
      sum += walk(points, 0, Math.min(count, end));
      let least = 0;
      // Arrays may change after a load. A few points are harmless: at most a million cells lie between them.
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

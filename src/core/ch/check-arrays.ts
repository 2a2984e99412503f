/**
 * What is checked of a hierarchy's arrays that a blob holds as they are: all that makes a path of edges one on the
 * grid, of the cost it says, and that unpacking one ends. Ranks rise along edges; a direct edge is a line of the grid
 * of its cost; a shortcut joins two edges of one lower subgoal, and costs what they do.
 */
import { checkViews, isView } from '../blob/views.js';
import { directionSteps } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import { X_MASK, Y_SHIFT } from '../grid/rectangle.js';
import { DIRECT, type Hierarchy, PARTS } from './replay.js';
import { NO_TURN, OCTILE, type SubgoalMap, type SubgoalRule, subgoalPoints } from './subgoals.js';

/** @param rule of the grid, whose subgoals `map` has @throws {BlobError} */
export const checkHierarchy = (hierarchy: Hierarchy, map: SubgoalMap, grid: Grid, rule = OCTILE): void =>
  checkViews('hierarchy', () => isHierarchy(hierarchy, map, grid, rule));

function isHierarchy(hierarchy: Hierarchy, map: SubgoalMap, grid: Grid, rule: SubgoalRule): boolean {
  const { ranks, points, first, targets, costs, parts } = hierarchy;
  const count = map.cells.length;
  const edges = targets?.length;
  let sound =
    isView(ranks, Int32Array, count) &&
    isView(points, Int32Array, count) &&
    isView(first, Int32Array, count + 1) &&
    isView(targets, Int32Array, edges) &&
    isView(costs, Float64Array, edges) &&
    isView(parts, Int32Array, PARTS * edges) &&
    first[0] === 0 &&
    first[count] === edges;
  const byNumber = subgoalPoints(map);
  // Different points, so no two have the same rank.
  for (let v = 0; v < count && sound; v++) sound = points[ranks[v]] === byNumber[v];
  const steps = directionSteps(grid.stride);
  /** Whether half of a shortcut over s is an edge from s to a rank. @returns its number, -1 if not */
  const half = (part: number, s: number, to: number): number => {
    const e = part < 0 ? ~part : part;
    const fits = e >= first[s] && e < first[s + 1] && targets[e] === to && part < 0 === (parts[PARTS * e] === DIRECT);
    return fits ? e : -1;
  };
  /** Whether a direct edge is the line from one of its ends to the other. */
  const isLine = (from: number, to: number, cost: number, turn: number): boolean => {
    const x = from & X_MASK;
    const y = from >> Y_SHIFT;
    const at = rule.turn?.(from, to) ?? from;
    const bend = at === from || at === to ? NO_TURN : at;
    return turn === bend && rule.line(map, steps, grid.cell(x, y), (to & X_MASK) - x, (to >> Y_SHIFT) - y) === cost;
  };
  for (let r = 0; r < count && sound; r++) {
    sound = first[r] <= first[r + 1];
    for (let e = first[r], before = r; e < first[r + 1] && sound; before = targets[e++]) {
      const to = targets[e];
      sound = to > before && to < count;
      const part = PARTS * e;
      if (parts[part] === DIRECT) {
        const turn = parts[part + 2];
        sound &&= isLine(points[r], points[to], costs[e], turn) || isLine(points[to], points[r], costs[e], turn);
        continue;
      }
      const over = parts[part + 2];
      const s = ranks[map.numbers[grid.cell(over & X_MASK, over >> Y_SHIFT)]];
      const low = half(parts[part], s, r);
      const high = half(parts[part + 1], s, to);
      sound &&= s < r && points[s] === over && low >= 0 && high >= 0 && costs[e] === costs[low] + costs[high];
    }
  }
  return sound;
}

/**
 * Nodes of a hierarchy on weighted terrain or hexagons: every jump point of `../weighted/successors.ts`, from whatever
 * direction it is one.
 *
 * Two cells reach each other *directly* by a line, first diagonal or along a row, then straight, that follows the rules
 * of such runs and passes no node. At least one optimal path from s to t survives all pruning. Cut at the nodes that it
 * passes, it is a chain of such lines, each drawn from its earlier end. So with all lines from all nodes as undirected
 * edges, the lines from any cell s give the costs between s and every node. The end t of a query scans like its start:
 * a surviving path from t to s begins with a line to a node m, and the one from s to m is a chain of lines that ends at
 * m.
 *
 * An edge is left out if two others over a third node cost no more.
 */

import { directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { distanceOf, isStraight, leastBeside, runOrder } from '../../core/grid/rules.js';
import { costRange, DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { emptyWays, lineWriter, turnOf } from '../../core/search/empty-ways.js';
import { readWindows } from '../weighted/successors.js';
import { bothWays } from './along-curve.js';
import {
  ALL,
  type DirectEdges,
  linesOf,
  NO_TURN,
  numbered,
  OCTILE_LINES,
  type QueryRule,
  SUBGOAL,
  type SubgoalMap,
  type SubgoalRule,
  subgoalPoints,
} from './subgoals.js';

/** @param grid with costs, or of hexagons in axial coordinates */
export const weightedRule = (grid: Grid): SubgoalRule =>
  Object.assign({ find: findJumpPoints, edges: weightedEdges }, weightedLines(grid));

export function weightedLines(grid: Grid): QueryRule {
  const { costs: weights = grid.open, open } = grid;
  const { least, most } = costRange(grid);
  const scale = 2 * least;
  const beside = leastBeside(grid);
  const { long, short, before, after, costs: prices } = runOrder(grid);
  const four = isStraight(grid);
  const wayOver = emptyWays(grid);
  const distance = distanceOf(grid);

  /** Cost of a run of `count` steps from a cell. All cells but the first cost the same. */
  const run = (cell: number, step: number, count: number, move: number): number => {
    const weight = weights[cell + step];
    return (weights[cell] + weight + 2 * weight * (count - 1)) * move;
  };
  const leads = ({ clearances }: SubgoalMap, steps: Int32Array, cell: number, d: number): boolean =>
    open[cell + steps[d]] > 0 &&
    (four ||
      Number(clearances[4 * cell + (d >> 1)] !== 0) + Number(clearances[4 * cell + (((d + 1) & 7) >> 1)] !== 0) >=
        beside);

  const scan: SubgoalRule['scan'] = (map, steps, cell, directions, targets, costs) => {
    const { marks, clearances, numbers } = map;
    let count = 0;
    for (let d = 0; d < 8; d++) {
      if ((((directions & short) >> d) & 1) === 0) continue;
      const v = clearances[4 * cell + (d >> 1)];
      if (v <= 0) continue;
      targets[count] = numbers[cell + v * steps[d]];
      costs[count++] = run(cell, steps[d], v, STRAIGHT);
    }
    for (let d = 0; d < 8; d++) {
      if ((((directions & long) >> d) & 1) === 0 || !leads(map, steps, cell, d)) continue;
      const step = steps[d];
      const left = before[d];
      const right = after[d];
      const price = prices[d];
      const leftStep = steps[left];
      const rightStep = steps[right];
      const each = 2 * weights[cell + step] * price;
      let cost = (weights[cell] + weights[cell + step]) * price;
      for (let at = cell + step; ; at += step, cost += each) {
        if (marks[at] & SUBGOAL) {
          targets[count] = numbers[at];
          costs[count++] = cost;
          break;
        }
        let v = clearances[4 * at + (left >> 1)];
        if (v > 0) {
          targets[count] = numbers[at + v * leftStep];
          costs[count++] = cost + run(at, leftStep, v, STRAIGHT);
        }
        v = clearances[4 * at + (right >> 1)];
        if (v > 0) {
          targets[count] = numbers[at + v * rightStep];
          costs[count++] = cost + run(at, rightStep, v, STRAIGHT);
        }
        if (((marks[at] >> d) & 1) === 0) break;
      }
    }
    return count;
  };

  return {
    ...OCTILE_LINES,
    revision: 2,
    scan,
    line(map, steps, cell, dx, dy) {
      const { marks, clearances } = map;
      const { ray: d, level, straight, rest } = wayOver(dx, dy);
      let at = cell;
      let cost = 0;
      if (level > 0) {
        if (!leads(map, steps, cell, d)) return Infinity;
        cost = run(cell, steps[d], level, prices[d]);
        at += steps[d];
        for (let left = level - 1; left > 0; left--, at += steps[d])
          if (marks[at] & SUBGOAL || ((marks[at] >> d) & 1) === 0) return Infinity;
      }
      if (rest === 0) return cost;
      const v = clearances[4 * at + (straight >> 1)];
      return rest > (v > 0 ? v : -v) ? Infinity : cost + run(at, steps[straight], rest, STRAIGHT);
    },
    distance: (dx, dy) => scale * distance(dx, dy),
    turn: turnOf(grid),
    write: lineWriter(grid),
    unit: 2 * STRAIGHT,
    maxStep: 2 * most * DIAGONAL,
  };
}

/** Jump points, runs and clearances. The marks of any other cell contain the long runs that continue over it. */
function findJumpPoints(grid: Grid): SubgoalMap {
  const { open, stride } = grid;
  const { nodes, ends } = readWindows(grid);
  const { long, short } = runOrder(grid);
  const runs = grid.runs();
  const steps = directionSteps(stride);
  const marks = new Uint8Array(open.length);
  for (let r = 0; r < runs.length; r += 2)
    for (let c = runs[r]; c < runs[r + 1]; c++) marks[c] = nodes[c] > 0 ? SUBGOAL : ~ends[c] & long;
  const clearances = new Int16Array(4 * open.length);
  for (let d = 0; d < 8; d++) if ((short >> d) & 1) sweep(clearances, open, marks, ends, runs, d, steps[d]);
  const { cells, numbers } = numbered(marks, runs);
  // In the order of the layout `mapped`.
  return { stride, cells, marks, clearances, numbers };
}

/** Fills the clearances of straight direction d, walking against it so that the neighbor is done first. */
function sweep(
  clearances: Int16Array,
  open: Uint8Array,
  marks: Uint8Array,
  ends: Uint8Array,
  runs: Int32Array,
  d: number,
  step: number,
): void {
  const side = step < 0 ? 0 : 1;
  const delta = 1 - 2 * side;
  for (let r = side * (runs.length - 2), left = runs.length; left > 0; left -= 2, r += 2 * delta) {
    const end = runs[r + 1 - side] - side;
    for (let c = runs[r + side] - side; c !== end; c += delta) {
      const next = c + step;
      if (open[next] === 0) continue;
      let v = 1;
      if ((marks[next] & SUBGOAL) === 0) {
        v = (ends[next] >> d) & 1 ? 0 : clearances[4 * next + (d >> 1)];
        v += v > 0 ? 1 : -1;
      }
      clearances[4 * c + (d >> 1)] = v;
    }
  }
}

/** Edges along lines from either end: the cheapest between each two nodes. */
function weightedEdges(this: SubgoalRule, grid: Grid, map: SubgoalMap): DirectEdges {
  const n = map.cells.length;
  const points = subgoalPoints(map);
  const between = turnOf(grid);
  const lines = linesOf(this, grid, map, ALL);
  const sameNumbers = points.map((_, v) => v);
  const { first: start, targets: ends, costs: prices, isBack } = bothWays(lines, sameNumbers);
  const first = new Int32Array(n + 1);
  const most = lines.first[n];
  const targets = new Int32Array(most);
  const costs = new Float64Array(most);
  const turns = new Int32Array(most);
  // By node: cost from the current one, and the line of that cost.
  const best = new Float64Array(n).fill(Infinity);
  const cheapest = new Int32Array(n);
  let used = 0;
  for (let v = 0; v < n; v++) {
    for (let i = start[v]; i < start[v + 1]; i++) {
      const w = ends[i];
      if (prices[i] >= best[w]) continue;
      best[w] = prices[i];
      cheapest[w] = i;
    }
    for (let i = start[v]; i < start[v + 1]; i++) {
      const w = ends[i];
      if (cheapest[w] !== i || w < v) continue;
      const cost = best[w];
      let k = start[w];
      const end = start[w + 1];
      // Infinity for the node itself: no line ends where it begins.
      while (k < end && best[ends[k]] + prices[k] > cost) k++;
      if (k < end) continue;
      const [a, b] = isBack[i] ? [points[w], points[v]] : [points[v], points[w]];
      const turn = between(a, b);
      targets[used] = w;
      costs[used] = cost;
      turns[used++] = turn === a || turn === b ? NO_TURN : turn;
    }
    for (let i = start[v]; i < start[v + 1]; i++) best[ends[i]] = Infinity;
    first[v + 1] = used;
  }
  return { first, targets: targets.slice(0, used), costs: costs.slice(0, used), turns: turns.slice(0, used) };
}

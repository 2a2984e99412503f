/** Plain Dijkstra (1959), the oracle: it shares neither move tables nor open list with the engines, on purpose. */
import type { Grid } from '../grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';
import { hexSteps, isDiagonalLegal, isUnwalled } from './rules.js';

/**
 * Float64Array(cells): integer costs from one cell, doubled where cells have costs; Infinity if unreachable.
 * @param extra what entering a cell costs more
 */
export function dijkstra(grid: Grid, x0: number, y0: number, extra = (_cell: number): number => 0): Float64Array {
  const { open } = grid;
  const distance = new Float64Array(open.length).fill(Infinity);
  const source = grid.cell(x0, y0);
  if (open[source] === 0) return distance;
  distance[source] = 0;
  const queue: { cell: number; g: number }[] = [{ cell: source, g: 0 }];
  while (queue.length > 0) {
    const { cell, g } = takeSmallest(queue);
    if (g > distance[cell]) continue;
    const reach = (next: number, cost: number) => {
      const there = g + cost + extra(next);
      if (there >= distance[next]) return;
      distance[next] = there;
      add(queue, { cell: next, g: there });
    };
    visitMoves(grid, cell, reach);
    visitLinks(grid, cell, reach);
  }
  return distance;
}

/** Called with a cell that a move or link leads to, and what that costs. */
type Visit = (next: number, cost: number) => void;

/** Over links, which cost as steps on cells of cost 1. */
function visitLinks(grid: Grid, cell: number, visit: Visit): void {
  for (const { from, to, cost, oneWay } of grid.links ?? []) {
    const [a, b] = [grid.cell(from[0], from[1]), grid.cell(to[0], to[1])];
    const whole = Math.round(cost * STRAIGHT) * (grid.costs ? 2 : 1);
    if (grid.open[a] === 0 || grid.open[b] === 0) continue;
    if (a === cell) visit(b, whole);
    if (b === cell && !oneWay) visit(a, whole);
  }
}

function visitMoves(grid: Grid, cell: number, visit: Visit): void {
  const { open, stride, costs, moveRule, stepCosts } = grid;
  const visitOpen = (next: number, step: number) => {
    const both = costs ? (stepCosts === 'entered' ? costs[next] : costs[cell]) + costs[next] : 1;
    if (open[next] && isUnwalled(grid, cell, next)) visit(next, step * both);
  };
  const hexagons = hexSteps(moveRule, (cell % stride) - 1, Math.floor(cell / stride) - 1);
  if (hexagons) {
    for (const [dx, dy] of hexagons) visitOpen(cell + dx + dy * stride, STRAIGHT);
    return;
  }
  const [n, e, s, w] = [cell - stride, cell + 1, cell + stride, cell - 1];
  for (const straight of [n, e, s, w]) visitOpen(straight, STRAIGHT);
  for (let i = 0; i < 4; i++) {
    const [a, b] = [i < 2 ? e : w, i % 2 === 0 ? n : s];
    if (isDiagonalLegal(moveRule, open[a] + open[b])) visitOpen(a + b - cell, DIAGONAL);
  }
}

function add<T extends { g: number }>(heap: T[], item: T): void {
  let i = heap.length;
  heap.push(item);
  for (let up = (i - 1) >> 1; i > 0 && heap[up].g > item.g; i = up, up = (i - 1) >> 1) heap[i] = heap[up];
  heap[i] = item;
}

function takeSmallest<T extends { g: number }>(heap: T[]): T {
  const smallest = heap[0];
  const last = heap.pop() as T;
  if (heap.length === 0) return smallest;
  let i = 0;
  for (let child = 1; child < heap.length; child = 2 * i + 1) {
    if (child + 1 < heap.length && heap[child + 1].g < heap[child].g) child++;
    if (heap[child].g >= last.g) break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = last;
  return smallest;
}

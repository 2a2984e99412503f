/** Turns of paths, and the fewest of all shortest paths: found by going over all of them. */
import type { Grid } from '../src/core/grid/grid.js';
import { hexCenter } from '../src/core/grid/hex-plane.js';
import { isHex } from '../src/core/grid/rules.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import type { Path } from '../src/entry/runtime.js';

/** Direction of a step as the map is drawn, 0 to 7 clockwise from north. */
function drawnStep(grid: Grid, x0: number, y0: number, x1: number, y1: number): number {
  const middle = (x: number, y: number) => (isHex(grid) ? hexCenter(grid, x, y) : [x, y]);
  const [from, to] = [middle(x0, y0), middle(x1, y1)];
  return [7, 0, 1, 6, -1, 2, 5, 4, 3][4 + Math.sign(to[0] - from[0]) + 3 * Math.sign(to[1] - from[1])];
}

/** Turns of a path, each piece between links for itself. @param facing direction before the first step */
export function turnsOver(grid: Grid, { cells, links = [] }: Path, facing?: number): number {
  let turns = 0;
  let last = facing;
  for (let i = 2; i < cells.length; i += 2) {
    if (links.some(({ index }) => index === i / 2 - 1)) {
      last = undefined;
      continue;
    }
    const d = drawnStep(grid, cells[i - 2], cells[i - 1], cells[i], cells[i + 1]);
    if (last !== undefined && d !== last) turns++;
    last = d;
  }
  return turns;
}

/** Fewest turns of all shortest paths between two cells of a map without links. */
export function fewestTurns(grid: Grid, x0: number, y0: number, x1: number, y1: number, facing?: number): number {
  const left = dijkstra(grid, x1, y1);
  const ways = new Map<number, { x: number; y: number; turns: number[] }>();
  const visit = (x: number, y: number) => {
    const cell = grid.cell(x, y);
    const way = ways.get(cell) ?? { x, y, turns: new Array<number>(8).fill(Infinity) };
    ways.set(cell, way);
    return way;
  };
  visit(x0, y0).turns = Array.from({ length: 8 }, (_, d) => (facing === undefined || d === facing ? 0 : Infinity));
  // A cell is done before those nearer to the goal.
  while (ways.size > 0) {
    const cell = [...ways.keys()].reduce((a, b) => (left[b] > left[a] ? b : a));
    const { x, y, turns } = visit((cell % grid.stride) - 1, Math.floor(cell / grid.stride) - 1);
    ways.delete(cell);
    const least = Math.min(...turns);
    if (left[cell] === 0) return least;
    for (const [dx, dy] of [-1, 0, 1].flatMap((v) => [-1, 0, 1].map((u) => [u, v]))) {
      const [u, v] = [x + dx, y + dy];
      if (!grid.isOpen(u, v) || left[grid.cell(u, v)] >= left[cell]) continue;
      if (stepCost(grid, x, y, u, v) !== left[cell] - left[grid.cell(u, v)]) continue;
      const to = visit(u, v).turns;
      const d = drawnStep(grid, x, y, u, v);
      to[d] = Math.min(to[d], turns[d], least + 1);
    }
  }
  return Infinity;
}

function stepCost(grid: Grid, x: number, y: number, u: number, v: number): number {
  try {
    return checkPath(grid, [x, y, u, v], [x, y], [u, v]);
  } catch {
    return Infinity;
  }
}

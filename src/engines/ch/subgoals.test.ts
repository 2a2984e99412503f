import { describe, expect, it } from 'vitest';
import { drawn, forAllGrids } from '../../../test/grids.js';
import { withMoves } from '../../core/grid/clearance.js';
import { DX, DY, directionSteps } from '../../core/grid/directions.js';
import { type Grid, gridFrom, type MoveRule } from '../../core/grid/grid.js';
import type { SquareRule } from '../../core/grid/rules.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { subgoalRule } from './moves.js';
import { ALL, findSubgoals, LATER, reachRoom, type SubgoalMap, subgoalPoints } from './subgoals.js';

const RULES: SquareRule[] = ['no-corners', 'never', 'one-corner', 'always'];

const at = (grid: Grid, i: number): [number, number] => [i % grid.width, Math.floor(i / grid.width)];

const subgoalsOf = (grid: Grid) => subgoalRule(grid.moveRule).find(grid);

/** Numbers and costs of what a cell reaches directly. */
function reach(grid: Grid, map: SubgoalMap, cell: number, directions = ALL): [number, number][] {
  const targets = new Int32Array(reachRoom(grid));
  const costs = new Float64Array(targets.length);
  const count = subgoalRule(grid.moveRule).scan(map, directionSteps(grid.stride), cell, directions, targets, costs);
  return Array.from({ length: count }, (_, i): [number, number] => [targets[i], costs[i]]).sort((a, b) => a[0] - b[0]);
}

/**
 * The definition: an open cell whose neighbor is blocked in some diagonal direction, and open in both of its components.
 * If corners may be cut: one whose neighbor is blocked in a straight direction, and open in a diagonal one next to it.
 * Never a cell without legal moves.
 */
function isSubgoal(grid: Grid, x: number, y: number): boolean {
  if (!grid.isOpen(x, y)) return false;
  const open = (d: number) => grid.isOpen(x + DX[d & 7], y + DY[d & 7]);
  if (grid.moveRule === 'one-corner' && ![0, 2, 4, 6].some(open)) return false;
  if (grid.moveRule === 'one-corner' || grid.moveRule === 'always')
    return [0, 2, 4, 6].some((d) => !open(d) && (open(d + 1) || open(d + 7)));
  return [1, 3, 5, 7].some(
    (d) => grid.isOpen(x + DX[d], y) && grid.isOpen(x, y + DY[d]) && !grid.isOpen(x + DX[d], y + DY[d]),
  );
}

describe('findSubgoals', () => {
  it('finds the corners of the picture in subgoals.ts', () => {
    const grid = drawn(`
      ....
      ....
      ..##
      ..##`);
    const map = findSubgoals(grid);
    expect([...map.cells]).toEqual([grid.cell(1, 1)]);
    expect([...subgoalPoints(map)]).toEqual([1 | (1 << 16)]);
  });

  it('leaves out a cell without legal moves', () => {
    const raw = drawn('#....\n.##..');
    const cells = (rule: MoveRule) => [...subgoalsOf(withMoves(raw, rule)).cells];
    expect(cells('one-corner')).toEqual([9, 10, 18]);
    expect(cells('always')).toEqual([9, 10, 15, 18]);
  });

  it.each(RULES)('equals the definition on small random grids; clearances equal walks: %s', (rule) => {
    forAllGrids(14, 300, (raw) => {
      const grid = withMoves(raw, rule);
      const map = subgoalsOf(grid);
      const expected: number[] = [];
      for (let i = 0; i < grid.width * grid.height; i++) {
        const [x, y] = at(grid, i);
        if (isSubgoal(grid, x, y)) expected.push(grid.cell(x, y));
        for (let d = 0; d < 8 && grid.isOpen(x, y); d += 2) {
          let steps = 0;
          let found = false;
          while (!found && grid.isOpen(x + (steps + 1) * DX[d], y + (steps + 1) * DY[d])) {
            steps++;
            found = isSubgoal(grid, x + steps * DX[d], y + steps * DY[d]);
          }
          const clearance = map.clearances[4 * grid.cell(x, y) + d / 2];
          if (clearance !== (found ? steps : 0 - steps))
            throw new Error(`clearance of ${x}, ${y} in direction ${d} is ${clearance}`);
        }
      }
      expect([...map.cells]).toEqual(expected);
      expected.forEach((cell, v) => {
        expect(map.numbers[cell]).toBe(v);
      });
    });
  });
});

describe.each(RULES)('scan, %s', (rule) => {
  /** By Dijkstra: as near as on an empty grid, and no third subgoal on any cheapest path. */
  function directlyReachable(
    grid: Grid,
    map: SubgoalMap,
    distances: Float64Array[],
    from: Float64Array,
    cell: number,
  ): [number, number][] {
    const [x, y] = [(cell % grid.stride) - 1, Math.floor(cell / grid.stride) - 1];
    const points = subgoalPoints(map);
    const reachable = (distance: number, v: number) =>
      distance === subgoalRule(rule).distance((points[v] & 0xffff) - x, (points[v] >> 16) - y);
    const result: [number, number][] = [];
    for (let v = 0; v < points.length; v++) {
      const distance = from[map.cells[v]];
      if (map.cells[v] === cell || !reachable(distance, v)) continue;
      const between = points.some((_, u) => {
        const other = map.cells[u];
        return u !== v && other !== cell && from[other] + distances[u][map.cells[v]] === distance;
      });
      if (!between) result.push([v, distance]);
    }
    return result;
  }

  it('gives exactly what is directly h-reachable, from every cell of small random grids', () => {
    forAllGrids(9, 120, (raw) => {
      const grid = withMoves(raw, rule);
      const map = subgoalsOf(grid);
      const points = subgoalPoints(map);
      const distances = Array.from(points, (p) => dijkstra(grid, p & 0xffff, p >> 16));
      for (let i = 0; i < grid.width * grid.height; i++) {
        const [x, y] = at(grid, i);
        if (!grid.isOpen(x, y)) continue;
        const cell = grid.cell(x, y);
        expect(reach(grid, map, cell)).toEqual(directlyReachable(grid, map, distances, dijkstra(grid, x, y), cell));
      }
    });
  });

  it('is symmetric, and gives each edge once from its earlier end', () => {
    forAllGrids(40, 150, (raw) => {
      const grid = withMoves(raw, rule);
      const map = subgoalsOf(grid);
      const edges = new Set<string>();
      map.cells.forEach((cell, v) => {
        for (const [u, cost] of reach(grid, map, cell)) edges.add(`${v} ${u} ${cost}`);
      });
      for (const edge of edges) {
        const [v, u, cost] = edge.split(' ');
        if (!edges.has(`${u} ${v} ${cost}`)) throw new Error(`edge ${edge} has no reverse`);
      }
      let later = 0;
      map.cells.forEach((cell, v) => {
        for (const [u, cost] of reach(grid, map, cell, LATER)) {
          if (u <= v || !edges.has(`${v} ${u} ${cost}`)) throw new Error(`edge ${v} to ${u} is not of the graph`);
          later++;
        }
      });
      expect(2 * later).toBe(edges.size);
    });
  });

  it('has room for all targets where every clearance shrinks by one', () => {
    // A staircase of single blocks: from the diagonal each row has a subgoal one step nearer than the row before.
    const grid = withMoves(
      gridFrom(60, 60, (x, y) => !(x + 2 * y === 58 && y % 2 === 1)),
      rule,
    );
    const map = subgoalsOf(grid);
    for (let i = 0; i < 3600; i++) {
      const [x, y] = at(grid, i);
      if (grid.isOpen(x, y)) expect(reach(grid, map, grid.cell(x, y)).length).toBeLessThanOrEqual(reachRoom(grid));
    }
  });
});

describe.each(RULES)('line, %s', (rule) => {
  it('equals the walk that is drawn, for every pair of cells of small random grids', () => {
    const { line } = subgoalRule(rule);
    forAllGrids(8, 150, (raw) => {
      const grid = withMoves(raw, rule);
      const map = subgoalsOf(grid);
      const steps = directionSteps(grid.stride);
      for (let i = 0; i < grid.width * grid.height; i++) {
        const [x0, y0] = at(grid, i);
        if (!grid.isOpen(x0, y0)) continue;
        for (let j = 0; j < grid.width * grid.height; j++) {
          const [x1, y1] = at(grid, j);
          let [x, y, legal] = [x0, y0, true];
          while (legal && (x !== x1 || y !== y1)) {
            const diagonal = rule !== 'never' && x !== x1 && y !== y1;
            const straight = rule === 'never' ? x !== x1 : Math.abs(x1 - x) > Math.abs(y1 - y);
            const [sx, sy] = [
              diagonal || straight ? Math.sign(x1 - x) : 0,
              diagonal || !straight ? Math.sign(y1 - y) : 0,
            ];
            const beside = Number(grid.isOpen(x + sx, y)) + Number(grid.isOpen(x, y + sy));
            legal =
              grid.isOpen(x + sx, y + sy) && beside >= { 'no-corners': 2, 'one-corner': 1, always: 0, never: 2 }[rule];
            x += sx;
            y += sy;
          }
          if (line(map, steps, grid.cell(x0, y0), x1 - x0, y1 - y0) < Infinity !== legal)
            throw new Error(`${x0}, ${y0} to ${x1}, ${y1}`);
        }
      }
    });
  });
});

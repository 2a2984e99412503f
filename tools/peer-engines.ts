/** Path finders from npm, used as documented, under the grid's move rule where they have it. */

import { MOVE_RULES } from '../src/core/blob/layout.js';
import { directionSteps } from '../src/core/grid/directions.js';
import type { Grid } from '../src/core/grid/grid.js';
import type { SquareRule } from '../src/core/grid/rules.js';
import { STRAIGHT } from '../src/core/grid/step-costs.js';
import { HEURISTICS, legalMoves } from '../src/lab/baselines/baseline.js';
import type { Answering, BenchEngine } from '../src/lab/bench/engines.js';

type Cell = [x: number, y: number];
type Points = Cell[];
type Place = { x: number; y: number };

/** Null for a path without cells. */
const found = <T>(path: T[]): T[] | null => (path.length > 0 ? path : null);

/** An engine that answers with points. @param ask the timed query; its result is converted later */
function points<T>(
  ask: (x0: number, y0: number, x1: number, y1: number) => T | null,
  toPoints: (answer: T) => Points,
): Answering {
  let answer: T | null = null;
  return {
    search: (x0, y0, x1, y1) => {
      answer = ask(x0, y0, x1, y1);
      return answer !== null;
    },
    cells: () => (answer === null ? [] : toPoints(answer).flat()),
    cost: () => undefined,
  };
}

/** All cells of a path given by its corners, between which it goes in one of the eight directions. */
export function allCells(corners: Points): Points {
  const cells: Points = corners.slice(0, 1);
  for (let i = 1; i < corners.length; i++) {
    const [dx, dy] = [corners[i][0] - corners[i - 1][0], corners[i][1] - corners[i - 1][1]];
    const steps = Math.max(Math.abs(dx), Math.abs(dy));
    for (let k = 1; k <= steps; k++)
      cells.push([corners[i - 1][0] + (dx * k) / steps, corners[i - 1][1] + (dy * k) / steps]);
  }
  return cells;
}

/** Row by row, 1 where a cell is blocked. */
function blockedRows(grid: Grid): number[][] {
  return Array.from({ length: grid.height }, (_, y) =>
    Array.from({ length: grid.width }, (_, x) => (grid.isOpen(x, y) ? 0 : 1)),
  );
}

const pathfindingJs = (finder: 'AStarFinder' | 'JumpPointFinder') => async (grid: Grid) => {
  const { default: PF } = await import('pathfinding');
  const blank = new PF.Grid(blockedRows(grid));
  const { Never, Always, IfAtMostOneObstacle, OnlyWhenNoObstacles } = PF.DiagonalMovement;
  const diagonals = {
    'no-corners': OnlyWhenNoObstacles,
    never: Never,
    'one-corner': IfAtMostOneObstacle,
    always: Always,
  };
  const search = new PF[finder]({
    diagonalMovement: diagonals[grid.moveRule as SquareRule],
    heuristic: PF.Heuristic[grid.moveRule === 'never' ? 'manhattan' : 'octile'],
  });
  // Its grid holds the state of the search: a copy for every query is part of the query.
  return points((x0, y0, x1, y1) => found(search.findPath(x0, y0, x1, y1, blank.clone())), allCells);
};

async function l1(grid: Grid): Promise<Answering> {
  const [{ default: createPlanner }, { default: ndarray }] = await Promise.all([
    import('l1-path-finder'),
    import('ndarray'),
  ]);
  const size = [grid.width, grid.height];
  const planner = createPlanner(ndarray(Int8Array.from(blockedRows(grid).flat()), size, [1, grid.width]));
  // Corners of a path that moves in four directions, as x, y, x, y, ...; between two of them it may turn once.
  const ask = (x0: number, y0: number, x1: number, y1: number) => {
    const path: number[] = [];
    return planner.search(x0, y0, x1, y1, path) < Infinity ? path : null;
  };
  const pairs = (flat: number[]) =>
    Array.from({ length: flat.length / 2 }, (_, i): Cell => [flat[2 * i], flat[2 * i + 1]]);
  return points(ask, (flat) => allCells(pairs(flat)));
}

async function easystar(grid: Grid): Promise<Answering> {
  const { default: EasyStar } = await import('easystarjs');
  const finder = new EasyStar.js();
  // Its tiles: 0 open, 1 blocked, or what a cell costs and 0 for blocked ones.
  const { costs } = grid;
  const rows = blockedRows(grid);
  const prices = [...new Set(costs)].filter(Boolean);
  finder.setGrid(costs ? rows.map((row, y) => row.map((_, x) => costs[grid.cell(x, y)])) : rows);
  finder.setAcceptableTiles(costs ? prices : [0]);
  for (const price of prices) finder.setTileCost(price, price);
  if (grid.moveRule !== 'never') finder.enableDiagonals();
  if (grid.moveRule === 'always') finder.enableCornerCutting();
  else finder.disableCornerCutting();
  finder.enableSync();
  let path: Place[] | null = null;
  const ask = (x0: number, y0: number, x1: number, y1: number) => {
    finder.findPath(x0, y0, x1, y1, (result) => {
      path = result;
    });
    finder.calculate();
    return path;
  };
  return points(ask, (cells: Place[]) => cells.map(({ x, y }) => [x, y]));
}

async function ngraph(grid: Grid): Promise<Answering> {
  const [{ default: createGraph }, { aStar }] = await Promise.all([import('ngraph.graph'), import('ngraph.path')]);
  const graph = createGraph<Place, undefined>();
  const legal = legalMoves(grid);
  const steps = directionSteps(grid.stride);
  const { open, stride, costs } = grid;
  for (const [cell, isOpen] of open.entries()) {
    if (isOpen) graph.addNode(cell, { x: (cell % stride) - 1, y: Math.floor(cell / stride) - 1 });
  }
  for (const [cell, moves] of legal.entries()) {
    // Links are good in both ways: four directions are enough.
    for (let d = 0; d < 4; d++) if ((moves >> d) & 1) graph.addLink(cell, cell + steps[d]);
  }
  type End = { id: number | string; data: Place };
  const distanceOf = grid.moveRule === 'never' ? HEURISTICS.manhattan : HEURISTICS.octile;
  const heuristic = (a: End, b: End) => distanceOf(a.data.x - b.data.x, a.data.y - b.data.y) / STRAIGHT;
  const mean = (a: End, b: End) => (costs ? (costs[a.id as number] + costs[b.id as number]) / 2 : 1);
  const finder = aStar(graph, { distance: (a: End, b: End) => heuristic(a, b) * mean(a, b), heuristic });
  const ask = (x0: number, y0: number, x1: number, y1: number) =>
    found(finder.find(grid.cell(x0, y0), grid.cell(x1, y1)));
  // From the goal to the start.
  return points(ask, (path) => path.map(({ data }): Cell => [data.x, data.y]).reverse());
}

/** Peers prepare their data at load time: none stores anything. */
function peer(
  about: string,
  load: (grid: Grid) => Promise<Answering>,
  knows: Pick<BenchEngine, 'rules' | 'terrain'> = {},
): BenchEngine {
  const bake = (grid: Grid) => ({ storageBytes: 0, load: () => load(grid) });
  return { about, rules: MOVE_RULES, exact: false, ...knows, bake };
}

/** Path finders of other npm packages, by name. */
export const ENGINES: Readonly<Record<string, BenchEngine>> = {
  'pathfinding-astar': peer('npm pathfinding: A*, its DiagonalMovement by the move rule', pathfindingJs('AStarFinder')),
  'pathfinding-jps': peer(
    'npm pathfinding: JPS, its DiagonalMovement by the move rule',
    pathfindingJs('JumpPointFinder'),
  ),
  'l1-path-finder': peer('npm l1-path-finder: moves in four directions only', l1, { rules: ['no-corners', 'never'] }),
  easystarjs: peer(
    'npm easystarjs: four moves, diagonals without corner cutting or with; a move costs what its second cell does',
    easystar,
    { rules: ['no-corners', 'never', 'always'], terrain: 'any' },
  ),
  'ngraph.path': peer('npm ngraph.path: A* on a graph of the legal moves', ngraph, { terrain: 'any' }),
};

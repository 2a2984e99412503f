/** Other path finders from npm, used as documented, under the grid's move rule where they have it; not dependencies. */

import { legalMoves } from '../baselines/baseline.js';
import { MOVE_RULES } from '../blob/layout.js';
import { directionSteps } from '../grid/directions.js';
import type { Grid, MoveRule } from '../grid/grid.js';
import type { Answering, BenchEngine } from './engines.js';

type Points = [x: number, y: number][];

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

async function pathfindingJs(grid: Grid, finder: 'AStarFinder' | 'JumpPointFinder'): Promise<Answering> {
  const { default: PF } = await import('pathfinding');
  const blank = new PF.Grid(blockedRows(grid));
  const { Never, Always, IfAtMostOneObstacle, OnlyWhenNoObstacles } = PF.DiagonalMovement;
  const { moveRule } = grid;
  const search = new PF[finder]({
    diagonalMovement: {
      'no-corners': OnlyWhenNoObstacles,
      never: Never,
      'one-corner': IfAtMostOneObstacle,
      always: Always,
    }[moveRule],
    heuristic: moveRule === 'never' ? PF.Heuristic.manhattan : PF.Heuristic.octile,
  });
  // Its grid holds the state of the search: a copy for every query is part of the query.
  const ask = (x0: number, y0: number, x1: number, y1: number) => {
    const path = search.findPath(x0, y0, x1, y1, blank.clone());
    return path.length > 0 ? path : null;
  };
  return points(ask, allCells);
}

async function l1(grid: Grid): Promise<Answering> {
  const [{ default: createPlanner }, { default: ndarray }] = await Promise.all([
    import('l1-path-finder'),
    import('ndarray'),
  ]);
  const { width, height } = grid;
  const planner = createPlanner(ndarray(Int8Array.from(blockedRows(grid).flat()), [width, height], [1, width]));
  // Corners of a path that moves in four directions, as x, y, x, y, ...; between two of them it may turn once.
  const ask = (x0: number, y0: number, x1: number, y1: number) => {
    const path: number[] = [];
    return planner.search(x0, y0, x1, y1, path) < Infinity ? path : null;
  };
  return points(ask, (flat) =>
    allCells(Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]])),
  );
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
  const ask = (x0: number, y0: number, x1: number, y1: number) => {
    let path: { x: number; y: number }[] | null = null;
    finder.findPath(x0, y0, x1, y1, (result) => {
      path = result;
    });
    finder.calculate();
    return path as { x: number; y: number }[] | null;
  };
  return points(ask, (path) => path.map(({ x, y }) => [x, y]));
}

async function ngraph(grid: Grid): Promise<Answering> {
  const [{ default: createGraph }, { aStar }] = await Promise.all([import('ngraph.graph'), import('ngraph.path')]);
  const graph = createGraph<{ x: number; y: number }, undefined>();
  const legal = legalMoves(grid);
  const steps = directionSteps(grid.stride);
  for (let cell = 0; cell < legal.length; cell++) {
    if (grid.open[cell]) graph.addNode(cell, { x: (cell % grid.stride) - 1, y: Math.floor(cell / grid.stride) - 1 });
  }
  for (let cell = 0; cell < legal.length; cell++) {
    // Links are good in both ways: four directions are enough.
    for (let d = 0; d < 4; d++) if ((legal[cell] >> d) & 1) graph.addLink(cell, cell + steps[d]);
  }
  const octile = (a: { data: { x: number; y: number } }, b: { data: { x: number; y: number } }) => {
    const dx = Math.abs(a.data.x - b.data.x);
    const dy = Math.abs(a.data.y - b.data.y);
    return dx + dy + (grid.moveRule === 'never' ? 0 : (Math.SQRT2 - 2) * Math.min(dx, dy));
  };
  const { costs } = grid;
  type End = { id: number | string; data: { x: number; y: number } };
  const mean = (a: End, b: End) => (costs ? (costs[a.id as number] + costs[b.id as number]) / 2 : 1);
  const finder = aStar(graph, { distance: (a: End, b: End) => octile(a, b) * mean(a, b), heuristic: octile });
  const ask = (x0: number, y0: number, x1: number, y1: number) => {
    const path = finder.find(grid.cell(x0, y0), grid.cell(x1, y1));
    return path.length > 0 ? path : null;
  };
  // From the goal to the start.
  return points(ask, (path) => path.map(({ data }): [number, number] => [data.x, data.y]).reverse());
}

/** What a peer prepares, it prepares at load time: none stores anything. */
function peer(
  about: string,
  rules: readonly MoveRule[],
  load: (grid: Grid) => Promise<Answering>,
  terrain?: 'any',
): BenchEngine {
  return {
    about,
    rules,
    exact: false,
    ...(terrain && { terrain }),
    bake: (grid) => ({ storageBytes: 0, load: () => load(grid) }),
  };
}

/** Path finders of other npm packages, by name; they have to be installed beside gridprep. */
export const PEERS: Readonly<Record<string, BenchEngine>> = {
  'pathfinding-astar': peer('npm pathfinding: A*, its DiagonalMovement by the move rule', MOVE_RULES, (grid) =>
    pathfindingJs(grid, 'AStarFinder'),
  ),
  'pathfinding-jps': peer('npm pathfinding: JPS, its DiagonalMovement by the move rule', MOVE_RULES, (grid) =>
    pathfindingJs(grid, 'JumpPointFinder'),
  ),
  'l1-path-finder': peer('npm l1-path-finder: moves in four directions only', ['no-corners', 'never'], l1),
  easystarjs: peer(
    'npm easystarjs: four moves, diagonals without corner cutting or with; a move costs what its second cell does',
    ['no-corners', 'never', 'always'],
    easystar,
    'any',
  ),
  'ngraph.path': peer('npm ngraph.path: A* on a graph of the legal moves', MOVE_RULES, ngraph, 'any'),
};

export const PEER_PACKAGES = ['pathfinding', 'l1-path-finder', 'ndarray', 'easystarjs', 'ngraph.path', 'ngraph.graph'];

export async function missingPeers(): Promise<string[]> {
  const { createRequire } = await import('node:module');
  const require = createRequire(import.meta.url);
  return PEER_PACKAGES.filter((name) => {
    try {
      require.resolve(name);
      return false;
    } catch {
      return true;
    }
  });
}

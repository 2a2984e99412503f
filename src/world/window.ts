/** Paths over the clusters of a few tiles side by side, and their cells. */
import { ensure } from '../core/errors.js';
import { DX, DY } from '../core/grid/directions.js';
import type { MoveRule } from '../core/grid/grid.js';
import { octile, STEP } from '../core/grid/step-costs.js';
import { PathBuffer } from '../core/search/path.js';
import { cellSearch } from '../engines/hpa/flood.js';
import { distanceOf } from '../engines/hpa/local-moves.js';
import { type Points, pathCost, smooth } from '../engines/hpa/smooth.js';
import { trace } from '../engines/hpa/trace.js';
import type { WindowBox } from '../engines/hpa/window-search.js';
import { type Cell, LARGEST, partIn } from './layout.js';
import { connect, crossingCost, pairCost, pairOf, type Tile } from './tile.js';
import { type TileNode, tileSearch } from './tile-search.js';

export interface TileCell {
  tile: Tile;
  x: number;
  y: number;
}

export interface WindowPath {
  from: TileCell;
  nodes: TileNode[];
  to: TileCell;
  /** On the doubled scale, before smoothing. */
  cost: number;
}

/** Cells of a path in the world, and what the moves between them cost, on the doubled scale. */
export interface Piece {
  cells: Uint16Array;
  cost: number;
}

const scratch = /* @__PURE__ */ new PathBuffer();
/** One for all worlds: every search is done before the next begins. */
const search = /* @__PURE__ */ tileSearch();

/**
 * The cheapest path over the clusters of some tiles, before smoothing; null if there is none inside them.
 * @param cluster side of a cluster @param best cost of a known way; only a cheaper one is returned
 */
export function windowPath(
  tiles: Tile[],
  cluster: number,
  from: TileCell,
  to: TileCell,
  best = Infinity,
): WindowPath | null {
  let direct = Infinity;
  if (from.tile === to.tile) {
    direct = directCost(from, to, cluster);
    if (direct === 2 * octile(from.x - to.x, from.y - to.y))
      return direct < best ? { from, nodes: [], to, cost: direct } : null;
  }
  const start = connect(from.tile, cluster, from.x, from.y);
  const goal = { ...connect(to.tile, cluster, to.x, to.y), x: to.tile.left + to.x, y: to.tile.top + to.y };
  const nodes = search.run(tiles, start, goal, Math.min(direct, best));
  if (nodes) return { from, nodes, to, cost: search.best };
  return direct < best ? { from, nodes: [], to, cost: direct } : null;
}

/** Cost of the way between two cells of a tile that needs no node: a line, or one inside their cluster. */
function directCost({ tile, x, y }: TileCell, to: TileCell, cluster: number): number {
  const { grid, weights, lineOf, flood } = tile;
  const least = 2 * octile(to.x - x, to.y - y);
  for (const diagonalFirst of [true, false]) {
    if (lineOf(weights, grid.stride, grid.cell(x, y), to.x - x, to.y - y, diagonalFirst) === least) return least;
  }
  if (Math.floor(x / cluster) !== Math.floor(to.x / cluster) || Math.floor(y / cluster) !== Math.floor(to.y / cluster))
    return Infinity;
  flood.run(x, y);
  return flood.costs[flood.at(to.x, to.y)];
}

/** The part of a path before it enters a tile for the last time, and the node there. @returns null if it never does */
export function cutAt({ from, nodes, to }: WindowPath, tile: Tile): [before: TileNode[], entry: TileNode] | null {
  let k = nodes.length - 1;
  // Ends in it, and comes from elsewhere.
  while (k > 0 && nodes[k - 1].tile === tile) k--;
  if (to.tile !== tile || from.tile === tile || k < 1) return null;
  return [nodes.slice(0, k), nodes[k]];
}

/** The cells of a path, smoothed tile by tile. @param to its end, or it ends at its last node */
export function refined(from: TileCell, nodes: TileNode[], to?: TileCell): Piece {
  const parts: Piece[] = [];
  let { tile } = from;
  let points: Points = [from.x | (from.y << 16)];
  let cost = 0;
  nodes.forEach((node, i) => {
    const [x, y] = cellOf(node);
    const before = i > 0 ? nodes[i - 1] : undefined;
    if (!before) tile.refine.addLocal(points, from.x, from.y, x, y);
    else if (before.tile === node.tile) addEdge(node.tile, points, before.n, node.n);
    else {
      parts.push(straightened(tile, points));
      cost += crossing(before, node);
      points = [x | (y << 16)];
      tile = node.tile;
    }
  });
  if (to) {
    const last = nodes.at(-1);
    const [x, y] = last ? cellOf(last) : [from.x, from.y];
    if (x !== to.x || y !== to.y) tile.refine.addLocal(points, x, y, to.x, to.y);
  }
  parts.push(straightened(tile, points));
  const whole = joined(parts);
  return { cells: whole.cells, cost: cost + whole.cost };
}

export const crossing = (a: TileNode, b: TileNode): number => crossingCost(a.tile, a.n, b.tile, b.n);

export function joined(parts: Piece[]): Piece {
  const cells = new Uint16Array(parts.reduce((sum, part) => sum + part.cells.length, 0));
  let [at, cost] = [0, 0];
  for (const part of parts) {
    cells.set(part.cells, at);
    at += part.cells.length;
    cost += part.cost;
  }
  return { cells, cost };
}

export function cellOf({ tile: { graph }, n }: TileNode): [number, number] {
  return [graph.points[2 * n], graph.points[2 * n + 1]];
}

/** Adds what leads from a node of a tile to another: a path inside their cluster, or a move to the next one. */
function addEdge(tile: Tile, points: Points, n: number, to: number): void {
  const { homes, refine, graph } = tile;
  if (homes[n] === homes[to]) {
    const [level] = graph.levels;
    level.to[0] = to;
    level.pair[0] = 2 * pairOf(tile, n, to) + Number(n > to);
    level.cost[0] = pairCost(tile, n, to);
    refine.addPath(points, 0, n, 0);
    return;
  }
  const { first, end, to: ends } = graph.inter;
  ensure(ends.subarray(first[n], end[n]).includes(to), 'edge', 'missing', 'one between nodes of a path');
  refine.addInter(points, n, to);
}

/** Smooths points of a tile, and makes their cells in the world. */
function straightened({ grid, weights, lineOf, fix, left, top }: Tile, points: Points): Piece {
  let price = smooth(weights, grid.stride, !grid.costs, points, lineOf);
  if (fix(points, price)) price = pathCost(weights, grid.stride, points, lineOf);
  const list = points.slice().reverse();
  scratch.write(list, list.length, price);
  const cells = scratch.cells.slice(0, 2 * scratch.cellCount);
  for (let i = 0; i < cells.length; i += 2) {
    cells[i] += left;
    cells[i + 1] += top;
  }
  return { cells, cost: Math.round(price * STEP) };
}

interface NearPath extends Piece {
  /** From each cell the cost to the last. */
  left: number[];
}

export type NearSearch = ReturnType<typeof nearSearch>;

/** The cheapest path among the cells of a box, whatever tiles they lie in: exact, where windows of clusters are not. */
export function nearSearch(moveRule: MoveRule) {
  const stride = LARGEST + 2;
  // Tiles have costs or none; the queue of those with costs does for both.
  const search = cellSearch({ moveRule, costs: new Uint8Array(0) }, stride);
  const { weights, costs, ahead } = search;
  const distance = distanceOf({ moveRule });
  /**
   * Finds the cheapest path inside a box of {@link LARGEST} columns and rows at most.
   * @param tiles those in the box; it is blocked where none lies @param bound cost that the path stays below
   * @returns null if there is none
   */
  return (tiles: Tile[], box: WindowBox, from: Cell, to: Cell, bound = Infinity): NearPath | null => {
    const { left, top, right, bottom } = box;
    const at = (x: number, y: number) => (y - top + 1) * stride + x - left + 1;
    weights.fill(0);
    costs.fill(Infinity);
    let cheapest = 1;
    for (const tile of tiles) {
      const part = partIn(box, tile);
      for (let row = 0; row < part.height; row++) {
        const cell = tile.grid.cell(part.left, part.top + row);
        weights.set(tile.weights.subarray(cell, cell + part.width), (part.atY + row) * stride + part.atX);
      }
    }
    for (let y = top; y <= bottom; y++)
      for (let x = left, cell = at(left, y); x <= right; x++) ahead[cell++] = distance(from[0] - x, from[1] - y);
    if (tiles.every(({ grid }) => grid.costs))
      cheapest = weights.reduce((least, weight) => (weight > 0 && weight < least ? weight : least), 255);
    // From its end, so that the cells come from its start.
    const cost = search.search(at(...to), at(...from), bound, cheapest);
    if (cost >= bound || cost === Infinity) return null;
    const cells = [...from];
    const rest = [cost];
    let [x, y] = from;
    trace({ ...search, at }, x, y, (d) => {
      x += DX[d];
      y += DY[d];
      cells.push(x, y);
      rest.push(costs[at(x, y)]);
    });
    return { cells: Uint16Array.from(cells), cost, left: rest };
  };
}

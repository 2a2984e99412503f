/** Paths over the clusters of a few tiles side by side, and their cells. */
import { must } from '../errors.js';
import { octile, STEP, STRAIGHT } from '../grid/step-costs.js';
import { type Points, smooth } from '../hpa/smooth.js';
import { PathBuffer } from '../search/path.js';
import { bestFirst, wayTo } from './search.js';
import { connect, eachTileEdge, type Tile } from './tile.js';

export interface TileCell {
  tile: Tile;
  x: number;
  y: number;
}

interface TileNode {
  tile: Tile;
  n: number;
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
const search = /* @__PURE__ */ bestFirst();

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
  const offsets: number[] = [];
  let count = 0;
  for (const { graph } of tiles) {
    offsets.push(count);
    count += graph.count;
  }
  const slotOf = (id: number) => {
    let slot = tiles.length - 1;
    while (offsets[slot] > id) slot--;
    return slot;
  };
  const beside = tiles.map(({ x, y }) =>
    [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ].map(([dx, dy]) => tiles.findIndex((other) => other.x === x + dx && other.y === y + dy)),
  );
  let direct = Infinity;
  if (from.tile === to.tile) {
    direct = directCost(from, to, cluster);
    if (direct === 2 * octile(from.x - to.x, from.y - to.y))
      return direct < best ? { from, nodes: [], to, cost: direct } : null;
  }
  const [goalX, goalY] = [to.tile.left + to.x, to.tile.top + to.y];
  const goal = connect(to.tile, cluster, to.x, to.y);
  const goalFirst = offsets[tiles.indexOf(to.tile)] + goal.first;
  const start = connect(from.tile, cluster, from.x, from.y);
  const startFirst = offsets[tiles.indexOf(from.tile)] + start.first;
  const last = search.run({
    count,
    best: Math.min(direct, best),
    seed(reach) {
      start.costs.forEach((cost, i) => {
        if (cost < Infinity) reach(startFirst + i, cost);
      });
    },
    expand(id, cost, reach) {
      const slot = slotOf(id);
      const tile = tiles[slot];
      const n = id - offsets[slot];
      eachTileEdge(tile, n, (t, price) => reach(offsets[slot] + t, cost + price));
      eachCrossing(tile, n, (side, place) => {
        const other = beside[slot][side];
        const t = other < 0 ? 0 : tiles[other].borders[(side + 2) & 3][place];
        if (t > 0) reach(offsets[other] + t - 1, cost + crossingCost(tile, n, tiles[other], t - 1));
      });
    },
    estimate(id) {
      const { left, top, graph } = tiles[slotOf(id)];
      const n = id - offsets[slotOf(id)];
      return 2 * octile(left + graph.points[2 * n] - goalX, top + graph.points[2 * n + 1] - goalY);
    },
    finish: (id) => goal.costs[id - goalFirst] ?? Infinity,
  });
  if (last < 0) return direct < best ? { from, nodes: [], to, cost: direct } : null;
  const nodes = wayTo(search, last).map((id) => ({ tile: tiles[slotOf(id)], n: id - offsets[slotOf(id)] }));
  return { from, nodes, to, cost: search.best };
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

/** Visits the sides of its tile that a node lies on, north, east, south, west, and its place there. */
function eachCrossing(
  { graph: { points }, width, height }: Tile,
  n: number,
  visit: (side: number, place: number) => void,
): void {
  const [x, y] = [points[2 * n], points[2 * n + 1]];
  if (y === 0) visit(0, x);
  if (x === width - 1) visit(1, y);
  if (y === height - 1) visit(2, x);
  if (x === 0) visit(3, y);
}

/** Cost of the move from a node to one of another tile beside it. */
function crossingCost(a: Tile, n: number, b: Tile, m: number): number {
  return (weightOf(a, n) + weightOf(b, m)) * STRAIGHT;
}

function weightOf({ graph: { points }, grid, weights }: Tile, n: number): number {
  return weights[grid.cell(points[2 * n], points[2 * n + 1])];
}

/** The part of a path before it enters a tile for the last time, and the rest. @returns null if it never does */
export function cutAt({ from, nodes, to }: WindowPath, tile: Tile): [before: TileNode[], entry: TileCell] | null {
  let k = nodes.length - 1;
  // Ends in it, and comes from elsewhere.
  while (k > 0 && nodes[k - 1].tile === tile) k--;
  if (to.tile !== tile || from.tile === tile || k < 1) return null;
  const { points } = tile.graph;
  return [nodes.slice(0, k), { tile, x: points[2 * nodes[k].n], y: points[2 * nodes[k].n + 1] }];
}

/** The cells of a path, smoothed tile by tile. @param to its end, or the path leads to `next` in another tile */
export function refined(from: TileCell, nodes: TileNode[], to: TileCell | undefined, next?: TileCell): Piece {
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
      cost += crossingCost(before.tile, before.n, node.tile, node.n);
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
  if (next) {
    const end = points[points.length - 1];
    const weight = tile.weights[tile.grid.cell(end & 0xffff, end >> 16)];
    cost += (weight + next.tile.weights[next.tile.grid.cell(next.x, next.y)]) * STRAIGHT;
  }
  const cells = new Uint16Array(parts.reduce((sum, part) => sum + part.cells.length, 0));
  let at = 0;
  for (const part of parts) {
    cells.set(part.cells, at);
    at += part.cells.length;
    cost += part.cost;
  }
  return { cells, cost };
}

function cellOf({ tile: { graph }, n }: TileNode): [number, number] {
  return [graph.points[2 * n], graph.points[2 * n + 1]];
}

/** Adds what leads from a node of a tile to another: an edge inside their cluster, or a move to the next one. */
function addEdge({ graph: { levels, inter }, refine }: Tile, points: Points, n: number, to: number): void {
  const [level] = levels;
  for (let e = level.first[n]; e < level.first[n + 1]; e++) {
    if (level.to[e] !== to) continue;
    refine.addPath(points, 0, n, e);
    return;
  }
  must(
    inter.to.subarray(inter.first[n], inter.first[n + 1]).includes(to),
    'edge',
    'missing',
    'one between nodes of a path',
  );
  refine.addInter(points, n, to);
}

/** Smooths points of a tile, and makes their cells in the world. */
function straightened({ grid, weights, lineOf, mend, left, top }: Tile, points: Points): Piece {
  let price = smooth(weights, grid.stride, !grid.costs, points, lineOf);
  price = mend()(points, price);
  const list = points.slice().reverse();
  scratch.write(list, list.length, price);
  const cells = scratch.cells.slice(0, 2 * scratch.cellCount);
  for (let i = 0; i < cells.length; i += 2) {
    cells[i] += left;
    cells[i + 1] += top;
  }
  return { cells, cost: Math.round(price * STEP) };
}

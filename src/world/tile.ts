/** A tile in memory: its cells, its clusters as a graph, and which of its nodes lie on its borders. */
import { loadCosts, openCellsOf } from '../core/blob/grid.js';
import type { Blob } from '../core/blob/read.js';
import { ensure } from '../core/errors.js';
import { STRAIGHT } from '../core/grid/step-costs.js';
import { clusterFlood } from '../engines/hpa/flood.js';
import { baseGraph } from '../engines/hpa/graph.js';
import { lineCostOf } from '../engines/hpa/line.js';
import { refiner } from '../engines/hpa/refine.js';
import { loadAbstraction } from '../engines/hpa/section.js';
import { piecesOf } from '../engines/hpa/windows.js';
import { pairAt, pairsOf } from './gates.js';
import { tileBox, type WorldLayout } from './layout.js';

/** A tile that was loaded. Cells and nodes are its own: its first column is 0. */
export type Tile = ReturnType<typeof tileOf>;

/** Scratch memory of a tile's floods and windows, in bytes. */
const SCRATCH = 400_000;

/** Makes the arrays of a tile. @param blob as `openTile` gives it @throws {BlobError} if it is damaged */
export function tileOf(blob: Blob, layout: WorldLayout, x: number, y: number) {
  const grid = openCellsOf(blob);
  loadCosts(blob, grid);
  const abstraction = loadAbstraction(blob, grid);
  const { cluster, levels } = abstraction.options;
  ensure(cluster === layout.cluster && levels === 1, 'cluster', cluster, layout.cluster);
  const { pairs, runs } = abstraction;
  const pathFirst = new Int32Array(pairs.length + 1);
  /** Cost of each pair, 0 until a search needs it. */
  const pairCosts = new Float64Array(pairs.length);
  /** Walks the path of pair p, from node i to j. @returns its cost, Infinity where there is none @throws {BlobError} */
  let walk = (_p: number, _i: number, _j: number): number => Infinity;
  // A search makes the edges of level 1 from pairs; refinement puts the one whose path it wants in the place of edge 0.
  const edge = { first: new Int32Array(2), to: new Int32Array(1), cost: new Float64Array(1), pair: new Int32Array(1) };
  const graph = baseGraph(grid, abstraction, (_count, _members, _first, _pairs, paths, price) => {
    for (let p = 0; p < pairs.length; p++) pathFirst[p + 1] = pathFirst[p] + (runs && pairs[p] > 0 ? pairs[p] - 1 : 0);
    walk = (p, i, j) => {
      const cost = pairs[p] > 0 ? price(i, j, p, pathFirst[p], pathFirst[p + 1]) : Infinity;
      ensure(pairs[p] === 0 || cost < Infinity, 'path', p, 'one that leads from node to node');
      pairCosts[p] = cost;
      return cost;
    };
    return { ...edge, end: edge.first.subarray(1), pathFirst, pathEnd: pathFirst.subarray(1), paths };
  });
  const weights = grid.costs ?? grid.open;
  const box = tileBox(layout, x, y);
  const { width, height } = box;
  const { points, count, clusterFirst, inter } = graph;
  /** 1 + the node at each place of the borders to the north, east, south and west; 0 where there is none. */
  const borders = [width, height, width, height].map((length) => new Int32Array(length));
  /** Per node the borders that it lies on: bit 0 north, 1 east, 2 south, 3 west. */
  const sides = new Uint8Array(count);
  /** Cluster of each node, and the first pair of each cluster. */
  const homes = new Int32Array(count);
  const pairFirst = new Int32Array(clusterFirst.length);
  for (let c = 0; c + 1 < clusterFirst.length; c++) {
    homes.fill(c, clusterFirst[c], clusterFirst[c + 1]);
    pairFirst[c + 1] = pairFirst[c] + pairsOf(clusterFirst[c + 1] - clusterFirst[c]);
  }
  for (let n = 0; n < count; n++) {
    const place = [points[2 * n], points[2 * n + 1]];
    [place[1] === 0, place[0] === width - 1, place[1] === height - 1, place[0] === 0].forEach((isOn, side) => {
      if (!isOn) return;
      sides[n] |= 1 << side;
      borders[side][place[side & 1]] = n + 1;
    });
  }
  const lineOf = lineCostOf(grid);
  const flood = clusterFlood(grid, layout.cluster);
  return {
    ...box,
    x,
    y,
    grid,
    graph,
    weights,
    homes,
    pairFirst,
    pairCosts,
    walk,
    sides,
    borders,
    flood,
    refine: refiner(grid, graph, flood, lineOf),
    lineOf,
    /** Makes a path on terrain with costs cheaper. */
    fix: grid.costs ? piecesOf(grid) : () => false,
    // Ends of edges are a view of where the next ones begin.
    bytes:
      SCRATCH +
      bytesIn([
        grid,
        graph,
        { ...inter, end: 0 },
        borders,
        { homes, pairs, runs, pairFirst, pairCosts, pathFirst, sides },
      ]),
  };
}

function bytesIn(objects: object[]): number {
  let sum = 0;
  for (const one of objects) {
    for (const value of Object.values(one)) if (ArrayBuffer.isView(value)) sum += value.byteLength;
  }
  return sum;
}

export function pairOf({ homes, pairFirst, graph: { clusterFirst } }: Tile, n: number, t: number): number {
  const home = homes[n];
  const first = clusterFirst[home];
  return pairFirst[home] + pairAt(Math.min(n, t) - first, Math.max(n, t) - first, clusterFirst[home + 1] - first);
}

/** Cost between two nodes of a cluster; Infinity without a way inside it. @throws {BlobError} if damaged */
export function pairCost(tile: Tile, n: number, t: number): number {
  const p = pairOf(tile, n, t);
  return tile.pairCosts[p] || tile.walk(p, Math.min(n, t), Math.max(n, t));
}

export function crossingCost(a: Tile, n: number, b: Tile, m: number): number {
  return (weightOf(a, n) + weightOf(b, m)) * STRAIGHT;
}

function weightOf({ graph: { points }, grid, weights }: Tile, n: number): number {
  return weights[grid.cell(points[2 * n], points[2 * n + 1])];
}

export type Connected = ReturnType<typeof connect>;

/** Finds the first node of a cell's cluster, and the cost to it and to each that follows; Infinity without a way. */
export function connect(tile: Tile, cluster: number, x: number, y: number) {
  const { grid, graph, flood } = tile;
  const { clusterFirst, points } = graph;
  const c = Math.floor(y / cluster) * Math.ceil(grid.width / cluster) + Math.floor(x / cluster);
  flood.run(x, y);
  const costs: number[] = [];
  for (let n = clusterFirst[c]; n < clusterFirst[c + 1]; n++)
    costs.push(flood.costs[flood.at(points[2 * n], points[2 * n + 1])]);
  return { tile, first: clusterFirst[c], costs };
}

/** The node of a gate at a tile's border. @throws {BlobError} if there is none: the index is of another bake */
export function borderNode({ borders, width, height }: Tile, x: number, y: number): number {
  let node = 0;
  if (y === 0) node = borders[0][x];
  if (x === width - 1) node ||= borders[1][y];
  if (y === height - 1) node ||= borders[2][x];
  if (x === 0) node ||= borders[3][y];
  ensure(node > 0, 'gate', 'no node', 'one of its tile');
  return node - 1;
}

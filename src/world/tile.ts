/** A tile in memory: its cells, its clusters as a graph, and which of its nodes lie on its borders. */
import { gridOf } from '../blob/grid.js';
import type { Blob } from '../blob/read.js';
import { must } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import { clusterFlood, type Flood } from '../hpa/flood.js';
import { type HpaGraph, hpaGraph } from '../hpa/graph.js';
import { lineCostOf } from '../hpa/line.js';
import { refiner } from '../hpa/refine.js';
import { loadAbstraction } from '../hpa/section.js';
import { windowsOf } from '../hpa/windows.js';
import { type TileBox, tileBox, type WorldLayout } from './layout.js';

/** A tile that was loaded. Cells and nodes are its own: its first column is 0. */
export interface Tile extends TileBox {
  x: number;
  y: number;
  grid: Grid;
  graph: HpaGraph;
  weights: Uint8Array;
  /** 1 + the node at each place of the borders to the north, east, south and west; 0 where there is none. */
  borders: Int32Array[];
  flood: Flood;
  refine: ReturnType<typeof refiner>;
  lineOf: ReturnType<typeof lineCostOf>;
  /** Mends a path; made when it is first needed. */
  mend(): ReturnType<typeof windowsOf>;
  bytes: number;
}

/** What a tile takes beside its arrays: scratch memory of floods and windows. */
const SCRATCH = 400_000;

/** Makes the arrays of a tile. @param blob as `openTile` gives it @throws {BlobError} if it is damaged */
export function tileOf(blob: Blob, layout: WorldLayout, x: number, y: number): Tile {
  const grid = gridOf(blob);
  const abstraction = loadAbstraction(blob, grid);
  const { cluster, levels } = abstraction.options;
  must(cluster === layout.cluster && levels === 1, 'cluster', cluster, layout.cluster);
  const graph = hpaGraph(grid, abstraction);
  const weights = grid.costs ?? grid.open;
  const box = tileBox(layout, x, y);
  const { width, height } = box;
  const { points, count } = graph;
  const borders = [width, height, width, height].map((length) => new Int32Array(length));
  for (let n = 0; n < count; n++) {
    const [px, py] = [points[2 * n], points[2 * n + 1]];
    if (py === 0) borders[0][px] = n + 1;
    if (px === width - 1) borders[1][py] = n + 1;
    if (py === height - 1) borders[2][px] = n + 1;
    if (px === 0) borders[3][py] = n + 1;
  }
  const lineOf = lineCostOf(grid);
  const flood = clusterFlood(grid, layout.cluster);
  let windows: ReturnType<typeof windowsOf> | undefined;
  return {
    ...box,
    x,
    y,
    grid,
    graph,
    weights,
    borders,
    flood,
    refine: refiner(grid, graph, flood, { cost: lineOf, repair() {} }),
    lineOf,
    mend() {
      windows ??= windowsOf(grid);
      return windows;
    },
    bytes: SCRATCH + bytesIn([grid, graph, graph.levels, graph.inter, borders]),
  };
}

/** Bytes of the typed arrays among the values of some objects, and of objects one step down. */
function bytesIn(objects: object[]): number {
  let sum = 0;
  for (const one of objects) {
    for (const value of Object.values(one)) {
      if (ArrayBuffer.isView(value)) sum += value.byteLength;
      else if (one !== null && typeof value === 'object' && Array.isArray(one)) sum += bytesIn([value as object]);
    }
  }
  return sum;
}

export function eachTileEdge(
  { graph: { levels, inter } }: Tile,
  n: number,
  visit: (to: number, cost: number) => void,
): void {
  const [{ first, to, cost }] = levels;
  for (let e = first[n]; e < first[n + 1]; e++) visit(to[e], cost[e]);
  for (let e = inter.first[n]; e < inter.first[n + 1]; e++) visit(inter.to[e], inter.cost[e]);
}

/** Cost from a cell of a tile to the nodes of its cluster. @returns the first node, and the costs in order */
export function connect(
  { grid, graph, flood }: Tile,
  cluster: number,
  x: number,
  y: number,
): { first: number; costs: number[] } {
  const { clusterFirst, points } = graph;
  const c = Math.floor(y / cluster) * Math.ceil(grid.width / cluster) + Math.floor(x / cluster);
  flood.run(x, y);
  const costs: number[] = [];
  for (let n = clusterFirst[c]; n < clusterFirst[c + 1]; n++)
    costs.push(flood.costs[flood.at(points[2 * n], points[2 * n + 1])]);
  return { first: clusterFirst[c], costs };
}

/** The node of a gate at a tile's border. @throws {BlobError} if there is none: the index is of another bake */
export function borderNode({ borders, width, height }: Tile, x: number, y: number): number {
  let node = 0;
  if (y === 0) node = borders[0][x];
  if (x === width - 1) node ||= borders[1][y];
  if (y === height - 1) node ||= borders[2][x];
  if (x === 0) node ||= borders[3][y];
  must(node > 0, 'gate', 'no node', 'one of its tile');
  return node - 1;
}

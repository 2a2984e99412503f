/** A map as a graph of cells: moves as direction masks, links as lists of edges. */
import { directionSteps } from '../core/grid/directions.js';
import type { Grid } from '../core/grid/grid.js';
import { touchesAbove } from '../core/grid/hexes.js';
import { waysOf } from '../core/grid/links.js';
import { cutsCorners } from '../core/grid/rules.js';
import { EAST, SOUTH } from '../core/grid/walls.js';

/** Ends of links by the padded cells that they begin at. */
type Edges = Map<number, number[]>;

export interface Graph {
  grid: Grid;
  steps: Int32Array;
  /** Per padded cell the directions of its neighbors. Symmetric. */
  moves: Uint8Array;
  out: Edges;
  /** The same edges by their ends. */
  into: Edges;
}

export function graphOf(grid: Grid, links = grid.links ?? []): Graph {
  const { open, stride, walls } = grid;
  const steps = directionSteps(stride);
  const moves = new Uint8Array(open.length);
  const touches = touchesAbove(grid);
  const join = (d: number, wall: number, side = -1) => {
    for (let cell = stride + 1, next = cell + steps[d]; cell < open.length - stride - 1; cell++, next++) {
      if (!open[cell] || !open[next] || (walls && walls[cell] & wall)) continue;
      if (side >= 0 && touches?.(next, side) === 0) continue;
      moves[cell] |= 1 << d;
      moves[next] |= 1 << (d ^ 4);
    }
  };
  join(2, EAST);
  join(4, SOUTH);
  // Under other rules of squares a diagonal move implies two straight ones.
  if (touches || cutsCorners(grid)) {
    join(3, 0, 0);
    join(5, 0, 1);
  }
  const [out, into]: [Edges, Edges] = [new Map(), new Map()];
  for (const { from, to } of waysOf(links)) {
    const [a, b] = [grid.cell(...from), grid.cell(...to)];
    if (!open[a] || !open[b]) continue;
    out.set(a, [...(out.get(a) ?? []), b]);
    into.set(b, [...(into.get(b) ?? []), a]);
  }
  return { grid, steps, moves, out, into };
}

/** Calls with each cell that a cell is joined with by a move or an edge. */
export function eachNext({ moves, steps }: Graph, cell: number, visit: (next: number) => void, ...edges: Edges[]) {
  for (let mask = moves[cell]; mask > 0; mask &= mask - 1) visit(cell + steps[31 - Math.clz32(mask & -mask)]);
  for (const list of edges) if (list.size > 0) list.get(cell)?.forEach(visit);
}

/** By cell the one before it on a shortest way from some cells, themselves for these; -1 where none leads. */
export function reachOf(graph: Graph, from: Iterable<number>, edges = graph.out): Int32Array {
  const before = new Int32Array(graph.moves.length).fill(-1);
  const queue = new Int32Array(before.length);
  let count = 0;
  const add = (cell: number, last: number) => {
    if (before[cell] >= 0) return;
    before[cell] = last;
    queue[count++] = cell;
  };
  for (const cell of from) add(cell, cell);
  for (let i = 0; i < count; i++) eachNext(graph, queue[i], (next) => add(next, queue[i]), edges);
  return before;
}

/** Groups of cells of one key that are joined, whatever way links lead; key 0 is for no group. Clears the keys. */
export function areasOf(graph: Graph, keys: Uint8Array): Int32Array[] {
  const areas: Int32Array[] = [];
  const queue = new Int32Array(keys.length);
  for (let first = 0, begin = 0, end = 0; first < keys.length; first++, begin = end) {
    const key = keys[first];
    const add = (cell: number) => {
      if (keys[cell] !== key) return;
      keys[cell] = 0;
      queue[end++] = cell;
    };
    if (key > 0) add(first);
    for (let i = begin; i < end; i++) eachNext(graph, queue[i], add, graph.out, graph.into);
    if (end > begin) areas.push(queue.subarray(begin, end));
  }
  return areas;
}

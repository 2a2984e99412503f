/** A map with open doors, where its units start, and what depends on what. */
import { MapError } from '../core/errors.js';
import { anchorsIn, clearances } from '../core/grid/clearance.js';
import type { Grid } from '../core/grid/grid.js';
import type { Place, Places } from '../core/grid/places.js';
import { EAST, wallAt } from '../core/grid/walls.js';
import { collect, type Point, placeText } from './findings.js';
import { areasOf, eachNext, type Graph, graphOf } from './graph.js';

/** Cells below which an area is a pocket on any map. */
export const LEAST_AREA = 20;

export interface LintOptions {
  /** Marker that units start from. Default: the middle of the largest open square of the largest component. */
  from?: string | undefined;
  /** Cells that matter. Default: 0.5 % of those in reach, 20 at least, cut off by a choke point 5 %, 50 at least. */
  cells?: number | undefined;
  /** Adds the kinds that are off by default. */
  details?: boolean | undefined;
  /** Whether the map is meant to have no walls. */
  open?: boolean | undefined;
}

/** A map as lint reads it. `single` is the grid of single cells, of larger units. */
export interface LintMap extends Pick<Places, 'doors' | 'markers' | 'floors'> {
  grid: Grid;
  single?: Grid | undefined;
  /** Links that `grid` does not have, since an end is blocked, with that end. */
  shutLinks?: readonly Place[];
}

export type Level = ReturnType<typeof levelOf>;

/** @throws {MapError} if no cell is open */
export function levelOf(map: LintMap, { from, details, cells, open }: LintOptions) {
  const graph = graphOf(withDoors(map));
  const { grid } = graph;
  const marker = map.markers.find(({ name }) => name === from);
  const first = (marker && anchorsOn(grid, marker)[0]) ?? widest(graph);
  const start = marker ? `marker "${from}"` : placeText(map, pointOf(grid, first));
  const size = grid.size > 1 ? ` for units of ${grid.size} x ${grid.size} cells` : '';
  const tree = dominatorsOf(graph, first);
  const total = tree.cells.length - 1;
  return {
    ...{ map, graph, from, details, isOpen: open, first },
    ...tree,
    ...collect(map, details, { start, size }),
    /** Doors that may close: those that the start is not in. */
    doors: map.doors.filter((door) => !anchorsOn(grid, door).includes(first)),
    /** A cell in reach by marker, 0 if there is none. */
    ends: map.markers.map((one) => anchorsOn(grid, one).find((cell) => tree.number[cell] > 0) ?? 0),
    /** Cells from which an area is no pocket, and from which a choke point counts. */
    least: { area: cells ?? Math.max(LEAST_AREA, 0.005 * total), cut: cells ?? Math.max(50, 0.05 * total) },
  };
}

export const pointOf = ({ stride }: Grid, cell: number): Point => [(cell % stride) - 1, Math.floor(cell / stride) - 1];

/** The grid with the cells and walls of doors open, but for some doors. */
export function withDoors({ grid, single = grid, doors }: LintMap, closed: readonly Place[] = []): Grid {
  const changed = single.copy();
  const { open, costs } = changed;
  if (doors.some(({ walls }) => walls)) changed.walls ??= new Uint8Array(open.length);
  const set = ({ cells, walls = [] }: Place, value: number) => {
    for (let i = 0; i < cells.length; i += 2) {
      if (!single.contains(cells[i], cells[i + 1])) continue;
      const cell = single.cell(cells[i], cells[i + 1]);
      open[cell] = value;
      if (costs) costs[cell] ||= 1;
    }
    const between = changed.walls ?? [];
    for (const [cell, bit] of walls.map((wall) => wallAt(single, wall)))
      between[cell] = value ? between[cell] & ~bit : between[cell] | bit;
  };
  for (const door of doors) set(door, 1);
  for (const door of closed) set(door, 0);
  return Object.assign(single === grid ? changed : anchorsIn(changed, grid.size), { links: grid.links });
}

/** Open cells from which a unit of the grid's size covers a cell of a place, or that are next to one of its walls. */
export function anchorsOn(grid: Grid, { cells, walls = [] }: Place): number[] {
  const found = new Set<number>();
  for (let i = 0; i < cells.length; i += 2)
    for (let k = 0; k < grid.size ** 2; k++) {
      const [x, y] = [cells[i] - (k % grid.size), cells[i + 1] - Math.floor(k / grid.size)];
      if (grid.isOpen(x, y)) found.add(grid.cell(x, y));
    }
  for (const [cell, bit] of walls.map((wall) => wallAt(grid, wall)))
    for (const side of [cell, cell + (bit === EAST ? 1 : grid.stride)]) if (grid.open[side]) found.add(side);
  return [...found];
}

/** The middle of the largest open square of the largest component. */
function widest(graph: Graph): number {
  const areas = areasOf(graph, graph.grid.open.slice());
  if (areas.length === 0) throw new MapError('no cell of the map is open');
  const sides = clearances(graph.grid);
  const cell = areas.reduce((a, b) => (b.length > a.length ? b : a)).reduce((a, b) => (sides[b] > sides[a] ? b : a));
  return cell + ((sides[cell] - 1) >> 1) * (graph.grid.stride + 1);
}

/**
 * What depends on each cell: the dominator tree of what a start reaches. Closing a cell cuts off exactly the cells
 * below it in the tree, whatever way links lead. Semidominators by path compression (Lengauer & Tarjan 1979), then
 * nearest common ancestors (Georgiadis 2005).
 * @returns numbers of cells in depth-first order, 1 for the start and 0 where it does not lead; cells by number; by
 * number the nearest number whose cell all ways lead through, 0 for the start
 */
function dominatorsOf(graph: Graph, start: number) {
  const { number, cells, parent } = depthFirst(graph, start);
  const above = parent.slice();
  /** The lowest number on the way from each number up to where its path is compressed to. */
  const label = Int32Array.from(parent, (_, n) => n);
  const semi = label.slice();
  const path = new Int32Array(parent.length);
  for (let n = parent.length - 1; n > 1; n--) {
    const take = (from: number) => {
      let v = number[from];
      let length = 0;
      // Numbers above n are linked with their parents. Unreached cells have number 0.
      for (; parent[v] > n; v = parent[v]) path[length++] = v;
      while (length > 0) {
        const w = path[--length];
        if (label[v] < label[w]) label[w] = label[v];
        parent[w] = parent[v];
        v = w;
      }
      if (v > 0 && label[v] < semi[n]) semi[n] = label[v];
    };
    eachNext(graph, cells[n], take, graph.into);
    label[n] = semi[n];
  }
  for (let n = 2; n < above.length; n++) while (above[n] > semi[n]) above[n] = above[above[n]];
  return { number, cells, above };
}

function depthFirst({ moves, steps, out }: Graph, start: number) {
  const number = new Int32Array(moves.length);
  const [cells, parent] = [new Int32Array(moves.length + 1), new Int32Array(moves.length + 1)];
  const left = moves.slice();
  const edges = new Map([...out].map(([cell, list]) => [cell, list.slice()]));
  let count = 1;
  number[start] = 1;
  cells[1] = start;
  for (let n = 1; n > 0; ) {
    const cell = cells[n];
    const mask = left[cell];
    left[cell] &= mask - 1;
    const next = mask > 0 ? cell + steps[31 - Math.clz32(mask & -mask)] : edges.size > 0 && edges.get(cell)?.pop();
    if (!next) n = parent[n];
    else if (number[next] === 0) {
      number[next] = ++count;
      cells[count] = next;
      parent[count] = n;
      n = count;
    }
  }
  return { number, cells: cells.slice(0, count + 1), parent: parent.slice(0, count + 1) };
}

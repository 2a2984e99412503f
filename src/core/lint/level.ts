/** A map with open doors, where its units start, and what depends on what. */
import { MapError } from '../errors.js';
import { anchorsIn, clearances } from '../grid/clearance.js';
import type { Grid } from '../grid/grid.js';
import type { Place, Places } from '../grid/places.js';
import { EAST, wallAt } from '../grid/walls.js';
import { type Dominators, dominatorsOf } from './dominators.js';
import { collect, type Point, placeText } from './findings.js';
import { areasOf, type Graph, graphOf } from './graph.js';

/** Cells, and share of the cells that can be reached, from which an area is no pocket. */
export const LEAST_AREA = 20;
const SHARE_OF_AREA = 0.005;

export interface LintOptions {
  /** Marker that units start from. Default: the middle of the largest open square of the largest component. */
  from?: string | undefined;
  /** Cells below which an area is a pocket. Default: 0.5 % of those that can be reached, 20 at least. */
  pocket?: number | undefined;
  /** Cells that a choke point cuts off at least. Default: 5 % of those that can be reached, 50 at least. */
  choke?: number | undefined;
  /** Adds the kinds that are off by default. */
  details?: boolean | undefined;
  /** Whether the map is meant to have no walls. */
  open?: boolean | undefined;
}

/** A map as lint reads it. `single` is the grid of single cells, of larger units. */
export interface LintMap extends Pick<Places, 'doors' | 'markers' | 'floors'> {
  grid: Grid;
  single?: Grid | undefined;
}

export interface Level extends Dominators, LintOptions, ReturnType<typeof collect> {
  map: LintMap;
  /** The map with open doors. */
  graph: Graph;
  /** Doors that may close: those that the start is not in. */
  doors: readonly Place[];
  pocket: number;
  /** The start in words. */
  start: string;
  pointOf(cell: number): Point;
}

/** @throws {MapError} if no cell is open, or no marker has the name of the start */
export function levelOf(map: LintMap, options: LintOptions): Level {
  const { from, details } = options;
  const graph = graphOf(withDoors(map));
  const { grid } = graph;
  const marker = map.markers.find(({ name }) => name === from);
  if (from !== undefined && !marker) {
    const names = map.markers.slice(0, 8).map(({ name }) => ` "${name}"`);
    throw new MapError(`no marker is called "${from}", there ${names.length > 0 ? `are${names}` : 'is none'}`);
  }
  const first = (marker && anchorsOn(grid, marker)[0]) ?? widest(graph);
  const doors = map.doors.filter((door) => !anchorsOn(grid, door).includes(first));
  const pointOf = (cell: number): Point => [(cell % grid.stride) - 1, Math.floor(cell / grid.stride) - 1];
  const start = marker ? `marker "${from}"` : placeText(map, pointOf(first));
  const found = collect(map, details);
  const tree = dominatorsOf(graph, first);
  const pocket = options.pocket ?? Math.max(LEAST_AREA, SHARE_OF_AREA * (tree.cells.length - 1));
  return { ...options, ...tree, ...found, map, graph, doors, pocket, start, pointOf };
}

/** The grid with the cells and walls of doors open, but for some doors. */
export function withDoors({ grid, single = grid, doors }: LintMap, closed: readonly Place[] = []): Grid {
  const changed = single.copy();
  const { open, costs, walls: between } = changed;
  const set = ({ cells, walls = [] }: Place, value: number) => {
    for (let i = 0; i < cells.length; i += 2) {
      if (!single.contains(cells[i], cells[i + 1])) continue;
      const cell = single.cell(cells[i], cells[i + 1]);
      open[cell] = value;
      if (costs) costs[cell] ||= 1;
    }
    for (const wall of between ? walls : []) {
      const [cell, bit] = wallAt(single, wall);
      if (between) between[cell] = value ? between[cell] & ~bit : between[cell] | bit;
    }
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

/** A map with open doors, where its units start, and what depends on what. */
import { MapError } from '../errors.js';
import { anchorsIn, clearances } from '../grid/clearance.js';
import type { Grid } from '../grid/grid.js';
import type { Place, Places } from '../grid/places.js';
import { type Dominators, dominatorsOf } from './dominators.js';
import { collect, type Point, placeText } from './findings.js';
import { areasOf, type Graph, graphOf } from './graph.js';

export interface LintOptions {
  /** Marker that units start from. Default: the middle of the largest open square of the largest component. */
  from?: string | undefined;
  /** Cells below which an area is a pocket. Default: 20. */
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

export interface Level extends Dominators, ReturnType<typeof collect> {
  map: LintMap;
  graph: Graph;
  pocket: number;
  /** Whether no marker is named as the start. */
  isGuess: boolean;
  /** The start in words. */
  start: string;
  pointOf(cell: number): Point;
}

/** @throws {MapError} if no cell is open, or no marker has the name of the start */
export function levelOf(map: LintMap, { from, pocket = 20, details }: LintOptions): Level {
  const graph = graphOf(openDoors(map));
  const { stride } = graph.grid;
  const marker = map.markers.find(({ name }) => name === from);
  if (from !== undefined && !marker) {
    const names = map.markers.slice(0, 8).map(({ name }) => `"${name}"`);
    throw new MapError(
      `no marker is called "${from}", there ${names.length > 0 ? `are ${names.join(', ')}` : 'is none'}`,
    );
  }
  const first = (marker && anchorsOn(graph.grid, marker)[0]) ?? widest(graph);
  const pointOf = (cell: number): Point => [(cell % stride) - 1, Math.floor(cell / stride) - 1];
  const start = from === undefined ? placeText(map, pointOf(first)) : `marker "${from}"`;
  const isGuess = from === undefined;
  return { map, graph, pocket, isGuess, start, pointOf, ...dominatorsOf(graph, first), ...collect(map, details) };
}

/** The grid with the cells of doors open. */
export function openDoors({ grid, single = grid, doors }: LintMap): Grid {
  const opened = single.copy();
  for (const { cells } of doors)
    for (let i = 0; i < cells.length; i += 2) {
      if (!single.contains(cells[i], cells[i + 1])) continue;
      const cell = single.cell(cells[i], cells[i + 1]);
      opened.open[cell] = 1;
      if (opened.costs) opened.costs[cell] ||= 1;
    }
  return Object.assign(single === grid ? opened : anchorsIn(opened, grid.size), { links: grid.links });
}

/** Open cells from which a unit of the grid's size covers a cell of a place. */
export function anchorsOn(grid: Grid, { cells }: Pick<Place, 'cells'>): number[] {
  const found = new Set<number>();
  for (let i = 0; i < cells.length; i += 2)
    for (let k = 0; k < grid.size ** 2; k++) {
      const [x, y] = [cells[i] - (k % grid.size), cells[i + 1] - Math.floor(k / grid.size)];
      if (grid.isOpen(x, y)) found.add(grid.cell(x, y));
    }
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

/** Costs that change nothing or look like walls, and cheap ground that no path uses. */
import { MAX_COST } from '../grid/grid.js';
import { dijkstra } from '../oracle/dijkstra.js';
import { cellCount } from './findings.js';
import { areasOf, eachNext } from './graph.js';
import { anchorsOn, LEAST_AREA, type Level } from './level.js';

/** Markers between which paths are compared: each takes a flood of the map. */
const MOST_MARKERS = 16;

export function addCosts(level: Level): void {
  const { map, graph, number, cells, pocket, add, pointOf } = level;
  const { costs, wallCosts, links = [] } = graph.grid;
  if (!costs) return;
  const reached = costs.map((cost, cell) => (number[cell] > 0 ? cost : 0));
  const areas = areasOf(graph, reached);
  const cost = costs[cells[1]];
  const lowest = areas.reduce((least, [first]) => Math.min(least, costs[first]), MAX_COST);
  if (cost > 1 && areas.every(([first]) => costs[first] === cost))
    add('cost-same', pointOf(cells[1]), `all cells that can be reached cost ${cost}, so costs change no path`);
  const ends = map.markers.flatMap((marker) => anchorsOn(graph.grid, marker).find((cell) => number[cell] > 0) ?? []);
  // Wall costs leave cheap cells in the middle of every room. A sum of two floods is that of a path if ways lead both ways.
  const isClear = wallCosts === undefined && ends.length > 1 && !links.some(({ oneWay }) => oneWay);
  const used = isClear ? usedCells(level, ends.slice(0, MOST_MARKERS)) : undefined;
  for (const area of areas) {
    const [local, at] = [costs[area[0]], pointOf(area[0])];
    const beside = new Set<number>();
    for (const cell of area) eachNext(graph, cell, (next) => beside.add(costs[next]));
    beside.delete(local);
    if (local === MAX_COST && beside.has(1))
      add('cost-jump', at, `${cellCount(area)} of cost 255 next to cost 1: units may still cross`, area.length);
    const isCheap = local === lowest && beside.size > 0 && area.length >= Math.min(pocket, LEAST_AREA);
    if (isCheap && used && area.every((cell) => used[cell] === 0))
      add(
        'cost-unused',
        at,
        `no cheapest path between markers enters ${cellCount(area)} of the lowest cost`,
        area.length,
      );
  }
}

/** Cells on any cheapest path between two of some, 1 or 0. */
function usedCells({ graph, pointOf }: Level, ends: readonly number[]): Uint8Array {
  const floods = ends.map((end) => dijkstra(graph.grid, ...pointOf(end)));
  const used = new Uint8Array(graph.moves.length);
  for (const [i, costs] of floods.entries())
    for (let j = 0; j < i; j++)
      for (let c = 0; c < used.length; c++) if (costs[c] + floods[j][c] === costs[ends[j]]) used[c] = 1;
  return used;
}

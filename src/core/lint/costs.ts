/** Costs that change nothing or look like walls, and cheap ground that no path uses. */
import { MAX_COST } from '../grid/grid.js';
import { dijkstra } from '../oracle/dijkstra.js';
import { areasOf, eachNext } from './graph.js';
import { anchorsOn, type Level } from './level.js';

/** Markers between which paths are compared: each takes a flood of the map. */
const MOST_MARKERS = 16;

export function addCosts({ map, graph, number, cells, pocket, add, pointOf }: Level): void {
  const { costs, wallCosts, links = [] } = graph.grid;
  if (!costs) return;
  const areas = areasOf(
    graph,
    costs.map((cost, cell) => (number[cell] > 0 ? cost : 0)),
  );
  const cost = costs[areas[0][0]];
  if (cost > 1 && areas.every(([first]) => costs[first] === cost))
    add('cost-same', pointOf(cells[1]), `all cells that can be reached cost ${cost}, so costs change no path`);
  const ends = map.markers.flatMap((marker) => anchorsOn(graph.grid, marker).find((cell) => number[cell] > 0) ?? []);
  // Wall costs leave cheap cells in the middle of every room.
  const floods = ends.length < 2 || wallCosts || links.some(({ oneWay }) => oneWay) ? [] : ends.slice(0, MOST_MARKERS);
  const used = usedCells(
    floods,
    floods.map((end) => dijkstra(graph.grid, ...pointOf(end))),
  );
  for (const area of areas) {
    const local = costs[area[0]];
    const beside = new Set<number>();
    for (const cell of area) eachNext(graph, cell, (next) => beside.add(costs[next]));
    beside.delete(local);
    const size = { cells: area.length };
    if (local === MAX_COST && beside.has(1))
      add(
        'cost-jump',
        pointOf(area[0]),
        `${area.length} cells of cost 255 next to cost 1: units cross them if no way around is cheaper`,
        size,
      );
    const isCheap = beside.size > 0 && Math.min(...beside) > local && area.length >= pocket;
    if (used && isCheap && area.every((cell) => used[cell] === 0))
      add(
        'cost-unused',
        pointOf(area[0]),
        `${area.length} cells cost less than all around, but no cheapest path between markers enters`,
        size,
      );
  }
}

/** Cells on any cheapest path between two of some, 1 or 0. @param costs from each of them to all cells */
function usedCells(ends: readonly number[], costs: readonly Float64Array[]): Uint8Array | undefined {
  if (ends.length < 2) return undefined;
  const used = new Uint8Array(costs[0].length);
  for (let i = 0; i < ends.length; i++)
    for (let j = 0; j < i; j++)
      for (let c = 0; c < used.length; c++) if (costs[i][c] + costs[j][c] === costs[i][ends[j]]) used[c] = 1;
  return used;
}

/** Costs that change nothing or look like walls, and cheap ground that no path uses. */
import { MAX_COST } from '../grid/grid.js';
import { oracle } from '../oracle/flood.js';
import { areasOf, eachNext } from './graph.js';
import { LEAST_AREA, type Level, pointOf } from './level.js';

/** Markers between which paths are compared: each takes a flood of the map. */
const MOST_MARKERS = 16;

export function addCosts(level: Level): void {
  const { graph, number, first: start, least, add } = level;
  const { costs } = graph.grid;
  if (!costs) return;
  const areas = areasOf(
    graph,
    costs.map((cost, cell) => (number[cell] > 0 ? cost : 0)),
  );
  const cost = costs[start];
  const lowest = areas.reduce((most, [first]) => Math.min(most, costs[first]), MAX_COST);
  if (cost > 1 && areas.every(([first]) => costs[first] === cost))
    add('cost-same', pointOf(graph.grid, start), { cost });
  const used = usedCells(level);
  for (const area of areas) {
    const [first] = area;
    const beside = new Set<number>();
    for (const cell of area) eachNext(graph, cell, (next) => beside.add(costs[next]));
    beside.delete(costs[first]);
    const words = { cells: area.length };
    if (costs[first] === MAX_COST && beside.has(1)) add('cost-jump', pointOf(graph.grid, first), words);
    const isCheap = costs[first] === lowest && beside.size > 0 && area.length >= Math.min(least.area, LEAST_AREA);
    if (isCheap && used && !area.some((cell) => used[cell])) add('cost-unused', pointOf(graph.grid, first), words);
  }
}

/** Cells on any cheapest path between two markers, 1 or 0; undefined where that says nothing. */
function usedCells({ graph: { grid }, ends }: Level): Uint8Array | undefined {
  const reached = ends.filter((end) => end > 0).slice(0, MOST_MARKERS);
  // Wall costs leave cheap cells in the middle of every room. Two floods add up to a path if steps and links cost the same both ways.
  if (grid.wallCosts || grid.stepCosts || reached.length < 2 || grid.links?.some(({ oneWay }) => oneWay))
    return undefined;
  const { allCosts } = oracle(grid);
  const floods = reached.map((end) => allCosts(pointOf(grid, end)));
  const used = new Uint8Array(grid.open.length);
  for (const [i, costs] of floods.entries())
    for (let j = 0; j < i; j++)
      for (let c = 0; c < used.length; c++) if (costs[c] + floods[j][c] === costs[reached[j]]) used[c] = 1;
  return used;
}

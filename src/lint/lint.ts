/** Finds what is wrong with a level before anybody plays it. Reads only the grid and the places. */

import { directionSteps } from '../core/grid/directions.js';
import { countOpen } from '../core/grid/grid.js';
import type { Place } from '../core/grid/places.js';
import { isHex } from '../core/grid/rules.js';
import { STRAIGHT } from '../core/grid/step-costs.js';
import { MAX_COST } from '../core/limits.js';
import { oracle } from '../core/oracle/flood.js';
import { addChokes } from './chokes.js';
import { collect, type Finding } from './findings.js';
import { areasOf, eachNext, graphOf, reachOf } from './graph.js';
import {
  anchorsOn,
  LEAST_AREA,
  type Level,
  type LintMap,
  type LintOptions,
  levelOf,
  pointOf,
  withDoors,
} from './level.js';

/** @throws {MapError} if no cell is open */
export function lint(map: LintMap, options: LintOptions = {}): Finding[] {
  const level = levelOf(map, options);
  addPlaces(level);
  addAreas(level);
  addTraps(level);
  addChokes(level);
  addCosts(level);
  if (map.grid.size === 1) addWalls(level);
  return level.findings();
}

/** Markers, doors and links in walls, or out of reach. */
function addPlaces({ map, graph, doors, number, first, from, details, add }: Level): void {
  const isNamed = from === undefined || map.markers.some(({ name }) => name === from);
  if (!isNamed) add('no-start', pointOf(graph.grid, first), { name: `"${from}"` });
  const shut = details && reachOf(graphOf(withDoors(map, doors)), [first]);
  const link = (map.grid.links ?? []).map(({ name, from, to, oneWay }): Place => {
    return { name, cells: [...from, ...(oneWay ? [] : to)] };
  });
  for (const { name, cells } of map.shutLinks ?? [])
    add('blocked', [cells[0], cells[1]], { what: 'link', name: name && `link "${name}"` });
  const addPlace = (what: string, place: Place): void => {
    const anchors = anchorsOn(graph.grid, place);
    const [x, y] = [...place.cells, ...(place.walls?.[0] ?? [])] as number[];
    const words = { what, name: place.name && `${what} "${place.name}"` };
    if (anchors.length === 0) add('blocked', [x, y], words);
    else if (anchors.every((cell) => number[cell] === 0)) add('unreachable', [x, y], words);
    else if (what === 'marker' && shut && anchors.every((cell) => shut[cell] < 0)) add('behind-doors', [x, y], words);
  };
  for (const [what, places] of Object.entries({ marker: map.markers, door: map.doors, link }))
    for (const place of places) addPlace(what, place);
}

/** Areas out of reach. Larger units may only lack a passage that is wide enough, and have pockets everywhere. */
function addAreas({ map, graph, number, cells, least, add }: Level): void {
  const { single, grid } = map;
  const before = single && reachOf(graphOf(withDoors({ ...map, grid: single })), cells.subarray(1));
  const apart = graph.grid.open.map((open, cell) => Number(open > 0 && number[cell] === 0));
  for (const area of areasOf(graph, apart)) {
    const isPocket = area.length < least.area;
    if (before && isPocket) continue;
    const narrow = before && before[area[0]] >= 0 ? passageTo(area[0], before, graph.grid.open) : 0;
    add(narrow ? 'narrow' : isPocket ? 'pocket' : 'area', pointOf(grid, narrow || area[0]), { cells: area.length });
  }
}

/** The middle of the passage before a cell on its way: of the cells without room for a unit. */
function passageTo(end: number, before: Int32Array, open: Uint8Array): number | undefined {
  const passage: number[] = [];
  for (let cell = end; before[cell] !== cell && (passage.length === 0 || !open[cell]); cell = before[cell])
    if (!open[cell]) passage.push(cell);
  return passage[(passage.length - 1) >> 1];
}

/** Areas in reach without a way back. */
function addTraps({ map, graph, number, first, add }: Level): void {
  if (!map.grid.links?.some(({ oneWay }) => oneWay)) return;
  const back = reachOf(graph, [first], graph.into);
  const trapped = graph.grid.open.map((_, cell) => Number(number[cell] > 0 && back[cell] < 0));
  for (const area of areasOf(graph, trapped)) add('no-return', pointOf(graph.grid, area[0]), { cells: area.length });
}

/** Maps without walls, and single open or blocked cells. A gap in a wall may be a doorway. */
function addWalls({ map, graph: { grid }, details, isOpen, add }: Level): void {
  const { open, walls, width, height } = grid;
  const doors = new Set(map.doors.flatMap((door) => anchorsOn(grid, door)));
  if (countOpen(grid) === width * height && doors.size === 0 && !isOpen && !walls) add('no-walls', [0, 0]);
  if (!details || isHex(grid)) return;
  const steps = directionSteps(grid.stride);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const cell = grid.cell(x, y);
      const isAlone = steps.every((step) => open[cell + step] !== open[cell]);
      if (!doors.has(cell) && isAlone)
        add('slip', [x, y], { it: open[cell] ? 'open cell in a wall' : 'blocked cell in the open' });
    }
}

/** Markers between which paths are compared: each takes a flood of the map. */
const MOST_MARKERS = 16;

/** Costs that change nothing or look like walls, and cheap ground that no path uses. */
function addCosts(level: Level): void {
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
  // Wall costs leave cheap cells in the middle of every room. Two floods add up to a path if steps and links cost the
  // same both ways.
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

/** Markers whose distances are compared: each takes a flood of both versions. */
const MOST_COMPARED = 64;
/** How much longer a way between markers is at least. */
const LONGER = 1.2;

/** Two versions of a map: cells opened and closed, and markers that are cut off or farther from each other. */
export function difference(before: LintMap, after: LintMap): Finding[] {
  const { add, findings } = collect(after);
  const changes = { closed: [before.grid, after.grid], opened: [after.grid, before.grid] } as const;
  for (const [kind, [one, other]] of Object.entries(changes)) {
    const keys = one.open.map((open, cell) => Number(open > 0 && !other.isOpen(...pointOf(one, cell))));
    for (const area of areasOf(graphOf(one, []), keys))
      add(kind as keyof typeof changes, pointOf(one, area[0]), { cells: area.length });
  }
  addLonger(before, after, add);
  return findings();
}

/** Markers that are cut off or farther from each other. */
function addLonger(before: LintMap, after: LintMap, add: ReturnType<typeof collect>['add']): void {
  const names = (map: LintMap) => [...new Set(map.markers.map(({ name }) => name))];
  const both = names(after)
    .filter((name) => names(before).includes(name))
    .slice(0, MOST_COMPARED);
  const [olds, news] = [before, after].map((map) => stepsBetween(map, both));
  for (const [i, from] of both.entries())
    for (const [j, to] of both.entries()) {
      const [old, now] = [olds[i][j], news[i][j]];
      // The way back is another pair only where links lead one way.
      if (i === j || (i > j && old === olds[j][i] && now === news[j][i])) continue;
      const [x, y] = after.markers.find(({ name }) => name === to)?.cells ?? [];
      const words = { name: `"${from}" to "${to}"`, from, to, now: now.toFixed(1), old: old.toFixed(1) };
      if (now > old * LONGER) add(now === Infinity ? 'lost' : 'longer', [x, y], words);
    }
}

/** Costs in steps from each marker to each, Infinity if one is in a wall. */
function stepsBetween(map: LintMap, names: readonly string[]): number[][] {
  const grid = withDoors(map);
  const { costs } = oracle(grid);
  const unit = STRAIGHT * (grid.costs ? 2 : 1);
  const ends = names.map((name) => {
    const [cell = 0] = map.markers.filter((one) => one.name === name).flatMap((one) => anchorsOn(grid, one));
    return pointOf(grid, cell);
  });
  return ends.map((end) => costs(end, ends).map((cost) => cost / unit));
}

/** Finds what is wrong with a level before anybody plays it. Reads only the grid and the places. */
import { directionSteps } from '../grid/directions.js';
import type { Place } from '../grid/places.js';
import { isHex } from '../grid/rules.js';
import { addChokes } from './chokes.js';
import { addCosts } from './costs.js';
import { cellCount, type Finding } from './findings.js';
import { areasOf, graphOf, reachOf } from './graph.js';
import { anchorsOn, type Level, type LintMap, type LintOptions, levelOf, withDoors } from './level.js';

/** @throws {MapError} if no cell is open, or no marker has the name of the start */
export function lint(map: LintMap, options: LintOptions = {}): Finding[] {
  const level = levelOf(map, options);
  addPlaces(level);
  addAreas(level);
  addChokes(level);
  addCosts(level);
  if (map.grid.size === 1) addWalls(level);
  return level.findings();
}

/** Markers, doors and links in walls, or out of reach. */
function addPlaces({ map, graph, doors, number, cells, start, add }: Level): void {
  const { links = [], size } = map.grid;
  const closed = doors.length > 0 ? reachOf(graphOf(withDoors(map, doors)), [cells[1]]).before : undefined;
  const ends = links.map(({ name, from, to, oneWay }): Place => ({ name, cells: [...from, ...(oneWay ? [] : to)] }));
  for (const [what, places] of Object.entries({ marker: map.markers, door: map.doors, link: ends }))
    for (const place of places) {
      const anchors = anchorsOn(graph.grid, place);
      const [x, y] = place.cells.length > 0 ? place.cells : (place.walls?.[0] ?? []);
      const name = place.name && `${what} "${place.name}"`;
      const report = (kind: 'blocked' | 'unreachable' | 'behind-doors', text: string) =>
        add(kind, [x, y], `${name || `this ${what}`} ${text}`, undefined, name);
      if (anchors.length === 0)
        report('blocked', size > 1 ? `has no room for ${size} x ${size} cells` : 'is in a wall');
      else if (anchors.every((cell) => number[cell] === 0)) report('unreachable', `cannot be reached from ${start}`);
      else if (what === 'marker' && closed && anchors.every((cell) => closed[cell] < 0))
        report('behind-doors', 'can be reached only through doors');
    }
}

/** Areas out of reach, and those without a way back. Larger units may only lack a passage that is wide enough. */
function addAreas(level: Level): void {
  const { map, graph, number, cells, pocket, start, add, pointOf } = level;
  const keys = graph.grid.open.map((open, cell) => Number(open > 0 && number[cell] === 0));
  const areas = areasOf(graph, keys);
  const apart = map.single
    ? withoutPassage(
        level,
        areas.filter((area) => area.length >= pocket),
      )
    : areas;
  for (const area of apart) {
    const kind = area.length < pocket ? 'pocket' : 'area';
    add(kind, pointOf(area[0]), `${cellCount(area)} cannot be reached from ${start}`, area.length);
  }
  if (!map.grid.links?.some(({ oneWay }) => oneWay)) return;
  const { before } = reachOf(graph, [cells[1]], graph.into);
  const trapped = keys.map((_, cell) => Number(number[cell] > 0 && before[cell] < 0));
  for (const area of areasOf(graph, trapped))
    add('no-return', pointOf(area[0]), `from ${cellCount(area)} no way leads back to ${start}`, area.length);
}

/** Adds passages that are too narrow for larger units. @returns areas that smaller units do not reach, either */
function withoutPassage({ map, graph, cells, add, pointOf }: Level, areas: Int32Array[]): Int32Array[] {
  const left = new Set(areas);
  const areaOf = new Map(areas.flatMap((area) => Array.from(area, (cell) => [cell, area] as const)));
  const { before, order } = reachOf(graphOf(withDoors({ ...map, grid: map.single ?? map.grid })), cells.subarray(1));
  for (const cell of order) {
    const area = areaOf.get(cell);
    if (!area || !left.delete(area)) continue;
    const way = [cell];
    for (let last = cell; before[last] !== last; last = before[last]) way.push(before[last]);
    const text = `units of ${graph.grid.size} x ${graph.grid.size} cells cannot pass to ${cellCount(area)}`;
    add('narrow', pointOf(way[(way.length - 1) >> 1]), text, area.length);
  }
  return [...left];
}

/** Maps without walls, and cells that look like a slip: single ones, or a gap in a thin wall. */
function addWalls({ map, graph, open: isMeant, details, add, pointOf }: Level): void {
  const { grid } = graph;
  const { open, walls, width, height } = grid;
  const steps = directionSteps(grid.stride);
  const doors = new Set(map.doors.flatMap((door) => anchorsOn(grid, door)));
  let blocked = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0, cell = grid.cell(0, y); x < width; x++, cell++) {
      blocked += 1 - open[cell];
      if (!details || x % (width - 1) === 0 || y % (height - 1) === 0 || isHex(grid)) continue;
      const at = (d: number, far = 1) => open[cell + far * steps[d & 7]];
      const isGap = (d: number) =>
        at(d) + at(d, 2) + at(d + 4) + at(d + 4, 2) === 0 && [1, 2, 3, 5, 6, 7].every((turn) => at(d + turn));
      const isAlone = steps.every((step) => open[cell + step] !== open[cell]);
      if (!doors.has(cell) && (isAlone || (open[cell] && (isGap(0) || isGap(2)))))
        add('slip', pointOf(cell), `a single ${open[cell] ? 'open cell in a wall' : 'blocked cell in the open'}`);
    }
  if (blocked + doors.size === 0 && !isMeant && !walls) add('no-walls', [0, 0], 'no cell of the map is blocked');
}

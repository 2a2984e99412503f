/** Finds what is wrong with a level before anybody plays it. Reads only the grid and the places. */
import { directionSteps } from '../grid/directions.js';
import { isHex } from '../grid/rules.js';
import { addChokes } from './chokes.js';
import { addCosts } from './costs.js';
import type { Finding } from './findings.js';
import { areasOf, graphOf, reachOf } from './graph.js';
import { anchorsOn, type Level, type LintMap, type LintOptions, levelOf, openDoors } from './level.js';

/** @throws {MapError} if no cell is open, or no marker has the name of the start */
export function lint(map: LintMap, options: LintOptions = {}): Finding[] {
  const level = levelOf(map, options);
  addPlaces(level);
  addAreas(level);
  addChokes(level, options);
  addCosts(level);
  if (map.grid.size === 1) addWalls(level, options);
  return level.findings();
}

/** Markers, doors and links in walls, or out of reach. */
function addPlaces({ map: { grid, markers, doors }, graph, number, cells, start, add }: Level): void {
  const shut = new Set(doors.flatMap((door) => anchorsOn(graph.grid, door)).filter((cell) => cell !== cells[1]));
  const { before } = shut.size > 0 ? reachOf(graph, [cells[1]], graph.out, (cell) => shut.has(cell)) : {};
  const ends = (grid.links ?? []).map(({ name, from, to, oneWay }) => ({
    name,
    cells: oneWay ? [...from] : [...from, ...to],
  }));
  for (const [what, places] of Object.entries({ marker: markers, door: doors, link: ends }))
    for (const place of places) {
      const anchors = anchorsOn(graph.grid, place);
      const at = [place.cells[0], place.cells[1]] as const;
      const name = place.name && `${what} "${place.name}"`;
      const who = name || `the ${what}`;
      if (anchors.length === 0 && grid.size === 1) add('blocked', at, `${who} is in a wall`, { name });
      else if (anchors.length === 0)
        add('blocked', at, `no unit of ${grid.size} x ${grid.size} cells fits on ${who}`, { name });
      else if (anchors.every((cell) => number[cell] === 0))
        add('unreachable', at, `${who} cannot be reached from ${start}`, { name });
      else if (what === 'marker' && before && anchors.every((cell) => before[cell] < 0))
        add('behind-doors', at, `${who} can be reached only through doors`, { name });
    }
}

/** Areas out of reach, and those without a way back. Larger units may only lack a passage that is wide enough. */
function addAreas(level: Level): void {
  const {
    map: { grid, single },
    graph,
    number,
    cells,
    pocket,
    start,
    add,
    pointOf,
  } = level;
  const keys = graph.grid.open.map((open, cell) => Number(open > 0 && number[cell] === 0));
  const areas = areasOf(graph, keys);
  for (const area of single
    ? withoutPassage(
        level,
        areas.filter(({ length }) => length >= pocket),
      )
    : areas) {
    const count = area.length === 1 ? 'one cell' : `${area.length} cells`;
    add(area.length < pocket ? 'pocket' : 'area', pointOf(area[0]), `${count} cannot be reached from ${start}`, {
      cells: area.length,
    });
  }
  if (!grid.links?.some(({ oneWay }) => oneWay)) return;
  const { before } = reachOf(graph, [cells[1]], graph.into);
  for (const area of areasOf(
    graph,
    keys.map((_, cell) => Number(number[cell] > 0 && before[cell] < 0)),
  ))
    add('no-return', pointOf(area[0]), `${area.length} cells have no way back to ${start}`, { cells: area.length });
}

/** Adds passages that are too narrow for larger units. @returns areas that smaller units do not reach, either */
function withoutPassage({ map, graph, cells, add, pointOf }: Level, areas: Int32Array[]): Int32Array[] {
  const label = new Int32Array(graph.moves.length);
  areas.forEach((area, i) => {
    for (const cell of area) label[cell] = i + 1;
  });
  const single = graphOf(openDoors({ ...map, grid: map.single ?? map.grid }), map.grid.links);
  const { before, order } = reachOf(single, cells.subarray(1));
  const found = new Set<number>();
  for (const cell of order) {
    const area = areas[label[cell] - 1];
    if (!area || found.has(label[cell])) continue;
    found.add(label[cell]);
    const way = [cell];
    for (let last = cell; before[last] !== last; last = before[last]) way.push(before[last]);
    const units = `units of ${map.grid.size} x ${map.grid.size} cells`;
    add('narrow', pointOf(way[(way.length - 1) >> 1]), `${units} cannot pass to ${area.length} cells`, {
      cells: area.length,
    });
  }
  return areas.filter((_, i) => !found.has(i + 1));
}

/** Maps without walls, and cells that look like a slip: single ones, or a gap in a thin wall. */
function addWalls(
  { map: { doors }, graph: { grid }, add, pointOf }: Level,
  { open: isMeant, details }: LintOptions,
): void {
  const { open, walls, width, height, stride } = grid;
  const steps = directionSteps(stride);
  let blocked = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0, cell = grid.cell(0, y); x < width; x++, cell++) {
      blocked += 1 - open[cell];
      if (!details || x % (width - 1) === 0 || y % (height - 1) === 0 || isHex(grid)) continue;
      const at = (d: number, far = 1) => open[cell + far * steps[d & 7]];
      const isGap = (d: number) =>
        at(d) + at(d, 2) + at(d + 4) + at(d + 4, 2) === 0 && [1, 2, 3, 5, 6, 7].every((turn) => at(d + turn));
      const isAlone = steps.every((step) => open[cell + step] !== open[cell]);
      if (isAlone || (open[cell] && (isGap(0) || isGap(2))))
        add('slip', pointOf(cell), `a single ${open[cell] ? 'open cell in a wall' : 'blocked cell in the open'}`);
    }
  if (blocked === 0 && !isMeant && !walls && doors.length === 0)
    add('no-walls', [0, 0], 'no cell of the map is blocked');
}

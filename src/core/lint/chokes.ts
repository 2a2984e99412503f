/** Choke points: passages, doors and links whose closing cuts off a part of the map or a marker. */
import { graphOf, reachOf } from './graph.js';
import { anchorsOn, type Level, type LintOptions } from './level.js';

/** Share of the cells that can be reached, and cells, that a choke point cuts off at least by default. */
const [SHARE, LEAST] = [0.05, 50];

interface Cut {
  at: number;
  name: string;
  /** Cells that are closed, and cells that are cut off from the start. */
  closed: number;
  count: number;
  isCut(cell: number): boolean;
}

/** Adds what cuts off enough cells, or a marker. If the start is a guess, the smaller part is the one cut off. */
export function addChokes(level: Level, { choke, details }: LintOptions): void {
  const { map, graph, number, cells, isGuess, add, pointOf } = level;
  const total = cells.length - 1;
  const enough = choke ?? Math.max(LEAST, SHARE * total);
  const ends = map.markers.map((marker) => anchorsOn(graph.grid, marker).find((cell) => number[cell] > 0) ?? 0);
  const cuts = [...passagesOf(level, enough, ends), ...(details ? namedCuts(level) : [])];
  for (const { at, name, closed, count: beyond, isCut } of cuts) {
    const rest = total - closed - beyond;
    const isTurned = isGuess && rest < beyond;
    const count = isTurned ? rest : beyond;
    const names = map.markers.filter((_, i) => ends[i] > 0 && isCut(ends[i]) !== isTurned);
    if (count < enough && names.length === 0) continue;
    const share = `${count} cells (${((100 * count) / total).toFixed(1)} %)`;
    const markers = names.slice(0, 3).map((marker) => ` "${marker.name}"`);
    const more = `${names.length > 0 ? `, with${markers}` : ''}${names.length > 3 ? ' and more' : ''}`;
    const kind = name === '' && count >= enough ? 'choke' : 'only-way';
    add(kind, pointOf(at), `${name || 'this passage'}, closed, cuts off ${share}${more}`, { name, cells: count });
  }
}

/** Cells that cut off enough or a marker. Cells that cut off nearly the same are one passage, placed at its middle. */
function passagesOf({ map, graph, number, cells, above, pocket }: Level, enough: number, ends: number[]): Cut[] {
  const doors = new Set(map.doors.flatMap((door) => anchorsOn(graph.grid, door)));
  const [below, marked, passage] = [0, 0, 0].map(() => new Int32Array(cells.length));
  for (const end of ends) marked[above[number[end]]]++;
  for (let n = cells.length - 1; n > 1; n--) {
    below[above[n]] += below[n] + 1;
    marked[above[n]] += marked[n];
  }
  const passages = new Map<number, number[]>();
  for (let n = 2; n < cells.length; n++) {
    if (below[n] < enough && marked[n] === 0) continue;
    const joins = passage[above[n]] > 0 && below[above[n]] - below[n] < pocket;
    passage[n] = joins ? passage[above[n]] : n;
    if (joins) passages.get(passage[n])?.push(n);
    else passages.set(n, [n]);
  }
  const closable = [...passages].filter(([, parts]) => !parts.some((n) => doors.has(cells[n])));
  return closable.map(([first, parts]): Cut => {
    const isCut = (cell: number) => {
      let n = above[number[cell]];
      while (n > first) n = above[n];
      return n === first;
    };
    return { at: cells[parts[parts.length >> 1]], name: '', closed: 1, count: below[first], isCut };
  });
}

/** Doors and links of one name, which close together. Each takes a flood of the map. */
function namedCuts({ map, graph, number, cells }: Level): Cut[] {
  const { grid } = graph;
  const links = (grid.links ?? []).map((link) => ({ ...link, name: link.name || `${link.from} to ${link.to}` }));
  const names = (all: readonly { name: string }[]) => [...new Set(all.map(({ name }) => name))];
  const doors = names(map.doors).map((name): Cut => {
    const all = map.doors.filter((door) => door.name === name).flatMap((door) => anchorsOn(grid, door));
    const shut = new Set(all.filter((cell) => cell !== cells[1]));
    const { before, order } = reachOf(graph, [cells[1]], graph.out, (cell) => shut.has(cell));
    const closed = [...shut].filter((cell) => number[cell] > 0 && before[cell] < 0).length;
    const isCut = (cell: number) => before[cell] < 0 && !shut.has(cell);
    return { at: all[0], name: `door "${name}"`, closed, count: cells.length - 1 - order.length - closed, isCut };
  });
  const ways = names(links).map((name): Cut => {
    const [link] = links.filter((one) => one.name === name);
    const { before, order } = reachOf(
      graphOf(
        grid,
        links.filter((one) => one.name !== name),
      ),
      [cells[1]],
    );
    const isCut = (cell: number) => before[cell] < 0;
    const count = cells.length - 1 - order.length;
    return { at: grid.cell(link.from[0], link.from[1]), name: `link "${name}"`, closed: 0, count, isCut };
  });
  return [...doors, ...ways];
}

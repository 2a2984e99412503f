/** Choke points: passages, doors and links whose closing cuts off a part of the map or a marker. */
import { type Graph, graphOf, reachOf } from './graph.js';
import { anchorsOn, LEAST_AREA, type Level, pointOf, withDoors } from './level.js';

interface Cut {
  at: number;
  /** Undefined for passages. */
  name?: string;
  /** Cells that are closed, and cells that are cut off from the start. */
  closed: number;
  count: number;
  isCut(cell: number): boolean;
}

/** Adds what cuts off enough cells, or a marker. If the start is a guess, the smaller part is the one cut off. */
export function addChokes(level: Level): void {
  const { map, graph, cells, ends, least, from, details, add } = level;
  const total = cells.length - 1;
  for (const { at, name, closed, count, isCut } of [...passagesOf(level), ...(details ? namedCuts(level) : [])]) {
    const rest = total - closed - count;
    const isTurned = from === undefined && rest < count;
    const lost = isTurned ? rest : count;
    const names = map.markers
      .filter((_, i) => ends[i] > 0 && ends[i] !== at && isCut(ends[i]) !== isTurned)
      .map((one) => ` "${one.name}"`);
    if (lost < least.cut && names.length === 0) continue;
    const more = names.length > 0 ? `, with${names.slice(0, 3)}${names.length > 3 ? ' and more' : ''}` : '';
    const words = { what: 'passage', cells: lost, share: ((100 * lost) / total).toFixed(1), with: more };
    const kind = name === undefined && lost >= least.cut ? 'choke' : 'only-way';
    add(kind, pointOf(graph.grid, at), { ...words, ...(name !== undefined && { name }) });
  }
}

/** Cells that cut off enough or a marker. Cells that cut off nearly the same are one passage, placed at its middle. */
function passagesOf({ map, graph, number, cells, above, ends, least }: Level): Cut[] {
  const doors = new Set(map.doors.flatMap((door) => anchorsOn(graph.grid, door)));
  const [below, marked, passage] = [0, 0, 0].map(() => new Int32Array(cells.length));
  for (const end of ends) marked[above[number[end]]]++;
  for (let n = cells.length - 1; n > 1; n--) {
    below[above[n]] += below[n] + 1;
    marked[above[n]] += marked[n];
  }
  const passages = new Map<number, number[]>();
  for (let n = 2; n < cells.length; n++) {
    if (below[n] < least.cut && marked[n] === 0) continue;
    const isSame = passage[above[n]] > 0 && below[above[n]] - below[n] < Math.min(least.area, LEAST_AREA);
    passage[n] = isSame ? passage[above[n]] : n;
    if (isSame) passages.get(passage[n])?.push(n);
    else passages.set(n, [n]);
  }
  return [...passages].flatMap(([first, parts]): Cut[] => {
    if (parts.some((n) => doors.has(cells[n]))) return [];
    const isCut = (cell: number) => {
      let n = above[number[cell]];
      while (n > first) n = above[n];
      return n === first;
    };
    return [{ at: cells[parts[parts.length >> 1]], closed: 1, count: below[first], isCut }];
  });
}

/** Doors and links of one name, which close together. Each takes a flood of the map. */
function namedCuts({ map, graph: { grid }, doors, cells, first }: Level): Cut[] {
  const cutOf = (name: string, at: number, graph: Graph): Cut => {
    const before = reachOf(graph, [first]);
    const isCut = (cell: number) => before[cell] < 0 && graph.grid.open[cell] > 0;
    const closed = cells.filter((cell) => graph.grid.open[cell] < grid.open[cell]).length;
    return { at, name, closed, count: cells.filter(isCut).length, isCut };
  };
  const links = (grid.links ?? []).map((link) => ({ ...link, name: link.name || `${link.from} to ${link.to}` }));
  const byName = <T extends { name: string }>(places: readonly T[]) => new Map(places.map((one) => [one.name, one]));
  return [
    ...[...byName(doors)].map(([name, door]) => {
      const closed = doors.filter((one) => one.name === name);
      return cutOf(`door "${name}"`, anchorsOn(grid, door)[0], graphOf(withDoors(map, closed)));
    }),
    ...[...byName(links)].map(([name, { from }]) => {
      const others = links.filter((one) => one.name !== name);
      return cutOf(`link "${name}"`, grid.cell(...from), graphOf(grid, others));
    }),
  ];
}

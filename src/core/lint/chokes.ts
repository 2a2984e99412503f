/** Choke points: passages, doors and links whose closing cuts off a part of the map or a marker. */
import { cellCount } from './findings.js';
import { type Graph, graphOf, reachOf } from './graph.js';
import { anchorsOn, LEAST_AREA, type Level, withDoors } from './level.js';

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
export function addChokes(level: Level): void {
  const { map, graph, number, cells, choke, details, from, add, pointOf } = level;
  const total = cells.length - 1;
  const enough = choke ?? Math.max(LEAST, SHARE * total);
  const ends = map.markers.map((marker) => anchorsOn(graph.grid, marker).find((cell) => number[cell] > 0) ?? 0);
  const cuts = [...passagesOf(level, enough, ends), ...(details ? namedCuts(level) : [])];
  for (const { at, name, closed, count, isCut } of cuts) {
    const rest = total - closed - count;
    const isTurned = from === undefined && rest < count;
    const lost = isTurned ? rest : count;
    const names = map.markers
      .filter((_, i) => ends[i] > 0 && isCut(ends[i]) !== isTurned)
      .map((one) => ` "${one.name}"`);
    if (lost < enough && names.length === 0) continue;
    const more = names.length > 0 ? `, with${names.slice(0, 3)}${names.length > 3 ? ' and more' : ''}` : '';
    const text = `cuts off ${cellCount({ length: lost })} (${((100 * lost) / total).toFixed(1)} %)${more}`;
    const kind = name === '' && lost >= enough ? 'choke' : 'only-way';
    add(kind, pointOf(at), `${name || 'this passage'}, closed, ${text}`, lost, name);
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
    const isSame = passage[above[n]] > 0 && below[above[n]] - below[n] < Math.min(pocket, LEAST_AREA);
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
    return [{ at: cells[parts[parts.length >> 1]], name: '', closed: 1, count: below[first], isCut }];
  });
}

/** Doors and links of one name, which close together. Each takes a flood of the map. */
function namedCuts({ map, graph, doors, cells }: Level): Cut[] {
  const { grid } = graph;
  const links = (grid.links ?? []).map((link) => ({ ...link, name: link.name || `${link.from} to ${link.to}` }));
  const cutOf = (name: string, at: number, { grid: { open }, ...closed }: Graph): Cut => {
    const { before, order } = reachOf({ grid, ...closed }, [cells[1]]);
    const shut = cells.filter((cell) => open[cell] < grid.open[cell]).length;
    const isCut = (cell: number) => before[cell] < 0 && open[cell] > 0;
    return { at, name, closed: shut, count: cells.length - 1 - order.length - shut, isCut };
  };
  return [
    ...[...new Set(doors.map(({ name }) => name))].map((name) => {
      const closed = doors.filter((door) => door.name === name);
      return cutOf(`door "${name}"`, anchorsOn(grid, closed[0])[0], graphOf(withDoors(map, closed)));
    }),
    ...[...new Map(links.map((link) => [link.name, link]))].map(
      ([
        name,
        {
          from: [x, y],
        },
      ]) => {
        const others = links.filter((link) => link.name !== name);
        return cutOf(`link "${name}"`, grid.cell(x, y), graphOf(grid, others));
      },
    ),
  ];
}

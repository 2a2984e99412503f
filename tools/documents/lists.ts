/** The share of the open list in a search, lists in two parts, and the effect of long links on the first-level cache. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { directionSteps } from '../../src/core/grid/directions.js';
import type { Grid } from '../../src/core/grid/grid.js';
import { random } from '../../src/core/grid/sample.js';
import { buildHpa } from '../../src/core/hpa/build.js';
import { hpaGraph } from '../../src/core/hpa/graph.js';
import { PathBuffer } from '../../src/core/search/path.js';
import { aStar, LARGEST_RADIUS, longLinks } from '../../src/lab/baselines/astar.js';
import { type Baseline, legalMoves } from '../../src/lab/baselines/baseline.js';
import { jumpPointSearch } from '../../src/lab/baselines/jump-point-search.js';
import { bitJumper, type Jumper, tableJumper, walkingJumper } from '../../src/lab/baselines/jumpers.js';
import {
  binaryHeap,
  linkedLists,
  type OpenList,
  type OpenListMaker,
  searchTree,
} from '../../src/lab/baselines/open-lists.js';
import { drawPairs, type Query } from '../../src/lab/bench/queries.js';
import { threadTime } from '../../src/lab/bench/thread-time.js';
import { figureOf } from './experiments.js';
import {
  doublingBuckets,
  hashMap,
  queueFront,
  sortedBuckets,
  sortedFront,
  treeFront,
  unlimitedFront,
} from './fronted-lists.js';
import { levelOf } from './levels.js';
import { readGrid } from './maps.js';
import { digits, percent, type ReadGrid, type Table } from './table.js';

const FILE = fileURLToPath(import.meta.url);

type Make = (grid: Grid, openList: OpenListMaker) => Baseline;
const jumping =
  (jumperOf: (grid: Grid) => Jumper, prune = false): Make =>
  (grid, openList) =>
    jumpPointSearch(grid, jumperOf(grid), { prune, openList });

/** B's ladder. */
const LADDER: [label: string, make: Make][] = [
  ['A*', (grid, openList) => aStar(grid, { openList })],
  ['JPS', jumping(walkingJumper)],
  ['JPS-Bit', jumping(bitJumper)],
  ['JPS-BitPrune', jumping(bitJumper, true)],
  ['JPS-BitPre', jumping((grid) => tableJumper(grid, 16))],
  ['JPS-BitPrunePre', jumping((grid) => tableJumper(grid, 16), true)],
];

/** Calls of an open list: three numbers each. */
const CALLS = ['clear', 'lowest', 'size', 'push', 'lower', 'pop', 'find'] as const;

/** An open list that notes all calls. */
function noting(make: OpenListMaker, calls: number[]): OpenListMaker {
  return (cells) => {
    const list = make(cells);
    const note = (name: (typeof CALLS)[number]) => (cell: number, key: number) => {
      calls.push(CALLS.indexOf(name), cell, key);
      return list[name]?.(cell, key);
    };
    return {
      ...Object.fromEntries(CALLS.filter((name) => list[name]).map((name) => [name, note(name)])),
      ...(list.loose && { loose: true }),
    } as OpenList;
  };
}

function replay(list: OpenList, calls: Float64Array): void {
  for (let i = 0; i < calls.length; i += 3) {
    const call = calls[i];
    if (call === 0) list.clear(calls[i + 1]);
    else if (call === 1) list.lowest();
    else if (call === 2) list.size();
    else if (call === 3) list.push(calls[i + 1], calls[i + 2]);
    else if (call === 4) list.lower(calls[i + 1], calls[i + 2]);
    else if (call === 5) list.pop();
    else list.find?.(calls[i + 1]);
  }
}

/** Least milliseconds of some runs, short ones repeated for a tenth of a second. */
function least(runs: number, work: () => void): number {
  let best = Infinity;
  for (let run = 0, spent = 0; run < runs || spent < 100; run++) {
    const start = threadTime();
    work();
    const time = threadTime() - start;
    best = Math.min(best, time);
    spent += time;
  }
  return best;
}

const answer = (search: Baseline, pairs: readonly Query[]) => {
  const path = new PathBuffer();
  for (const { from, to } of pairs) search.search(...from, ...to, path);
};

/** Milliseconds of all queries, and of only their list calls on each of some lists. */
function timesOf(grid: Grid, pairs: readonly Query[], make: Make, lists: readonly OpenListMaker[], runs: number) {
  const search = make(grid, lists[0]);
  const whole = least(runs, () => answer(search, pairs));
  const calls: number[] = [];
  answer(make(grid, noting(lists[0], calls)), pairs);
  const flat = Float64Array.from(calls);
  return [
    whole,
    ...lists.map((maker) => {
      const list = maker(grid.open.length);
      return least(runs, () => replay(list, flat));
    }),
  ];
}

/** Shares of list operations in the searches of B's ladder; each in a process, since others change compiled code. */
export async function ladderShares(_: ReadGrid, maps: readonly string[]): Promise<Table> {
  const share = (engine: number, map: string) =>
    percent(Number(execFileSync(process.execPath, [FILE, String(engine), map], { encoding: 'utf8' })));
  const there = (label: string) => figureOf('b-ladder#lists', label)?.value;
  const row = (label: string, i: number) => [
    label,
    there(label) ? `${there(label)} %` : '',
    ...maps.map((map) => share(i, map)),
  ];
  return [['engine', 'document', ...maps], ...LADDER.map(([label], i) => row(label, i))];
}

/** A search with the lists of document C in three shares: finding cells in both, keeping OPEN sorted, all else. */
export async function listShares(readGrid: ReadGrid, maps: readonly string[]): Promise<Table> {
  const table: Table = [['map', 'queries, ms', 'lookup', 'insertion and removal', 'rest of the search']];
  for (const map of maps) {
    const grid = readGrid(map);
    const pairs = drawPairs(grid, { count: 10 });
    const lists = [linkedLists(false), linkedLists(true)];
    const [whole, linear, hashed] = timesOf(grid, pairs, (g, openList) => aStar(g, { openList }), lists, 3);
    const shares = [linear - hashed, hashed, whole - linear].map((part) => percent(part / whole));
    table.push([map, whole.toFixed(0), ...shares]);
  }
  return table;
}

/** A first-level cache: 32 kB, lines of 64 bytes in sets of 8, of which the least recently used is replaced. */
function firstCache() {
  const sets = Array.from({ length: 64 }, (): number[] => []);
  const counts = { hits: 0, misses: 0 };
  const read = (address: number) => {
    const line = Math.floor(address / 64);
    const set = sets[line % 64];
    const at = set.indexOf(line);
    if (at >= 0) counts.hits++;
    else counts.misses++;
    if (at >= 0) set.splice(at, 1);
    else if (set.length === 8) set.shift();
    set.push(line);
  };
  return { counts, read };
}

/** A* with and without long links: expansions, and hits and misses of its reads of cells in a simulated cache. */
export async function longLinkMisses(readGrid: ReadGrid, maps: readonly string[]): Promise<Table> {
  const table: Table = [
    [
      'map',
      'links',
      'expanded',
      'of these by links',
      'mean of the largest open list',
      'hits',
      'misses',
      'misses an expansion',
      'ms',
    ],
  ];
  for (const map of maps) {
    const grid = readGrid(map);
    const pairs = drawPairs(grid, { count: 50 });
    for (const links of [false, true]) table.push([map, links ? 'yes' : 'no', ...readsOf(grid, pairs, links)]);
  }
  return table;
}

function readsOf(grid: Grid, pairs: readonly Query[], links: boolean): (string | number)[] {
  const { stride } = grid;
  const cells = grid.open.length;
  const [radius, legal, steps] = [longLinks(grid), legalMoves(grid), directionSteps(stride)];
  const search = aStar(grid, { links });
  const millis = least(5, () => answer(search, pairs)) / pairs.length;
  const { counts, read } = firstCache();
  /** Cost and state of a cell, which are in two arrays. */
  const look = (cell: number) => {
    read(8 * cell);
    read(8 * cells + 4 * cell);
  };
  let [expanded, linked, open] = [0, 0, 0];
  const path = new PathBuffer();
  for (const { from, to } of pairs) {
    search.trace = (point) => {
      const [x, y] = [point & 0xffff, point >>> 16];
      const cell = grid.cell(x, y);
      const far = links && Math.max(Math.abs(to[0] - x), Math.abs(to[1] - y)) > LARGEST_RADIUS;
      const length = far ? radius[cell] : 1;
      if (length > 1) linked++;
      look(cell);
      for (let d = 0; d < 8; d++) if ((legal[cell] >> d) & 1) look(cell + length * steps[d]);
    };
    search.search(...from, ...to, path);
    expanded += search.expanded;
    open += search.largestOpen;
  }
  const each = (sum: number) => (sum / pairs.length).toFixed(0);
  const perExpansion = (counts.misses / expanded).toFixed(2);
  return [
    each(expanded),
    each(linked),
    each(open),
    each(counts.hits),
    each(counts.misses),
    perExpansion,
    digits(millis),
  ];
}

/** E's coarse searches: pairs of nodes of level 3 of HPA* with clusters of 10, and how long a list takes for them. */
function coarseSearches(grid: Grid, count: number, longer: number) {
  const graph = hpaGraph(grid, buildHpa(grid, { cluster: 10, levels: 3 }));
  const { nodes } = levelOf(graph, 3);
  const next = random(25);
  const draw = () => nodes[Math.floor(next() * nodes.length)];
  const at = (n: number) => graph.points.subarray(2 * n, 2 * n + 2);
  const pairs: [number, number][] = [];
  while (pairs.length < count) {
    const [from, to] = [draw(), draw()];
    if (Math.hypot(at(from)[0] - at(to)[0], at(from)[1] - at(to)[1]) > longer) pairs.push([from, to]);
  }
  /** Microseconds a search, least of three passes. */
  return (openList: OpenListMaker) => {
    const { path } = levelOf(graph, 3, openList);
    return (1000 * least(3, () => pairs.map(([from, to]) => path(from, to)))) / count;
  };
}

/** Lists of document E by its figure, each at the size that it names. */
const COARSE: Record<string, Record<string, OpenListMaker>> = {
  e25: {
    'sorted array and hash map': sortedFront(45),
    'array and buckets of h(S)': sortedBuckets(100),
    'tree of limited size and hash map': treeFront(45),
    'hash map only': hashMap,
    'queue of five and hash map': queueFront(5),
    'array and buckets of h(S), doubling': doublingBuckets(100),
    'array and buckets of h(S) / 50': sortedBuckets(2),
    'tree of all entries': searchTree,
    'binary heap': binaryHeap,
  },
  e27: { '5 entries': queueFront(5), '15 entries': queueFront(15), '30 entries': queueFront(30) },
  e821: Object.fromEntries(
    [10, 45, 100].flatMap((size) => [
      [`${size}, limited`, sortedFront(size)],
      [`${size}, no limit`, unlimitedFront(size)],
    ]),
  ),
};

/** Time of coarse searches by open list, in turns. @param id of {@link COARSE} */
export const coarseLists =
  (id: string) =>
  async (readGrid: ReadGrid, [map]: readonly string[]): Promise<Table> => {
    const time = coarseSearches(readGrid(map), 100, 0);
    const lists = Object.entries(COARSE[id]);
    const times = lists.map(() => Infinity);
    for (let turn = 0; turn < 3; turn++)
      for (const [i, [, openList]] of lists.entries()) times[i] = Math.min(times[i], time(openList));
    const there = lists.map(([label]) => figureOf(id, label)?.value ?? Number.NaN);
    const table: Table = [['list', 'document, s', 'ours, µs', 'document, first = 1', 'ours, first = 1']];
    const rows = lists.map(([label], i) => [
      label,
      ...[there[i], times[i], there[i] / there[0], times[i] / times[0]].map(digits),
    ]);
    return [...table, ...rows];
  };

/** Microseconds a coarse search by the size of a list's sorted part, for pairs at any distance and over 400 cells apart. */
export async function listSizes(readGrid: ReadGrid, [map]: readonly string[]): Promise<Table> {
  const times = [0, 400].map((longer) => coarseSearches(readGrid(map), 50, longer));
  const table: Table = [['entries', 'array, any distance', 'array, over 400', 'tree, any distance', 'tree, over 400']];
  for (const size of [5, 10, 20, 45, 100, 300])
    table.push([size, ...[sortedFront, treeFront].flatMap((front) => times.map((time) => digits(time(front(size)))))]);
  return table;
}

/** Microseconds of each operation on fifty lists of records from a random generator, with 45 entries in the sorted part. */
export async function listOperations(): Promise<Table> {
  const next = random(31);
  const keys = Array.from({ length: 1000 }, next);
  const best = [...keys.keys()].sort((a, b) => keys[a] - keys[b]);
  const fronts = { array: sortedFront(45), queue: queueFront(45) };
  type List = ReturnType<typeof fronts.array>;
  const add = (list: List, count: number) => {
    for (let i = 0; i < count; i++) list.push(i, keys[i]);
  };
  /** Records in the list beforehand, and what is timed. */
  const works: Record<string, [before: number, work: (list: List) => void]> = {
    '30 added': [0, (list) => add(list, 30)],
    filled: [1000, (list) => best.slice(0, 50).forEach(list.pop)],
    '5 to 30 removed': [1000, (list) => best.slice(4, 30).forEach(list.remove)],
    '30 to 5 removed': [1000, (list) => best.slice(4, 30).reverse().forEach(list.remove)],
  };
  const table: Table = [['operation', 'document, µs', 'ours, µs', 'document, array = 1', 'ours, array = 1']];
  for (const [label, [before, work]] of Object.entries(works)) {
    const times = Object.entries(fronts).map(([kind, make]) => {
      let ours = Infinity;
      for (let run = 0; run < 40; run++) {
        const lists = Array.from({ length: 50 }, () => make(keys.length));
        for (const list of lists) add(list, before);
        const start = performance.now();
        lists.forEach(work);
        ours = Math.min(ours, 1000 * (performance.now() - start));
      }
      const row = `${label}, ${kind}`;
      return { row, ours, theirs: figureOf('e31', row)?.value ?? Number.NaN };
    });
    for (const { row, ours, theirs } of times)
      table.push([row, ...[theirs, ours, theirs / times[0].theirs, ours / times[0].ours].map(digits)]);
  }
  return table;
}

if (process.argv[1] === FILE) {
  const [engine, map] = process.argv.slice(2);
  const grid = readGrid(map);
  const pairs = drawPairs(grid, { count: 100, longer: 200 });
  const [whole, list] = timesOf(grid, pairs, LADDER[Number(engine)][1], [binaryHeap], 5);
  console.log(list / whole);
}

/** Every engine that `prep bench` knows, by name. One line each: how it is baked from a grid, and what it answers with. */

import { type AStarOptions, aStar } from '../baselines/astar.js';
import type { Baseline } from '../baselines/baseline.js';
import { fringe } from '../baselines/fringe.js';
import { jumpPointSearch } from '../baselines/jump-point-search.js';
import { bitJumper, type Jumper, tableJumper, walkingJumper } from '../baselines/jumpers.js';
import { bucketQueue, hashMap, sortedFront } from '../baselines/open-lists.js';
import { TOOL_ENGINES } from '../baselines/tool-engines.js';
import { MOVE_RULES } from '../blob/layout.js';
import { bakeBounds } from '../bounds/bake.js';
import { bakeHierarchy } from '../ch/bake.js';
import { TableError } from '../errors.js';
import type { Grid, MoveRule } from '../grid/grid.js';
import { bakeHpa, type HpaOptions } from '../hpa/bake.js';
import type { HpaSearch } from '../hpa/query.js';
import { bakeJps } from '../jps/bake.js';
import { cachePaths } from '../runtime/cache.js';
import { loader } from '../runtime/load.js';
import type { GridNav } from '../runtime/nav.js';
import { PathBuffer } from '../search/path.js';
import { bakeTable, type TableOptions } from '../table/bake.js';
import { MOST_NODES } from '../table/fit.js';

const load = loader(TOOL_ENGINES);

/** One engine of the benchmark: how it is baked, loaded and asked. */
export interface BenchEngine {
  /** One line for `prep bench --help` and the report. */
  about: string;
  /** Every path must be a shortest one: `prep bench` fails where one is not. */
  exact: boolean;
  /** Runs only where it is named: it is very slow, or does not answer everything by design. */
  onRequest?: boolean;
  /** Maps that it answers right: those whose cells all cost the same where it is not said. */
  terrain?: 'priced' | 'any';
  /** Move rules that it knows; eight moves without corner cutting alone where it does not say. */
  rules?: readonly MoveRule[];
  /** Timed as pre-computation. */
  bake(grid: Grid): Baked | Promise<Baked>;
}

export interface Baked {
  /** Bytes that ship beside the map, or in its place; 0 where everything is made from the grid when it is loaded. */
  storageBytes: number;
  /** Makes it ready for queries; timed as loading. */
  load(): Answering | Promise<Answering>;
}

/** An engine that answers. */
export interface Answering {
  /** The query, which is what is timed. @returns whether there is a path */
  search(x0: number, y0: number, x1: number, y1: number): boolean;
  /** x, y of every cell of the path found last. */
  cells(): ArrayLike<number>;
  /** Its cost in steps, as the engine has it; undefined where it does not say. */
  cost(): number | undefined;
  /** Counters of the last query, those that the engine has. */
  counters?(): Counters;
  /** The first {@link FIRST_STEPS} steps alone, where the engine gives a path in pieces. Start and goal are connected. */
  begin?(x0: number, y0: number, x1: number, y1: number): void;
}

/** How much of a path the competition wants early. */
export const FIRST_STEPS = 20;

export interface Counters {
  expanded: number;
  generated: number;
  heapOperations?: number;
  largestOpen?: number;
}

/** An engine of ours, which writes into a path buffer. */
export function answering(
  search: (x0: number, y0: number, x1: number, y1: number, path: PathBuffer) => boolean,
  counters?: () => Counters,
): Answering {
  const path = new PathBuffer();
  return {
    search: (x0, y0, x1, y1) => search(x0, y0, x1, y1, path),
    cells: () => path.cells.subarray(0, 2 * path.length),
    cost: () => path.cost,
    ...(counters && { counters }),
  };
}

function baseline(about: string, exact: boolean, make: (grid: Grid) => Baseline, onRequest = false): BenchEngine {
  return { about, exact, onRequest, rules: MOVE_RULES, bake: (grid) => ({ storageBytes: 0, load: () => fromBaseline(make(grid)) }) };
}

function fromBaseline(search: Baseline): Answering {
  return answering(search.search, () => search);
}

function astar(about: string, exact: boolean, options: Partial<AStarOptions>, onRequest = false): BenchEngine {
  return { ...baseline(about, exact, (grid) => aStar(grid, options), onRequest), terrain: 'any' };
}

function jumps(about: string, jumper: (grid: Grid) => Jumper, prune: boolean): BenchEngine {
  const bake = (grid: Grid): Baked => {
    const made = jumper(grid);
    return { storageBytes: made.bytes, load: () => fromBaseline(jumpPointSearch(grid, made, prune)) };
  };
  return { about, exact: true, bake };
}

/** An engine that answers from blobs: they are what ships, the grid in them. @param engine its name for the loader */
function blobs(
  about: string,
  engine: string,
  bake: (grid: Grid) => Promise<Uint8Array>[] | Promise<Uint8Array[]>,
  exact = true,
): BenchEngine {
  const baked = async (grid: Grid): Promise<Baked> => {
    const files = await Promise.all(await bake(grid));
    const make = () => {
      const nav = load(files, { engine });
      return { ...answering(nav.findPathInto, () => nav.search), ...(nav.walk && { begin: beginning(nav.walk) }) };
    };
    return { storageBytes: files.reduce((sum, file) => sum + file.length, 0), load: make };
  };
  // What HPA* makes is near on any terrain.
  return { about, exact, rules: MOVE_RULES, bake: baked, ...(!exact && { terrain: 'any' as const }) };
}

/** Takes the first cells of a walk. */
export function beginning(walk: NonNullable<GridNav['walk']>): NonNullable<Answering['begin']> {
  return (...query) => {
    const cells = walk(...query);
    // The start is no step.
    for (let cell = 0; cell <= FIRST_STEPS && !cells?.next().done; cell++);
  };
}

/** HPA* as in the documents: its path as the abstract search has it. */
function unsmoothed(about: string, options: Partial<HpaOptions>): BenchEngine {
  const bake = async (grid: Grid): Promise<Baked> => {
    const file = await bakeHpa(grid, options);
    const make = () => {
      const nav = load(file, { engine: 'hpa' });
      const search = nav.search as HpaSearch;
      return answering(
        (...query) => search.search(...query, false),
        () => search,
      );
    };
    return { storageBytes: file.length, load: make };
  };
  return { about, exact: false, rules: MOVE_RULES, terrain: 'any', bake };
}

/** HPA* without the windows that mend its paths. */
function unrefined(about: string, options: Partial<HpaOptions>): BenchEngine {
  const bake = async (grid: Grid): Promise<Baked> => {
    const file = await bakeHpa(grid, options);
    const make = () => {
      const { search, findPathInto } = load(file, { engine: 'hpa' });
      search.refine = false;
      return answering(findPathInto, () => search);
    };
    return { storageBytes: file.length, load: make };
  };
  return { about, exact: false, onRequest: true, rules: MOVE_RULES, terrain: 'any', bake };
}

/** Remembers all it is asked, so that only the first time is a miss. Without counters: a hit leaves those of the last search. */
function cached(about: string): BenchEngine {
  const bake = async (grid: Grid): Promise<Baked> => {
    const file = await bakeHpa(grid);
    const make = () => answering(cachePaths(load(file, { engine: 'hpa' }), { entries: 1e6, bytes: 2 ** 30 }).findPathInto);
    return { storageBytes: file.length, load: make };
  };
  return { about, exact: false, onRequest: true, rules: MOVE_RULES, terrain: 'any', bake };
}

const TABLE_CLUSTER = 20;

/** HPA* in clusters as those of the tables, to compare with them. */
function clustered(about: string, levels: number): BenchEngine {
  return { ...blobs(about, 'hpa', (grid) => [bakeHpa(grid, { cluster: TABLE_CLUSTER, levels })], false), onRequest: true };
}

/** @param level the highest of the bake, which is tabulated however many nodes it has */
function tabulated(about: string, level: number): BenchEngine {
  const bake = (grid: Grid) => withTable(bakeHpa(grid, { cluster: TABLE_CLUSTER, levels: level }), { level, maxNodes: MOST_NODES });
  return { ...blobs(about, 'table', bake, false), onRequest: true };
}

function withTable(hpa: Promise<Uint8Array>, options: Partial<TableOptions> = {}): Promise<Uint8Array>[] {
  return [hpa, hpa.then((blob) => bakeTable(blob, options))];
}

/** A table of the lowest level that fits. Bakes that have none are tried in vain, which counts as pre-computation. */
async function fittingTable(grid: Grid): Promise<Uint8Array[]> {
  for (const levels of [1, 4]) {
    try {
      return await Promise.all(withTable(bakeHpa(grid, { cluster: TABLE_CLUSTER, levels })));
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
    }
  }
  return Promise.all(withTable(bakeHpa(grid, { cluster: TABLE_CLUSTER, levels: 8 })));
}

/** Every engine and baseline of the benchmark by name. */
export const ENGINES: Readonly<Record<string, BenchEngine>> = {
  astar: astar('A*, octile, binary heap, ties to the larger g', true, {}),
  'astar-euclidean': astar('A*, Euclidean heuristic', true, { heuristic: 'euclidean' }),
  'astar-manhattan': astar('A*, Manhattan heuristic, which overestimates', false, { heuristic: 'manhattan' }),
  'astar-zero': astar('A* without heuristic: Dijkstra up to the goal', true, { heuristic: 'zero' }),
  'astar-w1.75': astar('A*, octile * 1.75', false, { weight: 1.75 }),
  'astar-small-g': astar('A*, ties to the smaller g', true, { ties: 'small-g' }),
  'astar-any': astar('A*, ties in any order', true, { ties: 'any' }),
  'astar-aside': astar('A*, the best successor kept aside', true, { aside: true }),
  'astar-hash': astar('A*, open list a hash map, searched from end to end', true, { openList: hashMap }),
  'astar-sorted': astar('A*, open list a sorted array of 32 before a hash map', true, { openList: sortedFront(32) }),
  'astar-sorted8': astar('A*, sorted array of 8', true, { openList: sortedFront(8) }, true),
  'astar-sorted128': astar('A*, sorted array of 128', true, { openList: sortedFront(128) }, true),
  'astar-buckets': astar('A*, open list in buckets', true, { openList: bucketQueue }),
  'astar-links': { ...astar('A*, long links across open squares', false, { links: true }), rules: ['no-corners'] },
  'astar-800': astar('A*, ended after 800 nodes', false, { maxNodes: 800 }, true),
  'astar-200ms': astar('A*, ended after 200 ms', false, { maxMillis: 200 }, true),
  fringe: baseline('Fringe Search', true, (grid) => fringe(grid)),
  deepening: baseline('iterative deepening from the start', true, (grid) => fringe(grid, { restart: true }), true),
  'jps-online': jumps('JPS, cell by cell', walkingJumper, false),
  'jps-bit': jumps('JPS, 32 cells at a time', bitJumper, false),
  'jps-bit-prune': jumps('JPS-Bit without turning points in the open list', bitJumper, true),
  'jps-pre': jumps('JPS+, 16-bit table (JPS-BitPre)', (grid) => tableJumper(grid, 16), false),
  'jps-pre8': jumps('JPS+, 8-bit table', (grid) => tableJumper(grid, 8), false),
  'jps-prune-pre': jumps('JPS+, 16-bit table, no turning points in the open list (JPS-BitPrunePre)', (grid) => tableJumper(grid, 16), true),
  'jps-prune-pre8': jumps('the same, 8-bit table', (grid) => tableJumper(grid, 8), true),
  'astar+bounds': {
    ...blobs('gridprep: A* with goal bounds at jump points', 'astar+bounds', (grid) => [bakeBounds(grid)]),
    terrain: 'any',
    rules: ['no-corners'],
  },
  jps: blobs('gridprep: jump-point graph from a blob, 16 bits', 'jps', (grid) => [bakeJps(grid)]),
  jps8: blobs('gridprep: the same, 8 bits', 'jps', (grid) => [bakeJps(grid, { width: 8 })]),
  'jps+bounds': blobs('gridprep: jump-point graph with goal bounds', 'jps+bounds', (grid) => [bakeJps(grid), bakeBounds(grid)]),
  'jps+bounds-fast': blobs('gridprep: the same, bounds that bake faster and prune less', 'jps+bounds', (grid) => [
    bakeJps(grid),
    bakeBounds(grid, { exact: false }),
  ]),
  priced: {
    ...blobs('gridprep: jump points on terrain that costs, 8 landmarks', 'priced', (grid) => [bakeJps(grid)]),
    terrain: 'priced',
    rules: ['no-corners'],
  },
  'priced+bounds': {
    ...blobs('gridprep: the same with goal bounds', 'priced+bounds', (grid) => [bakeJps(grid), bakeBounds(grid)]),
    terrain: 'priced',
    rules: ['no-corners'],
  },
  'hpa-plain': unrefined('gridprep: HPA*, clusters of 16, smoothed, no windows', {}),
  ch: { ...blobs('gridprep: contraction hierarchy over subgoals', 'ch', (grid) => [bakeHierarchy(grid)]), rules: ['no-corners'] },
  hpa: blobs('gridprep: HPA*, clusters of 16, smoothed', 'hpa', (grid) => [bakeHpa(grid)], false),
  hpa10: blobs('gridprep: HPA*, clusters of 10, smoothed', 'hpa', (grid) => [bakeHpa(grid, { cluster: 10 })], false),
  'hpa10-raw': unsmoothed('HPA*, clusters of 10, not smoothed', { cluster: 10 }),
  hpa2: blobs('gridprep: HPA*, 2 levels', 'hpa', (grid) => [bakeHpa(grid, { levels: 2 })], false),
  hpa3: blobs('gridprep: HPA*, 3 levels', 'hpa', (grid) => [bakeHpa(grid, { levels: 3 })], false),
  'hpa-no-paths': blobs('gridprep: HPA*, paths of edges not stored', 'hpa', (grid) => [bakeHpa(grid, { paths: false })], false),
  hpa20: clustered('gridprep: HPA*, clusters of 20', 1),
  'hpa20-2': clustered('gridprep: HPA*, clusters of 20, 2 levels', 2),
  'hpa20-3': clustered('gridprep: HPA*, clusters of 20, 3 levels', 3),
  'hpa+cache': cached('gridprep: HPA*, every path from the cache'),
  table: blobs('gridprep: all-pairs table over HPA*, clusters of 20, the lowest level that fits', 'table', fittingTable, false),
  table2: tabulated('gridprep: the same, of the 2nd of 2 levels', 2),
  table3: tabulated('gridprep: the same, of the 3rd of 3 levels', 3),
};

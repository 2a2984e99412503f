/** The experiments of the five source documents: what was run, on which maps, and the figures that the documents report. */
import { ladderShares, listShares, longLinkMisses } from './lists.js';
import { firstPieces } from './special.js';
import type { Section } from './table.js';

/** One row of an experiment: an engine on a set of maps, and the document's figure for it. */
export interface Row {
  engine: string;
  /** What the document calls it. */
  label: string;
  /** In the experiment's unit; absent where the document has no such row. */
  reported?: number;
}

/** An experiment that `prep bench` can run: engines on maps, in one measure. */
export interface Experiment {
  id: string;
  /** Which document, and where in it. */
  source: string;
  title: string;
  /** Maps of the collection, or generated ones: `KIND-SIZE[-SEED]`. */
  maps: readonly string[];
  /** Pairs of cells a map. */
  pairs: number;
  /** Only pairs whose shortest path has more steps than this. */
  longer?: number;
  /** What the document reports, and in which unit. */
  measure: 'ms' | 's' | 'length' | 'expanded' | 'operations' | 'faster';
  rows: readonly Row[];
  /** Where ranks or ratios differ: why, as an experiment found. */
  differs?: string;
  /** Tables beside that of the engines. */
  sections?: readonly Section[];
  /** Map on which times of all queries are plotted against costs. */
  plotted?: string;
}

const BG = ['bg512/AR0011SR', 'bg512/AR0072SR', 'bg512/AR0300SR'];
const MAZES = ['mazes/maze512-1-0', 'mazes/maze512-8-0', 'mazes/maze512-32-0'];
const ROOMS = ['rooms/16room_000', 'rooms/32room_000'];

/** Maps whose goal bounds of all cells bake in 0.4 to 4 s. */
const CELL_BOXES = [
  ...['arena', 'arena2', 'den501d', 'hrt201n', 'lak304d'].map((name) => `dao/${name}`),
  ...['da2/ht_chantry', 'cities/Berlin_0_256', 'bg512/AR0072SR'],
];

/** A's four heuristics, in its order. */
const HEURISTICS = [
  ['octile', 'h=octile'],
  ['octile * 1.75', 'h=octile,w=1.75'],
  ['Manhattan', 'h=manhattan'],
  ['Euclidean', 'h=euclidean'],
] as const;

/** Milliseconds a query of 100 pairs a map. */
function timed(
  id: string,
  source: string,
  title: string,
  rows: readonly Row[],
  maps: readonly string[] = BG,
): Experiment {
  return { id, source, title, maps, pairs: 100, measure: 'ms', rows };
}

/** One family with each heuristic. */
function heuristics(id: string, name: string, family: string, reported: number[]): Experiment {
  const colon = family.includes(':') ? ',' : ':';
  const rows = HEURISTICS.map(([label, parameters], i) => ({
    engine: `${family}${colon}${parameters}`,
    label: `${name}, ${label}`,
    reported: reported[i],
  }));
  return timed(id, `A, table 4.${id.slice(2)}`, `${name} with four heuristics on Baldur's Gate maps`, rows);
}

/** Each algorithm with the heuristic that suits it on these maps. */
const BEST: readonly Row[] = [
  { engine: 'astar:w=1.75', label: 'A*' },
  { engine: 'hpa-classic:cluster=10', label: 'HPA*' },
  { engine: 'jps-online:w=1.75', label: 'JPS' },
  { engine: 'fringe:h=octile', label: 'Fringe Search' },
];
const withFigures = (rows: readonly Row[], figures: number[]): Row[] =>
  rows.map((row, i) => ({ ...row, reported: figures[i] }));

/** A* by the weight of its heuristic. */
const SWEEP: readonly Row[] = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5].map((w) => ({
  engine: `astar:w=${w}`,
  label: `w = ${w}`,
  ...(w === 1 && { reported: 2.27 }),
  ...(w === 1.75 && { reported: 1.725 }),
}));

const LISTS: readonly Row[] = [
  { label: 'hash map only', engine: 'astar:open=hash', reported: 58 },
  { label: 'sorted array and hash map', engine: 'astar:open=sorted,size=32', reported: 25 },
  { label: 'tree', engine: 'astar:open=tree', reported: 49 },
  { label: 'array and buckets, fixed width', engine: 'astar:open=sorted-buckets,size=20', reported: 32 },
  { label: 'array and buckets, free width', engine: 'astar:open=sorted-free,size=64' },
  { label: 'queue of five and hash map', engine: 'astar:open=five', reported: 976 },
  { label: 'priority queue and hash table', engine: 'astar:open=queue' },
];

/** Open lists of A* on E's largest map. */
function openLists(
  id: string,
  source: string,
  title: string,
  measure: Experiment['measure'],
  rows: readonly Row[],
): Experiment {
  return { id, source, title, measure, rows, maps: ['meadow-1000'], pairs: 20, longer: 400 };
}

/** Where ranks differ from a document's: what the columns of our runs say about it. */
const DIFFERS: Record<string, string> = {
  a42: 'All four are within a fifth of each other, here as there. Times follow the nodes expanded; octile and Euclidean, equal in the document, are 10 per cent of expansions apart.',
  a43: 'Octile and Euclidean are one per cent apart in the document. Here the Euclidean heuristic expands 13 per cent more nodes, looks at 13 per cent more cells and takes a square root for each node.',
  a44: 'Weighted and Manhattan estimates are no lower bounds: nodes are expanded up to 27 times as often, and the list is swept less. The Euclidean heuristic sweeps six times as many entries, since every different estimate raises the threshold once. The document pays more for a sweep, we for an expansion: octile and Manhattan, and weighted and Euclidean, change places.',
  a45: 'JPS is first because its scans gained most. A cell looked at takes 4.5 ns here and 39 ns in the document (0.8 ms for 20,692); an expansion of A* 0.21 and 0.62 µs, one of HPA* 0.41 and 0.70 µs. The others keep their order.',
  a47: 'As in a45: A*, HPA* and Fringe Search take what the document says, JPS a sixth of it, 13 ns a cell looked at.',
  a48: 'With the octile heuristic alone JPS wins too; with w = 1.65 it is four times as fast. The document has A* with the octile heuristic here: weighted, it expands a seventh and comes before HPA*.',
  e23: 'The document measures the first coarse path, which is the second table: its second level is slower than the first here too, and the fourth gains. Whole paths, the first table, are refined down all levels whatever the level. The fifth expands fewest nodes and takes longest; which part of it, was not measured.',
  e24: 'The document measures the first coarse path. The second table has that: the fifth level is the fastest and each gains on the one before, as there from the second on; the second gains 7 per cent here and loses 22 there. Whole paths, the first table, gain up to the fourth.',
  e25: 'Passes over all entries of the hash map, counted on six queries: 16,162 a query with the hash map alone, 96 with the queue of five, 1 with the sorted array. The queue is refilled with five cells at a time and takes better ones at once; why that of the document is slower than its hash map alone is not known to us. Buckets of two steps hold many cells of equal f: half a step wide they take 0.7 of that time.',
  e33: 'The lower the tabulated level the better, as in the document. The third gains nothing here: its search expands 22 nodes, so that the table saves little, and a query that joins start and goal through three levels takes four times as long as one through the first alone.',
  'c-lists':
    'Long links lose here; the table below says why. Their figure is that of the hash table and the 10 to 15 per cent that the document adds.',
};

const ALL: readonly Experiment[] = [
  heuristics('a41', 'A*', 'astar', [2.27, 1.91, 1.96, 2.87]),
  heuristics('a42', 'HPA*', 'hpa-classic:cluster=10', [0.41, 0.43, 0.39, 0.41]),
  heuristics('a43', 'JPS', 'jps-online', [1.0, 0.8, 0.81, 0.99]),
  heuristics('a44', 'Fringe Search', 'fringe', [10.4, 52, 7.8, 26]),
  timed('a-sweep', 'A, figure 4.2', 'A* with a weighted octile heuristic: time', SWEEP),
  {
    ...timed(
      'a-sweep-length',
      'A, figure 4.2',
      'A* with a weighted octile heuristic: length',
      SWEEP.map(({ engine, label }) => ({ engine, label })),
    ),
    measure: 'length',
  },
  timed(
    'a45',
    'A, table 4.5',
    "Each with its best heuristic on Baldur's Gate maps",
    withFigures(BEST, [1.91, 0.41, 0.8, 7.8]),
  ),
  {
    ...timed(
      'a46',
      'A, table 4.6',
      'Each with its best heuristic on small maps, sides of 49 to 300',
      BEST.map((row) => ({
        ...row,
        ...{ 'A*': { reported: 0.215 }, 'Fringe Search': { reported: 0.772 } }[row.label],
      })),
      ['dao/arena', 'dao/lak304d', 'dao/hrt201n', 'dao/arena2', 'da2/ht_chantry'],
    ),
    differs:
      'The document has three figures here, 0.215, 0.163 and 0.772 ms; which of HPA* and JPS took the second is not known to us, so only the first and the last are ranked.',
  },
  timed(
    'a47',
    'A, table 4.7',
    'Each with its best heuristic in mazes',
    withFigures(BEST, [13.12, 2.88, 6.48, 57.6]),
    MAZES,
  ),
  timed(
    'a48',
    'A, table 4.8',
    'Each with its best heuristic in rooms',
    [
      { engine: 'astar', label: 'A*', reported: 4.44 },
      { engine: 'hpa-classic:cluster=10', label: 'HPA*', reported: 0.75 },
      { engine: 'jps-online:w=1.65', label: 'JPS, octile * 1.65', reported: 0.46 },
      { engine: 'fringe:h=octile', label: 'Fringe Search', reported: 12.6 },
      { engine: 'astar:w=1.65', label: 'A*, octile * 1.65' },
      { engine: 'jps-online', label: 'JPS, octile alone' },
    ],
    ROOMS,
  ),
  {
    id: 'b-ladder',
    source: 'B',
    title: 'JPS and its accelerations, queries over 200 steps',
    maps: ['bg512/AR0011SR', 'dao/arena2', 'rooms/32room_000', 'sc1/AcrosstheCape'],
    pairs: 100,
    longer: 200,
    measure: 'faster',
    rows: [
      { engine: 'astar', label: 'A*', reported: 1 },
      { engine: 'jps-online', label: 'JPS', reported: 15 },
      { engine: 'jps-bit', label: 'JPS-Bit', reported: 81 },
      { engine: 'jps-bit:prune', label: 'JPS-BitPrune', reported: 110 },
      { engine: 'jps-pre', label: 'JPS-BitPre', reported: 130 },
      { engine: 'jps-pre:prune', label: 'JPS-BitPrunePre', reported: 273 },
    ],
    sections: [
      {
        title: 'Share of the open list',
        rows: ladderShares,
        seen: 'Processor time of all calls of the open list, replayed alone, over that of the queries. The document gives 58 and 14 per cent for list operations; of which rungs, we do not know. Here A* has the larger share and JPS the smaller, until lookups in a table make the rest cheap. Pruning halves the list operations and makes JPS-Bit look at a quarter more words, which is why it gains little there and most over a table.',
      },
    ],
  },
  {
    id: 'c-lists',
    source: 'C',
    title: 'Open list of A*: linear lookup, lookup by hash table, heap',
    maps: ['dao/arena2', 'bg512/AR0011SR'],
    pairs: 50,
    measure: 'faster',
    rows: [
      { engine: 'astar:open=list', label: 'linked list, linear lookup', reported: 1 },
      { engine: 'astar:open=list-hash', label: 'linked list, hash table of entries', reported: 15 },
      { engine: 'astar', label: 'heap' },
      { engine: 'astar:open=list-hash,links', label: 'hash table of entries, long links (smartLOD)', reported: 17 },
    ],
    sections: [
      {
        title: 'Shares of time with the linked list',
        rows: listShares,
        seen: 'The document has 75, 15 and 10 per cent. Calls of the list are replayed alone: on the list with the hash table for the second share, the difference of both lists is the first. Without lookups at most 1.8 times as fast is possible here: this list is sorted, so that an insertion walks as far as a lookup. A gain of 15 times needs a lookup that takes 93 per cent.',
      },
      {
        title: 'Long links (smartLOD) and the cache',
        rows: longLinkMisses,
        seen: 'Per query, with a heap, 50 pairs a map; hits and misses are those of reads of cost and state in a simulated cache of 32 kB in 8 ways. Links save 3 to 20 per cent of the expansions, since their ends are nearly all cells that moves reach too. An expansion misses two to four times as often, and the open list becomes two to three times as long, which a sorted list pays at every insertion.',
      },
    ],
  },
  {
    id: 'd-bounds',
    source: 'D, figure 4.1',
    title: 'Goal bounds in all cells: nodes expanded',
    maps: CELL_BOXES,
    plotted: 'bg512/AR0011SR',
    pairs: 100,
    measure: 'expanded',
    rows: [
      'astar',
      'astar:bounds',
      'jps-online',
      'jps-online:bounds',
      'jps-bit:bounds',
      'jps-pre',
      'jps-pre:bounds',
    ].map((engine) => ({
      engine,
      label: engine,
    })),
  },
  ...(['wall', 'meadow'] as const).map(
    (kind, i): Experiment => ({
      id: `e2${3 + i}`,
      source: `E, table ${23 + i}`,
      title: `Levels of HPA*, ${kind} map`,
      maps: [`${kind}-1000`],
      pairs: 50,
      measure: 'ms',
      rows: [1, 2, 3, 4, 5].map((levels, k) => ({
        engine: `hpa:cluster=10,levels=${levels},raw`,
        label: `${levels} level${levels > 1 ? 's' : ''}`,
        reported: [
          [413, 513, 413, 357, 288],
          [433, 527, 470, 367, 255],
        ][i][k],
      })),
      sections: [
        {
          title: 'Until the first cell of a walk',
          rows: firstPieces(`${kind}-1000`),
          seen: 'Milliseconds of the first table are those of whole paths. `walk` gives the first cell when the coarse path is found and its first piece refined.',
        },
      ],
    }),
  ),
  openLists('e25', 'E, tables 25 to 31', 'Open lists, 1000 x 1000', 's', LISTS),
  openLists(
    'e25-sizes',
    'E, tables 25 to 27',
    'Sorted array before a hash map: size of the array',
    's',
    [5, 10, 20, 50, 100, 300].map((size) => ({ engine: `astar:open=sorted,size=${size}`, label: `${size} entries` })),
  ),
  openLists(
    'e31',
    'E, table 31',
    'Operations of the open list',
    'operations',
    LISTS.map(({ engine, label }) => ({ engine, label })),
  ),
  {
    id: 'e33',
    source: 'E, table 33',
    title: 'Tables of the top level, 160 x 160, 10,000 queries',
    maps: ['meadow-160'],
    pairs: 1000,
    measure: 's',
    rows: [20.2, 19.9, 17.5].flatMap((reported, i) => [
      { engine: `hpa:cluster=10,levels=${i + 1},plain`, label: `${i + 1} level${i > 0 ? 's' : ''}`, reported },
      {
        engine: `table:cluster=10,level=${i + 1}`,
        label: `${i + 1} level${i > 0 ? 's' : ''}, tabulated`,
        reported: [10.5, 10.8, 11.9][i],
      },
    ]),
  },
  timed('e73', 'E, section 7.3', 'Fringe Search in the abstract graph of HPA*', [
    { engine: 'hpa-classic:cluster=10', label: 'A*' },
    { engine: 'hpa-classic:cluster=10,search=fringe', label: 'Fringe Search' },
    { engine: 'hpa-classic:cluster=10,refine=jps', label: 'A*, clusters searched by JPS' },
  ]),
  timed('a-fringe', 'A, chapter 6', 'Fringe Search with its frontier in buckets', [
    { engine: 'fringe', label: 'one list' },
    { engine: 'fringe:buckets', label: 'buckets of half a step' },
  ]),
  timed('a-inner', 'A, chapter 6', 'HPA* whose clusters are searched by JPS', [
    { engine: 'hpa-classic:cluster=10', label: 'clusters searched by A*' },
    { engine: 'hpa-classic:cluster=10,refine=jps', label: 'clusters searched by JPS' },
  ]),
  timed(
    'a-rooms2',
    'A, chapter 6',
    'HPA* of one, two and three levels in rooms',
    [1, 2, 3].map((levels) => ({
      engine: `hpa:cluster=10,levels=${levels},raw`,
      label: `${levels} level${levels > 1 ? 's' : ''}`,
    })),
    ROOMS,
  ),
];

export const EXPERIMENTS: readonly Experiment[] = ALL.map((experiment) => ({
  ...experiment,
  ...(experiment.id in DIFFERS && { differs: DIFFERS[experiment.id] }),
}));

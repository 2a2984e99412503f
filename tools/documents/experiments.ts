/** The experiments of the five source documents: what was run, on which maps, and the figures that the documents report. */

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
}

const BG = ['bg512/AR0011SR', 'bg512/AR0072SR', 'bg512/AR0300SR'];
const MAZES = ['mazes/maze512-1-0', 'mazes/maze512-8-0', 'mazes/maze512-32-0'];
const ROOMS = ['rooms/16room_000', 'rooms/32room_000'];

/** A's four heuristics, in its order. */
const HEURISTICS = [
  ['octile', 'h=octile'],
  ['octile * 1.75', 'h=octile,w=1.75'],
  ['Manhattan', 'h=manhattan'],
  ['Euclidean', 'h=euclidean'],
] as const;

/** One family with each heuristic. */
function heuristics(id: string, name: string, family: string, reported: number[]): Experiment {
  const colon = family.includes(':') ? ',' : ':';
  return {
    id,
    source: `A, table 4.${id.slice(2)}`,
    title: `${name} with four heuristics on Baldur's Gate maps`,
    maps: BG,
    pairs: 100,
    measure: 'ms',
    rows: HEURISTICS.map(([label, parameters], i) => ({
      engine: `${family}${colon}${parameters}`,
      label: `${name}, ${label}`,
      reported: reported[i],
    })),
  };
}

/** Each algorithm with the heuristic that suits it on these maps. */
const best = (weight: number) => [
  { engine: `astar:w=${weight}`, label: 'A*' },
  { engine: 'hpa-classic:cluster=10', label: 'HPA*' },
  { engine: `jps-online:w=${weight}`, label: 'JPS' },
  { engine: 'fringe:h=octile', label: 'Fringe Search' },
];
const withFigures = (rows: Row[], figures: number[]): Row[] => rows.map((row, i) => ({ ...row, reported: figures[i] }));

const LISTS: [label: string, engine: string, seconds: number | undefined][] = [
  ['hash map only', 'astar:open=hash', 58],
  ['sorted array and hash map', 'astar:open=sorted,size=32', 25],
  ['tree', 'astar:open=tree', 49],
  ['array and buckets, fixed width', 'astar:open=sorted-buckets,size=20', 32],
  ['array and buckets, free width', 'astar:open=sorted-free,size=64', undefined],
  ['queue of five and hash map', 'astar:open=five', 976],
  ['priority queue and hash table', 'astar:open=queue', undefined],
];

/** Where ranks differ from a document's: what the columns of our runs say about it. */
const DIFFERS: Record<string, string> = {
  a42: 'All four are within a fifth of each other here as there: the abstract graph has some hundred nodes, and refining the path inside clusters takes most of the time.',
  a43: 'The two fastest are the same. The Euclidean heuristic takes a square root a node and expands more, which shows more where a node costs less: our jumps take a sixth of the time.',
  a44: 'Octile and Manhattan are within 4 per cent; both expand in whole layers of the same cost, and a layer more or less is decided by ties. The Euclidean heuristic has the most different estimates, and each raises the threshold once.',
  a45: 'JPS is six times as fast as the one of the document, A* and HPA* at most twice: bytes of a row are scanned in typed arrays. HPA* is the fastest of the others as there.',
  a47: 'As in a45: A*, HPA* and Fringe Search take what the document says, JPS a sixth of it.',
  a48: 'JPS is first, as in the document, and with the octile heuristic alone it still wins against A*. The rooms are those of two maps, not of forty: their pairs are close together, and HPA* takes most of its time to join start and goal to the graph.',
  'b-ladder':
    'JPS-Bit and JPS-BitPrune change places by 14 per cent: pruned jump points are put back into the path, and where a search expands few of them that costs more than it saves. The other ranks are the same.',
  e23: 'Levels gain up to the fourth; the fifth has four clusters of the whole map, whose edges are long and are refined through all levels.',
  e24: 'Each level gains, and the second one does not lose as in the document: a level is one array of edges, not a graph of objects.',
  e25: 'A hash map alone is by far the slowest, since its least entry is searched for, and the queue of five is in the middle: its overflow is a hash map of buckets here, and one list there.',
  e33: 'The table of the third level gains nothing here: start and goal are joined to the top through two levels by searches, which take longer than the search of the top that the table saves. The lower the tabulated level the better, as the document says.',
};

const ALL: readonly Experiment[] = [
  heuristics('a41', 'A*', 'astar', [2.27, 1.91, 1.96, 2.87]),
  heuristics('a42', 'HPA*', 'hpa-classic:cluster=10', [0.41, 0.43, 0.39, 0.41]),
  heuristics('a43', 'JPS', 'jps-online', [1.0, 0.8, 0.81, 0.99]),
  heuristics('a44', 'Fringe Search', 'fringe', [10.4, 52, 7.8, 26]),
  {
    id: 'a-sweep',
    source: 'A, figure 4.2',
    title: 'A* with a weighted octile heuristic: time',
    maps: BG,
    pairs: 100,
    measure: 'ms',
    rows: [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5].map((w) => ({
      engine: `astar:w=${w}`,
      label: `w = ${w}`,
      ...(w === 1 && { reported: 2.27 }),
      ...(w === 1.75 && { reported: 1.725 }),
    })),
  },
  {
    id: 'a-sweep-length',
    source: 'A, figure 4.2',
    title: 'A* with a weighted octile heuristic: length',
    maps: BG,
    pairs: 100,
    measure: 'length',
    rows: [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5].map((w) => ({ engine: `astar:w=${w}`, label: `w = ${w}` })),
  },
  {
    id: 'a45',
    source: 'A, table 4.5',
    title: "Each with its best heuristic on Baldur's Gate maps",
    maps: BG,
    pairs: 100,
    measure: 'ms',
    rows: withFigures(best(1.75), [1.91, 0.41, 0.8, 7.8]),
  },
  {
    id: 'a46',
    source: 'A, table 4.6',
    title: 'Each with its best heuristic on small maps, sides of 49 to 300',
    maps: ['dao/arena', 'dao/lak304d', 'dao/hrt201n', 'dao/arena2', 'da2/ht_chantry'],
    pairs: 100,
    measure: 'ms',
    rows: best(1.75).map((row) => ({
      ...row,
      ...{ 'A*': { reported: 0.215 }, 'Fringe Search': { reported: 0.772 } }[row.label],
    })),
    differs:
      'The document has three figures here, 0.215, 0.163 and 0.772 ms; which of HPA* and JPS took the second is not known to us, so only the first and the last are ranked.',
  },
  {
    id: 'a47',
    source: 'A, table 4.7',
    title: 'Each with its best heuristic in mazes',
    maps: MAZES,
    pairs: 100,
    measure: 'ms',
    rows: withFigures(best(1.75), [13.12, 2.88, 6.48, 57.6]),
  },
  {
    id: 'a48',
    source: 'A, table 4.8',
    title: 'Each with its best heuristic in rooms',
    maps: ROOMS,
    pairs: 100,
    measure: 'ms',
    rows: [...withFigures(best(1.65), [4.44, 0.75, 0.46, 12.6]), { engine: 'jps-online', label: 'JPS, octile alone' }],
  },
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
    ],
  },
  {
    id: 'd-bounds',
    source: 'D, figure 4.1',
    title: 'Goal bounds in all cells: nodes expanded',
    maps: ['dao/arena', 'dao/arena2', 'dao/den501d', 'dao/lak304d', 'da2/ht_chantry', 'cities/Berlin_0_256'],
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
    }),
  ),
  {
    id: 'e25',
    source: 'E, tables 25 to 31',
    title: 'Open lists, 1000 x 1000',
    maps: ['meadow-1000'],
    pairs: 20,
    longer: 400,
    measure: 's',
    rows: LISTS.map(([label, engine, reported]) => ({ engine, label, ...(reported !== undefined && { reported }) })),
  },
  {
    id: 'e25-sizes',
    source: 'E, tables 25 to 27',
    title: 'Sorted array before a hash map: size of the array',
    maps: ['meadow-1000'],
    pairs: 20,
    longer: 400,
    measure: 's',
    rows: [5, 10, 20, 50, 100, 300].map((size) => ({
      engine: `astar:open=sorted,size=${size}`,
      label: `${size} entries`,
    })),
  },
  {
    id: 'e31',
    source: 'E, table 31',
    title: 'Operations of the open list',
    maps: ['meadow-1000'],
    pairs: 20,
    longer: 400,
    measure: 'operations',
    rows: LISTS.map(([label, engine]) => ({ engine, label })),
  },
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
  {
    id: 'e73',
    source: 'E, section 7.3',
    title: 'Fringe Search in the abstract graph of HPA*',
    maps: BG,
    pairs: 100,
    measure: 'ms',
    rows: [
      { engine: 'hpa-classic:cluster=10', label: 'A*' },
      { engine: 'hpa-classic:cluster=10,search=fringe', label: 'Fringe Search' },
      { engine: 'hpa-classic:cluster=10,refine=jps', label: 'A*, clusters searched by JPS' },
    ],
  },
  {
    id: 'a-fringe',
    source: 'A, chapter 6',
    title: 'Fringe Search with its frontier in buckets',
    maps: BG,
    pairs: 100,
    measure: 'ms',
    rows: [
      { engine: 'fringe', label: 'one list' },
      { engine: 'fringe:buckets', label: 'buckets of half a step' },
    ],
  },
  {
    id: 'a-inner',
    source: 'A, chapter 6',
    title: 'HPA* whose clusters are searched by JPS',
    maps: BG,
    pairs: 100,
    measure: 'ms',
    rows: [
      { engine: 'hpa-classic:cluster=10', label: 'clusters searched by A*' },
      { engine: 'hpa-classic:cluster=10,refine=jps', label: 'clusters searched by JPS' },
    ],
  },
  {
    id: 'a-rooms2',
    source: 'A, chapter 6',
    title: 'HPA* of one, two and three levels in rooms',
    maps: ROOMS,
    pairs: 100,
    measure: 'ms',
    rows: [1, 2, 3].map((levels) => ({
      engine: `hpa:cluster=10,levels=${levels},raw`,
      label: `${levels} level${levels > 1 ? 's' : ''}`,
    })),
  },
];

export const EXPERIMENTS: readonly Experiment[] = ALL.map((experiment) => ({
  ...experiment,
  ...(experiment.id in DIFFERS && { differs: DIFFERS[experiment.id] }),
}));

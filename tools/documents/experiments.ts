/** The experiments of the five source documents: what was run, on which maps, and the figures that the documents report. */
import { readFileSync } from 'node:fs';
import { ladderShares, listShares, longLinkMisses } from './lists.js';
import type { Section } from './table.js';

/** One row of an experiment: an engine on a set of maps, and the document's figure for it. */
export interface Row {
  engine: string;
  /** What the document calls it. */
  label: string;
  /** The line of `figures.tsv`; absent where the document has no such row. */
  reported?: (typeof FIGURES)[number];
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

/** Figures quoted of the documents: experiment, row, value, unit and place; of A length, deviation and open list too. */
export const FIGURES = readFileSync('tools/documents/figures.tsv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [experiment, row, value, unit, place, ...more] = line.split('\t');
    const [length, deviation, largestOpen] = more.map(Number);
    return { experiment, row, value, unit, place, length, deviation, largestOpen };
  });
export const figuresOf = (id: string) => FIGURES.filter(({ experiment }) => experiment === id);

const BG = ['bg512/AR0011SR', 'bg512/AR0072SR', 'bg512/AR0300SR'];
const MAZES = ['mazes/maze512-1-0', 'mazes/maze512-8-0', 'mazes/maze512-32-0'];
const SMALL = ['dao/arena', 'dao/lak304d', 'dao/hrt201n', 'dao/arena2', 'da2/ht_chantry'];
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
function heuristics(id: string, name: string, family: string): Experiment {
  const colon = family.includes(':') ? ',' : ':';
  const rows = HEURISTICS.map(([label, parameters]) => ({
    engine: `${family}${colon}${parameters}`,
    label: `${name}, ${label}`,
  }));
  return timed(id, `A, table 4.${id.slice(2)}`, `${name} with four heuristics on Baldur's Gate maps`, rows);
}

/** Rows of A's tables 4.5 to 4.8, each with the heuristic that it found best. */
const BEST: Record<string, string> = {
  'A*, octile': 'astar',
  'A*, octile * 1.75': 'astar:w=1.75',
  'A*, octile * 1.65': 'astar:w=1.65',
  'HPA*, Manhattan': 'hpa-classic:cluster=10,h=manhattan',
  'HPA*, octile * 1.75': 'hpa-classic:cluster=10,w=1.75',
  'JPS, octile * 1.75': 'jps-online:w=1.75',
  'JPS, octile * 1.65': 'jps-online:w=1.65',
  'Fringe Search, Manhattan': 'fringe:h=manhattan',
};
/** The rows of A's table of an experiment. */
const best = (id: string, source: string, title: string, maps?: readonly string[]) =>
  timed(
    id,
    source,
    title,
    figuresOf(id).map(({ row }) => ({ engine: BEST[row], label: row })),
    maps,
  );

/** A* by the weight of its heuristic. */
const SWEEP: readonly Row[] = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5].map((w) => ({
  engine: `astar:w=${w}`,
  label: `w = ${w}`,
}));

const LISTS: readonly Row[] = [
  { label: 'hash map only', engine: 'astar:open=hash' },
  { label: 'sorted array and hash map', engine: 'astar:open=sorted,size=45' },
  { label: 'tree of limited size and hash map', engine: 'astar:open=tree-hash,size=45' },
  { label: 'array and buckets of h(S)', engine: 'astar:open=sorted-buckets,size=100' },
  { label: 'array and buckets of h(S), doubling', engine: 'astar:open=sorted-doubling,size=100' },
  { label: 'array and buckets of h(S) / 50', engine: 'astar:open=sorted-buckets,size=2' },
  { label: 'queue of five and hash map', engine: 'astar:open=queue-hash,size=5' },
  { label: 'tree of all entries', engine: 'astar:open=tree' },
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
  a44: 'Weighted and Manhattan estimates are no lower bounds: nodes are expanded up to 27 times as often, and the list is swept less. The Euclidean heuristic sweeps six times as many entries, since every different estimate raises the threshold once. The document pays more for a sweep, we for an expansion: octile and Manhattan, and weighted and Euclidean, change places. Its main argument against Fringe Search is the deviation, as large as the mean.',
  'a-sweep':
    'The document tells w = 1.75 (24 per cent less time, paths 1.8 per cent longer by its table 4.1) and a jump to about 9 per cent of length after w = 1.8. There is no such jump here: 3.4 per cent at 2.5.',
  a45: 'JPS is first because its scans gained most: a cell looked at takes 2.8 ns here and 43 ns in the document (0.802 ms for 18,545). The others keep their order. Fringe Search deviates by about its mean there and by more here.',
  a46: "The document has no HPA* and no JPS here, and 120 maps of Baldur's Gate, sides of 50 to 320.",
  a47: 'JPS takes an eighth of its time in the document, 10 ns a cell looked at (136 there), and so comes before HPA*. In the document weighting gains nothing in mazes (13.24 against 13.12 ms); here it takes 0.90 of the time of A*, and 0.77 in the table of the three sets (benchmarks.md). Of our three mazes JPS finds the shortest paths with any weight.',
  a48: 'A* with octile * 1.65 expands a seventh of the nodes here, a third there, and so comes before HPA* here and after it there. Rooms with obstacles are on [a-blocked](a-blocked.md).',
  'a-blocked':
    'The document proposes this, and expects HPA* and JPS to change places. They do: in empty rooms (a48) JPS takes 0.014 of the time of A* and HPA* 0.21; with a tenth of the cells blocked HPA* takes 0.35 and JPS 1.56, since there are few open areas left to scan across.',
  e25: 'Array before tree before the hash map alone, as in the document, which times first coarse paths of HPA* between starts and goals at any distance where ours are whole searches of A* over more than 400 steps. Its h(S), the estimate from the start, is the measure of buckets, equal or doubling (section 7.2.4); it does not say which of them took 32 s. Both are within the noise of the array here: nearly all f lie between h(S) and twice that, in one bucket. The hash map alone is looked through for every node, 16,000 times a query of 2,500 entries, and so loses more here; the queue of five is refilled for every fifth only, and comes before it. Why the queue of the document is slower than its hash map alone is not known to its author either (section 7.2.6, page e31).',
  e27: 'The document grows slower with the size of the queue, ours faster: a larger front is refilled less often. Its section 7.2.6 finds no reason for the time of its queue. Here it is a binary heap whose last entry is found by iteration, as there.',
  e821: 'The document proposes this and does not measure it. Without a limit the front grows to nearly the whole list, and each insertion walks along it: 24 to 35 times as long.',
  e33: 'The document times 10,000 searches, this page gives seconds for a thousand. The lower the tabulated level the better, as in the document. The third gains nothing here: its search expands 22 nodes, so that the table saves little, and a query that joins start and goal through three levels takes four times as long as one through the first alone.',
  'c-lists':
    'Long links lose here; the table below says why. The document says that they add 10 to 15 per cent to the gain of the hash table.',
};

const ALL: readonly Experiment[] = [
  heuristics('a41', 'A*', 'astar'),
  heuristics('a42', 'HPA*', 'hpa-classic:cluster=10'),
  heuristics('a43', 'JPS', 'jps-online'),
  heuristics('a44', 'Fringe Search', 'fringe'),
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
  best('a45', 'A, section 4.2, table 4.5', "Each with its best heuristic on Baldur's Gate maps"),
  best('a46', 'A, section 4.2, table 4.6', 'A* and Fringe Search on small maps, sides of 49 to 300', SMALL),
  best('a47', 'A, section 4.3, table 4.7', 'Each with its best heuristic in mazes', MAZES),
  best('a48', 'A, section 4.4, table 4.8', 'Each with its best heuristic in rooms', ROOMS),
  {
    id: 'b-ladder',
    source: 'B',
    title: 'JPS and its accelerations, queries over 200 steps',
    maps: ['bg512/AR0011SR', 'dao/arena2', 'rooms/32room_000', 'sc1/AcrosstheCape'],
    pairs: 100,
    longer: 200,
    measure: 'faster',
    rows: [
      { engine: 'astar', label: 'A*' },
      { engine: 'jps-online', label: 'JPS' },
      { engine: 'jps-bit', label: 'JPS-Bit' },
      { engine: 'jps-bit:prune', label: 'JPS-BitPrune' },
      { engine: 'jps-pre', label: 'JPS-BitPre' },
      { engine: 'jps-pre:prune', label: 'JPS-BitPrunePre' },
    ],
    sections: [
      {
        title: 'Share of the open list',
        rows: ladderShares,
        seen: 'Processor time of all calls of the open list, replayed alone, over that of the queries. The document (section 2.2, table 2.2.1) gives 58 per cent of the time of A* and 14 of JPS, open and closed list together: the same order. Here lists weigh less, until lookups in a table make the rest cheap. Pruning halves the list operations and makes JPS-Bit look at a quarter more words, which is why it gains little there and most over a table.',
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
      { engine: 'astar:open=list', label: 'linked list, linear lookup' },
      { engine: 'astar:open=list-hash', label: 'linked list, hash table of entries' },
      { engine: 'astar', label: 'heap' },
      { engine: 'astar:open=list-hash,links', label: 'hash table of entries, long links (smartLOD)' },
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
  openLists('e25', 'E, section 7.2.5, figure 30', 'Open lists, 1000 x 1000', 's', LISTS),
  openLists(
    'e27',
    'E, section 7.2.2, figure 27',
    'Queue of limited size before a hash map',
    's',
    [5, 15, 30].map((size) => ({ engine: `astar:open=queue-hash,size=${size}`, label: `${size} entries` })),
  ),
  openLists(
    'e821',
    'E, section 8.2.1',
    'Sorted array without a limit, refilled with so many entries',
    's',
    [10, 45, 100].flatMap((size) => [
      { engine: `astar:open=sorted,size=${size}`, label: `${size}, limited` },
      { engine: `astar:open=sorted-unlimited,size=${size}`, label: `${size}, no limit` },
    ]),
  ),
  {
    id: 'e33',
    source: 'E, section 7.5.2, figure 33',
    title: 'Tables of the top level, 160 x 160, 10,000 queries',
    maps: ['meadow-160'],
    pairs: 1000,
    measure: 's',
    rows: [0, 1, 2].flatMap((i) => [
      { engine: `hpa:cluster=10,levels=${i + 1},plain`, label: `${i + 1} level${i > 0 ? 's' : ''}` },
      {
        engine: `table:cluster=10,level=${i + 1}`,
        label: `${i + 1} level${i > 0 ? 's' : ''}, tabulated`,
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
    'a-blocked',
    'A, chapter 6',
    'HPA* and JPS in rooms with obstacles: a tenth of the cells blocked',
    figuresOf('a48').map(({ row }) => ({ engine: BEST[row], label: row })),
    ROOMS.map((map) => `${map}+10`),
  ),
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
  rows: experiment.rows.map((row) => {
    const reported = figuresOf(experiment.id).find((one) => one.row === row.label);
    return { ...row, ...(reported && { reported }) };
  }),
  ...(experiment.id in DIFFERS && { differs: DIFFERS[experiment.id] }),
}));

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

/** Lines of a table of this folder, without its header. */
const linesOf = (name: string) =>
  readFileSync(`tools/documents/${name}.tsv`, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

/** Figures quoted of the documents: experiment, row, value, unit and place; of A length, deviation and open list too. */
export const FIGURES = linesOf('figures').map(([experiment, row, value, unit, place, ...more]) => {
  const [length, deviation, largestOpen] = more.map(Number);
  return { experiment, row, value, unit, place, length, deviation, largestOpen };
});
export const figuresOf = (id: string) => FIGURES.filter(({ experiment }) => experiment === id);

/** Tables beside that of the engines, by experiment. */
const SECTIONS: Record<string, readonly Section[]> = {
  'b-ladder': [
    {
      title: 'Share of the open list',
      rows: ladderShares,
      seen: 'Processor time of all calls of the open list, replayed alone, over that of the queries. The document (section 2.2, table 2.2.1) gives 58 per cent of the time of A* and 14 of JPS, open and closed list together: the same order. Here lists weigh less, until lookups in a table make the rest cheap. Pruning halves the list operations and makes JPS-Bit look at a quarter more words, which is why it gains little there and most over a table.',
    },
  ],
  'c-lists': [
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
};

/** Engines and labels of each experiment. */
const ROWS = linesOf('rows').map(([experiment, label, engine]) => ({ experiment, label, engine }));
const rowsOf = (id: string): Row[] =>
  ROWS.filter(({ experiment }) => experiment === id).map(({ label, engine }) => {
    const reported = figuresOf(id).find(({ row }) => row === label);
    return { engine, label, ...(reported && { reported }) };
  });

export const EXPERIMENTS: readonly Experiment[] = linesOf('experiments').map(
  ([id, source, title, maps, pairs, longer, measure, plotted, differs]) => ({
    ...{ id, source, title, maps: maps.split(' '), pairs: Number(pairs), rows: rowsOf(id) },
    measure: measure as Experiment['measure'],
    ...(longer && { longer: Number(longer) }),
    ...(plotted && { plotted }),
    ...(differs && { differs }),
    ...(id in SECTIONS && { sections: SECTIONS[id] }),
  }),
);

/** The experiments of the five source documents: what was run, on which maps, and the figures that the documents report. */
import { readFileSync } from 'node:fs';

/** An experiment, of engines on pairs of cells or with its own table (`TABLES`); a line of `experiments.tsv`. */
export interface Experiment {
  /** Name of its page; of a section of a page `PAGE#NAME`. */
  id: string;
  /** Which document, and where in it. */
  source: string;
  title: string;
  /** As the page has them: maps of the collection, or generated ones (`KIND-SIZE[-SEED]`); after a semicolon more. */
  shown: string;
  maps: readonly string[];
  /** Pairs of cells a map, only those whose shortest path has more steps than `longer`. */
  pairs: number;
  longer: number;
  /** The quantity that the document reports, and its unit. */
  measure: 'ms' | 's' | 'length' | 'expanded' | 'operations' | 'faster';
  /** Map on which times of all queries are plotted against costs. */
  plotted: string;
  /** How the results agree with the document, and where and why they differ. */
  differs: string;
  /** Engines, with what the document calls them. */
  rows: readonly { engine: string; label: string }[];
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
  return { experiment, row, value: Number(value), unit, place, length, deviation, largestOpen };
});
export const figuresOf = (id: string) => FIGURES.filter(({ experiment }) => experiment === id);
export const figureOf = (id: string, row: string) => figuresOf(id).find((figure) => figure.row === row);

const ROWS = linesOf('rows').map(([experiment, label, engine]) => ({ experiment, label, engine }));

const ALL = linesOf('experiments').map(
  ([id, source, title, shown, pairs, longer, measure, plotted, differs]): Experiment => ({
    ...{ id, source, title, shown, maps: shown.split('; ')[0].split(', '), pairs: Number(pairs) },
    ...{ longer: Number(longer), measure: measure as Experiment['measure'], plotted, differs },
    rows: ROWS.filter(({ experiment }) => experiment === id),
  }),
);
export const EXPERIMENTS = ALL.filter(({ id }) => !id.includes('#'));
/** Sections of a page after its first table. */
export const sectionsOf = (page: string) => ALL.filter(({ id }) => id.startsWith(`${page}#`));

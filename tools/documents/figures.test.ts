/** Pages against `experiments.tsv` and `figures.tsv`, which say what a document reports and where. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EXPERIMENTS, FIGURES, figuresOf, sectionsOf } from './experiments.js';
import { engineTable, length, pageOf } from './page.js';
import { TABLES } from './special.js';
import { digits, type Table } from './table.js';

const SECTIONS = EXPERIMENTS.flatMap(({ id }) => [id, ...sectionsOf(id).map((section) => section.id)]);

/** The tables of a page, and where and when it was measured. */
function read(id: string): { page: string; tables: Table[]; setting: string } {
  const page = readFileSync(`docs/benchmarks/${id}.md`, 'utf8');
  const blocks = page.split('\n\n').filter((block) => block.startsWith('| ') || block.startsWith('|  |'));
  const tables = blocks.map((block) => block.split('\n').filter((_, i) => i !== 1));
  const cells = (line: string) => line.slice(2, -2).split(' | ');
  const setting = /`; (.*)\.\n$/.exec(page)?.[1] ?? '';
  return { page, tables: tables.map((lines) => lines.map(cells)), setting };
}

it('has a value, a unit and a place for each figure, of an experiment there is', () => {
  for (const { experiment, row, value, unit, place } of FIGURES) {
    expect(SECTIONS, experiment).toContain(experiment);
    expect(value, row).toBeGreaterThan(0);
    expect(unit).not.toBe('');
    expect(place, row).toMatch(new RegExp(`^${experiment[0].toUpperCase()}, (table|figure|section|opening|")`));
  }
});

it('has engines or its own table for each experiment and section', () => {
  for (const id of SECTIONS) {
    const rows = EXPERIMENTS.find((one) => one.id === id)?.rows ?? [];
    expect(id in TABLES, id).toBe(rows.length === 0);
  }
  expect(Object.keys(TABLES).filter((id) => !SECTIONS.includes(id))).toEqual([]);
});

it.each(EXPERIMENTS)('$id: the page is made from its texts and its tables', (experiment) => {
  const { page, tables, setting } = read(experiment.id);
  expect(pageOf(experiment, tables, setting)).toBe(page);
});

it.each(SECTIONS)('%s: the table has each figure in its row, and no other', (id) => {
  const [page] = id.split('#');
  const { tables } = read(page);
  const [header, ...rows] = tables[SECTIONS.filter((one) => one.startsWith(page)).indexOf(id)] ?? [];
  const place = (heading: string) => header.findIndex((text) => `${text}`.startsWith(heading));
  const columns = { document: 'value', deviation: 'deviation', length: 'length', 'open list': 'largestOpen' } as const;
  for (const [heading, property] of Object.entries(columns)) {
    const at = place(heading === 'document' ? heading : `${heading} there`);
    const quoted = rows.flatMap((cells) =>
      at >= 0 && cells[at] !== '' ? [[cells[0], `${cells[at]}`.replace(' %', '')]] : [],
    );
    const figures = figuresOf(id).filter((figure) => Number.isFinite(figure[property]));
    const byRow = (a: (string | number)[], b: (string | number)[]) => `${a[0]}`.localeCompare(`${b[0]}`);
    expect(quoted.sort(byRow)).toEqual(
      figures.map((one) => [one.row, (heading === 'length' ? length : digits)(one[property])]).sort(byRow),
    );
  }
});

it.each(EXPERIMENTS.filter(({ rows }) => rows.length > 0))('$id: the table has its engines', (experiment) => {
  const names = (table: Table) => table.slice(1).map(([label, engine]) => `${label} ${engine}`);
  expect(names(read(experiment.id).tables[0])).toEqual(names(engineTable(experiment, [])));
});

/** Pages against `figures.tsv`, which says what a document reports and where. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EXPERIMENTS, FIGURES, figuresOf } from './experiments.js';
import { SPECIALS } from './special.js';
import { digits } from './table.js';

const IDS = new Set([...EXPERIMENTS, ...SPECIALS].map(({ id }) => id));

it('has a value, a unit and a place for each figure, of an experiment there is', () => {
  for (const { experiment, row, value, unit, place } of FIGURES) {
    expect(IDS, experiment).toContain(experiment);
    expect(Number(value), row).toBeGreaterThan(0);
    expect(unit).not.toBe('');
    expect(place, row).toMatch(new RegExp(`^${experiment[0].toUpperCase()}, (table|figure|section|opening|")`));
  }
});

it.each([...new Set(FIGURES.map(({ experiment }) => experiment))])('%s: the page has each figure in its row', (id) => {
  const lines = readFileSync(`docs/benchmarks/${id}.md`, 'utf8').split('\n');
  const rows = lines.filter((line) => line.startsWith('| ')).map((line) => line.split('|').map((cell) => cell.trim()));
  const column = rows[0].findIndex((heading) => heading.startsWith('document'));
  const table = rows.slice(2);
  for (const { row, value } of figuresOf(id)) {
    const cells = table.find(([, label]) => label === row);
    expect(cells?.[column].replace(' %', ''), row).toBe(digits(Number(value)));
  }
  // No figure on a page that the file has not.
  const quoted = table.filter((cells) => /^[\d.]+( %)?$/.test(cells[column] ?? '') && cells.length === rows[0].length);
  expect(quoted.map(([, label]) => label)).toEqual(
    quoted.map(([, label]) => figuresOf(id).find(({ row }) => row === label)?.row),
  );
});

it.each(EXPERIMENTS.filter(({ rows }) => rows.some(({ reported }) => reported !== undefined)))(
  '$id: each of its figures stands at a row',
  ({ id, rows }) => {
    expect(
      rows
        .filter(({ reported }) => reported !== undefined)
        .map(({ label }) => label)
        .sort(),
    ).toEqual(
      figuresOf(id)
        .map(({ row }) => row)
        .sort(),
    );
  },
);

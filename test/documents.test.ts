/** The pages of `docs/benchmarks`: their commands, and that the figures of the overview are those of their tables. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = 'docs/benchmarks';
const pages = readdirSync(FOLDER).filter((file) => file.endsWith('.md') && file !== 'README.md');
const textOf = (file: string) => readFileSync(`${FOLDER}/${file}`, 'utf8');

/** All numbers of the tables of a page, what each column is with its first number as 1, and what that saves. */
function figuresOf(file: string): number[] {
  const rows = textOf(file)
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const cells = rows.map((row) => row.split('|').map((cell) => Number.parseFloat(cell)));
  return cells.flatMap((row) =>
    row.flatMap((value, column) => {
      const first = cells.map((other) => other[column]).find((number) => number > 0) ?? 1;
      return Number.isNaN(value) ? [] : [value, value / first, first / value];
    }),
  );
}

/** Figures that a text contains, or that are differences of columns. */
const NOT_IN_TABLES: Record<string, string[]> = {
  'a-sweep.md': ['1.8'],
  'b-memory.md': ['3.64'],
  'e34.md': ['0.1', '0.3'],
  'a48.md': ['1.65'],
};

/** A tool of the history. */
const TOOL = 'documents';

describe('the pages of the documents', () => {
  it.each(pages)('%s ends with the command that repeats it', (file) => {
    const id = file.slice(0, -3);
    const command = `git worktree add ../documents 52df50d7; cd ../documents && npm ci && npm run tool ${TOOL} -- ${id}`;
    expect(textOf(file)).toContain(`\`${command}\``);
  });

  const rows = textOf('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| ['));
  it.each(rows.map((row) => [/\((.*?)\)/.exec(row)?.[1] as string, row]))(
    '%s has the figures of its row',
    (file, row) => {
      const linked = Array.from(row.matchAll(/\((\S+\.md)\)/g), ([, name]) => name);
      const others = Array.from(row.matchAll(/\bon (\w+)\)/g), ([, id]) => `${id}.md`);
      const figures = [...linked, ...others].flatMap(figuresOf);
      const said = Array.from((row.split('|').at(-2) as string).matchAll(/\d+\.\d+/g), ([number]) => number);
      const wrong = said.filter((number) => {
        const unit = 10 ** -(number.length - number.indexOf('.') - 1);
        return !figures.some((figure) => Math.abs(figure - Number(number)) <= unit / 2 + 1e-9);
      });
      expect(wrong.filter((number) => !NOT_IN_TABLES[file]?.includes(number))).toEqual([]);
    },
  );
});

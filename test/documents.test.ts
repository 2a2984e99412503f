/** The pages of `docs/benchmarks`: their commands, and that figures of overview, verdicts and texts agree with tables. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

/** All numbers of the tables of a page, and what two of a row or of a column are to each other. */
function ratiosOf(file: string): number[] {
  const columns = columnsOf(file).map(({ values }) => values);
  const rows =
    textOf(file)
      .match(/^\|.*$/gm)
      ?.map((row) => row.split('|').map(Number.parseFloat)) ?? [];
  return [...columns, ...rows].flatMap((line) => {
    const numbers = line.filter((number) => !Number.isNaN(number));
    return numbers.flatMap((a) => [a, ...numbers.map((b) => a / b)]);
  });
}

/** Figures that a text contains, or that are differences of columns. */
const NOT_IN_TABLES: Record<string, string[]> = {
  'a-sweep.md': ['1.8'],
  'b-memory.md': ['3.64', '17.86'],
  'e34.md': ['0.1', '0.3'],
  'a48.md': ['1.65'],
  'a47.md': ['13.24'],
  'a49.md': ['3.0', '16.0', '8.9'],
  'e32.md': ['425.66'],
};

/** A column of a table, the part of its header before a comma, and the numbers in it. */
function columnsOf(file: string): { title: string; values: number[]; cells: string[] }[] {
  const tables = textOf(file).match(/(?:^\|.*\n)+/gm) ?? [];
  return tables.flatMap((table) => {
    const [titles, , ...rows] = table
      .trimEnd()
      .split('\n')
      .map((row) => row.slice(1, -1).split('|'));
    return titles.map((title, i) => {
      const cells = rows.map((row) => row[i].trim());
      return { title: title.trim(), cells, values: cells.map((cell) => Number.parseFloat(cell)) };
    });
  });
}

/** Half a unit of the last digit of a printed number; trailing zeros of whole numbers are rounded. */
function toleranceOf(text: string): number {
  const [, decimals = ''] = text.split('.');
  const zeros = text.includes('.') ? 0 : (/0*$/.exec(text)?.[0].length ?? 0);
  return (10 ** zeros * 10 ** -decimals.length) / 2 + 1e-9;
}

/** The five source texts, by their letters; they are not part of the project. */
const SOURCES = '../shared/seeds';
const sources = existsSync(SOURCES)
  ? readdirSync(SOURCES)
      .sort()
      .map((file) => readFileSync(`${SOURCES}/${file}`, 'utf8'))
  : [];
if (sources.length === 0) console.warn(`skipped: no source texts at ${SOURCES}`);

/** Numbers of a text: points and commas part thousands or decimals. */
const numbersOf = (text: string) =>
  Array.from(text.matchAll(/\d+(?:[.,]\d+)*/g)).flatMap(([found]) => {
    const parts = found.split(/[.,]/);
    const whole = Number(parts.join(''));
    return [whole, whole / 1000, Number(parts.join('.'))];
  });

/** A tool of the history. */
const TOOL = 'documents';

describe('the pages of the documents', () => {
  it.each(pages)('%s ends with the command that repeats it', (file) => {
    const id = file.slice(0, -3);
    const command = `git worktree add ../documents 52df50d7; cd ../documents && npm ci && npm run tool ${TOOL} -- ${id}`;
    expect(textOf(file)).toContain(`\`${command}\``);
  });

  it.each(pages)('%s has ratios and ranks that follow from its columns', (file) => {
    const columns = columnsOf(file);
    const wrong = columns.flatMap(({ title, values, cells }, i) => {
      const [, base, place] = /^(?:(document|ours), (?:first|1 level) = 1|rank (there|here))$/.exec(title) ?? [];
      const name = base ?? (place === 'there' ? 'document' : 'ours');
      const of = columns.findLast((other, j) => j < i && new RegExp(`^${name}(?!.* = 1$)`).test(other.title))?.values;
      if (!of || !(base ?? place)) return [];
      return cells.filter((cell, row) => {
        if (cell === '' || Number.isNaN(of[row])) return false;
        if (place)
          return values[row] !== 1 + of.filter((value, other) => cells[other] !== '' && value < of[row]).length;
        // The column is rounded to three digits.
        return Math.abs(of[row] / of[0] - values[row]) > toleranceOf(cell) + 0.011 * values[row];
      });
    });
    expect(wrong).toEqual([]);
  });

  it.skipIf(sources.length === 0).each(pages)('%s quotes figures that its source has', (file) => {
    const known = numbersOf(sources['abcde'.indexOf(file[0])]);
    const quoted = columnsOf(file)
      .filter(({ title }) => /^document(?!.* = 1$)|(?<!rank) there$/.test(title))
      .flatMap(({ cells }) => cells.flatMap((cell) => /^\d+(\.\d+)?/.exec(cell)?.[0] ?? []));
    const wrong = quoted.filter(
      (text) => !known.some((number) => Math.abs(number - Number(text)) <= toleranceOf(text)),
    );
    // The text says "24 per cent" faster.
    expect(wrong).toEqual(file === 'a-sweep.md' ? ['0.76'] : []);
  });

  it.each(pages)('%s has in its verdict figures of its tables', (file) => {
    const prose = textOf(file)
      .split('\n')
      .filter((line) => !/^(\||#|Repeat:)/.test(line))
      .join('\n');
    const others = Array.from(
      prose.matchAll(/\b([a-e][\d-][\w-]*?)\b(?=[\]),.]| and | takes)/g),
      ([, id]) => `${id}.md`,
    );
    const figures = [file, ...others.filter((other) => pages.includes(other))].flatMap(ratiosOf);
    const said = prose.replace(
      /(?:section|table|figure)s? [\d.]+(?:(?:, | and )[\d.]+)*|\([^)]*\.(?:com|pdf)[^)]*\)/g,
      '',
    );
    const wrong = Array.from(said.matchAll(/\d+\.\d+/g), ([number]) => number).filter(
      (number) => !figures.some((figure) => Math.abs(figure - Number(number)) <= toleranceOf(number)),
    );
    expect(wrong.filter((number) => !NOT_IN_TABLES[file]?.includes(number))).toEqual([]);
  });

  const rows = textOf('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| ['));
  it('says "yes" in the overview of pages whose ranks are equal, and of no others', () => {
    const wrong = rows.filter((row) => {
      const [, link, , order] = row.split('|');
      const [, file] = /\((.*?)\)/.exec(link) ?? [];
      const ranks = columnsOf(file as string).filter(({ title }) => title.startsWith('rank'));
      if (ranks.length === 0) return false;
      return (ranks[0].cells.join() === ranks[1].cells.join()) !== (order.trim() === 'yes');
    });
    expect(wrong).toEqual([]);
  });

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

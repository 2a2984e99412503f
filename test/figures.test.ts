/** Figures of times and sizes are in one place, docs/benchmarks.md or docs/guide/size.md, which the other pages link. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const GUIDE = 'docs/guide';
const FIGURE = /\d ?(?:µs|ms|kB|MB)\b/;
const tableOf = (file: string) => /\| map \| C\+\+ \(Rabin\)[\s\S]*?\n\n/.exec(readFileSync(file, 'utf8'))?.[0];

/** Text of a page without code. */
const proseOf = (text: string) => text.replace(/```[\s\S]*?```|`[^`\n]*`|<!--[\s\S]*?-->/g, '');

it('the guide repeats no figure of a time or a size', () => {
  const pages = readdirSync(GUIDE).filter((name) => name.endsWith('.md') && name !== 'size.md');
  const repeated = pages.flatMap((name) =>
    proseOf(readFileSync(`${GUIDE}/${name}`, 'utf8'))
      .split('\n')
      .filter((line) => FIGURE.test(line))
      .map((line) => `${name}: ${line}`),
  );
  expect(pages.length).toBeGreaterThan(20);
  expect(repeated).toEqual([]);
});

it('the README has rows of the table of benchmarks.md, as they are there', () => {
  const rows = tableOf('README.md')?.trim().split('\n') ?? [];
  expect(rows.length).toBeGreaterThan(5);
  expect(tableOf('docs/benchmarks.md')?.split('\n')).toEqual(expect.arrayContaining(rows));
});

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { decisionIndex, INDEX } from './decisions.js';

it('the index of decisions has each of them (npm run tool decisions writes it)', () => {
  expect(readFileSync(INDEX, 'utf8')).toBe(decisionIndex());
});

it('a decision is a page', () => {
  for (const file of readdirSync('docs/decisions')) {
    expect(readFileSync(`docs/decisions/${file}`, 'utf8').split('\n').length, file).toBeLessThanOrEqual(80);
  }
});

it('comments and pages name decisions that exist', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs', '*.md'], { encoding: 'utf8' })
    .split('\n')
    .filter(existsSync);
  const missing = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bdecisions\/[\w-]+\.md/g)].flatMap(([page]) =>
      existsSync(`docs/${page}`) ? [] : [`${file}: ${page}`],
    ),
  );
  expect(missing).toEqual([]);
});

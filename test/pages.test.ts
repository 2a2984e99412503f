/** Pages name files and identifiers of the code: each must exist. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const listed = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file));

const files = listed();
const names = new Set(files.map((file) => basename(file)));
/** Every word of the code, tests included. */
const words = new Set(
  listed('*.ts', '*.js', '*.mjs', '*.json').flatMap(
    (file) => readFileSync(file, 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? [],
  ),
);
/** Pages about the code as it is; experiments and the changelog also name what is gone. */
const pages = listed('*.md').filter((page) => !/^(docs\/(benchmarks|api)\/|examples\/|CHANGELOG)/.test(page));

/** `src/core/jps/build.ts`, `build.ts`, `../a.ts`, also with a line or `*`. Only files with a path below a folder of ours, or a bare name. */
const FILE =
  /`((?:(?:\.\.?\/)*(?:src|cli|test|tools|examples|docs|fixtures|schema)\/)?[\w./-]*[\w-]\.(?:ts|mjs))(?::\d+)?`/g;
/** "`FORMATS` of `formats.ts`", "`readRows` in `src/core/maps/png-file.ts`" */
const MEMBER = /`([A-Za-z_$][\w$.]*)(?:\(\))?` (?:of|in) `([\w./-]+\.(?:ts|mjs))`/g;

function missingFiles(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(FILE)]
    .map(([, file]) => file)
    .filter((file) => {
      if (file.includes('NAME')) return false;
      // A bare name in the guide is a file of the reader.
      if (!file.includes('/')) return !/^(docs\/guide|SECURITY)/.test(page) && !names.has(file);
      const ends = posix.normalize(file).replace(/^(\.\.\/)+/, '');
      return !existsSync(ends) && !files.some((known) => known.endsWith(`/${ends}`));
    });
}

function missingMembers(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(MEMBER)].flatMap(([text, member, file]) => {
    const holders = files.filter((known) => known === file || known.endsWith(`/${file}`));
    const wanted = new RegExp(`\\b${member.replace(/.*\./, '')}\\b`);
    return holders.some((holder) => wanted.test(readFileSync(holder, 'utf8'))) ? [] : [text];
  });
}

describe.each(pages)('%s', (page) => {
  it('names files and members that exist', () => {
    expect([...missingFiles(page), ...missingMembers(page)]).toEqual([]);
  });
});

/** Names of other software, of placeholders, and of code that a page has the reader write. */
const FOREIGN = new Set(['NAME', 'DIR', 'allowedHosts', 'exposeInMainWorld', 'wallSouth', 'wallWest']);

it.each(pages.filter((page) => !page.startsWith('docs/decisions/')))('%s names identifiers that exist', (page) => {
  // Every second part is a block of code.
  const parts = readFileSync(page, 'utf8').split(/^ *```/m);
  const text = parts.filter((_, i) => i % 2 === 0).join();
  const shown = parts.filter((_, i) => i % 2 === 1).join();
  const named = [...text.matchAll(/`(?:[\w.]+\.)?([a-z]+[A-Z]\w*|[A-Z][a-z]+\w*|[A-Z]{2,}_?[A-Z]*)(?:\([^`]*\))?`/g)];
  const missing = named.map(([, name]) => name).filter((name) => !words.has(name) && !FOREIGN.has(name));
  expect(missing.filter((name) => !shown.includes(name))).toEqual([]);
});

/** The page of error messages, held against the errors that there are. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as library from '../src/core/errors.js';

const page = readFileSync('docs/guide/troubleshooting.md', 'utf8');

/** All sources without tests; strings over several lines are joined. */
const sources = ['src', 'cli']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replace(/['`] \+\s+['`]/g, '');

/** Classes that callers catch: those whose errors bear the class's own name. */
const isError = (value: unknown) =>
  typeof value === 'function' && [Error, RangeError].includes(Object.getPrototypeOf(value));

describe('the page of error messages', () => {
  it('has a part for every class of error that the package exports, and for no other', () => {
    const classes = Object.entries(library).flatMap(([name, value]) => (isError(value) ? [name] : []));
    expect(classes.length).toBeGreaterThan(7);
    expect([...page.matchAll(/^## `(\w+)`$/gm)].map(([, name]) => name).sort()).toEqual(classes.sort());
  });

  it('has every code of a BlobError', () => {
    const [, union] = /type BlobErrorCode = ([^;]+);/.exec(readFileSync('src/core/errors.ts', 'utf8')) ?? [];
    const codes = [...union.matchAll(/'([\w-]+)'/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(4);
    expect([...page.matchAll(/^\| `([a-z-]+)` \|.*\|.*\|$/gm)].map(([, code]) => code)).toEqual(
      expect.arrayContaining(codes),
    );
  });

  it('says messages as the sources say them', () => {
    const [errors] = page.split('## No error');
    const messages = [...errors.matchAll(/^[|-] (?:`[a-z-]+` \| )?`([^`]+)`/gm)].map(([, message]) => message);
    expect(messages.length).toBeGreaterThan(15);
    for (const message of messages)
      for (const piece of message.split('...').map((text) => text.trim())) expect(sources, message).toContain(piece);
  });

  it('is reached from the list of pages, as every page is', () => {
    const list = readFileSync('docs/guide/README.md', 'utf8');
    for (const name of readdirSync('docs/guide').filter((file) => file.endsWith('.md') && file !== 'README.md'))
      expect(list).toContain(`](${name})`);
  });
});

import { expect, it } from 'vitest';
import { hits, prose } from './words.mjs';

it('reads comments, strings with several words, and pages without code', () => {
  expect(prose('a.ts', "/** A map. */\nconst anew = 'not here';\nthrow new Error('ask it anew');")).toEqual([
    'A map. */',
    '',
    'ask it anew . ',
  ]);
  expect(prose('a.md', 'A `b` c\n```\nanew\n```\nd')).toEqual(['A ` c', '', '', '', 'd']);
});

it('finds a word in every file, except in lines that are listed', () => {
  const list = { words: [{ pattern: '\\banew\\b' }], exceptions: [] as string[] };
  const read = (file: string) => (file === 'README.md' ? 'Baked anew.' : '');
  expect(hits(list, read).get('\\banew\\b')).toEqual(['README.md:1: Baked anew.']);
  expect(hits({ ...list, exceptions: ['README.md: Baked'] }, read).get('\\banew\\b')).toEqual([]);
});

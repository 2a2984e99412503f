import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/prep.js';
import { excerptOf } from './excerpt.js';
import { unpainted } from './output.js';

/** Excerpt of an error at a place of a file. */
function excerpt(text: string, place: string): string[] {
  const file = join(temporaryFolder(), 'a b.map');
  writeFileSync(file, text);
  return excerptOf(`${file}:${place}: wrong`).map(unpainted);
}

it('shows the line of an error, and a caret below its column', () => {
  expect(excerpt('type octile\r\n..x.\r\n', '2:3')).toEqual(['  2 │ ..x.', '    ╵   ^']);
  expect(excerpt('\ufeff{"a": 1,}', '1:8')).toEqual(['  1 │ {"a": 1,}', '    ╵        ^']);
  expect(excerpt(`${'\n'.repeat(99)}1\t2`, '100:3')).toEqual(['  100 │ 1 2', '      ╵   ^']);
  expect(excerpt('one\ntwo', '2')).toEqual(['  2 │ two']);
  expect(excerpt('one\n', '2:1')).toEqual(['  2 │', '    ╵ ^']);
});

it('shows the part of a long line around the caret', () => {
  const [line, caret] = excerpt(`${'a'.repeat(500)}x${'b'.repeat(500)}`, '1:501');
  expect(line).toBe(`  1 │ ${'a'.repeat(38)}x${'b'.repeat(37)}`);
  expect(caret.indexOf('^')).toBe(line.indexOf('x'));
});

it('shows nothing without a line: no place, no such line, no file, a folder', () => {
  expect(excerpt('one', '2:1')).toEqual([]);
  for (const message of ['wrong', 'a.map: wrong', 'none.map:1:1: wrong', 'src:1:1: wrong', 'tile 3: 4: wrong'])
    expect(excerptOf(message)).toEqual([]);
});

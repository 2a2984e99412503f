import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { IS_LONG } from '../../../test/samples.js';
import { modules } from './compile.mjs';

// A change of a source is compiled by every build: the whole check finds a compiler that is not the same everywhere.
it.each(modules())('$file is what its sources compile to', async ({ file, digest, text }) => {
  const there = readFileSync(file, 'utf8');
  expect(there).toContain(digest);
  if (IS_LONG) expect(await text()).toBe(there);
});

/** How large the runtime is that README and guide promise; where it is wrong, `npm run tool sizes` writes what is right. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SIZE_PAGES, withSizes } from '../test/sizes.js';

it('README and guide say how large each import is', async () => {
  const pages = SIZE_PAGES.map((file) => readFileSync(file, 'utf8'));
  expect(pages).toEqual(await withSizes(pages));
});

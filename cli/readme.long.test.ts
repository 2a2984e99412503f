/** How large the runtime is that README promises; where it is wrong, `npm run tool sizes` writes what is right. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withSizes } from '../test/sizes.js';

it('the README says how large each import is', async () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(readme).toBe(await withSizes(readme));
});

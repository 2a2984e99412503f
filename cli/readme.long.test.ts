/** How large the runtime is that README promises; where it is wrong, `npm run tool sizes` writes what is right. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sizesIn } from '../test/sizes.js';

describe('the README', () => {
  it('says how large each import is, to the half kilobyte', async () => {
    const readme = readFileSync('README.md', 'utf8');
    const { rows, range } = await sizesIn(readme);
    expect(rows.length).toBeGreaterThan(8);
    for (const { name, said, found } of rows) {
      expect(Math.abs(found[0] - said[0]), `${name} is ${found[0]} kB minified`).toBeLessThan(0.5);
      expect(Math.abs(found[1] - said[1]), `${name} is ${found[1]} kB gzipped`).toBeLessThan(0.25);
    }
    expect(range.said).toEqual(range.found);
  });
});

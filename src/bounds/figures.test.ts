import { expect, it } from 'vitest';
import { figuresOf } from '../../test/figures.js';
import { bakeJps } from '../jps/bake.js';
import { bakeBounds } from './bake.js';

it.each([
  ['caves', '36de2269 8ccb6236 690 68 407: 41 78 78 607f3729 1 1'],
  ['noise', '36de2269 1ac1df12 781 332 1616: 41 511 704 cafda53f 1 1'],
  ['rooms always', '36de2269 6825d0ab 751 219 826: 35 399 505 83f21a79 1 1'],
  ['maze never', '36de2269 8c3a6b19 511 136 244: 41 362 443 689ed267 1 1'],
  ['caves patches', '36de2269 504351fa 690 111 634: 41 191 275 51d4ebb9 0 0'],
  ['rooms swamps', '36de2269 1a5c17fd 751 177 840: 35 417 446 3a0c536b 0 0'],
])('bakes %s to the same bytes as ever, and does the same work for the same paths', async (map, figures) => {
  expect(
    await figuresOf(map, async (grid) => [
      await bakeJps(grid, { codec: 'none' }),
      await bakeBounds(grid, { threads: 1, codec: 'none' }),
    ]),
  ).toBe(figures);
});

import { expect, it } from 'vitest';
import { figuresOf } from '../../test/figures.js';
import { bakeJps } from '../jps/bake.js';
import { bakeBounds } from './bake.js';

it.each([
  ['caves', '36de2269 8ccb6236 690 68 407: 41 80 80 6ec4c40e'],
  ['noise', '36de2269 1ac1df12 781 332 1616: 41 526 722 234b71ce'],
  ['rooms always', '36de2269 6825d0ab 751 219 826: 35 401 507 d963a820'],
  ['maze never', '36de2269 8c3a6b19 511 136 244: 41 365 446 764e2aa8'],
  ['caves patches', '36de2269 504351fa 690 111 634: 41 191 275 947af3ab'],
  ['rooms swamps', '36de2269 1a5c17fd 751 177 840: 35 417 446 57f4ba53'],
])('bakes %s to the same bytes as ever, and does the same work for the same paths', async (map, figures) => {
  expect(
    await figuresOf(map, async (grid) => [
      await bakeJps(grid, { codec: 'none' }),
      await bakeBounds(grid, { threads: 1, codec: 'none' }),
    ]),
  ).toBe(figures);
});

import { expect, it } from 'vitest';
import { random } from '../../../test/grids.js';
import { haveSharedMaps, sharedMap } from '../../../test/shared-maps.js';
import { fewestTurns, turnsOver } from '../../../test/turns.js';
import { withMoves } from '../../core/grid/clearance.js';
import { straighten } from '../../entry/runtime.js';
import { navOf } from '../../runtime/load-grid.js';

it.skipIf(!haveSharedMaps)('has the fewest turns in 97 of 100 paths on maps of games', () => {
  const next = random(11);
  let [paths, fewest] = [0, 0];
  for (const name of ['dao/arena2', 'dao/lak304d', 'bg512/AR0300SR', 'dao/brc202d', 'da2/ht_0_hightown'])
    for (const rule of ['no-corners', 'never'] as const) {
      const grid = withMoves(sharedMap(name), rule);
      const nav = navOf(grid);
      for (let count = 0; count < 20; ) {
        const [x0, y0, x1, y1] = [grid.width, grid.height, grid.width, grid.height].map((n) => Math.floor(n * next()));
        const path = nav.findPath(x0, y0, x1, y1);
        if (!path) continue;
        count++;
        paths++;
        fewest += Number(turnsOver(grid, straighten(nav, path)) === fewestTurns(grid, x0, y0, x1, y1));
      }
    }
  expect(fewest / paths).toBeGreaterThanOrEqual(0.97);
});

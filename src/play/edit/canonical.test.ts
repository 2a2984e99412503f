import { it } from 'vitest';
import { randomChanges } from '../../../test/changes.js';
import { makeGrid, random } from '../../../test/grids.js';
import { healHere } from '../../../test/lockstep.js';
import { sample } from '../../../test/samples.js';
import { bakeBounds } from '../../core/bounds/bake.js';
import { DX, DY, directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { bakeJps } from '../../core/jps/bake.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { load } from '../../core/runtime/load-all.js';
import { editable } from './edit.js';

type Query = [x0: number, y0: number, x1: number, y1: number];
const CODEC = { codec: 'none', threads: 1 } as const;

/** The cells of the path that is to be chosen, walked back over the costs of all cells. */
function chosen(grid: Grid, costs: ArrayLike<number>, x: number, y: number): number[] {
  const steps = directionSteps(grid.stride);
  const cells = [y, x];
  let before = -1;
  for (let at = grid.cell(x, y); costs[at] > 0; ) {
    const leads = (d: number) => {
      const from = at - steps[d];
      const isCut = d & 1 && !(grid.open[from + steps[d - 1]] && grid.open[from + steps[(d + 1) & 7]]);
      return grid.open[from] && !isCut && costs[from] + (d & 1 ? DIAGONAL : STRAIGHT) === costs[at];
    };
    const order = [...(before >= 0 && !(before & 1) ? [before] : []), 0, 2, 4, 6, 1, 3, 5, 7];
    const d = order.find(leads) as number;
    at -= steps[d];
    cells.push(cells[cells.length - 2] - DY[d], cells[cells.length - 1] - DX[d]);
    before = d;
  }
  return cells.reverse();
}

it('of all cheapest paths one is chosen by its cells alone, healed or not, in WebAssembly and JavaScript', async () => {
  for (let seed = 0; seed < sample(12); seed++) {
    const next = random(seed);
    const below = (n: number) => Math.floor(next() * n);
    const kind = (['noise', 'rooms', 'comb', 'noise'] as const)[seed % 4];
    const grid = makeGrid(kind, 20 + below(50), 20 + below(40), 0.3 * next(), seed);
    const blobs = [await bakeJps(grid, CODEC), await bakeBounds(grid, CODEC)];
    const navs = [true, true, false].map((wasm) => editable(load(blobs, { wasm }), { lockstep: true }));
    for (let e = 0; e < 4; e++) {
      const changes = randomChanges(grid, next, false);
      for (const nav of navs) nav.edit(changes);
      if (navs[0].stale.length === 0) continue;
      if (e === 2) await healHere(navs[0]);
      const now = navs[0].grid.copy();
      let [from, costs]: [number[], ArrayLike<number>] = [[], []];
      for (let i = 0; i < 200; i++) {
        if (i % 10 === 0) from = [below(grid.width), below(grid.height)];
        const query = [...from, below(grid.width), below(grid.height)] as Query;
        if (!navs[0].isReachable(...query)) continue;
        if (costs[now.cell(from[0], from[1])] !== 0) costs = dijkstra(now, query[0], query[1]);
        const cells = chosen(now, costs, query[2], query[3]).join();
        for (const nav of navs)
          if (nav.findPath(...query)?.cells.join() !== cells) throw new Error(`seed ${seed}: ${query} is not ${cells}`);
      }
    }
  }
});

import { expect, it } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import { load } from '../../runtime/load-all.js';
import { inside } from '../../runtime/nav.js';
import { bakeHierarchy } from '../ch/bake.js';
import { climbCosts } from './costs.js';

const stored = { codec: 'none', threads: 1 } as const;

it('costs without paths out of a hierarchy are those of its paths; no such costs where a node has many edges', async () => {
  let compared = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const next = random(seed);
    const grid = makeGrid('maze', 41, 41, 0, seed);
    const nav = inside(load(await bakeHierarchy(grid, stored), { engine: 'ch' }));
    const { climb } = nav.search;
    if (!climb) throw new Error('ch has no climb');
    const cells = Array.from({ length: 30 }, () => [Math.floor(41 * next()), Math.floor(41 * next())] as const).filter(
      (cell) => grid.isOpen(...cell),
    );
    const costOf = climbCosts(
      climb,
      cells.slice(0, 4).map((cell) => grid.cell(...cell)),
    );
    for (const [x0, y0] of cells)
      for (const [x1, y1] of cells) {
        const cost = costOf?.(grid.cell(x0, y0), grid.cell(x1, y1), x1 - x0, y1 - y0);
        expect(cost).toBe(Math.round((nav.findPath(x0, y0, x1, y1)?.cost ?? Infinity) * climb.unit));
        compared++;
      }
    expect(climbCosts({ ...climb, targets: new Int32Array(4 * climb.first.length) }, [])).toBeUndefined();
  }
  expect(compared).toBeGreaterThan(500);
});

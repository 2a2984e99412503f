import { describe, expect, it } from 'vitest';
import { randomChanges } from '../../../test/changes.js';
import { withSection } from '../../../test/forge.js';
import { forAllGrids, makeGrid, random } from '../../../test/grids.js';
import { checkPairs } from '../../../test/pairs.js';
import * as KIND from '../../core/blob/kinds.js';
import { BlobError } from '../../core/errors.js';
import { anchorsIn } from '../../core/grid/clearance.js';
import { createGrid } from '../../core/grid/create.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import { withWallCosts } from '../../core/grid/wall-costs.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { applyChanges, editable, saveChanges } from '../../entry/runtime.js';
import { load } from '../../runtime/load-all.js';
import { inside } from '../../runtime/nav.js';

const CODEC = { codec: 'none', threads: 1 } as const;
const WALLS = [4, 2];

describe.each([
  ['weighted', bakeJps],
  ['ch', bakeHierarchy],
  ['hpa', bakeHpa],
] as const)('wall costs follow the walls: %s', (_, bake) => {
  it('as a new map would have them, by any edits; saved changes lead to the same map', async () => {
    const cases: Grid[] = [];
    forAllGrids(18, 60, (grid) => cases.push(grid));
    for (const [i, cells] of cases.entries()) {
      if (i % 2 === 1) setCosts(cells, (x, y) => 1 + ((x * y) % 5));
      const blob = await bake(withWallCosts(cells, WALLS), CODEC);
      if (!load(blob).grid.open.includes(1)) continue;
      const nav = editable(load(blob));
      const ground = cells.copy();
      ground.costs ??= new Uint8Array(ground.open.length).fill(1);
      const next = random(i + 1);
      for (let e = 0; e < 4; e++) {
        const changes = randomChanges(cells, next, true);
        nav.edit(changes);
        for (const { x, y, width = 1, height = 1, open, cost } of changes)
          for (let v = y; v < y + height; v++)
            for (let u = x; u < x + width; u++) {
              if (open !== undefined) ground.open[ground.cell(u, v)] = Number(open);
              if (cost !== undefined) ground.costs[ground.cell(u, v)] = cost;
            }
        const single = ground.copy();
        single.costs = single.costs?.map((cost, c) => single.open[c] * (cost || 1));
        const fresh = withWallCosts(single, WALLS);
        const now = inside(nav).grid as Grid;
        expect(now.open).toEqual(fresh.open);
        expect(now.costs ?? now.open).toEqual(fresh.costs ?? fresh.open);
        if (bake !== bakeHpa && now.open.includes(1)) checkPairs(now, inside(nav).search, 211);
        const other = editable(load(blob));
        applyChanges(other, saveChanges(nav));
        expect(inside(other).grid.costs).toEqual(now.costs);
      }
      nav.reset();
      expect(inside(nav).grid.costs).toEqual(load(blob).grid.costs);
    }
  });
});

it('wall costs of a larger unit follow where it follows a unit of one cell', async () => {
  const cells = withWallCosts(makeGrid('rooms', 30, 24, 0.4, 7), WALLS);
  const blobs = await Promise.all([cells, anchorsIn(cells, 2)].map((grid) => bakeJps(grid, CODEC)));
  const nav = editable(load(blobs[0]));
  const tank = editable(load(blobs[1]), { follows: nav });
  nav.edit([
    { x: 4, y: 4, width: 9, height: 3, open: true },
    { x: 20, y: 10, width: 2, height: 2, open: false },
  ]);
  const { open, costs } = anchorsIn(
    withWallCosts(Object.assign(cells.copy(), { costs: undefined, open: inside(nav).grid.open }), WALLS),
    2,
  );
  expect(inside(tank).grid.open).toEqual(open);
  expect(inside(tank).grid.costs).toEqual(costs);
  checkPairs(inside(tank).grid as Grid, inside(tank).search, 401);
});

it('costs leave room for those of walls', async () => {
  const nav = editable(load(await bakeJps(withWallCosts(makeGrid('noise', 12, 12, 0.2, 3), WALLS), CODEC)));
  expect(() => nav.setCost(1, 1, 252)).toThrow('cost is 252, allowed is a whole number from 1 to 251');
});

it('saved changes of a larger unit whose single cells are not known leave its costs as they are', async () => {
  const cells = createGrid(9, 9, (x, y) => 1 + ((x * y) % 5), { size: 2 });
  const [nav, other] = [editable(load(await bakeJps(cells, CODEC))), editable(load(await bakeJps(cells, CODEC)))];
  nav.edit({ x: 3, y: 3, width: 2, open: false });
  applyChanges(other, saveChanges(nav));
  expect(inside(other).grid.costs).toEqual(inside(nav).grid.costs);
  nav.reset();
  expect(inside(nav).grid.costs).toEqual(cells.costs);
});

it('are refused where a new wall would make a cell cost more than 255; nothing is changed then', async () => {
  const cost = (x: number, y: number) => (x === 2 && y === 2 ? 253 : 1);
  const blob = await bakeJps(createGrid(6, 6, cost, { wallCosts: [4] }), CODEC);
  const nav = editable(load(blob));
  const tank = editable(load(await bakeJps(createGrid(6, 6, cost, { wallCosts: [4], size: 2 }), CODEC)), {
    follows: nav,
  });
  const refused = new RangeError('cell 2, 2 costs 253, with its wall cost 257; allowed is 255 at most');
  for (const one of [nav, tank]) expect(() => one.setOpen(1, 2, false)).toThrow(refused);
  expect([nav.version, tank.version, nav.costAt(2, 2), nav.isOpen(1, 2)]).toEqual([0, 0, 253, true]);
  nav.edit([
    { x: 1, y: 2, open: false },
    { x: 2, y: 2, cost: 9 },
  ]);
  expect(nav.costAt(2, 2)).toBe(13);
});

it('forged ones are a BlobError at load, or at editable if cells cost less than they add', async () => {
  const blob = await bakeJps(
    createGrid(9, 9, (x) => 1 + (x & 1), { wallCosts: [4, 2] }),
    CODEC,
  );
  const forged = (...values: number[]) => withSection(blob, KIND.wallCosts, () => Uint8Array.from(values));
  expect(() => load(forged(255, 2))).toThrow(
    new BlobError(
      'unusable blob: wall costs is 255,2, expected 0 to 254, of cells with costs; bake it again with this gridprep',
    ),
  );
  for (const values of [[254], [5], [4, 4], [0, 0, 0, 0, 200]]) {
    const nav = load(forged(...values));
    expect(() => editable(nav)).toThrow(BlobError);
    expect(() => editable(nav)).toThrow('lowest cost without wall costs is ');
  }
  // Whatever is left after wall costs may be more than it was.
  const nav = editable(load(forged(1)));
  nav.edit({ x: 4, y: 4, width: 2, open: false });
  expect(nav.costAt(3, 4)).toBe(3);
});

/** Edits of whole maps, and many changes in one. */
import { expect, it } from 'vitest';
import { checkAnswers } from '../../../test/changes.js';
import { makeGrid, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { setCosts } from '../../core/grid/grid.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { LiveCells } from './cells.js';
import { difference } from './difference.js';
import { editable } from './edit.js';
import { editsOf } from './edits.js';
import { livePrices } from './prices.js';

const SIDE = 30;

it.each([
  ['no-corners', false],
  ['no-corners', true],
  ['never', true],
  ['always', false],
  ['hex-odd-r', false],
] as const)('whole maps are closed, opened and reset, moves %s, costs %s', (diagonals, weighted) => {
  const base = makeGrid('rooms', SIDE, SIDE, 0.1, 4);
  const nav = editable(
    loadGrid(SIDE, SIDE, (x, y) => base.isOpen(x, y) && (weighted ? 1 + (x % 3) : true), { diagonals }),
  );
  const whole = { x: 0, y: 0, width: SIDE, height: SIDE };
  nav.edit({ ...whole, open: false });
  expect(nav.findPath(0, 0, SIDE - 1, SIDE - 1)).toBe(null);
  nav.setOpen(3, 3, true);
  expect(nav.findPath(3, 3, 3, 3)?.cost).toBe(0);
  nav.edit({ ...whole, open: true });
  checkAnswers(nav, 0, 131);
  if (weighted) nav.edit({ ...whole, cost: 4 });
  nav.edit([
    { ...whole, height: 9, open: false },
    { x: 2, y: 3, width: 20, height: 25, open: true },
  ]);
  checkAnswers(nav, 1, 131);
  nav.reset();
  expect([nav.grid.open, nav.stale]).toEqual([base.open, []]);
  checkAnswers(nav, 2, 131);
});

it('so are baked maps with clusters', async () => {
  const base = makeGrid('rooms', SIDE, SIDE, 0.1, 4);
  for (const blobs of [[await bakeHpa(base, { codec: 'none', cluster: 6 })], [await bakeJps(base)]]) {
    const nav = editable(load(blobs));
    nav.edit({ x: 0, y: 0, width: SIDE, height: SIDE, open: true });
    checkAnswers(nav, 0, 131);
    nav.setOpen(4, 4, false);
    checkAnswers(nav, 1, 131);
    nav.reset();
    expect(editsOf(nav).differs.count).toBe(0);
    checkAnswers(nav, 2, 131);
  }
});

it('what has changed is listed once, ascending, and not at all where it is an eighth of the map or more', () => {
  const next = random(3);
  const below = (n: number) => Math.floor(next() * n);
  for (const weighted of [false, true]) {
    const baked = makeGrid('noise', 60, 50, 0.3, 1);
    if (weighted) setCosts(baked, (x) => 1 + (x % 4));
    const grid = baked.copy();
    const cells = new LiveCells(baked, grid, livePrices(grid));
    const differs = difference(baked, grid);
    let lists = 0;
    const edits = sample(960);
    for (let e = 0; e < edits; e++) {
      const before = grid.copy();
      const changes = Array.from({ length: 1 + below(6) }, () => {
        const [x, y, side] = [below(60), below(50), 1 + below(e % 2 ? 3 : 40)];
        const area = { x, y, width: Math.min(side, 60 - x), height: Math.min(side, 50 - y), open: next() < 0.5 };
        return weighted ? { ...area, cost: 1 + below(5) } : area;
      });
      const { flipped, changed, isMuch, boxes } = cells.apply(changes);
      const all = [...grid.open.keys()];
      const flips = all.filter((cell) => grid.open[cell] !== before.open[cell]);
      const others = all.filter(
        (cell) => grid.open[cell] !== before.open[cell] || grid.costs?.[cell] !== before.costs?.[cell],
      );
      expect(isMuch).toBe(others.length > Math.ceil(grid.open.length / 8));
      expect([[...flipped], [...changed]]).toEqual(isMuch ? [[], []] : [flips, others]);
      if (!isMuch) lists++;
      differs.update(boxes);
      const differing = all.filter(
        (cell) => grid.open[cell] !== baked.open[cell] || grid.costs?.[cell] !== baked.costs?.[cell],
      );
      expect([differs.count, [...differs.cells]]).toEqual([differing.length, differing]);
    }
    expect(lists).toBeGreaterThan(edits / 2);
    expect(lists).toBeLessThan(edits);
  }
});

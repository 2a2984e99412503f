import { describe, expect, it } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import { linked } from '../../../test/links.js';
import { createGrid } from '../../core/grid/create.js';
import type { Grid } from '../../core/grid/grid.js';
import type { LinkInput } from '../../core/grid/links.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { PathBuffer } from '../../core/search/path.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import { findPathAround } from '../reach/around.js';
import { editable } from './edit.js';

describe('a search over links', () => {
  it('is exact after cells have closed and opened again between queries', async () => {
    const nav = editable(
      load(await bakeJps(linked(makeGrid('rooms', 40, 40, 0.5, 3), 12, random(3)), { codec: 'none' })),
    );
    const [next, path] = [random(7), new PathBuffer()];
    const ask = (count: number) => {
      for (let i = 0; i < count; i++) {
        const [x0, y0, x1, y1] = [40, 40, 40, 40].map((side) => Math.floor(side * next()));
        const best = dijkstra(nav.grid as Grid, x0, y0)[nav.grid.cell(x1, y1)];
        const cost = nav.findPathInto(x0, y0, x1, y1, path) ? Math.round(path.cost * STRAIGHT) : Infinity;
        expect(cost).toBe(best);
      }
    };
    for (let round = 0; round < 12; round++) {
      const area = Array.from({ length: 400 }, (_, i) => ({ x: 10 + (i % 20), y: 10 + Math.floor(i / 20) }));
      const open = area.filter(({ x, y }) => nav.isOpen(x, y) && next() < 0.5);
      nav.edit(open.map((at) => ({ ...at, open: false })));
      ask(12);
      nav.edit(open.map((at) => ({ ...at, open: true })));
      ask(12);
    }
  });

  it('leads around units where it takes no link, also over many', async () => {
    const links: LinkInput[] = Array.from({ length: 300 }, (_, i) => ({
      from: [i % 30, Math.floor(i / 30)],
      to: [29, 29],
      cost: 500,
    }));
    const nav = load(
      await bakeJps(
        createGrid(30, 30, () => true, { links }),
        { codec: 'none' },
      ),
    );
    expect(findPathAround(nav, 0, 0, 4, 0, [2, 0])?.cost).toBeCloseTo(2 + 2 * Math.SQRT2);
  });
});

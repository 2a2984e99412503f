import { describe, expect, it } from 'vitest';
import { makeGrid } from '../../test/grids.js';
import { forAllHpa } from '../../test/hpa.js';
import { joinTiles } from '../../test/join-tiles.js';
import { eachFrameCell } from '../core/blob/grid.js';
import { HpaError } from '../core/errors.js';
import { withMoves } from '../core/grid/clearance.js';
import { buildHpa, completeHpa } from '../engines/hpa/build.js';
import { tileBox, withApron, withoutApron, worldLayout } from './layout.js';

describe('tiles that are baked separately', () => {
  it('are, joined, what a bake of the whole is: every option, cell costs, four move rules', () => {
    const rules = ['no-corners', 'never', 'one-corner', 'always'] as const;
    forAllHpa(50, 150, ({ grid: octile, options }) => {
      const rule = rules[octile.height % 4];
      const grid = rule === 'no-corners' ? octile : withMoves(octile, rule);
      const layout = worldLayout(grid.width, grid.height, options.cluster * (1 + (grid.width % 4)), options.cluster);
      const joined = joinTiles(layout, options, (x, y) =>
        buildHpa(withApron(grid, tileBox(layout, x, y)), { ...options, levels: 1 }),
      );
      expect(completeHpa(grid, joined)).toEqual(buildHpa(grid, options));
    });
  });

  it('without their apron are the cells of the map', () => {
    const grid = makeGrid('noise', 20, 17, 0.4, 3);
    const layout = worldLayout(20, 17, 8, 4);
    const tile = withoutApron(withApron(grid, tileBox(layout, 1, 1)));
    for (let y = 0; y < tile.height; y++) {
      for (let x = 0; x < tile.width; x++) expect(tile.isOpen(x, y)).toBe(grid.isOpen(8 + x, 8 + y));
    }
    let open = 0;
    eachFrameCell(tile, (cell) => {
      open += tile.open[cell];
    });
    expect(open).toBe(0);
  });

  it('hold whole clusters', () => {
    const says = (side: number, near: number) =>
      new HpaError(
        `tiles have a side of ${side} cells, which has to be a multiple of the cluster's 16, up to 4096; ${near} is one`,
      );
    for (const [side, near] of [
      [1000, 992],
      [8, 16],
      [8192, 4096],
      [Number.NaN, 4096],
    ]) {
      expect(() => worldLayout(30, 30, side, 16)).toThrow(says(side, near));
    }
  });
});

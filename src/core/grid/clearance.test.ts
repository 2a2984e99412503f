import { describe, expect, it } from 'vitest';
import { drawn, forAllGrids, makeGrid } from '../../../test/grids.js';
import { checkPath } from '../oracle/check-path.js';
import { checkSweep, placements } from '../oracle/placements.js';
import { anchorsOf, clearances } from './clearance.js';
import { DX, DY, LEGAL, windowAt } from './directions.js';
import { setCosts } from './grid.js';

describe('clearance', () => {
  it('is the side of the largest open square right and down', () => {
    const grid = drawn(`
      ....
      ...#
      ....`);
    expect(Array.from({ length: 12 }, (_, i) => clearances(grid)[grid.cell(i % 4, i >> 2)])).toEqual([
      3, 2, 1, 1, 2, 2, 1, 0, 1, 1, 1, 1,
    ]);
  });

  it('gives the anchors that looking at every cell below gives, with the highest of their costs', () => {
    forAllGrids(14, 300, (grid) => {
      setCosts(grid, (x, y) => 1 + ((7 * x + 3 * y) % 4));
      for (let size = 1; size <= 5; size++) {
        const expected = placements(grid, size);
        if (!expected.open.includes(1)) {
          if (size > 1) expect(() => anchorsOf(grid, size)).toThrow('fits nowhere');
          continue;
        }
        const found = anchorsOf(grid, size);
        expect(found.open).toEqual(expected.open);
        expect(found.costs).toEqual(expected.costs);
      }
    });
  });

  it('makes the move rule the sweep of the square: a move is legal where all cells that it sweeps are open, and only there', () => {
    forAllGrids(12, 200, (grid) => {
      for (let size = 1; size <= 4; size++) {
        const { open, stride } = placements(grid, size);
        for (let y = 0; y < grid.height; y++) {
          for (let x = 0; x < grid.width; x++) {
            if (open[grid.cell(x, y)] === 0) continue;
            for (let d = 0; d < 8; d++) {
              const to = [x + DX[d], y + DY[d]];
              const legal = ((LEGAL[windowAt(open, grid.cell(x, y), stride)] >> d) & 1) === 1;
              const sweep = () => checkSweep(grid, size, [x, y, ...to]);
              if (legal) expect(sweep).not.toThrow();
              else expect(sweep).toThrow('sweeps blocked cell');
            }
          }
        }
      }
    });
  });

  it('refuses a size that is none, anchors of anchors, and who fits nowhere', () => {
    const grid = makeGrid('rooms', 12, 12, 0.2, 3);
    for (const size of [0, 17, 1.5, Number.NaN]) {
      expect(() => anchorsOf(grid, size)).toThrow(`size is ${size}, allowed is a whole number of cells from 1 to 16`);
    }
    expect(() => anchorsOf(anchorsOf(drawn('...\n...'), 2), 2)).toThrow('of squares of 2 cells already');
    expect(() => anchorsOf(drawn('...\n.#.\n...'), 2, 'a.map')).toThrow(
      'a.map: a square of 2 x 2 cells fits nowhere, the largest that does has 1 x 1',
    );
  });

  it('of a path of single cells is the check of the path', () => {
    const grid = drawn('..\n#.');
    expect(() => checkPath(grid, [0, 0, 1, 1], [0, 0], [1, 1])).toThrow('illegal move');
    expect(() => checkSweep(grid, 1, [0, 0, 1, 1])).toThrow('from 0, 0 to 1, 1 a square of 1 sweeps blocked cell 0, 1');
    expect(() => checkSweep(grid, 1, [0, 0, 1, 0, 1, 1])).not.toThrow();
  });
});

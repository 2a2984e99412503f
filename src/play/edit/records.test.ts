import { describe, expect, it } from 'vitest';
import { anyCell, makeGrid, random } from '../../../test/grids.js';
import { checkPairs } from '../../../test/pairs.js';
import { sample } from '../../../test/samples.js';
import { gridFrom } from '../../core/grid/grid.js';
import { PathBuffer } from '../../core/search/path.js';
import { native } from '../../engines/jps/wasm/native.js';
import { liveJumps } from './jumps.js';

type Cell = readonly [x: number, y: number];

describe.each([
  ['JavaScript', undefined],
  ['WebAssembly', native],
])('records of the jump-point graph, in %s', (_, form) => {
  /** Does edits with one query before the last of them, then checks all queries. */
  const check = (rows: string[], edits: Cell[], query: [x0: number, y0: number, x1: number, y1: number]) => {
    const grid = gridFrom(rows[0].length, rows.length, (x, y) => rows[y][x] !== '#');
    const live = liveJumps(grid, form);
    edits.forEach(([x, y], i) => {
      if (i === edits.length - 1) live.search.search(...query, new PathBuffer());
      grid.open[grid.cell(x, y)] ^= 1;
      expect(live.repair([grid.cell(x, y)], [[x, y, x, y]])).toBe(true);
    });
    checkPairs(grid, live.search);
  };

  it('are dropped with their own arrival, not with that of a line without a jump point ahead', () => {
    const rows = ['...#..', '...#..', '...#..', '...#..', '###.##'];
    check(
      rows,
      [
        [5, 2],
        [3, 2],
        [5, 0],
        [3, 0],
        [5, 2],
        [3, 4],
      ],
      [2, 1, 5, 1],
    );
    check(
      Array.from({ length: 7 }, () => '.....'),
      [
        [4, 2],
        [2, 3],
        [0, 3],
        [1, 2],
        [2, 6],
      ],
      [0, 0, 0, 4],
    );
  });

  it('are right on small maps with many edits and few queries', () => {
    const next = random(77);
    const path = new PathBuffer();
    for (let map = 0; map < sample(640); map++) {
      const [width, height] = [4 + Math.floor(9 * next()), 4 + Math.floor(9 * next())];
      const density = [0.1, 0.25, 0.4][map % 3];
      const grid = makeGrid('noise', width, height, next() < 0.5 ? 0 : density, 1 + map);
      let live = liveJumps(grid, form);
      for (let e = 0; e < 30; e++) {
        const [x, y] = anyCell(grid, next);
        const cell = grid.cell(x, y);
        if ((grid.open[cell] === 1) === next() >= density) continue;
        grid.open[cell] ^= 1;
        if (!live.repair([cell], [[x, y, x, y]])) live = liveJumps(grid, form);
        if (next() < 0.3) live.search.search(...anyCell(grid, next), ...anyCell(grid, next), path);
      }
      checkPairs(grid, live.search, 7);
    }
  });
});

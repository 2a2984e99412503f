import { expect, it } from 'vitest';
import { forAllGrids } from '../../../test/grids.js';
import { MOVE_RULES } from '../../core/blob/layout.js';
import { withMoves } from '../../core/grid/clearance.js';
import { DX, DY } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { movesOf, windowsOf } from '../../core/grid/moves.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { MoveFlood } from './moves.js';

/** Boxes of a source, cell by cell in the order of their costs: first directions come from optimal neighbors. */
function boxesOf(grid: Grid, source: number): number[] {
  const { width, height, stride } = grid;
  const { legal, after, costs } = movesOf(grid.moveRule);
  const windows = windowsOf(grid);
  const optimal = dijkstra(grid, (source % stride) - 1, Math.floor(source / stride) - 1);
  const firsts = new Map<number, number[]>();
  const boxes = Array.from({ length: 8 }, () => [width, height, -1, -1]);
  const cells = [...grid.open.keys()].filter((c) => grid.open[c] > 0 && optimal[c] < Infinity && c !== source);
  for (const cell of cells.sort((a, b) => optimal[a] - optimal[b])) {
    const own = costs.reduce<number[]>((masks, cost, d) => {
      const from = cell - DY[d] * stride - DX[d];
      let mask = 0;
      if (((legal[windows[from]] >> d) & 1) > 0 && optimal[from] + cost === optimal[cell]) {
        if (from === source) mask = 1 << d;
        firsts.get(from)?.forEach((before, e) => {
          if ((after[8 * windows[from] + e] >> d) & 1) mask |= before;
        });
      }
      masks.push(mask);
      return masks;
    }, []);
    firsts.set(cell, own);
    const [x, y] = [(cell % stride) - 1, Math.floor(cell / stride) - 1];
    boxes.forEach((box, d) => {
      if (!own.some((mask) => (mask >> d) & 1)) return;
      box.splice(0, 4, Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y));
    });
  }
  return boxes.flatMap((box) => (box[2] < 0 ? [] : box));
}

it.each(MOVE_RULES)('boxes are the smallest that hold every goal of a canonical path, moves %s', (rule) => {
  forAllGrids(20, 60, (open) => {
    const grid = withMoves(open, rule);
    const flood = new MoveFlood(grid);
    for (let c = 0; c < grid.open.length; c += 3) {
      if (!grid.open[c]) continue;
      flood.flood(c);
      const found = [...flood.boxes].flatMap((_, i, box) =>
        i % 4 > 0 || box[i + 1] < 0 ? [] : [0 - box[i + 3], 0 - box[i], box[i + 1], box[i + 2]],
      );
      expect(found, `from cell ${c}`).toEqual(boxesOf(grid, c));
    }
  });
});

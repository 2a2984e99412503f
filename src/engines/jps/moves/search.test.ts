import { describe, it } from 'vitest';
import { forAllGrids } from '../../../../test/grids.js';
import { withMoves } from '../../../core/grid/clearance.js';
import type { Grid, MoveRule } from '../../../core/grid/grid.js';
import { STRAIGHT } from '../../../core/grid/step-costs.js';
import { checkPath } from '../../../core/oracle/check-path.js';
import { dijkstra } from '../../../core/oracle/dijkstra.js';
import { PathBuffer } from '../../../core/search/path.js';
import { moveBounds } from '../../bounds/move-boxes.js';
import { MoveFlood, nodeDirections } from '../../bounds/moves.js';
import { buildMoveJumps } from './jumps.js';
import { moveSearch } from './search.js';

function ask(grid: Grid, bounded: boolean): void {
  const jumps = buildMoveJumps(grid);
  const search = moveSearch(grid, jumps, bounded ? boundsOf(grid, jumps) : undefined);
  const path = new PathBuffer();
  const { width, height } = grid;
  for (let s = 0; s < width * height; s += 1 + Math.floor((width * height) / 6)) {
    const from: [number, number] = [s % width, Math.floor(s / width)];
    const optimal = dijkstra(grid, ...from);
    for (let t = 0; t < width * height; t++) {
      const to: [number, number] = [t % width, Math.floor(t / width)];
      const found = search.search(...from, ...to, path);
      const cost = found ? checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), from, to) : Infinity;
      if (cost !== optimal[grid.cell(...to)])
        throw new Error(`${grid.moveRule}: from ${from} to ${to}: ${cost}, optimal ${optimal[grid.cell(...to)]}`);
      if (found && path.cost !== cost / STRAIGHT) throw new Error(`says ${path.cost}, costs ${cost / STRAIGHT}`);
    }
  }
}

function boundsOf(grid: Grid, jumps: ReturnType<typeof buildMoveJumps>) {
  const stored = nodeDirections(grid, jumps);
  const words = new Uint32Array(stored.buffer);
  const before = new Int32Array(words.length);
  let count = 0;
  words.forEach((word, w) => {
    before[w] = count;
    for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  });
  const boxes = new Uint16Array(4 * count);
  const flood = new MoveFlood(grid);
  let row = 0;
  stored.forEach((mask, cell) => {
    if (mask === 0) return;
    flood.flood(cell);
    for (let d = 0; d < 8; d++) {
      if (((mask >> d) & 1) === 0) continue;
      const [n, e, s, w] = flood.boxes.subarray(4 * d, 4 * d + 4);
      boxes.set([-w, -n, e, s], row);
      row += 4;
    }
  });
  return moveBounds({ words, before, boxes });
}

describe.each<MoveRule>(['never', 'one-corner', 'always', 'no-corners'])('JPS+ of %s moves', (rule) => {
  it('finds what Dijkstra finds', () => forAllGrids(16, 200, (grid) => ask(withMoves(grid, rule), false)));
  it('also finds it with goal bounds', () => forAllGrids(14, 150, (grid) => ask(withMoves(grid, rule), true)));
});

import { describe, expect, it } from 'vitest';
import { forAllGrids, random } from '../../test/grids.js';
import { forAllHpa } from '../../test/hpa.js';
import { withMoves } from '../grid/clearance.js';
import { DX, DY } from '../grid/directions.js';
import { gridFrom } from '../grid/grid.js';
import { octile, STRAIGHT } from '../grid/step-costs.js';
import { checkPath } from '../oracle/check-path.js';
import { dijkstra } from '../oracle/dijkstra.js';
import { smoothPath } from './smooth-path.js';

const NEIGHBOURS = [-1, 0, 1]
  .flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy]))
  .filter(([dx, dy]) => dx !== 0 || dy !== 0);

describe('smoothPath', () => {
  it('keeps any walk legal and its ends where they are, never makes it dearer, and says what it costs', () => {
    forAllHpa(24, 120, ({ grid }) => {
      const next = random(grid.width * 100 + grid.height);
      const starts = [...grid.open.keys()].filter((c) => grid.open[c]);
      if (starts.length === 0) return;
      const start = starts[Math.floor(next() * starts.length)];
      let [x, y] = [(start % grid.stride) - 1, Math.floor(start / grid.stride) - 1];
      const walk = [x, y];
      for (let i = 0; i < 60; i++) {
        const [dx, dy] = NEIGHBOURS[Math.floor(next() * 8)];
        if (!grid.isOpen(x + dx, y + dy) || !grid.isOpen(x + dx, y) || !grid.isOpen(x, y + dy)) continue;
        x += dx;
        y += dy;
        walk.push(x, y);
      }
      const before = checkPath(grid, walk, [walk[0], walk[1]], [x, y]);
      const smoothed = smoothPath(grid, walk);
      const after = checkPath(grid, smoothed.cells, [walk[0], walk[1]], [x, y]);
      expect(after).toBeLessThanOrEqual(before);
      expect(smoothed.cost).toBe(after / (grid.costs ? 2 * STRAIGHT : STRAIGHT));
      expect(after).toBeGreaterThanOrEqual(dijkstra(grid, walk[0], walk[1])[grid.cell(x, y)]);
    });
  });

  it('pulls a detour straight on open ground, and does not cross a swamp for it', () => {
    const detour = [0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 4, 1, 4, 2, 4, 3, 4, 4];
    expect(
      smoothPath(
        gridFrom(5, 5, () => true),
        detour,
      ).cost,
    ).toBe(octile(4, 4) / STRAIGHT);
    const swamp = gridFrom(
      5,
      5,
      () => true,
      (x, y) => (x > 0 && y > 0 && x < 4 && y < 4 ? 9 : 1),
    );
    const round = [0, 4, 0, 3, 0, 2, 0, 1, 0, 0, ...detour.slice(2)];
    // Round the swamp; only its corners are cut, which touches no cell of it.
    const edge = [0, 4, 0, 3, 0, 2, 0, 1, 1, 0, 2, 0, 3, 0, 4, 1, 4, 2, 4, 3, 4, 4];
    expect(smoothPath(swamp, round).cells).toEqual(Uint16Array.from(edge));
  });

  it('refuses what is no path', () => {
    const grid = gridFrom(5, 5, (x, y) => x !== 2 || y !== 0);
    expect(() => smoothPath(grid, [])).toThrow(new RangeError('the path has no cells'));
    expect(() => smoothPath(grid, [0, 0, 2, 2])).toThrow(
      new RangeError('cell 2, 2 of the path is blocked, or no neighbour of the one before'),
    );
    expect(() => smoothPath(grid, [1, 0, 2, 0])).toThrow(
      new RangeError('cell 2, 0 of the path is blocked, or no neighbour of the one before'),
    );
    expect(() => smoothPath(grid, [1, 0, 2, 1])).toThrow(new RangeError('the path cuts a corner'));
  });
});

it('pulls paths of four moves along a row and a column', () => {
  const grid = withMoves(
    gridFrom(9, 7, () => true),
    'never',
  );
  const stairs = [0, 0, 1, 0, 1, 1, 2, 1, 2, 2, 1, 2, 1, 3, 2, 3, 3, 3, 3, 4];
  const { cost, waypoints } = smoothPath(grid, stairs);
  expect(cost).toBe(7);
  expect(waypoints).toHaveLength(6);
  forAllGrids(14, 100, (raw) => {
    const walls = withMoves(raw, 'never');
    const next = random(7 * raw.width + raw.height);
    const cells = [Math.floor(next() * raw.width), Math.floor(next() * raw.height)];
    if (!walls.isOpen(cells[0], cells[1])) return;
    for (let i = 0; i < 30; i++) {
      const d = 2 * Math.floor(4 * next());
      const [x, y] = [cells[cells.length - 2] + DX[d], cells[cells.length - 1] + DY[d]];
      if (walls.isOpen(x, y)) cells.push(x, y);
    }
    const goal: [number, number] = [cells[cells.length - 2], cells[cells.length - 1]];
    const smooth = smoothPath(walls, cells);
    expect(checkPath(walls, smooth.cells, [cells[0], cells[1]], goal)).toBe(smooth.cost * STRAIGHT);
    expect(smooth.cost).toBeLessThanOrEqual(cells.length / 2 - 1);
  });
});

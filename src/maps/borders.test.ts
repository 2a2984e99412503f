import { expect, it } from 'vitest';
import { wallsOf } from '../core/grid/walls.js';
import { bordersAlong } from './borders.js';

const SIDE = 9;

/** How many cells are reached from one. */
function reached(walls: Uint8Array | undefined, start: number): number {
  const found = [start];
  const hasWall = (cell: number, bit: number) => (walls?.[cell] ?? 0) & bit;
  for (const cell of found) {
    const [column, row] = [cell % (SIDE + 2), Math.floor(cell / (SIDE + 2))];
    const next = [
      column < SIDE && !hasWall(cell, 1) && cell + 1,
      column > 1 && !hasWall(cell - 1, 1) && cell - 1,
      row < SIDE && !hasWall(cell, 2) && cell + SIDE + 2,
      row > 1 && !hasWall(cell - SIDE - 2, 2) && cell - SIDE - 2,
    ];
    for (const one of next) if (one !== false && !found.includes(one)) found.push(one);
  }
  return found.length;
}

it('has no gaps: a closed line has an inside, however oblique it is', () => {
  for (let i = 0; i < 200; i++) {
    const by = (n: number) => Math.abs(Math.sin(7 * i + n));
    // Around the cell 4, 4.
    const ring: [number, number][] = [
      [3.4 - 3 * by(1), 3.4 - 3 * by(2)],
      [5.6 + 3 * by(3), 3.4 - 3 * by(4)],
      [5.6 + 3 * by(5), 5.6 + 3 * by(6)],
      [3.4 - 3 * by(7), 5.6 + 3 * by(8)],
    ];
    const { walls } = bordersAlong([...ring, ring[0]], { width: SIDE, height: SIDE });
    const inside = reached(wallsOf(walls, SIDE, SIDE), 5 * (SIDE + 2) + 5);
    expect(inside, `ring ${i}: ${JSON.stringify(ring)}`).toBeLessThanOrEqual(SIDE * SIDE - 1);
    expect(inside).toBeGreaterThan(0);
  }
});

it('stays closer than a cell to the line', () => {
  const ends = [0, 9].map((x, i): [number, number] => [x, 1 + 4 * i]);
  const { walls } = bordersAlong(ends, { width: SIDE, height: SIDE });
  for (const [x, y, side] of walls) {
    const middle = side === 'east' ? [x + 1, y + 0.5] : [x + 0.5, y + 1];
    expect(Math.abs(middle[1] - (1 + (4 / 9) * middle[0]))).toBeLessThan(0.75);
  }
  expect(walls.length).toBe(13);
});

import { expect, it } from 'vitest';
import { packPoint, SPARE } from '../grid/rectangle.js';
import { EditLog } from './edit-log.js';

it('a box is sound until an edit changes a block of 16 x 16 cells that it reaches', () => {
  const log = new EditLog({ width: 100, height: 100, stride: 102 });
  const cell = (x: number, y: number) => (y + 1) * 102 + x + 1;
  const isSound = (since: number, x0: number, y0: number, x1: number, y1: number) =>
    log.isSound(since, packPoint(x0, y0), packPoint(x1, y1) + SPARE);
  // Changed along a column and along a row, not between them.
  log.add([cell(50, 20), cell(50, 50), cell(10, 50), cell(99, 99)]);
  expect(log.edits).toBe(2);
  expect(isSound(1, 0, 0, 47, 47)).toBe(true);
  expect(isSound(1, 0, 0, 47, 48)).toBe(false);
  expect(isSound(2, 0, 0, 47, 48)).toBe(true);
  expect(isSound(1, 48, 0, 99, 15)).toBe(true);
  expect(isSound(1, 48, 0, 99, 16)).toBe(false);
  expect(isSound(1, 64, 0, 95, 95)).toBe(true);
  expect(isSound(1, 96, 96, 98, 98)).toBe(false);
  for (let e = 0; e < 300; e++) log.add([cell(0, 0)]);
  expect([isSound(1, 16, 0, 47, 47), isSound(1, 0, 0, 47, 47), isSound(302, 0, 0, 99, 99)]).toEqual([
    true,
    false,
    true,
  ]);
});

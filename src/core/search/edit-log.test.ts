import { expect, it } from 'vitest';
import { packPoint, SPARE } from '../grid/rectangle.js';
import { EditLog } from './edit-log.js';

it('a box is sound until an edit reaches it, and for no more than 64 edits', () => {
  const log = new EditLog(102);
  const cell = (x: number, y: number) => (y + 1) * 102 + x + 1;
  const isSound = (since: number, x0: number, y0: number, x1: number, y1: number) =>
    log.isSound(since, packPoint(x0, y0), packPoint(x1, y1) + SPARE);
  // Changed along a column and along a row, not between them.
  log.add([[cell(50, 20), cell(50, 80)], [cell(50, 50)], [cell(10, 50), cell(90, 50)]]);
  expect(isSound(1, 51, 0, 99, 49)).toBe(true);
  expect(isSound(1, 50, 0, 99, 19)).toBe(true);
  expect(isSound(1, 50, 0, 99, 20)).toBe(false);
  expect(isSound(1, 20, 51, 49, 99)).toBe(true);
  expect(isSound(1, 20, 50, 49, 99)).toBe(false);
  expect(isSound(2, 20, 50, 49, 99)).toBe(true);
  for (let e = 0; e < 63; e++) log.add([[cell(0, 0)], [cell(0, 0)], [cell(0, 0)]]);
  expect(isSound(1, 51, 0, 99, 49)).toBe(true);
  log.add([[], [], []]);
  expect([isSound(1, 51, 0, 99, 49), isSound(2, 51, 0, 99, 49), isSound(2, 0, 0, 1, 1)]).toEqual([false, true, false]);
});

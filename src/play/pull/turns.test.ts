import { expect, it } from 'vitest';
import { random } from '../../../test/grids.js';
import { apart, turnsOf } from './turns.js';

/** A path of steps in random directions that last for a while. */
function wander(next: () => number, count: number): number[] {
  const points = [0, 0];
  let [dx, dy] = [1, 0];
  while (points.length < 2 * count) {
    if (next() < 0.15)
      [dx, dy] = [
        [1, 0],
        [1, 1],
        [0, 1],
        [-1, 1],
        [1, -1],
        [0, -1],
      ][Math.floor(6 * next())];
    points.push(points[points.length - 2] + dx, points[points.length - 1] + dy);
  }
  return points;
}

/** The turns before they are moved: as far as a search by doubled steps, then cell by cell past 32 hidden ones, comes. */
function farthest(count: number, straight: (i: number, k: number) => boolean): number[] {
  const turns = [0];
  while (turns[turns.length - 1] < count - 1) {
    const from = turns[turns.length - 1];
    let far = from + 1;
    for (let step = 1; far + step < count && straight(from, far + step); step *= 2) far += step;
    for (let k = far + 1; k < count && k <= far + 32; k++) if (straight(from, k)) far = k;
    turns.push(far);
  }
  return turns;
}

/** Length of the shortest way of a number of legs. */
function shortest(points: number[], legs: number, straight: (i: number, k: number) => boolean): number {
  const count = points.length / 2;
  let lengths = new Array<number>(count).fill(Infinity).fill(0, 0, 1);
  for (let leg = 0; leg < legs; leg++) {
    const next = new Array<number>(count).fill(Infinity);
    for (let i = 0; i < count; i++) {
      for (let k = i + 1; k < count && lengths[i] < Infinity; k++)
        if (k - i < 2 || straight(i, k)) next[k] = Math.min(next[k], lengths[i] + apart(points, i, k));
    }
    lengths = next;
  }
  return lengths[count - 1];
}

const lengthOf = (points: number[], turns: number[]) =>
  turns.slice(1).reduce((sum, t, i) => sum + apart(points, turns[i], t), 0);

it('turns are as few as the farthest cells in sight give, and moved to where the way is nearly as short as it can be, each leg straight', () => {
  const next = random(7);
  let [sum, least] = [0, 0];
  for (let round = 0; round < 150; round++) {
    const count = 2 + Math.floor(next() * 120);
    const points = wander(next, count);
    const reach = 3 + Math.floor(next() * 30);
    // Not all that is near is seen.
    const straight = (i: number, k: number) => k - i <= reach && (7 * i + 3 * k) % 5 > 0;
    const [greedy, turns] = [farthest(count, straight), turnsOf(points, count, straight)];
    expect(turns.length).toBe(greedy.length);
    expect([turns[0], turns.at(-1)]).toEqual([0, count - 1]);
    turns.slice(1).forEach((t, i) => {
      expect(t > turns[i] && (t - turns[i] < 2 || straight(turns[i], t))).toBe(true);
    });
    const length = lengthOf(points, turns);
    expect(length).toBeLessThanOrEqual(lengthOf(points, greedy) + 1e-9);
    sum += length;
    least += shortest(points, turns.length - 1, straight);
  }
  expect(sum / least).toBeLessThan(1.053);
});

it('a path of one cell turns there', () => {
  expect(turnsOf([3, 3], 1, () => true)).toEqual([0]);
});

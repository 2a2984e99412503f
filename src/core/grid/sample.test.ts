import { expect, it } from 'vitest';
import { drawn } from '../../../test/grids.js';
import { random, sampleOpen, shuffle } from './sample.js';

const take = (count: number, next: () => number) => Array.from({ length: count }, next);

it('random numbers of a seed are the same on every machine', () => {
  expect(take(3, random(1))).toEqual([0.3170971313957125, 0.7506774193607271, 0.866621796740219]);
  expect(take(2, random(0))).toEqual([0.00006295018829405308, 0.015747428173199296]);
});

it('a shuffle of a seed is the same on every machine', () => {
  expect(shuffle([0, 1, 2, 3, 4, 5, 6, 7], random(3))).toEqual([1, 6, 3, 0, 4, 2, 5, 7]);
  expect(shuffle([5], () => 0)).toEqual([5]);
});

it('open cells are drawn each as often as any other', () => {
  const grid = drawn('..#.\n####\n#...');
  const at = (share: number) => sampleOpen(grid, 1, () => share)[0];
  expect([0, 1, 2, 3, 4, 5].map((i) => at((i + 0.5) / 6))).toEqual([
    ...[
      [0, 0],
      [1, 0],
      [3, 0],
    ],
    ...[
      [1, 2],
      [2, 2],
      [3, 2],
    ],
  ]);
  expect([at(0), at(1 / 6), at(1 - 2 ** -32)]).toEqual([
    [0, 0],
    [1, 0],
    [3, 2],
  ]);
  expect(sampleOpen(grid, 4, random(2))).toEqual([
    [1, 2],
    [1, 2],
    [1, 0],
    [2, 2],
  ]);
  expect(sampleOpen(drawn('##'), 4, random(2))).toEqual([]);
});

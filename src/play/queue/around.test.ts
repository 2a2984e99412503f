/** Requests for paths around units. */
import { expect, it } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { blockersOf } from '../avoid/blockers.js';
import { findPathAround } from '../reach/around.js';
import { pathQueue } from './queue.js';

const grid = makeGrid('noise', 60, 50, 0.25, 3);
const nav = load(await bakeJps(grid, { codec: 'none' }));
const UNITS = 60;

/** Requests of 40 frames, half of them around units that move meanwhile. @returns answers in the order they came */
function play(): { log: string[]; differ: string[]; longest: number } {
  const queue = pathQueue(nav, { budget: { work: 2000 } });
  const blockers = blockersOf(nav);
  const next = random(9);
  const cell = (): [number, number] => [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
  const crowded = cell();
  const [log, differ]: string[][] = [[], []];
  for (let frame = 0; frame < 40 || (queue.pending > 0 && frame < 900); frame++) {
    for (let i = 0; i < UNITS / 20; i++) blockers.move(Math.floor(next() * UNITS), ...cell());
    for (let i = 0; i < 4 && frame < 40; i++) {
      const [from, to] = [cell(), i === 3 ? crowded : cell()];
      const list = [...cell(), ...cell(), ...cell()];
      const handed = [...list];
      const avoid = [undefined, blockers, list, blockers][(frame + i) % 4];
      queue.request(
        ...from,
        ...to,
        ({ path }) => {
          const expected = avoid ? findPathAround(nav, ...from, ...to, avoid) : nav.findPath(...from, ...to);
          if (path?.cost !== expected?.cost) differ.push(`${from} to ${to}: ${path?.cost}, expected ${expected?.cost}`);
          if (avoid && `${path?.cells}` !== `${expected?.cells}`) differ.push(`${from} to ${to}: other cells`);
          log.push(`${frame} ${from} ${to} ${path?.cells}`);
        },
        { avoid: avoid === list ? handed : avoid },
      );
      // A list counts as it was when it was given.
      handed.fill(0);
    }
    queue.update();
  }
  return { log, differ, longest: queue.statistics.longestWait };
}

it('answers with the paths that findPathAround has when it answers, in the same updates run after run', () => {
  const first = play();
  expect(first.differ).toEqual([]);
  expect(first.log).toHaveLength(160);
  expect(first.longest).toBeGreaterThan(1);
  expect(play()).toEqual(first);
});

it('answers equal requests around the same units together, and tells when units are in every way', () => {
  const strip = loadGrid(9, 1, () => true);
  const queue = pathQueue(strip, { budget: { ms: 50 } });
  const blockers = blockersOf(strip);
  blockers.move('guard', 4, 0);
  const answers: unknown[] = [];
  for (const avoid of [blockers, blockers, undefined, [4, 0], [0, 0, 8, 0]])
    queue.request(0, 0, 8, 0, ({ status, path }) => answers.push([status, path?.cost]), { avoid });
  queue.update();
  expect(answers.map(String)).toEqual(['unreachable,', 'unreachable,', 'found,8', 'unreachable,', 'found,8']);
  expect(queue.statistics).toMatchObject({ answered: 5, shared: 1 });
});

it('reports errors immediately', () => {
  const queue = pathQueue(nav, { budget: { ms: 1 } });
  const request = (avoid: unknown) => () => queue.request(0, 0, 1, 1, () => {}, { avoid: avoid as number[] });
  expect(request(1)).toThrow('avoid is 1, expected a list of x, y pairs, or what blockersOf gives');
  expect(request(null)).toThrow('avoid is null, expected a list of x, y pairs, or what blockersOf gives');
  expect(request([1])).toThrow('avoid is 1 numbers, expected x, y pairs');
  expect(request([60, 0])).toThrow('cell 60, 0 is not on the map of 60 x 50 cells');
  expect(request(blockersOf(loadGrid(3, 3, () => true)))).toThrow('blockers of another map');
  expect(queue.pending).toBe(0);
});

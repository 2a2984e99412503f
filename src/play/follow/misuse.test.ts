import { expect, it } from 'vitest';
import {
  crowdOf,
  flowField,
  follow,
  loadGrid,
  nearestOpen,
  pathQueue,
  pixels,
  sightOf,
  warmUp,
} from '../../entry/runtime.js';

const nav = loadGrid(8, 8, () => true);
const px = () => pixels(nav, { cellSize: 8 });
const queue = () => pathQueue(nav, { budget: { ms: 1 } });
const NUMBER = 'is of type bigint, expected a number';
// What a program in JavaScript may give.
const any = (value: unknown) => value as never;

it.each<[string, () => unknown, string]>([
  ['crowdOf(1)', () => crowdOf(any(1)), 'walkers is 1, expected a list of walkers'],
  ['crowdOf([1])', () => crowdOf(any([1])).update(1), 'walker is 1, expected what follow gives'],
  ['crowd.update(1n)', () => crowdOf([]).update(any(1n)), `ms ${NUMBER}`],
  ['crowd.isOn(1n)', () => crowdOf([follow(nav)]).isOn(any(1n), 1), `x ${NUMBER}`],
  ['warmUp(1)', () => warmUp(any(1)), 'nav is 1, expected what load gives'],
  ['warmUp(null)', () => warmUp(any(null)), 'nav is null, expected what load gives'],
  ['warmUp ms', () => warmUp(nav, { ms: any(1n) }), `ms ${NUMBER}`],
  ['queue.warmUp(1n)', () => queue().warmUp(any(1n)), `ms ${NUMBER}`],
  ['flowField("x")', () => flowField(any('x'), [1, 1]), 'nav is x, expected what load gives'],
  ['budget 1', () => pathQueue(nav, { budget: any(1) }), 'budget is 1, expected { ms } or { work }'],
  ['budget null', () => pathQueue(nav, any(null)), 'budget is undefined, expected { ms } or { work }'],
  ['budget.ms', () => pathQueue(nav, { budget: { ms: any(1n) } }), `budget ${NUMBER}`],
  ['priority', () => queue().request(1, 1, 2, 2, () => {}, { priority: any(1n) }), 'priority is 1, not a number'],
  ['pixels(1)', () => pixels(any(1)), 'map is 1, expected what load gives, or an imported map'],
  ['origin 1', () => pixels(nav, { cellSize: 8, origin: any(1) }), 'origin is 1, expected [column, row]'],
  ['cellSize 8n', () => pixels(nav, { cellSize: any(8n) }), 'cellSize is 8, expected a number or [width, height]'],
  ['cellSize [8]', () => pixels(nav, { cellSize: any([8]) }), 'cellSize is 8, expected a number or [width, height]'],
  ['cellAt', () => px().cellAt(any(1n), 1), `x ${NUMBER}`],
  ['centerOf', () => px().centerOf(1, any(1n)), `y ${NUMBER}`],
  ['line', () => px().line(any(1)), 'path is 1, expected what findPath or pull gives'],
  ['speed', () => follow(nav, { speed: any(1n) }), `speed ${NUMBER}`],
  ['x', () => follow(nav, { x: any(1n) }), `x ${NUMBER}`],
  ['queue', () => follow(nav, { queue: any(1) }), 'queue is 1, expected what pathQueue gives'],
  ['walker.update', () => follow(nav).update(any(1n)), `ms ${NUMBER}`],
  ['radius', () => sightOf(nav, { radius: any(1n) }), 'radius is 1, allowed is a number of 0 or more'],
  ['pull', () => sightOf(nav).pull(any(1)), 'path is 1, expected what findPath gives, or a PathBuffer'],
  ['from', () => nearestOpen(nav, 1, 1, any(1)), 'from is 1, expected [x, y]'],
  ['findPath', () => nav.findPath(any(1n), 1, 1, 1), '1, 1 is not a cell: x and y must be whole numbers'],
])('says what is wrong in its own words: %s', (_, misuse, message) => {
  let error: unknown;
  try {
    misuse();
  } catch (thrown) {
    error = thrown;
  }
  expect((error as Error).message).toBe(message);
});

it('takes null for options that are left out', () => {
  expect(follow(nav, any(null)).speed).toBe(4);
  expect(sightOf(nav, any(null)).isClear(1, 1, 2, 2)).toBe(true);
  warmUp(nav, any(null));
  const answers: string[] = [];
  const one = queue();
  one.request(1, 1, 2, 2, ({ status }) => answers.push(status), any(null));
  one.update();
  expect(answers).toEqual(['found']);
});

import { expect, it } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { sampleOpen } from '../../core/grid/sample.js';
import { navOf } from '../../runtime/load-grid.js';
import { Line, Waiting } from './line.js';
import { pathQueue } from './queue.js';
import type { Request, RequestGroup } from './requests.js';

function requestOf(order: number, goal = 0): Request {
  return { order, query: { goal } as RequestGroup, unit: undefined, born: 0, done: undefined, next: undefined };
}

function drain(line: Line<Request>): Request[] {
  const list: Request[] = [];
  for (let next = line.take(); next; next = line.take()) list.push(next);
  return list;
}

it('a line gives the lowest order first, however long it is and whatever is put back', () => {
  const next = random(5);
  for (const most of [9, sample(40_000, 8)]) {
    const line = new Line<Request>();
    const waiting = new Set<number>();
    let lowest = 0;
    for (let order = 0; order < 2 * most; order++) {
      const item = requestOf(next() < 0.01 ? order - 3.5 : order);
      line.add(item);
      waiting.add(item.order);
      lowest = Math.min(lowest, item.order);
      for (let taken = order > most ? 2 : Number(next() < 0.1); taken > 0; taken--) {
        const first = line.take();
        if (!first) continue;
        if (next() < 0.2) {
          line.add(first);
          expect(line.take()).toBe(first);
        }
        if (first.order < lowest) throw new Error(`${first.order} after ${lowest}`);
        lowest = first.order;
        waiting.delete(first.order);
      }
    }
    expect(drain(line).map(({ order }) => order)).toEqual([...waiting].sort((a, b) => a - b));
  }
});

it('goals take turns by the order of their first request', () => {
  const next = random(6);
  const waiting = new Waiting<Request>();
  const model: Request[] = [];
  const first = (goal?: number) =>
    model
      .filter(({ query }) => goal === undefined || query.goal === goal)
      .reduce<Request | undefined>((a, b) => (a && a.order < b.order ? a : b), undefined);
  const turns = sample(5000, 5);
  for (let i = 0; i < turns; i++) {
    const goal = Math.floor(next() * 5);
    if (next() < (i < turns / 2 ? 0.6 : 0.4)) {
      const request = requestOf(i - Math.floor(next() * 40) - 0.5 * next(), goal);
      waiting.add(request);
      model.push(request);
    } else {
      // One field may be emptied before others that are older.
      const request = next() < 0.5 ? waiting.firstOf(goal) : waiting.first;
      if (request) model.splice(model.indexOf(waiting.take(request)), 1);
    }
    expect(waiting.first).toBe(first());
    expect(waiting.firstOf(goal)).toBe(first(goal));
    if (waiting.lines.size > 5) throw new Error('empty lines stay');
  }
});

const grid = makeGrid('noise', 60, 50, 0.2, 7);
const nav = navOf(grid);

/** Requests between random cells, one in three to one of three goals. */
function asker(queue: ReturnType<typeof pathQueue>, seed: number) {
  const next = random(seed);
  const cells = sampleOpen(grid, 1000, next);
  return (done: () => void, priority = 0) => {
    const goal = cells[Math.floor(next() * (next() < 0.3 ? 3 : cells.length))];
    queue.request(...cells[Math.floor(next() * cells.length)], ...goal, done, { priority });
  };
}

it('answers as many requests in an update, however many are waiting', () => {
  const answered = [15_000, sample(300_000, 4)].map((count) => {
    const queue = pathQueue(nav, { budget: { work: 4000 } });
    const ask = asker(queue, 8);
    for (let i = 0; i < count; i++) ask(() => {});
    for (let i = 0; i < 200; i++) queue.update();
    return queue.statistics.answered;
  });
  expect(answered[1]).toBeGreaterThanOrEqual(answered[0]);
});

it.each([300, 4000])('answers every request while more come than it can answer, with %i work an update', (work) => {
  const queue = pathQueue(nav, { budget: { work } });
  const ask = asker(queue, 9);
  let left = 100;
  for (let i = 0; i < 100; i++) ask(() => left--);
  // No request takes more than a field, which has half of each update.
  const most = (100 * 16 * grid.width * grid.height) / (work / 2);
  let updates = 0;
  for (; left > 0 && updates < most; updates++) {
    for (let i = 0; i < 3 + work / 200; i++) ask(() => {}, i % 2 ? -1 : 0);
    queue.update();
  }
  expect(left).toBe(0);
  expect(queue.pending).toBeGreaterThan(100);
});

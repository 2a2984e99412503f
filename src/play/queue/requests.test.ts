import { describe, expect, it } from 'vitest';
import { type Path, PathBuffer } from '../../core/search/path.js';
import { loadGrid } from '../../runtime/load-grid.js';
import type { Around } from '../avoid/blockers.js';
import { editable } from '../edit/edit.js';
import type { Line } from './line.js';
import { pathQueue } from './queue.js';
import { type Answer, LatePath, type Request, type RequestOptions, requestBook } from './requests.js';

const PATH = { cost: 1 } as Path;

/** What waits in a line, in its order. */
function listOf(line: Line<Request>): Request[] {
  const list: Request[] = [];
  for (let next = line.take(); next; next = line.take()) list.push(next);
  for (const one of list) line.add(one);
  return list;
}

/** A book of a map, and the answers that requests had, by their names. */
function opened(width = 10, height = 10) {
  const sharing = new Uint32Array(width * height);
  const counts = { updates: 0, answered: 0, shared: 0, replaced: 0, cancelled: 0, longestWait: 0 };
  const answers: [string, Answer['status'], number][] = [];
  const book = requestBook(width, sharing, counts, () => 7);
  const ask = (name: string, [x0, y0, x1, y1]: number[], options: RequestOptions = {}, around?: Around) =>
    book.add(x0, y0, x1, y1, 5, ({ status, waited }) => answers.push([name, status, waited]), options, around);
  return { sharing, counts, answers, book, ask };
}

describe('requests', () => {
  it('of two queries never are one, on the largest map', () => {
    // Only goals take memory, which are counted by cell.
    const { book, ask, answers } = opened(8192, 3);
    const list = [
      [0, 0, 5, 1],
      [1, 0, 5, 1],
      [0, 1, 5, 1],
      [0, 0, 5, 2],
      [5, 1, 0, 0],
      [8191, 0, 8191, 2],
    ];
    for (const [i, query] of list.entries()) ask(`${i}`, query);
    expect(new Set(listOf(book.line).map(({ query }) => query)).size).toBe(list.length);
    book.answer(listOf(book.line)[0].query, PATH);
    expect(answers).toEqual([['0', 'found', 0]]);
    const far = requestBook(8192, new Uint32Array(1), opened().counts, () => 7);
    // A goal in the second half of the largest map, and the same number less a half, one start further on.
    for (const [x0, x1, y1] of [
      [0, 9, 8191],
      [1, 9, 8191],
      [1, 9, 4095],
      [2, 9, 4095],
      [1, 9, 0],
    ])
      far.add(x0, 0, x1, y1, 5, () => {}, {}, undefined);
    expect(new Set(listOf(far.line).map(({ query }) => query)).size).toBe(5);
  });

  it('that are equal are one query, answered in the order they came, and then forgotten with their goal', () => {
    const { book, ask, answers, counts, sharing } = opened();
    for (const name of ['a', 'b', 'c']) ask(name, [1, 2, 3, 4]);
    ask('other start', [2, 2, 3, 4]);
    expect([book.pending, sharing[43]]).toEqual([4, 2]);
    counts.updates = 3;
    const { query } = listOf(book.line)[0];
    book.answer(query, PATH);
    expect(answers).toEqual([
      ['a', 'found', 3],
      ['b', 'found', 3],
      ['c', 'found', 3],
    ]);
    expect([book.pending, sharing[43]]).toEqual([1, 1]);
    expect(counts).toMatchObject({ answered: 3, shared: 2, longestWait: 3 });
    ask('a again', [1, 2, 3, 4]);
    expect(listOf(book.line).at(-1)?.query).not.toBe(query);
    for (const request of listOf(book.line)) if (request.done) book.answer(request.query, null);
    expect(answers.slice(3)).toEqual([
      ['other start', 'unreachable', 3],
      ['a again', 'unreachable', 0],
    ]);
    expect([book.pending, sharing[43], counts.shared]).toEqual([0, 0, 2]);
  });

  it('that lead around other units are other queries, and no part of a crowd', () => {
    const { book, ask, answers, sharing } = opened();
    const [one, other] = [{}, {}] as Around[];
    ask('plain', [1, 2, 3, 4]);
    ask('a', [1, 2, 3, 4], {}, one);
    ask('b', [1, 2, 3, 4], {}, one);
    ask('c', [1, 2, 3, 4], {}, other);
    expect([book.pending, sharing[43], new Set(listOf(book.line).map(({ query }) => query)).size]).toEqual([4, 1, 3]);
    book.answer(listOf(book.line)[1].query, PATH);
    expect(answers.map(([name]) => name)).toEqual(['a', 'b']);
    book.answer(listOf(book.line)[0].query, PATH);
    expect([book.pending, sharing[43]]).toEqual([1, 0]);
    ask('a again', [1, 2, 3, 4], {}, one);
    expect(listOf(book.line).at(-1)?.query).not.toBe(listOf(book.line)[1].query);
  });

  it('wait by age and priority: 1 is worth 30 updates, and of equals the first is first', () => {
    const { book, ask, counts } = opened();
    const names: string[] = [];
    const at = (update: number, name: string, priority = 0) => {
      counts.updates = update;
      ask(name, [0, 0, names.push(name), 0], { priority });
    };
    at(0, 'old');
    at(0, 'second');
    at(29, 'high', 1);
    at(30, 'as old, later', 1);
    at(31, 'later', 1);
    at(31, 'low', -1);
    expect(listOf(book.line).map(({ query }) => names[query.x1 - 1])).toEqual([
      'high',
      'old',
      'second',
      'as old, later',
      'later',
      'low',
    ]);
  });

  it('of one unit replace each other and inherit its age; who is cancelled or answered has no request any more', () => {
    const { book, ask, answers, counts, sharing } = opened();
    ask('old', [0, 0, 1, 0], { unit: 'a' });
    counts.updates = 9;
    ask('young', [0, 0, 2, 0]);
    const cancel = ask('new', [0, 0, 3, 0], { unit: 'a' });
    expect(answers).toEqual([['old', 'replaced', 9]]);
    expect(
      listOf(book.line)
        .filter(({ done }) => done)
        .map(({ query }) => query.x1),
    ).toEqual([3, 2]);
    expect([sharing[1], sharing[3], book.pending]).toEqual([0, 1, 2]);
    cancel();
    cancel();
    expect(answers.slice(1)).toEqual([['new', 'cancelled', 9]]);
    expect([book.cancel('a'), book.cancel('b'), book.pending]).toEqual([false, false, 1]);
    ask('third', [0, 0, 3, 0], { unit: 'a' });
    ask('fourth', [0, 0, 3, 0], { unit: 'a' });
    expect([book.cancel('a'), book.cancel('a'), book.pending]).toEqual([true, false, 1]);
    expect(counts).toMatchObject({ replaced: 2, cancelled: 2, answered: 0, longestWait: 0 });
  });
});

describe('callbacks', () => {
  const nav = editable(loadGrid(8, 8, () => true));

  it('that request the same again are answered in their turn: an update ends', () => {
    const queue = pathQueue(nav, { budget: { work: 500 } });
    const asked = [0, 0];
    const again = (unit: number) => {
      if (asked[unit]++ < 10_000) queue.request(1, 1, 6, 6, () => again(unit));
    };
    again(0);
    again(1);
    queue.update();
    expect(Math.max(...asked)).toBeLessThan(100);
    const before = [...asked];
    queue.update();
    expect(asked.every((count, unit) => count > before[unit])).toBe(true);
  });

  it('that fail leave the other requests of their query', () => {
    const queue = pathQueue(nav, { budget: { work: 500 } });
    const seen: string[] = [];
    queue.request(1, 1, 6, 6, () => {
      throw new Error('failed');
    });
    queue.request(1, 1, 6, 6, ({ status }) => seen.push(status));
    expect(() => queue.update()).toThrow('failed');
    queue.update();
    expect([seen, queue.pending]).toEqual([['found'], 0]);
  });

  it('that edit the map do not make requests of a field unreachable', () => {
    const hexes = editable(loadGrid(30, 30, () => true, { diagonals: 'hex-odd-r' }));
    const queue = pathQueue(hexes, { budget: { work: 4000 } });
    const answers: string[] = [];
    for (let y = 0; y < 30; y++)
      queue.request(0, y, 29, 15, ({ status }) => {
        answers.push(status);
        hexes.setOpen(10, 10, !hexes.isOpen(10, 10));
      });
    for (let i = 0; i < 100 && queue.pending > 0; i++) queue.update();
    expect(queue.statistics.fields).toBeGreaterThan(0);
    expect(answers).toEqual(answers.map(() => 'found'));
    expect(answers).toHaveLength(30);
  });

  it('that edit the map: later answers are of the new version, equal requests of the old one', () => {
    const queue = pathQueue(nav, { budget: { work: 5000 } });
    const versions: number[] = [];
    const take = ({ version }: Answer) => versions.push(version - before);
    const before = nav.version;
    queue.request(1, 1, 6, 6, (answer) => {
      take(answer);
      nav.setOpen(3, 3, false);
    });
    queue.request(1, 1, 6, 6, take);
    queue.request(1, 1, 6, 5, take);
    queue.update();
    expect(versions).toEqual([0, 0, 1]);
  });
});

it('a late path has the turns and cells of the buffer at that time, made once', () => {
  const buffer = new PathBuffer();
  buffer.write([5 | (2 << 16), 3 | (2 << 16), 1], 3, 6);
  const path = new LatePath(buffer);
  const { waypoints, cells } = buffer.toPath();
  buffer.write([9, 8], 2, 1);
  expect([path.cost, path.waypoints, path.cells]).toEqual([6, waypoints, cells]);
  expect(path.waypoints).toBe(path.waypoints);
  expect(path.cells).toBe(path.cells);
});

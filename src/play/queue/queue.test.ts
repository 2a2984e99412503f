import { describe, expect, it, vi } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import { gridFrom } from '../../core/grid/grid.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import type { GridNav } from '../../runtime/nav.js';
import { pathQueue } from './queue.js';
import type { Answer, RequestOptions } from './requests.js';

const grid = makeGrid('noise', 120, 90, 0.2, 7);
const nav = load(await bakeJps(grid));

/** Pairs of cells with a path between them. */
function pairs(count: number, seed: number): [number, number, number, number][] {
  const next = random(seed);
  const list: [number, number, number, number][] = [];
  while (list.length < count) {
    const [x0, y0, x1, y1] = [grid.width, grid.height, grid.width, grid.height].map((side) =>
      Math.floor(next() * side),
    );
    if (nav.isReachable(x0, y0, x1, y1)) list.push([x0, y0, x1, y1]);
  }
  return list;
}

type Pair = ReturnType<typeof pairs>[number];

/** Answers of requests by their names, in the order in which they came. */
function recorder(queue: ReturnType<typeof pathQueue>) {
  const log: [string, Answer][] = [];
  return {
    log,
    names: () => log.map(([name, { status }]) => (status === 'found' ? name : `${name} ${status}`)),
    ask: (name: string, pair: Pair, options?: RequestOptions) =>
      queue.request(...pair, (answer) => log.push([name, answer]), options),
  };
}

function checkOptimal(map: Pick<GridNav, 'grid'>, [x0, y0, x1, y1]: Pair, { path }: Answer): void {
  const cost = dijkstra(grid, x0, y0)[grid.cell(x1, y1)];
  expect(path?.cost ?? Infinity).toBeCloseTo(cost / STRAIGHT, 6);
  if (path) expect(checkPath(map.grid, path.cells, [x0, y0], [x1, y1])).toBe(cost);
}

describe('pathQueue', () => {
  it('answers every request with the path that findPath has, a budget at a time', () => {
    const queue = pathQueue(nav, { budget: { work: 3000 } });
    const { log, ask } = recorder(queue);
    const all = pairs(60, 1);
    for (const [i, pair] of all.entries()) ask(`${i}`, pair);
    expect([queue.pending, log.length]).toEqual([60, 0]);
    let updates = 0;
    for (; queue.pending > 0 && updates < 500; updates++) {
      const before = log.length;
      queue.update();
      expect(log.length).toBeGreaterThanOrEqual(before);
      expect(queue.statistics.spent).toBeLessThan(3000 + 3000 / 4 + 500);
    }
    expect(updates).toBeGreaterThan(3);
    expect(log).toHaveLength(60);
    for (const [name, answer] of log.filter((_, i) => i % 5 === 0)) checkOptimal(nav, all[Number(name)], answer);
    expect(queue.statistics).toMatchObject({ answered: 60, longestWait: updates, updates, replaced: 0, cancelled: 0 });
  });

  it('serves the higher priority first, and age makes up for it', () => {
    const queue = pathQueue(nav, { budget: { work: 100 } });
    const { names, ask } = recorder(queue);
    const [low, ...high] = pairs(61, 3);
    ask('low', low);
    for (const [i, pair] of high.entries()) {
      ask(`${i}`, pair, { priority: 1 });
      queue.update();
    }
    for (let i = 0; i < 5000 && queue.pending > 0; i++) queue.update();
    // It has waited 30 updates when those of the 31st come.
    expect(names().indexOf('low')).toBeGreaterThan(20);
    expect(names().indexOf('low')).toBeLessThan(names().indexOf('35'));
    expect(names()[0]).toBe('0');
  });

  it('replaces by unit, cancels, and answers equal requests together', () => {
    const queue = pathQueue(nav, { budget: { work: 1e6 } });
    const { names, ask } = recorder(queue);
    const [a, b] = pairs(2, 4);
    ask('old', a, { unit: 'knight' });
    ask('new', b, { unit: 'knight' });
    ask('same', b);
    const cancel = ask('gone', a);
    ask('left', a, { unit: 'rook' });
    cancel();
    cancel();
    expect([queue.cancel('rook'), queue.cancel('rook'), queue.cancel('nobody'), queue.pending]).toEqual([
      true,
      false,
      false,
      2,
    ]);
    expect(names()).toEqual(['old replaced', 'gone cancelled', 'left cancelled']);
    queue.update();
    expect(names().slice(3)).toEqual(['new', 'same']);
    // Too few for a field.
    for (const start of pairs(3, 9)) ask('near', [start[0], start[1], b[2], b[3]]);
    queue.update();
    expect(queue.statistics).toMatchObject({ answered: 5, shared: 1, replaced: 1, cancelled: 2, fields: 0, sliced: 0 });
  });

  it('makes a field where many have one goal, in slices', () => {
    const queue = pathQueue(nav, { budget: { work: 4000 } });
    const { log, ask } = recorder(queue);
    const goal = pairs(1, 5)[0];
    const all = pairs(300, 6).map(([x, y]): Pair => [x, y, goal[2], goal[3]]);
    for (const [i, pair] of all.entries()) ask(`${i}`, pair);
    for (let i = 0; i < 100 && queue.pending > 0; i++) queue.update();
    expect(queue.pending).toBe(0);
    expect(queue.statistics.fields).toBe(1);
    expect(queue.statistics.fromFields).toBeGreaterThan(200);
    for (const [name, answer] of log.filter((_, i) => i % 40 === 0)) checkOptimal(nav, all[Number(name)], answer);
  });

  it('cuts into slices what takes long, and lets short ones pass', () => {
    const queue = pathQueue(nav, { budget: { work: 60 } });
    const { log, names, ask } = recorder(queue);
    const all = pairs(30, 8);
    for (const [i, pair] of all.entries()) ask(`${i}`, pair);
    for (let i = 0; i < 5000 && queue.pending > 0; i++) queue.update();
    expect(queue.pending).toBe(0);
    expect(queue.statistics.sliced).toBeGreaterThan(5);
    expect(names().every((name) => /^\d+$/.test(name))).toBe(true);
    for (const [name, answer] of log.filter((_, i) => i % 4 === 0)) checkOptimal(nav, all[Number(name)], answer);
  });

  it('cuts none for which a frame has time four times over', () => {
    const queue = pathQueue(nav, { budget: { work: 60_000 } });
    const { log, ask } = recorder(queue);
    for (const [i, pair] of pairs(60, 13).entries()) {
      ask(`${i}`, pair);
      queue.update();
      expect(log).toHaveLength(i + 1);
      expect(log[i][1].waited).toBe(1);
    }
    expect(queue.statistics).toMatchObject({ sliced: 0, fields: 0, answered: 60, longestWait: 1 });
  });

  it('drops a search under way that no request wants any more', () => {
    const queue = pathQueue(nav, { budget: { work: 60 } });
    const { names, ask } = recorder(queue);
    const all = pairs(40, 9);
    for (const [i, pair] of all.entries()) ask(`${i}`, pair, { unit: i });
    for (let i = 0; i < 50 && queue.statistics.sliced === 0; i++) queue.update();
    expect(queue.statistics.sliced).toBe(1);
    for (let i = 0; i < 40; i++) queue.cancel(i);
    queue.update();
    expect([queue.pending, queue.statistics.spent]).toEqual([0, 0]);
    ask('last', all[0]);
    for (let i = 0; i < 500 && queue.pending > 0; i++) queue.update();
    expect(names().pop()).toBe('last');
  });

  it('does not answer from a field that was dropped before it was done', () => {
    const queue = pathQueue(nav, { budget: { work: 4000 } });
    const { log, ask } = recorder(queue);
    const [[, , x, y]] = pairs(1, 5);
    const all = pairs(300, 6).map(([x0, y0]): Pair => [x0, y0, x, y]);
    for (const [i, pair] of all.entries()) ask('dropped', pair, { unit: i });
    queue.update();
    expect(queue.statistics).toMatchObject({ fields: 1, fromFields: 0 });
    for (const i of all.keys()) queue.cancel(i);
    queue.update();
    const [far] = all.sort((a, b) => Math.abs(b[0] - x) - Math.abs(a[0] - x));
    ask('later', far);
    while (queue.pending > 0) queue.update();
    expect(log.at(-1)?.[0]).toBe('later');
    checkOptimal(nav, far, log.at(-1)?.[1] as Answer);
  });

  it('serves by priority those too that have waited for a field', () => {
    const queue = pathQueue(nav, { budget: { work: 4000 } });
    const { log, names, ask } = recorder(queue);
    const [[, , x, y], urgent] = pairs(2, 5);
    for (const [x0, y0] of pairs(300, 6)) ask('crowd', [x0, y0, x, y]);
    while (queue.statistics.fromFields === 0) queue.update();
    expect(queue.pending).toBeGreaterThan(50);
    const before = log.length;
    ask('urgent', urgent, { priority: 9 });
    queue.update();
    expect(names()[before]).toBe('urgent');
  });

  it('counts requests without a path as work', async () => {
    const queue = pathQueue(load(await bakeJps(gridFrom(60, 1, (x) => x !== 1))), { budget: { work: 10 } });
    for (let x = 2; x < 60; x++) queue.request(0, 0, x, 0, () => {});
    queue.update();
    expect([queue.pending, queue.statistics.spent]).toEqual([48, 10]);
  });

  it('continues slices until the time of an update is over', () => {
    let calls = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => 3e-4 * calls++);
    const queue = pathQueue(nav, { budget: { ms: 5e-4 } });
    const [pair] = pairs(30, 8).sort((a, b) => Math.abs(b[0] - b[2]) - Math.abs(a[0] - a[2]));
    queue.request(...pair, () => {});
    let updates = 0;
    for (; queue.pending > 0 && updates < 1000; updates++) queue.update();
    clock.mockRestore();
    expect([updates > 2, updates < 20, queue.statistics.sliced]).toEqual([true, true, 1]);
  });

  it('says where there is no path, and refuses what is no request', async () => {
    const island = load(await bakeJps(gridFrom(5, 1, [1, 1, 0, 1, 1])));
    const queue = pathQueue(island, { budget: { ms: 1 } });
    const answer = queue.ask(0, 0, 4, 0);
    queue.update();
    expect(await answer).toEqual({ status: 'unreachable', path: null, version: 0, waited: 1 });
    const request = (done: () => void, options = {}) => queue.request(0, 0, 1, 0, done, options);
    await expect(() => queue.ask(0, 0, 5, 0)).rejects.toThrow(
      new RangeError('cell 5, 0 is not on the map of 5 x 1 cells'),
    );
    for (const [ask, error] of [
      [() => request(() => {}, { priority: NaN }), new RangeError('priority is NaN, not a number')],
      [() => pathQueue(island, { budget: { work: 0 } }), new RangeError('budget is 0, not above 0')],
      [() => pathQueue(island, {} as never), new TypeError('budget is undefined, expected { ms } or { work }')],
      [() => pathQueue(island, { budget: {} as never }), new TypeError('budget is {}, expected { ms } or { work }')],
      [
        () => request(undefined as never),
        new TypeError('done is undefined, expected a function; queue.ask gives a promise'),
      ],
    ] as const)
      expect(ask).toThrow(error);
  });

  it('searches again what was found on a map that has changed', () => {
    const changing = Object.assign(Object.create(nav), { version: 1 }) as GridNav & { version: number };
    const queue = pathQueue(changing, { budget: { work: 60 } });
    const { log, ask } = recorder(queue);
    const all = pairs(20, 11);
    for (const [i, pair] of all.entries()) ask(`${i}`, pair);
    for (let i = 0; i < 50 && queue.statistics.sliced === 0; i++) queue.update();
    expect(queue.statistics.sliced).toBe(1);
    changing.version = 2;
    for (let i = 0; i < 5000 && queue.pending > 0; i++) queue.update();
    expect(log).toHaveLength(20);
    expect(log[19][1].version).toBe(2);
  });
});

/** Messages between a pool and its threads, without threads. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { anyCell, makeGrid, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { BlobError, ThreadError } from '../../core/errors.js';
import { anchorsOf } from '../../core/grid/clearance.js';
import { setCosts } from '../../core/grid/grid.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { editable } from '../edit/edit.js';
import { poolFor, poolOf } from './pool.js';
import type { Answers, Edit, MapParts, Reply, Request } from './protocol.js';
import { type Answering, serveNav } from './serve.js';

/** A thread that answers when the test calls it. */
class FakeThread {
  readonly sent: Request[] = [];
  readonly listeners = new Map<string, (value: unknown) => void>();
  isEnded = false;

  on(event: string, listener: (value: never) => void): void {
    this.listeners.set(event, listener as (value: unknown) => void);
  }
  postMessage(request: unknown): void {
    this.sent.push(request as Request);
  }
  terminate(): void {
    this.isEnded = true;
  }
  tell(event: string, value: unknown): void {
    this.listeners.get(event)?.(value);
  }
  /** Fails at what was sent first. */
  fail(error: Reply['error']): void {
    this.sent.shift();
    this.tell('message', { error });
  }
  /** Answers what was sent first; the cost of a path is the x of its start, -1 stands for none. */
  answer(time = 1, queries = this.sent[0].queries): void {
    const count = (queries?.length ?? 0) >> 2;
    const costs = Float64Array.from({ length: count }, (_, i) => queries?.[4 * i] ?? 0);
    const ends = Uint32Array.from({ length: count }, (_, i) => 2 * (i + 1));
    const points = Uint16Array.from({ length: 2 * count }, (_, i) => queries?.[4 * (i >> 1) + (i & 1)] ?? 0);
    this.sent.shift();
    this.tell('message', queries ? { answers: { version: 4, time, costs, ends, points } } : {});
  }
  answerAll(): void {
    while (this.sent.length > 0) this.answer();
  }
  /** Number of queries of each message; 0 of the map or an edit. */
  get sizes(): number[] {
    return this.sent.map(({ queries }) => (queries?.length ?? 0) / 4);
  }
}

const MAP: MapParts = { bytes: [], options: {} };

function fakePool(count: number, state?: Edit) {
  const threads: FakeThread[] = [];
  const start = () => {
    threads.push(new FakeThread());
    return threads[threads.length - 1];
  };
  const check = (pairs: ArrayLike<number>, at: number) => {
    if (pairs[at] > 9999) throw new RangeError(`${pairs[at]} is not on the map`);
  };
  return { pool: poolOf(MAP, start, count, () => state, check), threads };
}

/** Queries from x = 0, 1, 2 ... on. */
const queries = (count: number) => Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? i / 4 : i % 4));
const settled = () => new Promise((done) => setImmediate(done));

describe('a pool', () => {
  it('gives a thread two messages at most, the next when one is answered, and all in the order of the queries', async () => {
    const edit = { changes: [{}], version: 3 };
    const { pool, threads } = fakePool(2, edit);
    expect(threads.map(({ sent }) => sent)).toEqual([[{ map: MAP, edit }], [{ map: MAP, edit }]]);
    expect([pool.threads, pool.shared]).toEqual([2, false]);
    const pending = pool.findPaths(queries(1000));
    expect(threads.map(({ sizes }) => sizes)).toEqual([
      [0, 250],
      [0, 250],
    ]);
    for (const thread of threads) thread.answer();
    expect(threads.map(({ sizes }) => sizes)).toEqual([
      [250, 250],
      [250, 250],
    ]);
    expect(threads.map(({ sent }) => sent[0].queries?.slice(0, 5))).toEqual([
      Int32Array.of(0, 1, 2, 3, 1),
      Int32Array.of(250, 1, 2, 3, 251),
    ]);
    threads[1].answer();
    for (const thread of [threads[0], threads[0], threads[1]]) thread.answer();
    const paths = await pending;
    expect(paths.map((path) => path?.cost)).toEqual(Array.from({ length: 1000 }, (_, i) => i));
    expect(paths[251]).toMatchObject({ version: 4, waypoints: Uint16Array.of(251, 1), cells: Uint16Array.of(251, 1) });
  });

  it('has batches of 256 queries at first, a quarter more where they take less than a millisecond, a fifth fewer else', () => {
    const { pool, threads } = fakePool(1);
    const [thread] = threads;
    thread.answer();
    const sizeAfter = (time: number, times: number) => {
      for (let i = 0; i < times; i++) {
        pool.findPaths(queries(1)).catch(() => {});
        thread.answer(time);
      }
      pool.findPaths(queries(9000)).catch(() => {});
      const [of] = thread.sizes;
      // Neither quicker nor slower is known of messages that fail.
      while (thread.sent.length > 0) thread.fail({ name: 'RangeError', message: 'no' });
      return of;
    };
    expect(sizeAfter(0, 0)).toBe(256);
    expect(sizeAfter(0, 1)).toBe(320);
    expect(sizeAfter(1, 1)).toBe(256);
    // A batch of one query at the pace of 256 a millisecond: not less.
    expect(sizeAfter(1 / 256, 1)).toBe(205);
    expect(sizeAfter(1 / 206, 1)).toBe(256);
    expect(sizeAfter(9, 30)).toBe(32);
    expect(sizeAfter(0, 40)).toBe(2048);
  });

  it('takes single queries of one turn together', async () => {
    const { pool, threads } = fakePool(2);
    for (const thread of threads) thread.answer();
    const pending = [pool.findPath(5, 1, 2, 3), pool.findPath(-1, 1, 2, 3), pool.findPath(7, 1, 2, 3)];
    const wrong = pool.findPath(10_000, 1, 2, 3);
    await expect(wrong).rejects.toThrow('10000 is not on the map');
    expect(threads.map(({ sizes }) => sizes)).toEqual([[1, 1], [1]]);
    for (const thread of threads) thread.answerAll();
    expect((await Promise.all(pending)).map((path) => path?.cost ?? path)).toEqual([5, null, 7]);
    const [one, two] = [pool.findPath(1, 1, 1, 1), pool.findPath(2, 1, 1, 1)];
    await settled();
    threads[0].fail({ name: 'BlobError', message: 'damaged', code: 'missing' });
    threads[1].answer();
    await expect(one).rejects.toEqual(new BlobError('damaged', 'missing'));
    expect(await two).toMatchObject({ cost: 2 });
  });

  it('asks a batch three times, each of another thread, which begins with the map', async () => {
    const { pool, threads } = fakePool(1);
    threads[0].answer();
    const pending = pool.findPaths(queries(3));
    const failed = pending.catch((error) => error);
    expect(threads[0].sizes).toEqual([2, 1]);
    threads[0].tell('exit', 7);
    threads[0].tell('error', new Error('once more'));
    expect([threads.length, threads[0].isEnded, threads[1].sent[0].map, threads[1].sizes]).toEqual([
      ...[2, true, MAP],
      [0, 2],
    ]);
    threads[1].tell('messageerror', new Error('too large'));
    threads[2].answer();
    expect(threads[2].sizes).toEqual([2, 1]);
    threads[2].tell('exit', 8);
    expect(await failed).toEqual(new ThreadError('a worker thread has ended in the middle of it (exit code 8)'));
    expect(threads.length).toBe(4);
  });

  it('gives up after three threads that died without an answer, and begins again with the next question', async () => {
    const { pool, threads } = fakePool(2);
    const one = pool.findPath(1, 1, 1, 1).catch((error) => error);
    await settled();
    for (let i = 0; i < 3; i++) threads.find(({ isEnded }) => !isEnded)?.tell('exit', i);
    expect(await one).toEqual(new ThreadError('a worker thread has ended in the middle of it (exit code 2)'));
    expect(threads.map(({ isEnded }) => isEnded)).toEqual([true, true, true, true]);
    const two = pool.findPath(2, 1, 1, 1);
    await settled();
    expect(threads.slice(4).map(({ sizes }) => sizes)).toEqual([[0, 1], [0]]);
    for (const thread of threads.slice(4)) thread.answerAll();
    expect(await two).toMatchObject({ cost: 2 });
  });

  it('ends where a thread cannot load the map', async () => {
    const { pool, threads } = fakePool(2);
    const one = pool.findPath(1, 1, 1, 1).catch((error) => error);
    threads[0].fail({ name: 'TypeError', message: 'no decompressor' });
    expect(await one).toMatchObject({ name: 'TypeError', message: 'no decompressor' });
    expect(threads.map(({ isEnded }) => isEnded)).toEqual([true, true]);
    await expect(pool.findPaths(queries(1))).rejects.toThrow('no decompressor');
  });

  it('tells edits to each thread, between what was asked before and after', async () => {
    const { pool, threads } = fakePool(2);
    for (const thread of threads) thread.answer();
    const before = pool.findPaths(queries(9));
    expect(threads.map(({ sizes }) => sizes)).toEqual([[3, 3], [3, 0].slice(0, 1)]);
    pool.edit({ changes: [{}], version: 1 });
    pool.edit({ changes: [{}, {}], version: 2 });
    const after = pool.findPath(1, 1, 1, 1);
    await settled();
    expect(threads.map(({ sent }) => sent.map((request) => request.edit?.version ?? 'q'))).toEqual([
      ['q', 'q', 1, 2],
      ['q', 1, 2],
    ]);
    for (const thread of threads) thread.answerAll();
    expect((await before).length).toBe(9);
    expect(await after).toMatchObject({ cost: 1 });
    pool.edit({ changes: [], version: 3 });
    threads[1].tell('message', { error: { name: 'RangeError', message: 'not on the map' } });
    await expect(pool.findPath(1, 1, 1, 1)).rejects.toEqual(new RangeError('not on the map'));
    const count = threads.map(({ sent }) => sent.length);
    pool.edit({ changes: [], version: 4 });
    expect(threads.map(({ sent }) => sent.length)).toEqual(count);
  });
});

describe('the options of a pool', () => {
  it('are threads, one fewer than cores by default, and one for each with 0; a map out of blobs, and its sides', async () => {
    const cores = vi.spyOn(process.getBuiltinModule('node:os'), 'availableParallelism').mockReturnValue(4);
    onTestFinished(() => cores.mockRestore());
    const grid = makeGrid('noise', 9, 7, 0.1, 1);
    const nav = load(await bakeJps(grid), { shared: true });
    const worker = () => new FakeThread();
    const none = () => new URL('file:///none');
    const of = (threads?: number) => poolFor(nav, { threads, worker }, none);
    expect([of(), of(0), of(3)].map(({ threads }) => threads)).toEqual([3, 4, 3]);
    cores.mockReturnValue(1);
    expect(of().threads).toBe(1);
    for (const wrong of [-1, 1.5, Number.NaN])
      expect(() => of(wrong)).toThrow(
        new RangeError(`threads is ${wrong}, allowed is a whole number of 0 (one per core) or more`),
      );
    for (const [query, name] of [
      [[9, 0, 0, 0], '9'],
      [[0, 7, 0, 0], '7'],
      [[0, 0, 9, 0], '9'],
      [[0, 0, 0, 7], '7'],
      [[-1, 0, 0, 0], '-1'],
      [[9, 7, 9, 7], '9'],
      [[0, 0.5, 0, 0], '0.5'],
    ] as const)
      await expect(of(1).findPaths([...query])).rejects.toThrow(name);
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never);
    vi.stubGlobal('navigator', undefined);
    onTestFinished(() => void vi.unstubAllGlobals().restoreAllMocks());
    expect([of(0), of()].map(({ threads }) => threads)).toEqual([2, 1]);
    vi.stubGlobal('navigator', { hardwareConcurrency: 6 });
    expect([of(0), of()].map(({ threads }) => threads)).toEqual([6, 5]);
  });
});

describe('a thread', () => {
  /** Serves in this process; each request has its reply, and what was given away with it. */
  function served(options: Parameters<typeof serveNav>[0]) {
    const place = globalThis as unknown as Record<string, unknown>;
    const { addEventListener, postMessage } = place;
    let receive = (_: object) => {};
    const replies: [Reply, object[]][] = [];
    place.addEventListener = (_: string, listener: typeof receive) => {
      receive = listener;
    };
    place.postMessage = (reply: Reply, given: object[]) => replies.push([reply, given]);
    onTestFinished(() => void Object.assign(place, { addEventListener, postMessage }));
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never);
    serveNav(options);
    vi.restoreAllMocks();
    return (data: Request) => {
      receive({ data });
      return replies.pop() as [Reply & { answers: Answers }, object[]];
    };
  }
  const map: MapParts = { bytes: [], options: { engine: 'x' } };

  it('loads its map once, answers with waypoints, and gives its memory away', async () => {
    const bytes = await bakeJps(makeGrid('noise', 40, 30, 0.2, 5));
    const nav = load(bytes);
    const loads: unknown[] = [];
    const ask = served({
      load: (...given) => {
        loads.push(given);
        return nav as unknown as Answering;
      },
    });
    expect(ask({ map: { ...map, kept: {} } })).toEqual([{}, []]);
    expect(loads).toEqual([[[], { engine: 'x', shared: {} }]]);
    const open = Array.from({ length: 400 }, (_, i) => [i % 40, i % 30]).filter(([x, y]) => nav.isOpen(x, y));
    const pairs = open.flatMap(([x, y], i) => [x, y, ...(open[(7 * i + 3) % open.length] ?? [])]);
    const paths = Array.from({ length: pairs.length / 4 }, (_, i) => {
      const [x0, y0, x1, y1] = pairs.slice(4 * i, 4 * i + 4);
      return nav.findPath(x0, y0, x1, y1);
    });
    const [{ answers }, given] = ask({ queries: Int32Array.from(pairs) });
    const lists = paths.map((path) => [...(path?.waypoints ?? [])]);
    expect([...answers.costs]).toEqual(paths.map((path) => path?.cost ?? -1));
    expect([...answers.ends].map((end, i) => [...answers.points.subarray(answers.ends[i - 1] ?? 0, end)])).toEqual(
      lists,
    );
    expect([answers.version, given.length, answers.time >= 0]).toEqual([0, 3, true]);
    expect(answers.points.length).toBe(lists.flat().length);
  });

  it('follows edits, with what makes its map editable, and tells errors by name, words and code', () => {
    const seen: unknown[] = [];
    const nav = { findPathInto: () => false };
    const editable = (of: Answering) => ({
      ...of,
      edit(changes: readonly never[]) {
        seen.push(...changes);
        if (changes.length === 0) throw new BlobError('none', 'missing');
      },
    });
    const ask = served({ load: () => nav, editable });
    expect(ask({ map, edit: { changes: [{ a: 1 }], version: 5 } })).toEqual([{}, []]);
    const [{ answers }] = ask({ edit: { changes: [{ a: 2 }], version: 6 }, queries: new Int32Array(8) });
    expect([answers.version, [...answers.costs], [...answers.ends], seen]).toEqual([
      ...[6, [-1, -1], [0, 0]],
      [{ a: 1 }, { a: 2 }],
    ]);
    expect(ask({ edit: { changes: [], version: 7 } })[0]).toEqual({
      error: { name: 'BlobError', message: 'none', code: 'missing' },
    });
    const plain = served({ load: () => nav });
    plain({ map });
    expect(plain({ edit: { changes: [], version: 7 } })[0]).toEqual({
      error: { name: 'TypeError', message: 'this worker cannot edit: give serveNav { load, editable }' },
    });
  });

  it.each([false, true])(
    'has the ground below the units of a map that follows another one, costs: %s',
    async (costs) => {
      for (let seed = 1; seed <= sample(160); seed++) {
        const next = random(seed);
        const cells = makeGrid('noise', 8, 6, 0.3, seed);
        for (const cell of [0, 1, 8, 9]) cells.open[cells.cell(cell % 8, cell >> 3)] = 1;
        if (costs) setCosts(cells, (x, y) => 1 + ((3 * x + y) % 4));
        const man = editable(loadGrid(cells));
        const baked = load(await bakeJps(anchorsOf(cells, 2)), { shared: true });
        const cart = editable(baked, { follows: man });
        const edit = () => {
          const [x, y] = anyCell(man, next);
          if (costs && next() < 0.5) man.setCost(x, y, 1 + Math.floor(5 * next()));
          else man.setOpen(x, y, next() < 0.8);
        };
        for (let e = 0; e < 6; e++) edit();
        const thread = new FakeThread();
        const pool = poolFor(cart, { threads: 1, worker: () => thread }, () => new URL('file:///nowhere'));
        onTestFinished(() => pool.close());
        const ask = served({ load: load as never, editable: editable as never });
        for (let e = 0; e < 12; e++) {
          edit();
          const pairs = Array.from({ length: 20 }, () => [...anyCell(man, next), ...anyCell(man, next)]).flat();
          const expected = pairs.flatMap((_, i) => {
            const [x0, y0, x1, y1] = pairs.slice(i, i + 4);
            return i % 4 ? [] : (cart.findPath(x0, y0, x1, y1)?.cost ?? null);
          });
          const answers = pool.findPaths(pairs);
          while (thread.sent.length > 0)
            thread.tell('message', ask(structuredClone(thread.sent.shift() as Request))[0]);
          expect((await answers).map((path) => path?.cost ?? null)).toEqual(expected);
        }
      }
    },
  );
});

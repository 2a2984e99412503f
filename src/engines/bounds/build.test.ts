import { deepStrictEqual } from 'node:assert/strict';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { oracleBoxes } from '../../../test/bounds-oracle.js';
import { drawn, makeGrid } from '../../../test/grids.js';
import { sample, sampleOf } from '../../../test/samples.js';
import { haveSharedMaps, sharedMap } from '../../../test/shared-maps.js';
import { MapTooLargeError } from '../../core/errors.js';
import { type Grid, gridFrom } from '../../core/grid/grid.js';
import { type Bounds, type BoundsOptions, buildBounds } from './build.js';
import { BOX_BYTES, checkRows, MOST_BYTES } from './share.js';

if (!haveSharedMaps) console.warn('skipped: no maps in ../shared/maps; threads were tested on made-up maps only');

const bake = (grid: Grid, options: Partial<BoundsOptions> = {}) => buildBounds(grid, { threads: 1, ...options });

const SLOWNESS = 16;

/** Large enough that a bake of every cell is worth threads, and still runs after many slices. */
const SIDE = 56;
const large = makeGrid('maze', SIDE, SIDE, 0, 7);

/** All of its boxes, made in one thread. */
const whole = buildBounds(large, { at: 'cells', threads: 1 });

/**
 * Bakes are timed by what this process has computed, as if it were slow: then neither a busy machine nor a quick one
 * changes which map is worth threads.
 */
beforeAll(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => {
    const { user, system } = process.cpuUsage();
    return (SLOWNESS * (user + system)) / 1000;
  });
});

/** Counts the bakes that were worth other threads. */
const pools = vi.hoisted(() => ({ count: 0 }));
vi.mock('../../core/threads/pool.js', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../core/threads/pool.js')>();
  class Pool extends original.Pool {
    constructor(...args: ConstructorParameters<typeof original.Pool>) {
      super(...args);
      pools.count++;
    }
  }
  return { ...original, Pool };
});

/** Boxes by cell and direction. */
function* rowsOf({ stored, boxes }: Bounds): Generator<{ cell: number; d: number; box: number[] }> {
  let row = 0;
  for (let cell = 0; cell < stored.length; cell++) {
    for (let d = 0; d < 8; d++) {
      if ((stored[cell] >> d) & 1) yield { cell, d, box: [...boxes.subarray(4 * row, 4 * ++row)] };
    }
  }
  expect(boxes.length).toBe(4 * row);
}

describe('buildBounds', () => {
  it.each(['noise', 'maze', 'comb', 'rooms'] as const)(
    'gives the boxes of the oracle, row by row: %s',
    async (kind) => {
      for (let seed = 1; seed <= sample(40); seed++) {
        const grid = makeGrid(kind, 1 + (seed % 17), 1 + ((5 * seed) % 13), (seed % 10) / 10, seed);
        const expected = Array.from(grid.open, (open, cell) => (open ? oracleBoxes(grid, cell) : []));
        for (const at of ['jump-points', 'cells'] as const) {
          const bounds = await bake(grid, { at });
          expect(bounds).toMatchObject({ at, exact: true });
          for (const { cell, d, box } of rowsOf(bounds))
            expect({ cell, d, box }).toEqual({ cell, d, box: expected[cell][d] });
        }
      }
    },
  );

  it('keeps boxes for what is canonical after a straight arrival that stops', async () => {
    const grid = drawn(`
      ....
      .#..
      ....`);
    const { stored } = await bake(grid);
    const masks = Array.from({ length: 3 }, (_, y) => Array.from({ length: 4 }, (_, x) => stored[grid.cell(x, y)]));
    const [N, NE, E, SE, S, W] = [1, 2, 4, 8, 16, 64];
    expect(masks).toEqual([
      [E | S, 0, E | SE | S | W, 0],
      [0, 0, 0, 0],
      [N | E, 0, N | NE | E | W, 0],
    ]);
  });

  it('keeps them in every cell, for every legal move', async () => {
    const grid = drawn(`
      ..#
      .##`);
    expect(await bake(grid, { at: 'cells' })).toEqual({
      at: 'cells',
      exact: true,
      stored: Uint8Array.of(0, 0, 0, 0, 0, 0, 4 | 16, 64, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
      boxes: Uint16Array.of(1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0),
    });
  });

  it('has nothing to do on a map without open cells or without jump points', async () => {
    const [closed, open] = [0, 1].map((cell) => gridFrom(9, 5, () => cell));
    for (const bounds of [bake(closed), bake(open), bake(closed, { at: 'cells' })])
      expect((await bounds).boxes.length).toBe(0);
  });

  it('gives the same bytes at any number of threads', async () => {
    const some = sampleOf([3, 2]);
    pools.count = 0;
    for (const threads of some) deepStrictEqual(await bake(large, { at: 'cells', threads }), await whole);
    expect(pools.count).toBe(some.length);
    for (const options of [{ exact: false }, { at: 'cells', exact: false }] as const) {
      const one = await bake(large, { ...options, threads: 1 });
      for (const threads of some) deepStrictEqual(await bake(large, { ...options, threads }), one);
    }
  });

  it('starts no threads for little work', async () => {
    pools.count = 0;
    await bake(makeGrid('rooms', 20, 20, 0.1, 7), { at: 'cells', threads: 2 });
    expect(pools.count).toBe(0);
  });

  it.skipIf(!haveSharedMaps)('gives the same bytes at any number of threads on a real map', async () => {
    const grid = sharedMap('dao/lak304d');
    const one = await bake(grid, { threads: 1 });
    for (const threads of sampleOf([3, 2])) deepStrictEqual(await bake(grid, { threads }), one);
  });

  it('says how far it is', async () => {
    const reports: [number, number][] = [];
    const { stored } = await bake(large, {
      at: 'cells',
      threads: 2,
      onProgress: (...progress) => reports.push(progress),
    });
    const total = stored.filter((mask) => mask > 0).length;
    expect(reports.length).toBeGreaterThan(1);
    expect(reports).toEqual([...reports].sort(([a], [b]) => a - b));
    expect(new Set(reports.map(([, of]) => of))).toEqual(new Set([total]));
    expect(reports.at(-1)).toEqual([total, total]);
  });

  it.each([1, 2])('stops on request, at %s threads', async (threads) => {
    const reason = new Error('enough');
    await expect(bake(large, { threads, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    let last = 0;
    const onProgress = (done: number) => {
      last = done;
      controller.abort(reason);
    };
    await expect(bake(large, { at: 'cells', threads, signal: controller.signal, onProgress })).rejects.toBe(reason);
    expect(last).toBeLessThan(large.open.filter((open) => open > 0).length);
  });
});

describe('a bake with the help of others', () => {
  it('gives the same boxes, or the error of a thread that failed', async () => {
    let calls = 0;
    const recruit = (error?: Error) => () => {
      calls++;
      return async () => {
        if (error) throw error;
      };
    };
    deepStrictEqual((await bake(large, { at: 'cells', recruit: recruit() })).boxes, (await whole).boxes);
    await expect(bake(large, { at: 'cells', recruit: recruit(new Error('it died')) })).rejects.toThrow('it died');
    expect(calls).toBe(2);
  });
});

describe('boxes', () => {
  it('are refused beyond 2 GiB', () => {
    const most = MOST_BYTES / BOX_BYTES;
    checkRows(most, 'cells');
    expect(() => checkRows(most + 2 ** 17, 'cells')).toThrow(
      new MapTooLargeError(
        'goal bounds of this map take 2049 MiB, and at most 2048 MiB are possible: keep them at jump points only, or cut the map',
      ),
    );
    expect(() => checkRows(most + 1, 'jump-points')).toThrow(MapTooLargeError);
  });
});

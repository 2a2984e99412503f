import { describe, expect, it, vi } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { decompressor } from '../blob/decompress.js';
import { bakeBounds } from '../bounds/bake.js';
import { bakeHierarchy } from '../ch/bake.js';
import { gridFrom, setCosts } from '../grid/grid.js';
import { bakeHpa } from '../hpa/bake.js';
import { bakeJps } from '../jps/bake.js';
import { PathBuffer } from '../search/path.js';
import { bakeTable } from '../table/bake.js';
import { ENGINES, load } from './load-all.js';
import type { Nav } from './nav.js';
import { warmUp } from './warm-up.js';

const grid = makeGrid('rooms', 60, 50, 0.2, 7);

const hilly = makeGrid('rooms', 60, 50, 0.2, 7);
setCosts(hilly, (x, y) => 1 + ((x + y) % 3));

/** Blobs of all engines of a map whose cells all cost 1; those of the others are of another map. */
async function blobsFor(engine: string) {
  if (engine === 'priced') return [await bakeJps(hilly), await bakeHpa(hilly)];
  const hpa = await bakeHpa(grid);
  return [
    await bakeJps(grid),
    await bakeBounds(grid, { threads: 1 }),
    await bakeHierarchy(grid),
    hpa,
    await bakeTable(hpa, { threads: 1 }),
  ];
}

describe('warmUp', () => {
  it('makes all that the first query of any kind would make, with every engine, and changes no answer', async () => {
    const [flat, priced] = [await blobsFor('jps'), await blobsFor('priced')];
    for (const engine of ENGINES.map(({ name }) => name)) {
      const blobs = engine.startsWith('priced') ? priced : flat;
      let frames = 0;
      const decompress = (frame: Uint8Array, length: number) => {
        frames++;
        return decompressor(frame, length);
      };
      const [nav, cold] = [load(blobs, { engine, decompress }), load(blobs, { engine })];
      const before = frames;
      warmUp(nav, { ms: 0 });
      const made = frames;
      // Walks and distances come from engines that are made at their first call.
      expect(made > before, engine).toBe(engine !== 'table');
      for (let i = 0; i < 12; i++) {
        const query = [(31 * i) % 60, (17 * i) % 50, (47 * i + 5) % 60, (13 * i + 1) % 50] as const;
        expect(nav.findPath(...query)).toEqual(cold.findPath(...query));
        expect([...(nav.walk?.(...query) ?? [])]).toEqual([...(cold.walk?.(...query) ?? [])]);
        expect(nav.distance?.(...query)).toBe(cold.distance?.(...query));
      }
      expect(frames).toBe(made);
    }
  });

  it('stops when its time is over, or when enough was asked; and on maps with little or nothing to ask', async () => {
    const nav = load(await bakeJps(grid));
    let time = 0;
    const now = vi.spyOn(Date, 'now').mockImplementation(() => time);
    warmUp(nav, { ms: 30 });
    expect(now.mock.calls.length).toBeGreaterThan(1000);
    now.mockReset().mockImplementation(() => {
      time += 10;
      return time;
    });
    warmUp(nav, { ms: 30 });
    expect(now.mock.calls.length).toBeLessThan(6);
    now.mockRestore();
    for (const open of [0, 1]) warmUp(load(await bakeJps(gridFrom(3, 3, (x, y) => x + y < open))));
    // Islands of one cell: nothing leads anywhere.
    warmUp(load(await bakeJps(gridFrom(9, 9, (x, y) => x % 2 === 0 && y % 2 === 0))));
  });

  it('asks for every kind of answer from all over the map, each from where the last one led to', () => {
    const asked: Record<string, unknown[][]> = {};
    const ask =
      <T>(kind: string, answer: T) =>
      (...args: unknown[]) => {
        asked[kind] = [...(asked[kind] ?? []), args.filter((arg) => !(arg instanceof PathBuffer))];
        return answer;
      };
    const cells = vi.spyOn(PathBuffer.prototype, 'cells', 'get');
    let steps = 0;
    const empty = gridFrom(40, 30, () => true);
    const nav = {
      ...{ search: {}, width: 40, height: 30, grid: empty, label: () => 1, isOpen: () => true },
      isReachable: (x: number) => x !== 30,
      findPathInto(...args: [number, number, number, number, PathBuffer]) {
        // East, south, and back west.
        args[4].write([10 << 16, 120 | (10 << 16), 120, 0], 4, 250);
        return ask('findPathInto', true)(...args);
      },
      live: () => ({ search: ask('live', true) }),
      walk: ask('walk', { next: () => ++steps }),
      ...{ distance: ask('distance', 1), nearest: ask('nearest', []), findPath: ask('findPath', null) },
    };
    // Time for four more than are asked in any case.
    const now = vi.spyOn(Date, 'now').mockReturnValue(5);
    for (const time of [0, 4, 4, 4, 4]) now.mockReturnValueOnce(time);
    warmUp(nav as unknown as Nav, { ms: 5 });
    now.mockRestore();
    const asks = (asked.findPathInto as unknown[]).length;
    expect([steps, cells.mock.calls.length]).toEqual([40 * asks, asks]);
    cells.mockRestore();
    const queries = asked.findPathInto as number[][];
    expect(queries.map((query) => query.join(' ')).join(', ')).toBe(
      '0 0 0 0, 30 17 20 4, 20 4 10 21, 10 21 0 8, 30 25 21 12, 21 12 11 29, 11 29 1 16, 1 16 31 3, 31 3 21 20, ' +
        '21 20 12 8, 12 8 2 25, 2 25 32 12, 32 12 22 29, 22 29 12 16, 12 16 3 3, 3 3 33 20, 33 20 23 7, 23 7 13 24, ' +
        '13 24 3 11, 3 11 34 28',
    );
    expect([asked.live, asked.walk]).toEqual([queries, queries]);
    expect(asked.distance).toEqual(queries.map(([x0, y0, x1, y1]) => [x1, y1, x0, y0]));
    expect(asked.nearest).toEqual(queries.map(([x0, y0, x1, y1]) => [x0, y0, [x1, y1]]));
    // The most winding part of the path, and short ones of each direction, inside of the map.
    const within = (value: number, side: number) => Math.max(0, Math.min(side - 1, value));
    expect(asked.findPath).toEqual(
      queries.flatMap(([, , x, y], i) => [
        [80, 0, 71, 10],
        [x, y, within(x + (i % 16) - 8, 40), within(y + (i % 7) - 3, 30)],
      ]),
    );
    // A queue knows how it is warmed up.
    const queue = { warmUp: vi.fn() };
    warmUp(queue);
    expect(queue.warmUp.mock.calls).toEqual([[100]]);
  });
});

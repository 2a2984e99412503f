import { describe, expect, it, vi } from 'vitest';
import { makeGrid } from '../../test/grids.js';
import { decompressor } from '../blob/decompress.js';
import { bakeBounds } from '../bounds/bake.js';
import { bakeHierarchy } from '../ch/bake.js';
import { gridFrom, setCosts } from '../grid/grid.js';
import { bakeHpa } from '../hpa/bake.js';
import { bakeJps } from '../jps/bake.js';
import { bakeTable } from '../table/bake.js';
import { ENGINES, load } from './load-all.js';
import { warmUp } from './warm-up.js';

const grid = makeGrid('rooms', 60, 50, 0.2, 7);

const hilly = makeGrid('rooms', 60, 50, 0.2, 7);
setCosts(hilly, (x, y) => 1 + ((x + y) % 3));

/** Blobs of all engines of a map whose cells all cost 1; those of the others are of another map. */
async function blobsFor(engine: string) {
  if (engine === 'priced') return [await bakeJps(hilly), await bakeBounds(hilly, { threads: 1 }), await bakeHpa(hilly)];
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
});

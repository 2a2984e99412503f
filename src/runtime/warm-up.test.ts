import { describe, expect, it } from 'vitest';
import { makeGrid } from '../../test/grids.js';
import { decompressor } from '../blob/decompress.js';
import { bakeBounds } from '../bounds/bake.js';
import { bakeHierarchy } from '../ch/bake.js';
import { gridFrom } from '../grid/grid.js';
import { bakeHpa } from '../hpa/bake.js';
import { bakeJps } from '../jps/bake.js';
import { bakeTable } from '../table/bake.js';
import { ENGINES } from './engines.js';
import { load } from './index.js';

const grid = makeGrid('rooms', 60, 50, 0.2, 7);

async function everything() {
  const hpa = await bakeHpa(grid);
  return [await bakeJps(grid), await bakeBounds(grid, { jobs: 1 }), await bakeHierarchy(grid), hpa, await bakeTable(hpa, { jobs: 1 })];
}

describe('warmUp', () => {
  it('makes all that the first query of any kind would make, with every engine, and changes no answer', async () => {
    const blobs = await everything();
    for (const engine of Object.keys(ENGINES)) {
      let frames = 0;
      const decompress = (frame: Uint8Array, length: number) => {
        frames++;
        return decompressor(frame, length);
      };
      const [nav, cold] = [load(blobs, { engine, decompress }), load(blobs, { engine })];
      const before = frames;
      nav.warmUp(0);
      const made = frames;
      // Walks and distances come from engines that are made at their first call.
      expect(made > before, engine).toBe(engine !== 'table');
      for (let i = 0; i < 40; i++) {
        const query = [(31 * i) % 60, (17 * i) % 50, (47 * i + 5) % 60, (13 * i + 1) % 50] as const;
        expect(nav.findPath(...query)).toEqual(cold.findPath(...query));
        expect([...(nav.walk?.(...query) ?? [])]).toEqual([...(cold.walk?.(...query) ?? [])]);
        expect(nav.distance?.(...query)).toBe(cold.distance?.(...query));
      }
      expect(frames).toBe(made);
    }
  });

  it('takes about as long as it may, and ends on maps with little or nothing to ask', async () => {
    const nav = load(await bakeJps(grid));
    const start = performance.now();
    nav.warmUp(30);
    expect(performance.now() - start).toBeGreaterThan(20);
    for (const open of [0, 1]) load(await bakeJps(gridFrom(3, 3, (x, y) => x + y < open))).warmUp();
    // Islands of one cell: nothing leads anywhere.
    load(await bakeJps(gridFrom(9, 9, (x, y) => x % 2 === 0 && y % 2 === 0))).warmUp();
  });
});

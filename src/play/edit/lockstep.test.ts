import { expect, it } from 'vitest';
import { randomChanges } from '../../../test/changes.js';
import { type Kind, makeGrid, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { bakeBounds } from '../../core/bounds/bake.js';
import { bakeHierarchy } from '../../core/ch/bake.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import { bakeJps } from '../../core/jps/bake.js';
import { load } from '../../core/runtime/load-all.js';
import { PathBuffer } from '../../core/search/path.js';
import { editable } from './edit.js';
import type { ChangingNav } from './edits.js';
import { applyChanges, saveChanges } from './saving.js';

const CODEC = { codec: 'none', threads: 1 } as const;
const KINDS: Kind[] = ['noise', 'rooms', 'comb', 'noise'];
const BAKES = {
  jps: async (grid: Grid) => [await bakeJps(grid, CODEC)],
  'jps+bounds': async (grid: Grid) => [await bakeJps(grid, CODEC), await bakeBounds(grid, CODEC)],
  ch: async (grid: Grid) => [await bakeHierarchy(grid, CODEC)],
};

const path = new PathBuffer();
/** The cells of a path as a text, and its cost. */
function answer(nav: ChangingNav, query: [number, number, number, number]): string {
  return nav.findPathInto(...query, path)
    ? `${path.cost}: ${path.cells.subarray(0, 2 * path.cellCount).join()}`
    : 'no path';
}

it.each(
  Object.entries(BAKES).flatMap(([engine, bake]) => [
    { engine, bake, priced: false },
    ...(engine === 'jps+bounds' ? [] : [{ engine, bake, priced: true }]),
  ]),
)(
  'the cells of a path depend on the state of the map alone, not on edits and queries before: $engine, costs: $priced',
  async ({ engine: name, bake, priced }) => {
    const engine = name === 'jps' && priced ? 'priced' : name;
    let other = 0;
    let asked = 0;
    for (let seed = 1; seed <= sample(24); seed++) {
      const next = random(seed);
      const below = (n: number) => Math.floor(next() * n);
      const grid = makeGrid(KINDS[seed % 4], 30 + below(30), 30 + below(30), 0.15 * next(), seed);
      if (priced) setCosts(grid, (x, y) => 1 + (((x >> 3) + (y >> 2)) % 3));
      const blobs = await bake(grid);
      const query = (): [number, number, number, number] => [
        below(grid.width),
        below(grid.height),
        below(grid.width),
        below(grid.height),
      ];
      const first = editable(load(blobs, { engine }));
      const batches = Array.from({ length: 6 }, () => randomChanges(grid, next, priced));
      for (const batch of batches) {
        first.edit(batch);
        for (let i = 0; i < 70; i++) answer(first, query());
      }
      // One that joins late, one with edits that were taken back, one in JavaScript.
      const joined = editable(load(blobs, { engine }));
      applyChanges(joined, saveChanges(first));
      const strayed = editable(load(blobs, { engine, wasm: false }));
      for (const batch of batches.reverse()) strayed.edit(batch);
      for (let i = 0; i < 70; i++) answer(strayed, query());
      strayed.edit(randomChanges(grid, next, priced));
      applyChanges(strayed, saveChanges(first));
      expect(strayed.grid.open).toEqual(first.grid.open);
      for (let i = 0; i < 300; i++, asked++) {
        const one = query();
        const cells = answer(first, one);
        if (answer(joined, one) !== cells || answer(strayed, one) !== cells || answer(first, one) !== cells) other++;
      }
    }
    expect(asked).toBeGreaterThan(300);
    expect(other).toBe(0);
  },
);

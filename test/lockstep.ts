/** Maps that came to one state by other edits and queries: the cells of their paths. */
import { bakeBounds } from '../src/core/bounds/bake.js';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import { type Grid, setCosts } from '../src/core/grid/grid.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { load } from '../src/core/runtime/load-all.js';
import { PathBuffer } from '../src/core/search/path.js';
import { bakeTable } from '../src/core/table/bake.js';
import { editable } from '../src/play/edit/edit.js';
import type { ChangingNav } from '../src/play/edit/edits.js';
import { applyChanges, saveChanges } from '../src/play/edit/saving.js';
import { randomChanges } from './changes.js';
import { type Kind, makeGrid, random } from './grids.js';

const CODEC = { codec: 'none', threads: 1 } as const;
const KINDS: Kind[] = ['noise', 'rooms', 'comb', 'noise'];
const BAKES = {
  jps: async (grid: Grid) => [await bakeJps(grid, CODEC)],
  'jps+bounds': async (grid: Grid) => [await bakeJps(grid, CODEC), await bakeBounds(grid, CODEC)],
  ch: async (grid: Grid) => [await bakeHierarchy(grid, CODEC)],
  hpa: async (grid: Grid) => [await bakeHpa(grid, { ...CODEC, cluster: 6 })],
  'hpa of three levels, with shortcuts, without paths': async (grid: Grid) => [
    await bakeHpa(grid, { ...CODEC, cluster: 4, levels: 3, merge: 2, shortcuts: true, paths: false }),
  ],
  table: async (grid: Grid) => {
    const hpa = await bakeHpa(grid, { ...CODEC, cluster: 8 });
    return [hpa, await bakeTable(hpa, CODEC)];
  },
};

export interface LockstepCase {
  /** What is baked. */
  name: keyof typeof BAKES;
  /** Whether cells have costs. */
  priced: boolean;
}

/** Each engine without costs and with, where it can. */
export const LOCKSTEP_CASES: LockstepCase[] = (Object.keys(BAKES) as LockstepCase['name'][]).flatMap((name) => [
  { name, priced: false },
  ...(name === 'jps+bounds' ? [] : [{ name, priced: true }]),
]);

type Query = [x0: number, y0: number, x1: number, y1: number];
const path = new PathBuffer();

/** The cells of a path as a text, its cost, and the nodes expanded for it, by which a queue counts work. */
function answer(nav: ChangingNav, query: Query): string {
  return nav.findPathInto(...query, path)
    ? `${path.cost} for ${nav.search.expanded}: ${path.cells.subarray(0, 2 * path.cellCount).join()}`
    : 'no path';
}

/**
 * One map, edited: beside it one that joins late, and one in JavaScript with the same edits in another order, more
 * that were taken back, and other queries.
 * @returns queries of which one of them has other cells, or the first has when it is asked again
 */
export async function differing({ name, priced }: LockstepCase, seed: number, queries: number): Promise<Query[]> {
  const engine = name === 'jps' && priced ? 'priced' : name.split(' ')[0];
  const next = random(seed);
  const below = (n: number) => Math.floor(next() * n);
  const grid = makeGrid(KINDS[seed % 4], 30 + below(30), 30 + below(30), 0.15 * next(), seed);
  if (priced) setCosts(grid, (x, y) => 1 + (((x >> 3) + (y >> 2)) % 3));
  const blobs = await BAKES[name](grid);
  const query = (): Query => [below(grid.width), below(grid.height), below(grid.width), below(grid.height)];
  const first = editable(load(blobs, { engine }));
  const batches = Array.from({ length: 6 }, () => randomChanges(grid, next, priced));
  for (const batch of batches) {
    first.edit(batch);
    for (let i = 0; i < 70; i++) answer(first, query());
  }
  const joined = editable(load(blobs, { engine }));
  applyChanges(joined, saveChanges(first));
  const strayed = editable(load(blobs, { engine, wasm: false }));
  for (const batch of batches.reverse()) strayed.edit(batch);
  for (let i = 0; i < 70; i++) answer(strayed, query());
  // Costs, too: a map that had some is one without when they are gone.
  strayed.edit(randomChanges(grid, next, true));
  answer(strayed, query());
  applyChanges(strayed, saveChanges(first));
  if (strayed.grid.open.join() !== first.grid.open.join()) throw new Error(`seed ${seed}: the states differ`);
  const others: Query[] = [];
  for (let i = 0; i < queries; i++) {
    const one = query();
    const cells = answer(first, one);
    if ([joined, strayed, first].some((nav) => answer(nav, one) !== cells)) others.push(one);
  }
  return others;
}

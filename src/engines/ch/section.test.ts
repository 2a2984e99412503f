import { describe, expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { loadWeighted } from '../../../test/loaders.js';
import { checkPairs } from '../../../test/pairs.js';
import { decompressor } from '../../core/blob/decompress.js';
import { readBlob } from '../../core/blob/read.js';
import { writeBlob } from '../../core/blob/write.js';
import { MapTooLargeError } from '../../core/errors.js';
import { anchorsIn, withMoves } from '../../core/grid/clearance.js';
import { type Grid, gridFrom } from '../../core/grid/grid.js';
import { drawCosts } from '../../maps/cost-patterns.js';
import { chEngine } from '../../runtime/engines.js';
import { loader } from '../../runtime/load.js';
import { load as loadAll } from '../../runtime/load-all.js';
import { inside } from '../../runtime/nav.js';
import { zstdPart } from '../../runtime/parts.js';
import { bakeHierarchy } from './bake.js';
import { buildHierarchy, type HierarchyBake, hierarchySteps } from './build.js';
import { hierarchySections, loadHierarchy } from './section.js';
import { findSubgoals } from './subgoals.js';

const load = loader(chEngine, zstdPart);
const grid = makeGrid('rooms', 50, 44, 0.3, 5);
const bake = buildHierarchy(grid);
const weighted = drawCosts(grid, 'patches');

/** Loads a bake with something changed. */
async function reload(on: Grid, changed: Partial<HierarchyBake>, info?: Uint32Array<ArrayBuffer>) {
  const sections = hierarchySections({ ...bake, ...changed });
  if (info) sections[0].values = info;
  const blob = await writeBlob(on, sections, { artifact: 'test', map: '' }, { codec: 'none' });
  return loadHierarchy(readBlob(blob, decompressor), on);
}

describe('a contraction hierarchy in a blob', () => {
  it('is the same for every bake of a grid, and answers when it is loaded', async () => {
    for (const kind of ['noise', 'maze', 'comb', 'rooms'] as const) {
      const small = makeGrid(kind, 31, 23, 0.3, 2);
      const blob = await bakeHierarchy(small, { codec: 'none' });
      expect(await bakeHierarchy(small, { codec: 'none' })).toEqual(blob);
      checkPairs(small, load(blob).search, 101);
    }
  });

  it('loads where there is nothing to contract', async () => {
    const open = gridFrom(3, 2, () => true);
    expect(load(await bakeHierarchy(open)).findPath(0, 0, 2, 1)?.cost).toBe(1 + 19601 / 13860);
    const blocked = gridFrom(2, 2, () => false);
    expect(load(await bakeHierarchy(blocked)).findPath(0, 0, 1, 1)).toBeNull();
  });

  it('is refused when its arrays contradict the grid or each other', async () => {
    await expect(reload(makeGrid('rooms', 50, 44, 0.3, 6), {})).rejects.toThrow(
      /^unusable blob: number of subgoals is \d+, expected \d+; /,
    );
    await expect(reload(grid, {}, Uint32Array.of(2, bake.subgoals, 1, 0, 0))).rejects.toThrow(
      /^unusable blob: revision of subgoals is 2, expected 1; /,
    );
    const faults: [Partial<HierarchyBake>, RegExp][] = [
      [{ subgoals: 7 }, /^unusable blob: number of subgoals is 7, expected \d+; /],
      [{ height: 1025 }, /^unusable blob: extent is 1025, \d+, \d+, expected 1024,\d+,\d+ or less; /],
      [{ edges: 4e9 }, /^unusable blob: extent is \d+, 4000000000, \d+, expected /],
      [{ pairs: 4e9 }, /^unusable blob: extent is \d+, \d+, 4000000000, expected /],
      [{ edges: 5 }, /^unusable blob: hierarchy is \d+, \d+, \d+, expected 5, \d+, \d+ or less; /],
      [{ edges: bake.edges - 1 }, /^unusable blob: hierarchy is /],
      [{ pairs: bake.pairs - 1 }, /^unusable blob: hierarchy is /],
      [{ bits: bake.bits.subarray(bake.bits.length / 2) }, /^unusable blob: hierarchy is /],
      [{ bits: new Uint8Array(1e5) }, /^unusable blob: section 81 is 100000, expected \d+ bytes of Uint8Array; /],
    ];
    for (const [changed, message] of faults) await expect(reload(grid, changed)).rejects.toThrow(message);
  });

  it('is refused before it is read when a load would take seconds', async () => {
    const pillars = gridFrom(256, 256, (x, y) => (x & 3) > 0 || (y & 3) > 0);
    const subgoals = findSubgoals(pillars).cells.length;
    const forged = { subgoals, height: 2, edges: 3e5, pairs: 2e7, bits: new Uint8Array(3e4).fill(255) };
    await expect(reload(pillars, forged)).rejects.toThrow(/^unusable blob: extent is 2, 300000, 20000000, expected /);
    await expect(reload(pillars, { ...forged, height: 1024, pairs: 1e6 })).rejects.toThrow(
      /^unusable blob: levels is more than \d+ bits, expected fewer; /,
    );
    await expect(reload(pillars, { ...forged, pairs: 1e6 })).rejects.toThrow(/^unusable blob: hierarchy is /);
    await expect(reload(pillars, { ...forged, edges: 1.5e6, pairs: 1e6 })).rejects.toThrow(
      /^unusable blob: extent is /,
    );
  });

  it('supports costs under every rule and for every footprint', async () => {
    const rules = (['one-corner', 'always', 'never'] as const).map((rule) => withMoves(weighted, rule));
    for (const grid of [...rules, anchorsIn(weighted, 2)])
      checkPairs(grid, inside(loadAll([await bakeHierarchy(grid, { codec: 'none' })])).search, 601);
  });

  it('of weighted terrain is refused by a runtime without costs, and by one of another revision', async () => {
    const blob = await bakeHierarchy(weighted, { codec: 'none' });
    expect(() => load(blob)).toThrow(
      'unusable blob: sections is 1,3,80,81,2, expected those of engine ch; load its blobs, or give loader the engine of these',
    );
    const one = Object.assign(buildHierarchy(weighted), { revision: 1 });
    const old = await writeBlob(weighted, hierarchySections(one), { artifact: 'test', map: '' }, { codec: 'none' });
    expect(() => loadWeighted(old)).toThrow(/^unusable blob: revision of subgoals is 1, expected 2; /);
  });

  it('is refused during contraction when it would be larger than a blob may hold', () => {
    const pillars = gridFrom(128, 128, (x, y) => (x * 31 + y * 57) % 53 > 0);
    let left = 0;
    const contractAll = () => {
      for (const [done, total] of hierarchySteps(pillars, { witness: 1 })) left = total - done;
    };
    expect(contractAll).toThrow(
      new MapTooLargeError(
        'the contraction hierarchy has more than 3540992 pairs of edges, all that a blob holds of this map; use prep jps or prep hpa',
      ),
    );
    expect(left).toBeGreaterThan(100);
  });

  it('reports progress', async () => {
    const reported: number[] = [];
    await bakeHierarchy(grid, { onProgress: (done, total) => reported.push(done, total) });
    expect(reported.slice(-2)).toEqual([bake.subgoals, bake.subgoals]);
  });

  it('stops when its signal aborts', async () => {
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error('enough'));
    await expect(bakeHierarchy(weighted, { onProgress, signal: stop.signal })).rejects.toThrow('enough');
    await expect(bakeHierarchy(weighted, { signal: stop.signal })).rejects.toThrow('enough');
  });
});

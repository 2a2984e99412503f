import { describe, expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { unpackBlob } from '../blob/pack.js';
import { writeBlob } from '../blob/write.js';
import { bakeHierarchy } from '../ch/bake.js';
import { encoder } from '../ch/build.js';
import { decoder } from '../ch/coder.js';
import { type Extent, replay } from '../ch/replay.js';
import { hierarchySections } from '../ch/section.js';
import { findSubgoals } from '../ch/subgoals.js';
import { ch } from './ch.js';

const grid = makeGrid('rooms', 40, 30, 0.3, 3);
const half = () => 0.5;

/** The blob of a hierarchy without shortcuts: sound, but it has lost ways. */
async function withoutShortcuts(): Promise<Uint8Array> {
  const map = findSubgoals(grid);
  const none = { isLevel: decoder(new Uint8Array(0)), isShortcut: () => 0 };
  let extent: Extent = { height: 6, edges: 1e4, pairs: 1e4 };
  try {
    replay(grid, map, extent, none);
  } catch (error) {
    const [, edges, pairs] = /hierarchy is (\d+), (\d+), /.exec((error as Error).message) ?? [];
    extent = { ...extent, edges: Number(edges), pairs: Number(pairs) };
  }
  const { code, finish } = encoder();
  const levels = decoder(new Uint8Array(0));
  replay(grid, map, extent, {
    isLevel: (context) => code(context, levels(context)),
    isShortcut: (context) => code(context, 0),
  });
  const sections = hierarchySections({ ...extent, revision: 1, subgoals: map.cells.length, bits: finish() });
  return writeBlob(grid, sections, { artifact: 'ch', map: 'rooms' }, { codec: 'none' });
}

describe('verify of ch', () => {
  it('finds nothing wrong with a bake', async () => {
    const [part] = unpackBlob(await bakeHierarchy(grid, { codec: 'none' }));
    const { checked, faults } = await ch.verify(part, grid, half, [part]);
    expect(checked).toMatch(/^contraction of 64 subgoals, \d+ pairs of edges$/);
    expect(faults).toEqual([]);
  });

  it('finds shortcuts that are missing', async () => {
    const [part] = unpackBlob(await withoutShortcuts());
    let next = 0;
    const { faults } = await ch.verify(part, grid, () => (next++ % 64) / 64, [part]);
    expect(faults[0]).toMatch(/^the shortcut from \d+,\d+ over \d+,\d+ to \d+,\d+ is missing$/);
  });
});

import { expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { writeBlob } from '../../core/blob/write.js';
import { encoder } from '../../engines/ch/build.js';
import { decoder } from '../../engines/ch/coder.js';
import { type Extent, replay } from '../../engines/ch/replay.js';
import { hierarchySections } from '../../engines/ch/section.js';
import { findSubgoals } from '../../engines/ch/subgoals.js';
import { verifyBlobs } from './verify.js';

const grid = makeGrid('rooms', 40, 30, 0.3, 3);

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

it('verify finds shortcuts that are missing, by the paths of the engine', async () => {
  const { faults } = await verifyBlobs([{ file: 'ch', bytes: await withoutShortcuts() }]);
  expect(faults[0]).toMatch(/^engine ch: the path from 33,8 to 4,22 unusable blob: path is missing/);
});

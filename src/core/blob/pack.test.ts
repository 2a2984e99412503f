import { describe, expect, it } from 'vitest';
import { buildHpa } from '../../engines/hpa/build.js';
import { hpaSections } from '../../engines/hpa/section.js';
import { inspectBlob } from '../../engines/inspect.js';
import { load } from '../../runtime/load-all.js';
import { gridFrom } from '../grid/grid.js';
import { decompressor } from './decompress.js';
import * as KIND from './kinds.js';
import { HEADER_BYTES } from './layout.js';
import { packBlobs, unpackBlob } from './pack.js';
import { readBlob } from './read.js';
import { assemble, writeBlob } from './write.js';

describe('a pack of a map with costs', () => {
  const isOpen = (x: number, y: number) => (x * y) % 7 !== 6;
  const swamp = gridFrom(30, 20, isOpen, (x) => 1 + (x & 3));
  const bake = (artifact: string) => writeBlob(swamp, hpaSections(buildHpa(swamp)), { artifact, map: '' });

  it('holds them once, right after the grid, and comes apart again byte for byte', async () => {
    const blobs = await Promise.all(['hpa', 'other'].map(bake));
    const pack = packBlobs(blobs);
    expect(unpackBlob(pack).map(({ bytes }) => bytes)).toEqual(blobs);
    const kinds = inspectBlob(pack).sections.map(({ kind }) => kind);
    expect(kinds.slice(0, 2)).toEqual([KIND.grid, KIND.costs]);
    expect(kinds.filter((kind) => kind === KIND.costs)).toHaveLength(1);
    expect(kinds).toHaveLength(2 * inspectBlob(blobs[0]).sections.length - 2);
    expect(load(pack).grid.costs).toEqual(swamp.costs);
  });

  it('is not mixed with a blob that has lost them, whose engines would count steps', async () => {
    const whole = await bake('hpa');
    const { entries } = readBlob(whole, decompressor);
    const others = entries.filter(({ kind }) => kind !== KIND.costs);
    const lost = assemble(whole.subarray(0, HEADER_BYTES), others);
    expect(() => load([lost, whole])).toThrow('unusable blob: weighted is true, expected false as in the first blob');
  });
});

it.each(['..', '.', '../a', 'a/b', 'a\\b', 'a\0b', 7, undefined])(
  'a map of the name %j is refused, since names become files',
  async (map) => {
    const bytes = await writeBlob(
      gridFrom(3, 3, () => true),
      [],
      { artifact: 'jps', map: map as string },
    );
    expect(() => unpackBlob(bytes)).toThrow('unusable blob: map is');
  },
);

it.each(['..', 'JPS', 'a/b', 'a b', '', 7])('an artifact of the name %j is refused', async (artifact) => {
  const bytes = await writeBlob(
    gridFrom(3, 3, () => true),
    [],
    { artifact: artifact as string, map: '' },
  );
  expect(() => unpackBlob(bytes)).toThrow('unusable blob: artifact is');
});

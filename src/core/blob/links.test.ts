import { describe, expect, it } from 'vitest';
import { withSection } from '../../../test/forge.js';
import { createGrid } from '../grid/create.js';
import { type LinkInput, MAX_LINK_COST } from '../grid/links.js';
import { STRAIGHT } from '../grid/step-costs.js';
import { bakeJps } from '../jps/bake.js';
import { load } from '../runtime/load-all.js';
import { decompressor } from './decompress.js';
import * as KIND from './kinds.js';
import { HEADER_BYTES } from './layout.js';
import { readBlob } from './read.js';
import { assemble } from './write.js';

const OPTIONS = { codec: 'none', threads: 1 } as const;
const AGAIN = '; bake it again with this gridprep';
const toCorner = (i: number): LinkInput => ({ from: [i % 30, Math.floor(i / 30)], to: [29, 29] });
const mapWith = (count: number) =>
  createGrid(30, 30, () => true, { links: Array.from({ length: count }, (_, i) => toCorner(i)) });

describe('links of a blob', () => {
  it('cost no more than a bake allows', async () => {
    const blob = await bakeJps(mapWith(2), OPTIONS);
    const most = MAX_LINK_COST * STRAIGHT;
    const costing = (cost: number) =>
      withSection(blob, KIND.links, (values) => {
        new DataView(values.buffer, values.byteOffset).setUint32(8, cost, true);
        return values;
      });
    expect(load(costing(most)).findPath(0, 0, 29, 29)).not.toBeNull();
    const message = `unusable blob: link 0 is 0,0 to 29,29, expected one between two cells of the map${AGAIN}`;
    for (const cost of [0, most + 1, 2 ** 32 - 1]) expect(() => load(costing(cost))).toThrow(message);
  });

  it('are few, or have their lists, so that a first query does not search for all distances', async () => {
    const bare = async (count: number) => {
      const blob = await bakeJps(mapWith(count), OPTIONS);
      const { entries } = readBlob(blob, decompressor);
      const others = entries.filter(({ kind }) => kind !== KIND.linkLists);
      return assemble(blob.slice(0, HEADER_BYTES), others);
    };
    expect(load(await bare(256)).findPath(0, 0, 29, 29)).not.toBeNull();
    expect(load(await bakeJps(mapWith(257), OPTIONS)).findPath(0, 0, 29, 29)).not.toBeNull();
    const many = await bare(257);
    const message = `unusable blob: lists of links is missing, expected there with more than 256 links${AGAIN}`;
    expect(() => load(many)).toThrow(message);
  });
});

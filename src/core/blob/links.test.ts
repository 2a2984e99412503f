import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { withSection } from '../../../test/forge.js';
import { inspectBlob } from '../../engines/inspect.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import { createGrid } from '../grid/create.js';
import type { LinkInput } from '../grid/links.js';
import { STRAIGHT } from '../grid/step-costs.js';
import { MAX_LINK_COST, MAX_LINKS } from '../limits.js';
import type { Path } from '../search/path.js';
import { crc32 } from './crc32.js';
import { decompressor } from './decompress.js';
import * as KIND from './kinds.js';
import { CODEC, HEADER_BYTES } from './layout.js';
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

  it('are refused before they are made where there are too many', async () => {
    const blob = await bakeJps(mapWith(1), OPTIONS);
    const { entries } = readBlob(blob, decompressor);
    const at = entries.findIndex(({ kind }) => kind === KIND.links);
    const bytes = new Uint8Array(14 * (MAX_LINKS + 1));
    for (let i = 0; i < bytes.length; i += 14) bytes.set([1, 0, 0, 0, 29, 0, 29, 0, 1, 0, 0, 0, 0, 0], i);
    const holding = (count: number) => {
      const raw = bytes.subarray(0, 14 * count);
      const section = { ...entries[at], codec: CODEC.none, rawLength: raw.length, crc: crc32(raw), parts: [raw] };
      return assemble(blob.slice(0, HEADER_BYTES), entries.with(at, section));
    };
    expect(load(holding(MAX_LINKS)).findPath(0, 0, 29, 29)).not.toBeNull();
    expect(() => load(holding(MAX_LINKS + 1))).toThrow('number of links is more, expected at most 65536');
  });

  const endless = '../shared/cases/hostile/08-fuzz-9923-endless.prep.gz';
  it.skipIf(!existsSync(endless))('answer queries of a forged hierarchy', () => {
    const nav = load(new Uint8Array(gunzipSync(readFileSync(endless))));
    for (let i = 0; i < 400; i++) {
      try {
        nav.findPath((7 * i) % nav.width, (3 * i) % nav.height, (11 * i + 5) % nav.width, (5 * i + 9) % nav.height);
      } catch (error) {
        expect((error as Error).name).toBe('BlobError');
      }
    }
  });

  it('are read without the lists of versions before 4.0, whatever these contain', async () => {
    const blob = await bakeJps(mapWith(300), OPTIONS);
    const { entries } = readBlob(blob, decompressor);
    const values = Uint32Array.of(16, 0, 1300, 1300, ...Array.from({ length: 2600 }, (_, i) => i % 300));
    const raw = new Uint8Array(values.buffer);
    const list = {
      ...{ kind: KIND.linkLists, type: Uint32Array, codec: CODEC.none },
      ...{ rawLength: raw.length, crc: crc32(raw), parts: [raw] },
    };
    const after = entries.findIndex(({ kind }) => kind === KIND.links) + 1;
    const listed = assemble(blob.slice(0, HEADER_BYTES), entries.toSpliced(after, 0, list));
    expect(inspectBlob(listed).sections.map(({ name }) => name)).toContain('linkLists');
    for (const x of [0, 12, 29])
      expect(load(listed).findPath(x, 0, 7, 29)).toEqual(load(blob).findPath(x, 0, 7, 29) as Path);
  });
});

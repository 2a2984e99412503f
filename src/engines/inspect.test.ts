import { describe, expect, it } from 'vitest';
import { makeGrid } from '../../test/grids.js';
import { crc32 } from '../core/blob/crc32.js';
import { decompressor } from '../core/blob/decompress.js';
import * as KIND from '../core/blob/kinds.js';
import { FRAME_BYTES, HEADER_BYTES } from '../core/blob/layout.js';
import { packBlobs } from '../core/blob/pack.js';
import { readBlob, type SectionEntry } from '../core/blob/read.js';
import { assemble, writeBlob } from '../core/blob/write.js';
import { BlobError } from '../core/errors.js';
import { bakeHpa } from './hpa/bake.js';
import { inspectBlob } from './inspect.js';
import { bakeJps } from './jps/bake.js';
import { bakeTable } from './table/bake.js';

/** How every message ends: what to do next. */
const AGAIN = '; bake it again with this gridprep';

describe('inspecting', () => {
  const rooms = makeGrid('rooms', 40, 30, 0.4, 3);
  const options = { codec: 'none', map: 'a', threads: 1 } as const;

  /** A blob with more sections than its artifact has, of any declared size: they must not be unpacked. */
  function withSections(blob: Uint8Array, ...more: { kind: number; rawLength: number }[]): Uint8Array {
    const { entries } = readBlob(blob, decompressor);
    const huge = more.map(({ kind, rawLength }): SectionEntry => {
      const parts = Array.from({ length: Math.ceil(rawLength / FRAME_BYTES) }, () => new Uint8Array(1));
      return { kind, type: Uint8Array, codec: 1, rawLength, crc: 0, parts };
    });
    return assemble(blob.subarray(0, HEADER_BYTES), [...entries.slice(0, -1), ...huge, ...entries.slice(-1)]);
  }

  const ALL = 2 ** 32 - 1;
  it.each<[string, string, Record<number, number>]>([
    ['of a kind that is not known', 'kind of a section is 99, expected one that FORMAT.md names', { 99: ALL }],
    ['that are there twice', 'section 16 is there twice, expected one', { [KIND.jpsInfo]: 12 }],
    [
      ...(['of an artifact that is not there', 'section 48 is missing, expected with section 52'] as const),
      { [KIND.hpaRuns]: ALL },
    ],
    [
      ...(['that are too long', 'section 32 is 4294967295, expected 2 bytes of Uint8Array'] as const),
      { [KIND.boundsInfo]: ALL, [KIND.boundsBoxes]: 8 },
    ],
  ])('refuses sections %s, before it unpacks any', async (_, message, sections) => {
    const more = Object.entries(sections).map(([kind, rawLength]) => ({ kind: Number(kind), rawLength }));
    const blob = withSections(await bakeJps(rooms, options), ...more);
    expect(() => inspectBlob(blob)).toThrow(new BlobError(`unusable blob: ${message}${AGAIN}`));
  });

  it('refuses sections that its artifact does not read', async () => {
    const blob = withSections(await bakeHpa(rooms, options), { kind: KIND.hpaUpperSteps, rawLength: 2 ** 31 });
    expect(() => inspectBlob(blob)).toThrow(
      new BlobError(`unusable blob: section 56 is there, expected only sections of its artifact${AGAIN}`),
    );
  });

  it('refuses lengths that no map of its size has, whatever the sections before say', async () => {
    const blob = await bakeHpa(rooms, { ...options, cluster: 6, levels: 2, merge: 4 });
    const opened = readBlob(blob, decompressor);
    const forged = (kind: number, value: number) => {
      const entries = opened.entries.map((entry) => {
        if (entry.kind !== kind) return entry;
        const raw = new Uint8Array(Uint16Array.from({ length: entry.rawLength / 2 }, () => value).buffer);
        return { ...entry, parts: [raw], crc: crc32(raw) };
      });
      return () => inspectBlob(assemble(blob.subarray(0, HEADER_BYTES), entries));
    };
    expect(forged(KIND.hpaUpperCounts, 65_535)).toThrow(
      /^unusable blob: number of nodes is 65535, expected at most \d+; /,
    );
    expect(forged(KIND.hpaCounts, 24)).toThrow(/^unusable blob: number of nodes is \d+, expected at most \d+; /);
    expect(forged(KIND.hpaPairs, 65_535)).toThrow(/^unusable blob: path is 65535, expected at most 36; /);
    expect(forged(KIND.hpaUpperPairs, 65_535)).toThrow(/^unusable blob: path is 65535, expected at most \d+; /);
  });

  it('reports the checks that a table without HPA* leaves out', async () => {
    const hpa = await bakeHpa(rooms, options);
    const table = await bakeTable(hpa, options);
    expect(inspectBlob(table).unchecked).toEqual([
      'table: whether its ways lead to their nodes; only the hpa blob that it was made from tells',
    ]);
    expect(inspectBlob(packBlobs([hpa, table])).unchecked).toEqual([]);
    const nothing = await writeBlob(rooms, [], { artifact: 'test', map: 'a' });
    expect(inspectBlob(nothing).unchecked).toEqual(['test: it has no sections']);
  });
});

/** Each reader of a blob's section and of a map format meets more than it allows: a new one without a row fails. */
import { beforeAll, describe, expect, it } from 'vitest';
import { decompressor } from '../src/core/blob/decompress.js';
import * as KIND from '../src/core/blob/kinds.js';
import { unpackMetadata } from '../src/core/blob/meta.js';
import { readBlob } from '../src/core/blob/read.js';
import { BlobError } from '../src/core/errors.js';
import { MAX_SIDE } from '../src/core/limits.js';
import { inspectBlob } from '../src/engines/inspect.js';
import { loadForTools, TOOL_ENGINES } from '../src/lab/engines/all.js';
import { MAP_FORMATS, type MapFormat } from '../src/maps/formats.js';
import { readMap } from '../src/maps/read-map.js';
import { readIndex } from '../src/world/section.js';
import { withSection } from './forge.js';
import { type FuzzBlob, fuzzCorpus } from './fuzz-corpus.js';
import { writePng } from './map-writers.js';

/** Bytes that no section of a map of some hundred cells has. */
const BYTES = 4 << 20;
/** Read by no reader; only its presence counts; written only for worlds whose paths cost more than 32 bits hold. */
const UNREAD = ['linkLists', 'stepCosts', 'worldCostsHigh'];

let corpus: FuzzBlob[];
beforeAll(async () => {
  corpus = await fuzzCorpus();
}, 120_000);

describe('a section of 4 MiB', () => {
  it.each(Object.entries(KIND).filter(([name]) => !UNREAD.includes(name)))('%s is refused', (_, kind) => {
    const all = corpus.flatMap((one) => [one, ...[...(one.tiles?.values() ?? [])].map((bytes) => ({ ...one, bytes }))]);
    const host = all.find(
      ({ bytes }) => bytes.length > 0 && readBlob(bytes, decompressor).entries.some((entry) => entry.kind === kind),
    );
    expect(host, 'a blob that has it').toBeDefined();
    const { bytes, partners, agent } = host as FuzzBlob;
    const forged = withSection(
      bytes,
      kind,
      (values) => new (values.constructor as Uint8ArrayConstructor)(BYTES / values.BYTES_PER_ELEMENT),
    );
    const blobs = [forged, ...partners];
    const readers = [
      () => inspectBlob(forged),
      () => unpackMetadata(readBlob(forged, decompressor)),
      () => readIndex(forged, decompressor),
      ...Object.keys(TOOL_ENGINES).map((engine) => () => loadForTools(blobs, { engine, ...(agent && { agent }) })),
    ];
    const codes = readers.map((read) => {
      try {
        read();
        return undefined;
      } catch (error) {
        expect(error).toBeInstanceOf(BlobError);
        return (error as BlobError).code;
      }
    });
    expect(codes).toContain('damaged');
  });
});

describe('a map of 8193 columns', () => {
  const wide = MAX_SIDE + 1;
  const ones = Array(wide).fill(1);
  const text = (value: unknown) => Buffer.from(JSON.stringify(value));
  const rows: Record<MapFormat, [file: string, bytes: Uint8Array]> = {
    movingai: ['a.map', Buffer.from(`type octile\nheight 1\nwidth ${wide}\nmap\n${'.'.repeat(wide)}\n`)],
    rows: ['a.json', text([ones])],
    tiled: [
      'a.tmj',
      text({
        ...{
          type: 'map',
          orientation: 'orthogonal',
          width: wide,
          height: 1,
          tilewidth: 1,
          tileheight: 1,
          tilesets: [],
        },
        layers: [{ type: 'tilelayer', name: 'l', width: wide, height: 1, data: ones }],
      }),
    ],
    ldtk: [
      'a.ldtk',
      text({
        ...{ __header__: { app: 'LDtk' }, defaultGridSize: 1, defs: {} },
        levels: [
          {
            ...{ identifier: 'A', pxWid: wide, pxHei: 1 },
            layerInstances: [
              { __identifier: 'W', __type: 'IntGrid', __cWid: wide, __cHei: 1, __gridSize: 1, intGridCsv: ones },
            ],
          },
        ],
      }),
    ],
    png: ['a.png', writePng({ width: wide, height: 1, type: 0, depth: 8, sample: () => [255] })],
    csv: ['a.csv', Buffer.from(`${ones}\n`)],
    json: ['a.json', text({ gridprep: 'map', width: wide, height: 1, cells: [ones] })],
    floors: ['a.json', text({ gridprep: 'floors', floors: { a: '../../../a.map' } })],
    rpgmaker: [
      'Map001.json',
      text({
        ...{ autoplayBgm: false, disableDashing: false, encounterList: [], tilesetId: 1, scrollType: 0 },
        ...{ width: wide, height: 1, events: [], data: Array(6 * wide).fill(0) },
      }),
    ],
    ros: ['a.pgm', Buffer.from(`P2 ${wide} 1 255 ${ones.join(' ')}`)],
    vtt: ['a.uvtt', text({ resolution: { map_size: { x: wide, y: 1 }, pixels_per_grid: 1 } })],
  };

  it('has a row for each format', () => expect(Object.keys(rows).sort()).toEqual([...MAP_FORMATS].sort()));

  it.each(Object.entries(rows))('%s is refused in one line', async (_, [file, bytes]) => {
    await expect(readMap(bytes, { file, open: true })).rejects.toThrow(/^a\.|^Map001/);
    await expect(readMap(bytes, { file, open: true })).rejects.toMatchObject({ name: 'MapError' });
    await expect(readMap(bytes, { file, open: true })).rejects.not.toThrow(/\n/);
  });
});

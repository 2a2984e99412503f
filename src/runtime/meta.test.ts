import { describe, expect, it } from 'vitest';
import { drawn } from '../../test/grids.js';
import { packBlobs } from '../core/blob/pack.js';
import { unzstd } from '../core/blob/unzstd.js';
import { writeBlob } from '../core/blob/write.js';
import { BlobError } from '../core/errors.js';
import type { Place } from '../core/grid/places.js';
import { version } from '../core/version.js';
import { bakeHpa } from '../engines/hpa/bake.js';
import { bakeJps } from '../engines/jps/bake.js';
import { bakeTable } from '../engines/table/bake.js';
import { load } from './load-all.js';
import { loadGrid } from './load-grid.js';
import { readMeta } from './meta.js';

const GRID = drawn(`
  .....
  .###.
  .....`);
const PLACES = {
  level: 'Cave',
  cellSize: [16, 12] as [number, number],
  origin: [-2, 4] as [number, number],
  doors: [{ name: 'gate', cells: [0, 1, 4, 1] }],
  markers: [{ name: 'start', cells: [2, 0] }],
  floors: [{ name: 'upper', x: 0, y: 0, width: 5, height: 2 }],
};

/** A floor that is wider than the map. */
const WIDE = { name: 'a', x: 1, y: 0, width: 5, height: 2 };

describe('readMeta', () => {
  it('returns the places of a map, also from a pack', async () => {
    const jps = await bakeJps(GRID, { map: 'a.tmj', places: PLACES });
    const hpa = await bakeHpa(GRID, { map: 'a.tmj', places: PLACES });
    const meta = readMeta(packBlobs([jps, hpa, await bakeTable(hpa)]), { decompress: unzstd });
    const { fingerprint } = meta;
    expect(meta).toEqual({
      ...{ map: 'a.tmj', width: 5, height: 3, diagonals: 'no-corners', axes: undefined, fingerprint, agents: [] },
      ...{ artifacts: ['jps', 'hpa', 'table'], tool: version, ...PLACES },
      markers: [{ name: 'start', cells: [2, 0], cell: [2, 0] }],
    });
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has nothing to tell of a map that says nothing, whose bytes are what they were', async () => {
    const plain = await bakeJps(GRID);
    expect(readMeta(plain, { decompress: unzstd })).toMatchObject({
      ...{ map: '', level: '', origin: [0, 0], cellSize: undefined, doors: [], markers: [], floors: [] },
      tool: undefined,
    });
    expect(await bakeJps(GRID, { places: { doors: [], markers: [] } })).toEqual(plain);
  });

  it.each([
    [7, 'places is 7, expected a map'],
    [{ doors: 7 }, 'doors is 7, expected a list of 4096 at most'],
    [{ points: [{ name: 'a', cells: [1] }] }, 'cells of points is others, expected x and y of cells of the map'],
    [{ points: [{ name: 'a', cells: [1, 3] }] }, 'cells of points is others, expected x and y of cells of the map'],
    [{ points: [{ name: 'a'.repeat(129), cells: [1, 1] }] }, 'name of points is 129 letters, expected 128 at most'],
    [{ cellSize: [1] }, 'cellSize is 1, expected two numbers'],
    [{ floors: [7] }, 'floors is 7, expected names and cells'],
    [{ floors: [WIDE] }, 'floor is 1,0,5,2, expected a rectangle of the map'],
    [{ tool: 7 }, 'tool is 7, expected 128 at most'],
    [{ points: Array(5000).fill({ name: 'a', cells: [0, 0] }) }, 'expected a list of 4096 at most'],
  ])('believes nothing: %j', async (given, message) => {
    const places = typeof given === 'number' ? given : { doors: [], points: [], ...given };
    const metadata = { artifact: 'jps', map: 'a.map', places };
    const blob = await writeBlob(GRID, [], metadata);
    expect(() => readMeta(blob, { decompress: unzstd })).toThrow(message);
  });

  it('believes no metadata that lie deep: eight levels are the deepest', async () => {
    const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) });
    const blobOf = (depth: number) =>
      writeBlob(GRID, [], { artifact: 'jps', map: 'a.map', options: nested(depth) } as never);
    expect(readMeta(await blobOf(6), { decompress: unzstd }).width).toBe(GRID.width);
    const deep = await blobOf(7);
    expect(() => readMeta(deep, { decompress: unzstd })).toThrow('metadata is too deep, expected a map');
  });

  it('needs a decompressor for bytes that are compressed, and says which', async () => {
    const zstd = await bakeJps(GRID, { map: 'long '.repeat(90), codec: 'zstd' });
    expect(() => readMeta(zstd)).toThrow(
      new BlobError('unusable blob: codec is zstd, expected none; also give readMeta zstdPart', 'missing'),
    );
    expect(readMeta(load(zstd)).artifacts).toEqual(['jps']);
    expect(readMeta(await bakeJps(GRID, { codec: 'none' })).artifacts).toEqual(['jps']);
  });

  it('also reads it from a loaded map, whose blobs can be read again', async () => {
    const blobs = [await bakeHpa(GRID), await bakeJps(GRID, { map: 'a.tmj', places: PLACES })];
    const nav = load(blobs);
    for (let i = 0; i < 2; i++) expect(readMeta(nav)).toMatchObject({ ...PLACES, artifacts: ['hpa', 'jps'] });
    expect(nav.use('hpa')).toBeDefined();
  });

  it('gives the first cell of each marker, which is not stored again', async () => {
    const walls = [[3, 2, 'north']] as const;
    const markers = [
      { name: 'camp', cells: [4, 1, 3, 1], walls },
      { name: 'sign', cells: [], walls },
    ];
    const bake = (list: Place[]) => bakeJps(GRID, { places: { doors: [], markers: list } });
    const blob = await bake(markers);
    const read = readMeta(load(blob)).markers;
    expect(read).toEqual([
      { ...markers[0], cell: [4, 1] },
      { ...markers[1], cell: [3, 2] },
    ]);
    expect(await bake(read)).toEqual(blob);
  });

  it('answers for a map that was made in the game', () => {
    expect(readMeta(loadGrid(4, 3, () => true, { diagonals: 'always' }))).toEqual({
      ...{ map: '', level: '', width: 4, height: 3, diagonals: 'always', fingerprint: '', artifacts: [], agents: [] },
      ...{ cellSize: undefined, axes: undefined, origin: [0, 0], doors: [], markers: [], floors: [], tool: undefined },
    });
  });
});

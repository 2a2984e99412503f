import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/prep.js';
import { pricePicture } from '../../../test/price-picture.js';
import { IS_LONG } from '../../../test/samples.js';
import { tmxOf } from '../../../test/tmx.js';
import { type ReadMapOptions, readMap } from '../read-map.js';
import type { TiledOptions } from './properties.js';

const VILLAGE = 'fixtures/inputs/village.tmj';

/** A map in JSON; by default one layer of 3 x 2 tiles of which 1 is solid and 2 costs 3. */
function map(changes: object = {}, layer: object = {}): Buffer {
  const tiles = [
    { id: 0, properties: [{ name: 'solid', type: 'bool', value: true }] },
    { id: 1, properties: [{ name: 'cost', type: 'int', value: 3 }] },
  ];
  const ground = { type: 'tilelayer', name: 'ground', width: 3, height: 2, data: [1, 2, 3, 3, 0, 3], ...layer };
  const sides = { width: 3, height: 2, tilewidth: 16, tileheight: 16 };
  const tilesets = [{ firstgid: 1, name: 'set', tiles }];
  const all = { type: 'map', orientation: 'orthogonal', ...sides, layers: [ground], tilesets, ...changes };
  return Buffer.from(JSON.stringify(all));
}
const MAP = JSON.parse(map().toString());
/** The same with a layer of objects. */
const withObjects = (objects: object[], more: object = {}) =>
  map({ layers: [...MAP.layers, { type: 'objectgroup', name: 'o', objects, ...more }] });
const solid = (value: boolean) => ({ properties: [{ name: 'solid', type: 'bool', value }] });

/** Reads a map in JSON, and proves that the same map in XML is read alike. */
async function read(bytes: Buffer, tiled: Partial<TiledOptions> = {}, options: ReadMapOptions = {}) {
  const found = await readMap(bytes, { file: 'm.tmj', tiled, ...options });
  expect(await readMap(tmxOf(JSON.parse(bytes.toString())), { file: 'm.tmj', tiled, ...options })).toEqual(found);
  return found;
}
const rows = async (bytes: Buffer, tiled: Partial<TiledOptions> = {}) => pricePicture((await read(bytes, tiled)).grid);
const fails = (bytes: Buffer, message: string, tiled: Partial<TiledOptions> = {}) =>
  expect(read(bytes, tiled)).rejects.toThrow(message);

describe('readTiledMap', () => {
  it.each([VILLAGE, 'fixtures/inputs/village.tmx'])('reads a map with all its parts: %s', async (file) => {
    const { grid, ...found } = await readMap(file);
    expect(pricePicture(grid)).toEqual([
      '#....##.#.',
      '.####...#.',
      '....#..###',
      '.#..#.....',
      '9929......',
      '....77755.',
      '#...77755#',
      '##..777.##',
    ]);
    expect(found).toMatchObject({
      format: 'tiled',
      level: '',
      cellSize: [16, 16],
      doors: [
        { name: 'door 8', cells: [3, 3] },
        { name: 'gate', cells: [4, 4, 5, 4] },
        { name: 'back gate', cells: [6, 4, 7, 4] },
      ],
      markers: [
        { name: 'start', cells: [2, 2] },
        { name: 'shop', cells: [8, 3] },
      ],
    });
    const template = file.endsWith('x') ? 'tiles/gate.tx' : 'tiles/gate.tj';
    expect(Object.keys(found.beside)).toEqual([template, 'tiles/terrain.tsj', 'tiles/water.tsx']);
    expect(found.beside['tiles/water.tsx']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('reads the layers that are named, hidden ones and those of a class too', async () => {
    const only = async (tiled: Partial<TiledOptions>) =>
      pricePicture((await readMap(VILLAGE, { tiled: { objectLayers: ['Sky'], ...tiled } })).grid);
    await expect(only({})).rejects.toThrow(
      `${VILLAGE}: no object layer has the name or class "Sky" of tiled.objectLayers (--tiled.object-layers); there are "Marks"`,
    );
    const named = async (layers: string[]) =>
      pricePicture((await readMap(VILLAGE, { tiled: { layers, empty: 'open', objectLayers: ['Marks'] } })).grid);
    expect((await named(['Secret']))[4]).toBe('.........#');
    expect((await named(['collision']))[3]).toBe('.##.#.....');
    expect((await named(['Ground']))[4]).toBe('9929......');
    await expect(named(['walls'])).rejects.toThrow(
      `${VILLAGE}: no tile layer has the name or class "walls" of tiled.layers (--tiled.layers); there are "Grass", "Swamp", "Walls", "Props", "Secret"`,
    );
  });

  it('asks the tile first, then its layer, then its tileset', async () => {
    const layer = solid(true);
    const data = [2, 3, 3, 3, 0, 3];
    const shown = async (bytes: Buffer, tiled: Partial<TiledOptions> = { empty: 'open' }) =>
      (await rows(bytes, tiled)).join(' ');
    expect(await shown(map(), {})).toBe('#3. .#.');
    expect(await shown(map())).toBe('#3. ...');
    // A tile of the layer is marked, so the layer's own mark is not for all of them.
    expect(await shown(map({}, layer))).toBe('#3. ...');
    expect(await shown(map({}, { ...layer, data }))).toBe('3## #.#');
    expect(await shown(map({}, { class: 'blocked', data }))).toBe('### #.#');
    expect(await shown(map(), { blockedLayers: ['ground'], empty: 'open' })).toBe('#3# #.#');
    expect(await shown(map(), { tilesets: { set: 7 }, empty: 'open' })).toBe('#37 7.7');
    expect(await shown(map(), { solidProperty: 'wall', costProperty: 'price' })).toBe('... .#.');
    const other = { firstgid: 3, name: 'other', tiles: [{ id: 0, ...solid(false) }] };
    expect(await shown(map({ tilesets: [...MAP.tilesets, other] }, layer))).toBe('#3. ...');
    await fails(map(), 'm.tmj: no tileset has the name "sett" of tiled.tilesets; there are "set"', {
      tilesets: { sett: 7 },
    });
    const unread = 'no layer that is read has the name or class "x" of tiled.blockedLayers (--tiled.blocked-layers)';
    await fails(map(), `m.tmj: ${unread}; there are "ground"`, { blockedLayers: ['x'] });
  });

  it('reads a tile of no tileset as none, and reports it', async () => {
    const sets = (tilecount: number) => map({ tilesets: [{ ...MAP.tilesets[0], tilecount }] });
    expect(await rows(sets(3))).toEqual(['#3.', '.#.']);
    expect(await rows(sets(2), { empty: 'blocked' })).toEqual(['#3#', '###']);
    expect((await read(sets(2))).warnings).toEqual([
      'm.tmj: layer "ground": cell 2, 0: tile 3 is of no tileset, nor are 2 more tiles; read as cells without a tile, ' +
        'which --tiled.empty open or blocked decides',
    ]);
    // Collections of pictures have numbers beyond their count.
    const tiles = [{ id: 0 }, { id: 1 }, { id: 2 }];
    expect(await rows(map({ tilesets: [{ firstgid: 1, name: 'set', tilecount: 1, tiles }] }))).toEqual(['...', '.#.']);
  });

  it('reads JSON as Tiled wrote it before 1.2', async () => {
    const shapes = { objectgroup: { objects: [{ id: 1, x: 0, y: 0, width: 16, height: 16 }] } };
    const set = { firstgid: 1, name: 'old', tileproperties: { 0: { solid: true } }, tiles: { 1: shapes } };
    const bytes = map({ tilesets: [set] });
    const found = await readMap(bytes, { file: 'm.json' });
    expect(pricePicture(found.grid)).toEqual(['#..', '.#.']);
    expect(pricePicture((await readMap(bytes, { tiled: { shapes: 'any' } })).grid)).toEqual(['##.', '.#.']);
    expect(await rows(map({}, { data: [2, 3, 3, 3, 3, 3], properties: { solid: true } }))).toEqual(['3##', '###']);
  });

  it('lays infinite maps out from where their chunks begin', async () => {
    const chunks = [
      { x: -2, y: 4, width: 2, height: 1, data: [3, 1] },
      { x: 0, y: 5, width: 1, height: 2, data: [3, 2] },
    ];
    const objects = [{ id: 1, name: 'a', type: 'point', x: 8, y: 104, point: true }];
    const layers = [
      { type: 'tilelayer', name: 'g', chunks },
      { type: 'objectgroup', name: 'o', objects },
    ];
    const { grid, origin, markers } = await read(map({ infinite: true, layers }));
    expect(pricePicture(grid)).toEqual(['.##', '##.', '##3']);
    expect([origin, markers]).toEqual([[-2, 4], [{ name: 'a', cells: [2, 2] }]]);
    await fails(
      map({ infinite: true, layers: [] }),
      'm.tmj: the map is infinite, and the layers that are read have no chunk',
    );
    const far = { x: 9000, y: 0, width: 1, height: 1, data: [3] };
    await fails(
      map({ infinite: true, layers: [{ type: 'tilelayer', name: 'g', chunks: [...chunks, far] }] }),
      'm.tmj: the map is 9003 x 7 cells, allowed are whole numbers from 1 to 8192',
    );
  });

  const cost = (value: unknown) => ({ properties: [{ name: 'cost', value }] });
  const weighted = (value: unknown) =>
    map({ tilesets: [{ firstgid: 1, name: 's', tiles: [{ id: 0, ...cost(value) }] }] });
  const packed = (data: string, compression?: string) => map({}, { encoding: 'base64', data, compression });
  const object = { id: 4, x: 0, y: 0, type: 'cost' };
  it.each<[Buffer, string]>([
    [
      map({ orientation: 'round' }),
      'orientation is "round", known are "orthogonal", "isometric", "hexagonal", "staggered", "oblique"',
    ],
    [map({ width: 9000 }), 'the map is 9000 x 2 cells, allowed are whole numbers from 1 to 8192'],
    [map({ width: '3' }), 'width is "3", expected a number'],
    [map({}, { data: [1, 2] }), 'layer "ground": 2 tiles, expected 6'],
    [
      map({}, { data: [1, 2, -3, 0, 0, 0] }),
      'layer "ground": tile 2 is -3, expected a whole number from 0 to 4294967295',
    ],
    [map({}, { data: 7 }), 'layer "ground": data is 7, expected a list of numbers or a text'],
    [map({}, { encoding: 'hex', data: '00' }), 'layer "ground": encoding is "hex", known are "csv" and "base64"'],
    [packed('', 'lzma'), 'layer "ground": compression is "lzma", known are "zlib", "gzip" and "zstd"'],
    [packed('AAAA'), 'layer "ground": data of 3 bytes, expected 24 for 6 tiles'],
    [packed('AAAA', 'zlib'), 'layer "ground": the zlib data are damaged: unknown compression method'],
    [packed('AAAA', 'zstd'), 'layer "ground": the zstd data are damaged: no zstd frame'],
    // A block of literals that declares more bytes than there are.
    [packed('KLUv/SAyLQAA//8=', 'zstd'), 'layer "ground": the zstd data are damaged: damaged frame'],
    [weighted(0), 'tileset "s": tile 0: property "cost" is 0, allowed is a whole number from 1 to 255'],
    [weighted('2'), 'tileset "s": tile 0: property "cost" is "2", allowed is a whole number from 1 to 255'],
    [withObjects([object]), 'layer "o": object 4: its class is "cost", but it has no number property "cost"'],
    [
      withObjects([{ ...object, name: 'a', ...cost(2), polyline: [] }]),
      'layer "o": object "a": a polyline has no inside; draw a polygon',
    ],
    [Buffer.from('<tileset/>'), 'found <tileset>, expected <map>'],
  ])('names layer, object and tile of a fault: %#', async (bytes, message) => fails(bytes, `m.tmj: ${message}`));

  it('reads a map without an open cell, with a warning', async () => {
    const { grid, warnings } = await read(map({}, { class: 'blocked', data: [3, 3, 3, 3, 3, 3] }));
    expect(pricePicture(grid)).toEqual(['###', '###']);
    expect(warnings).toEqual([
      'm.tmj: no cell is open, so there are no paths; all are marked as walls, or have no tile; see --tiled.marks, ' +
        '--tiled.blocked-layers, --tiled.solid-property, --tiled.shapes and --tiled.empty',
    ]);
  });

  it('moves objects with their layer, and knows those of the first row', async () => {
    const cellsOf = async (x: number, y: number, offsetx: number, offsety: number) => {
      const bytes = withObjects([{ id: 1, name: 'a', type: 'point', x, y, point: true }], { offsetx, offsety });
      return (await read(bytes)).markers[0].cells;
    };
    expect(await cellsOf(20, 0, 0, 0)).toEqual([1, 0]);
    expect(await cellsOf(20, 0, 16, 16)).toEqual([2, 1]);
    expect(await cellsOf(32, 20, -32, -16)).toEqual([0, 0]);
  });

  it('leaves out places outside of the map, and tells of them and of doors that share a name', async () => {
    const places = [
      { id: 1, name: 'a', type: 'door', x: 160, y: 0 },
      { id: 2, name: 'spot', type: 'marker', x: -16, y: 0, point: true },
      { id: 3, name: 'gate', type: 'door', x: 0, y: 0 },
      { id: 4, name: 'gate', type: 'door', x: 16, y: 0 },
    ];
    const { doors, markers, warnings } = await readMap(withObjects(places), { file: 'm.tmj' });
    expect([doors.map(({ name }) => name), markers]).toEqual([['gate', 'gate'], []]);
    expect(warnings).toEqual([
      'm.tmj: layer "o": object "a": this door lies at cell 10, 0, outside the map of 3 x 2 cells, and is left out',
      'm.tmj: layer "o": object "spot": this marker lies at cell -1, 0, outside the map of 3 x 2 cells, and is left out',
      'm.tmj: 2 doors are called "gate", a game opens and closes them as one; give each its own name',
    ]);
  });

  it('warns of costs, and of the terrain of an agent, by letters that the map does not have', async () => {
    const warned = async (options: ReadMapOptions) => (await readMap(map(), { file: 'm.tmj', ...options })).warnings;
    const why = 'by letter, which only .map files have, and change nothing here;';
    const open = await warned({ open: true, terrain: '.G', costs: {} });
    expect(await warned({ open: true, costs: { S: 3 } })).toEqual([
      ...open,
      `m.tmj: costs are ${why} mark costs in the map`,
    ]);
    expect(await warned({ open: true, agent: 'boat', terrain: 'W', costs: { W: 3 } })).toEqual([
      ...open,
      `m.tmj: open cells of agent boat are ${why} give the agent its own config`,
    ]);
  });

  it('reads nothing outside of the project of the map, unless that is allowed', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'maps'));
    const set = JSON.stringify({ type: 'tileset', name: 'set', tiles: [] });
    writeFileSync(join(folder, 'set.tsj'), set);
    symlinkSync(join(folder, 'set.tsj'), join(folder, 'maps', 'link.tsj'));
    const file = join(folder, 'maps', 'm.tmj');
    const using = (source: string, options: ReadMapOptions = {}) =>
      readMap(map({ tilesets: [{ firstgid: 1, source }] }), { file, ...options });
    const outside = (source: string) =>
      `${file}: tileset ${JSON.stringify(source)} lies outside the folder ${join(folder, 'maps')}; allow it with --root FOLDER (option "root")`;
    const others = ['../set.tsj', '..\\set.tsj', 'link.tsj', 'C:\\set.tsj', 'x/../../set.tsj', 'a\0b'];
    for (const source of [...others, join(folder, 'set.tsj')])
      await expect(using(source)).rejects.toThrow(outside(source));
    // Shown absolute on every machine, however close to the working folder.
    await expect(using('x/../../../set.tsj', { file: 'm.tmj', root: resolve('..') })).rejects.toThrow(
      `m.tmj: tileset "x/../../../set.tsj" lies outside the folder ${resolve('..')}; allow it with --root FOLDER`,
    );
    expect((await using('../set.tsj', { root: folder })).beside).toEqual({ '../set.tsj': expect.any(String) });
    expect((await using('link.tsj', { root: folder })).grid.width).toBe(3);
    // A link to a folder outside of the project may be the map's own folder.
    symlinkSync(join(folder, 'maps'), join(folder, 'linked'));
    writeFileSync(join(folder, 'maps', 'own.tsj'), set);
    const linked = join(folder, 'game', 'linked');
    mkdirSync(join(folder, 'game'));
    symlinkSync(join(folder, 'maps'), linked);
    writeFileSync(join(folder, 'game', 'package.json'), '{}');
    expect((await using('own.tsj', { file: join(linked, 'm.tmj') })).grid.width).toBe(3);
    for (const source of ['link.tsj', '../../set.tsj', '/etc/hostname', '../../../../../../../etc/hostname'])
      await expect(using(source, { file: join(linked, 'm.tmj') })).rejects.toThrow(
        `tileset ${JSON.stringify(source)} lies outside the folder ${join(folder, 'game')}; allow it`,
      );
    await expect(using('none.tsj')).rejects.toThrow(
      `${file}: tileset "none.tsj" cannot be read: ENOENT: no such file or directory`,
    );
    await expect(readMap(map({ tilesets: [{ firstgid: 1, source: 'set.tsj' }] }))).rejects.toThrow(
      'map: tileset "set.tsj" is a separate file; give the path of the map with the option "file"',
    );
  });

  it('takes no memory for data that unpack to more than their layer, nor for XML that is no map', async () => {
    const zeros = Buffer.alloc((IS_LONG ? 64 : 8) << 20);
    const more = Buffer.concat([deflateSync(Buffer.alloc(24)), Buffer.from('more')]);
    const groups = `${'{"type":"group","layers":['.repeat(40)}${']}'.repeat(40)}`;
    const unpacked = 'data are damaged: they unpack to more than 24 bytes';
    for (const [bytes, message] of [
      [packed(deflateSync(zeros).toString('base64'), 'zlib'), `layer "ground": the zlib ${unpacked}`],
      [packed(gzipSync(zeros).toString('base64'), 'gzip'), `layer "ground": the gzip ${unpacked}`],
      [packed(more.toString('base64'), 'zlib'), 'layer "ground": the zlib data are damaged: 4 other bytes follow them'],
      [
        map({ width: 8192, height: 8192 }, { width: 2 ** 30, height: 2 ** 30 }),
        'its layers have 1152921504606847000 tiles together, allowed are 268435456',
      ],
      [
        '<?xml version="1.0"?><!DOCTYPE map [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><map/>',
        'the XML defines entities, which no map needs; save it again with Tiled',
      ],
      [`<map>${'<group>'.repeat(100)}`, 'elements lie more than 64 deep; this is no map'],
      [`<map>${'<a/>'.repeat(500_001)}`, 'more than 500000 elements; save tile layers as CSV or base64'],
      [`{"type":"map","x":[${'[],'.repeat(2e6)}`, 'more than 2000000 objects and lists; this is no map'],
      [`{"type":"map","x":${'['.repeat(1e5)}`, 'objects and lists lie more than 256 deep; this is no map'],
      [`{"type":"map","layers":[${groups}]}`, 'groups lie more than 32 deep; this is no map'],
    ] as const)
      await fails(Buffer.from(bytes), `m.tmj: ${message}`);
  });

  it('quotes at most a line of what is no XML', async () => {
    const message = await read(Buffer.from(`<map></${'<'.repeat(IS_LONG ? 3e6 : 1e5)}>`)).catch(
      (error) => error.message,
    );
    expect(message).toBe('m.tmj:1: this is not XML: Invalid tagname in closing tag.');
  });

  it('reads XML as other editors write it', async () => {
    const village = readFileSync('fixtures/inputs/village.tmx', 'utf8');
    const dtd = village.replace('<!--', '<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">\n<!--');
    const { grid } = await readMap(Buffer.from(`\ufeff${dtd.replaceAll('\n', '\r\n')}`), {
      file: 'fixtures/inputs/village.tmx',
    });
    expect(pricePicture(grid)[4]).toBe('9929......');
    await fails(Buffer.from('<map width="3" name="a > b"><x></map>'), 'm.tmj:1: this is not XML: ');
  });
});

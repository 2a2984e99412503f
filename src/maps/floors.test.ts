import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/prep.js';
import { pricePicture } from '../../test/price-picture.js';
import { MapError } from '../core/errors.js';
import { bakeJps } from '../engines/jps/bake.js';
import { load } from '../runtime/load-all.js';
import { cellOfFloor, floorAt, readMeta } from '../runtime/meta.js';
import { pixels } from '../runtime/pixels.js';
import { mapJson } from './map-text.js';
import { placesOf, readMap } from './read-map.js';

/** A folder with these files, each a text or JSON. */
function folderOf(files: Record<string, unknown>): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'maps'), { recursive: true });
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return folder;
}

const HALL = 'type octile\nheight 2\nwidth 4\nmap\n....\n.@..\n';
const CELLAR = {
  ...{ gridprep: 'map', width: 3, height: 2 },
  cells: [
    [1, 5, 1],
    [0, 1, 1],
  ],
  doors: [{ name: 'gate', cells: [2, 0] }],
  markers: [{ name: 'ladder', cells: [2, 1, 2, 0] }],
  links: [{ from: [0, 0], to: [2, 0], name: 'tunnel', oneWay: true }],
  cellSize: [16, 16],
};
const CASTLE = {
  gridprep: 'floors',
  floors: { cellar: 'cellar.json', hall: { map: 'hall.map' } },
  links: [{ name: 'ladder', from: [0, 1, 'hall'], to: 'cellar/ladder', cost: 3 }],
};

const read = (castle: object, more: Record<string, unknown> = {}) =>
  readMap(join(folderOf({ 'hall.map': HALL, 'cellar.json': CELLAR, 'castle.json': castle, ...more }), 'castle.json'));

describe('floors', () => {
  it('lie below each other in one grid, with doors, markers, costs and links', async () => {
    const map = await read(CASTLE);
    expect(pricePicture(map.grid)).toEqual(['.5.#', '#..#', '####', '....', '.#..']);
    expect(placesOf(map)).toEqual({
      cellSize: [16, 16],
      doors: [{ name: 'gate', cells: [2, 0] }],
      markers: [{ name: 'ladder', cells: [2, 1, 2, 0] }],
      floors: [
        { name: 'cellar', x: 0, y: 0, width: 3, height: 2 },
        { name: 'hall', x: 0, y: 3, width: 4, height: 2 },
      ],
    });
    expect(map.grid.links).toEqual([
      { name: 'tunnel', from: [0, 0], to: [2, 0], cost: 2, oneWay: true },
      { name: 'ladder', from: [0, 4], to: [2, 1], cost: 3, oneWay: false },
    ]);
    expect(Object.keys(map.beside)).toEqual(['cellar.json', 'hall.map']);
    const again = await readMap(Buffer.from(mapJson(map.grid, placesOf(map))));
    expect([again.floors, again.grid.links]).toEqual([map.floors, map.grid.links]);
  });

  it('take links of an option by floor and cell, or marker', async () => {
    const folder = folderOf({ 'hall.map': HALL, 'cellar.json': CELLAR, 'castle.json': { ...CASTLE, links: [] } });
    const link = { from: [3, 1, 'hall'], to: 'cellar/ladder' } as const;
    const { grid } = await readMap(join(folder, 'castle.json'), { links: [link] });
    expect(grid.links?.map(({ from, to }) => `${from} ${to}`)).toContain('3,4 2,1');
  });

  it('are reported by the runtime, and drawn separately', async () => {
    const map = await read({ ...CASTLE, floors: { hall: 'hall.map', second: 'hall.map' }, links: [] });
    const nav = load(await bakeJps(map.grid, { places: { ...placesOf(map), cellSize: [10, 10] } }));
    expect(readMeta(nav).floors.map(({ name }) => name)).toEqual(['hall', 'second']);
    expect(floorAt(nav, 3, 4)).toEqual({ name: 'second', x: 3, y: 1 });
    expect(floorAt(nav, 3.5, 4.25)).toEqual({ name: 'second', x: 3.5, y: 1.25 });
    expect(floorAt(nav, 3.5, 1.75)).toEqual({ name: 'hall', x: 3.5, y: 1.75 });
    expect([floorAt(nav, 3, 2), floorAt(nav, 4, 0), floorAt(nav, 3.5, 2.5)]).toEqual([null, null, null]);
    expect(floorAt(nav, 3.999, 4.999)?.name).toBe('second');
    expect(cellOfFloor(nav, 'second', 3, 1)).toEqual([3, 4]);
    expect(pixels(nav, { floor: 'second' }).cellAt(35, 15)).toEqual([3, 4]);
    expect(pixels(nav, { floor: 'second' }).pixelAt(0, 3)).toEqual({ x: 0, y: 0 });
    const off = new RangeError('cell 4, 0 is not on floor second of 4 x 2 cells');
    expect(() => cellOfFloor(nav, 'second', 4, 0)).toThrow(off);
    const attic = new RangeError('there is no floor attic; there are hall, second');
    expect(() => cellOfFloor(nav, 'attic', 0, 0)).toThrow(attic);
    expect(() => pixels(nav, { floor: 'attic' })).toThrow(attic);
    const plain = load(await bakeJps(map.grid));
    expect([readMeta(plain).floors, floorAt(plain, 0, 0)]).toEqual([[], null]);
    expect(() => cellOfFloor(plain, 'hall', 0, 0)).toThrow('there is no floor hall; the map has none');
  });

  it('of hexagons begin at even rows', async () => {
    const hexes = (height: number) => ({
      ...{ gridprep: 'map', hex: 'odd-r', width: 2, height },
      cells: Array.from({ length: height }, () => [1, 1]),
    });
    const { floors, grid } = await read(
      { gridprep: 'floors', floors: { a: 'a.json', b: 'b.json', c: 'a.json' } },
      { 'a.json': hexes(2), 'b.json': hexes(1) },
    );
    expect([grid.moveRule, floors?.map(({ y }) => y)]).toEqual(['hex-odd-r', [0, 4, 6]]);
  });

  it.each([
    [{ floors: {} }, 'castle.json: 0 floors, allowed are 1 to 256'],
    [{ floors: { a: 'none.map' } }, /^castle\.json: floor "none\.map" cannot be read: ENOENT/],
    [{ floors: { a: 'castle.json' } }, 'castle.json: floor "castle.json" is of floors itself; name its maps'],
    [{ floors: { a: { map: 'hall.map', level: 'A' } } }, 'hall.map: level "A" is named, but the file is one level'],
    [
      { links: [{ from: [9, 1, 'hall'], to: [0, 0, 'cellar'] }] },
      'castle.json: links[0]: from is [9,1,"hall"], expected "floor/marker", or [x, y, "floor"] of a cell; floors are "cellar", "hall"',
    ],
    [
      { links: [{ from: [0, 0, 'hall'], to: 'cellar/lamp' }] },
      'castle.json: links[0]: to is "cellar/lamp", expected "floor/marker" of floors "cellar", "hall" and their markers',
    ],
    [
      { links: [{ from: [1, 1, 'hall'], to: [0, 0, 'cellar'] }] },
      'castle.json: links[0]: from is 1, 4, which is blocked; open that cell',
    ],
    [
      { floors: { hall: 'hall.map', hexes: 'hexes.json' }, links: [] },
      'castle.json: cells of floor "hexes" are hex, those of "hall" no-corners; all floors need one kind',
    ],
    [
      { floors: { hall: 'hall.map', mud: 'mud.json' }, links: [] },
      'castle.json: stepCosts of floor "mud" is entered, of "hall" average; all floors need the same',
    ],
  ])('are refused with what is wrong: %j', async (castle, message) => {
    const hexes = { gridprep: 'map', hex: 'axial', width: 1, height: 1, cells: [[1]] };
    const mud = { gridprep: 'map', stepCosts: 'entered', width: 1, height: 1, cells: [[1]] };
    const folder = folderOf({
      ...{ 'hall.map': HALL, 'cellar.json': CELLAR, 'hexes.json': hexes, 'mud.json': mud },
      'castle.json': { ...CASTLE, ...castle },
    });
    const refused = (await readMap(join(folder, 'castle.json')).catch((error) => error)) as MapError;
    expect(refused).toBeInstanceOf(MapError);
    expect(refused.message.replaceAll(`${folder}/`, '')).toMatch(
      typeof message === 'string' ? new RegExp(`^${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) : message,
    );
  });
});

describe('links from floor to floor', () => {
  const level = (identifier: string, entities: object[]) => ({
    identifier,
    layerInstances: [
      { __identifier: 'E', __type: 'Entities', entityInstances: entities },
      { __identifier: 'G', __type: 'IntGrid', __cWid: 3, __cHei: 1, __gridSize: 8, intGridCsv: [0, 0, 0] },
    ],
  });
  const entity = (iid: string, x: number, to: unknown, more: object[] = []) => ({
    ...{ __identifier: 'Link', iid, px: [x, 0], width: 8, height: 8 },
    fieldInstances: [{ __identifier: 'to', __value: to }, ...more],
  });
  const project = (to: string) => ({
    __header__: { app: 'LDtk' },
    defs: { layers: [] },
    levels: [
      level('A', [entity('a', 8, { entityIid: to }, [{ __identifier: 'name', __value: 'stairs' }])]),
      level('B', [entity('b', 16, null)]),
    ],
  });
  const floors = { down: { map: 'w.ldtk', level: 'A' }, up: { map: 'w.ldtk', level: 'B' } };

  it('are references between levels of LDtk', async () => {
    const { grid } = await read({ gridprep: 'floors', floors }, { 'w.ldtk': project('b') });
    expect(grid.links).toEqual([{ name: 'stairs', from: [1, 0], to: [2, 2], cost: expect.any(Number), oneWay: false }]);
    const nowhere = 'level "A": layer "E": entity "stairs": its field "to" is {"entityIid":"z"}, expected a ';
    await expect(read({ gridprep: 'floors', floors }, { 'w.ldtk': project('z') })).rejects.toThrow(
      `${nowhere}reference to an entity of this level, or one of another floor`,
    );
    const alone = folderOf({ 'w.ldtk': project('b') });
    await expect(readMap(join(alone, 'w.ldtk'), { level: 'A' })).rejects.toThrow('expected a reference to an entity');
  });

  it('are objects of Tiled that name a marker', async () => {
    const tiled = (objects: object[]) => ({
      ...{ type: 'map', orientation: 'orthogonal', width: 3, height: 1, tilewidth: 10, tileheight: 10 },
      tilesets: [{ firstgid: 1, name: 't', tilecount: 1, columns: 1, tilewidth: 10, tileheight: 10 }],
      layers: [
        { type: 'tilelayer', name: 'ground', width: 3, height: 1, data: [1, 1, 1] },
        { type: 'objectgroup', name: 'o', objects },
      ],
    });
    const link = {
      ...{ id: 1, type: 'link', name: 'stairs', point: true, x: 5, y: 5 },
      properties: [{ name: 'to', value: 'up/landing' }],
    };
    const files = {
      'a.tmj': tiled([link]),
      'b.tmj': tiled([{ id: 1, type: 'marker', name: 'landing', point: true, x: 25, y: 5 }]),
    };
    const castle = { gridprep: 'floors', floors: { down: 'a.tmj', up: 'b.tmj' } };
    const { grid } = await read(castle, files);
    expect(grid.links?.map(({ name, from, to }) => `${name} ${from} ${to}`)).toEqual(['stairs 0,0 2,2']);
    const own = { ...link, properties: [{ name: 'to', value: 'landing' }] };
    const landing = { id: 2, type: 'marker', name: 'landing', point: true, x: 15, y: 5 };
    const inside = await read(castle, { ...files, 'a.tmj': tiled([own, landing]) });
    expect(inside.grid.links?.map(({ from, to }) => `${from} ${to}`)).toEqual(['0,0 1,0']);
    await expect(read(castle, { ...files, 'b.tmj': tiled([]) })).rejects.toThrow(
      'object "stairs": this link is no line, and its property "to" is "up/landing"; draw a line, or let "to" be an ' +
        'object or the name of a marker of this map, or one of another floor',
    );
  });
});

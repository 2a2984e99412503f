/** Where walls come from: each kind of mark, which of them count together, and what is said of it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/prep.js';
import { pricePicture } from '../../../test/price-picture.js';
import { tmxOf } from '../../../test/tmx.js';
import { readMap } from '../read-map.js';
import type { TiledOptions } from './properties.js';

type Json = Record<string, unknown>;

const SOLID = (value: unknown, name = 'solid') => [
  { name, type: typeof value === 'boolean' ? 'bool' : 'string', value },
];
const FLOOR = Array(20).fill(1);
/** A column of tile 2 in a floor of tile 1, and without a floor. */
const COLUMN = FLOOR.map((tile, i) => (i % 5 === 1 ? 2 : tile));
const ALONE = COLUMN.map((tile) => (tile === 2 ? 2 : 0));
/** The floor's first tiles only, and the column with tile 3 in the last cell. */
const firstOf = (count: number) => FLOOR.map((tile, i) => (i < count ? tile : 0));
const CORNERED = COLUMN.map((tile, i) => (i === 19 ? 3 : tile));
const WALLED = ['.#...', '.#...', '.#...', '.#...'];
const OPEN = ['.....', '.....', '.....', '.....'];
const CORNER = [...OPEN.slice(1), '....#'];
const WALLED_CORNER = [...WALLED.slice(1), '.#..#'];

const layer = (name: string, data: number[], more: Json = {}) => ({
  ...{ type: 'tilelayer', name, width: 5, height: 4, data, ...more },
});
const objects = (name: string, list: Json[], more: Json = {}) => ({
  ...{ type: 'objectgroup', name, ...more },
  objects: list.map((one, i) => ({ id: i + 1, name: '', x: 0, y: 0, ...one })),
});
const tileset = (...tiles: Json[]) => ({ firstgid: 1, name: 't', tilewidth: 16, tileheight: 16, tilecount: 16, tiles });
const map = (layers: Json[], ...tiles: Json[]): Json => ({
  ...{ type: 'map', orientation: 'orthogonal', width: 5, height: 4, tilewidth: 16, tileheight: 16 },
  layers,
  tilesets: [tileset(...tiles)],
});
const box = (x: number, y: number, width: number, height: number, more?: Json) => ({ x, y, width, height, ...more });
/** `0,0 16,8`, as XML writes points. */
const points = (text: string) => text.split(' ').map((pair) => ({ x: +pair.split(',')[0], y: +pair.split(',')[1] }));
/** The column, whose tile has a property. */
const columnWith = (value: unknown, name?: string) =>
  map([layer('g', COLUMN)], { id: 1, properties: SOLID(value, name) });
const SHAPE = { objectgroup: { type: 'objectgroup', objects: [{ id: 1, ...box(0, 0, 16, 7) }] } };

/** Reads a map in both encodings of Tiled. */
async function read(value: Json, tiled: Partial<TiledOptions> = {}, open?: boolean) {
  const [found, other] = await Promise.all(
    [Buffer.from(JSON.stringify(value)), tmxOf(value)].map((bytes) => readMap(bytes, { file: 'm.tmj', tiled, open })),
  );
  expect(other).toEqual(found);
  return { ...found, picture: pricePicture(found.grid) };
}
async function says(value: Json, picture: string[], walls: object, tiled: Partial<TiledOptions> = {}) {
  const found = await read(value, tiled);
  expect(found.picture).toEqual(picture);
  expect(found.walls).toMatchObject({ warnings: [], notUsed: [], ...walls });
}

describe('a mark of layers', () => {
  it('is a name in singular or plural', async () => {
    for (const name of ['impassables', 'Colliders', 'solid_tiles'])
      await says(map([layer('g', FLOOR), layer(name, ALONE)]), WALLED, { used: [`tile layer "${name}" (4 cells)`] });
  });

  it('is Platforms where nothing else is marked', async () => {
    const layers = [layer('g', FLOOR), layer('Platforms', ALONE)];
    await says(map(layers), WALLED, { used: ['tile layer "Platforms" (4 cells)'] });
    const { picture, walls } = await read(map([...layers, layer('solid', ALONE.toReversed())]));
    expect(picture).toEqual(['...#.', '...#.', '...#.', '...#.']);
    expect(walls?.notUsed).toEqual(['tile layer "Platforms" (4 cells)']);
  });

  it('is enough where few cells have a tile', async () => {
    const wide = (list: number[]) => ({ width: 50, height: 40, data: [...list, ...Array(1980).fill(0)] });
    const layers = [layer('Base', [], wide(FLOOR)), layer('Collision', [], wide(ALONE))];
    const found = await read({ ...map(layers), width: 50, height: 40 }, { empty: 'blocked' });
    expect(found.walls?.warnings).toEqual([]);
  });

  it('makes a map that lacks a tileset readable, with a warning', async () => {
    const lacking = { tilesets: [{ firstgid: 1, source: 'none.tsx' }] };
    const missing = 'm.tmj: tileset "none.tsx" cannot be read: ENOENT: no such file or directory';
    const { picture, warnings } = await read({ ...map([layer('g', FLOOR), layer('solid', ALONE)]), ...lacking });
    expect(picture).toEqual(WALLED);
    expect(warnings).toEqual([`${missing}; its tiles are read as if they had no properties`]);
    await expect(read({ ...map([layer('g', FLOOR)]), ...lacking })).rejects.toThrow(missing);
  });
});

describe('exact marks', () => {
  it.each([true, 'true', 'True', '1', 1, ''])('are the properties that games use, where they are %s', async (value) => {
    for (const name of ['solid', 'collides', 'Collide', 'COLLISION', 'ge_collide', 'blocked', 'isSolid', 'is_wall'])
      await says(columnWith(value, name), WALLED, { used: [`property "${name}" (4 cells)`] });
  });

  it('are properties that say where to walk, where they are false', async () => {
    for (const name of ['walkable', 'Passable', 'canWalk'])
      await says(columnWith('false', name), WALLED, { used: [`property "${name}" (4 cells)`] });
  });

  it('are the property type, and names of objects', async () => {
    await says(columnWith('Wall', 'type'), WALLED, { used: ['property "type" (4 cells)'] });
    const list = objects('o', [box(16, 0, 16, 64, { name: 'wall' }), { name: 'wall', x: 40, y: 8, point: true }]);
    await says(map([layer('g', FLOOR), list]), WALLED, { used: ['objects called "wall" (4 cells)'] });
  });

  it('add up, those nested in a class too', async () => {
    const inner = [{ name: 'physics', type: 'class', propertytype: 'Physics', value: { collides: true } }];
    const data = COLUMN.map((tile, i) => (i === 4 ? 3 : tile));
    const both = map([layer('g', data)], { id: 1, properties: inner }, { id: 2, type: 'blocked' });
    const used = ['property "collides" (4 cells)', 'class "blocked" (1 cell)'];
    await says(both, ['.#..#', ...WALLED.slice(1)], { used });
  });

  it('that are neither true nor false are an error if an option names them, otherwise a warning', async () => {
    const other = columnWith('box', 'collision');
    const found = 'm.tmj: tileset "t": tile 1: property "collision" is "box", expected true or false';
    expect((await read(other)).warnings[0]).toBe(`${found}; it is not read`);
    await expect(read(other, { solidProperty: 'collision' })).rejects.toThrow(found);
  });

  it('by direction are a warning that names the option', async () => {
    const sides = columnWith(true, 'ge_collide_up');
    expect((await read(sides)).warnings.at(-1)).toBe(
      'm.tmj: tiles of 4 cells: property "ge_collide_up" blocks from one side, which is not read: they are open; for ' +
        'walls on all sides name it with --tiled.solid-property ge_collide_up',
    );
    expect((await read(sides, { solidProperty: 'ge_collide_up' })).picture).toEqual(WALLED);
  });

  it('of an object add, and decide nothing for the map', async () => {
    const shape = { id: 1, ...SHAPE };
    const one = objects('o', [box(64, 0, 16, 16, { properties: SOLID(true) })]);
    await says(map([layer('g', COLUMN), one], shape), ['.#..#', ...WALLED.slice(1)], {
      used: ['tiles with shapes (4 cells)', 'objects with property "solid" (1 cell)'],
    });
  });

  it('of tiles are those of tile objects, and those of templates are joined by name', async () => {
    const tiles = [{ properties: SOLID(true) }, { type: 'door' }, { type: 'blocked' }];
    const stand = (gid: number, x: number) => ({ gid, ...box(x, 32, 16, 16) });
    const list = [stand(2, 16), { ...stand(3, 32), name: 'gate' }, stand(4, 48)];
    const found = await read(
      map([layer('g', FLOOR), objects('o', list)], ...tiles.map((one, i) => ({ id: i + 1, ...one }))),
    );
    expect(found.picture).toEqual(['.....', '.#.#.', '.....', '.....']);
    expect(found.doors).toEqual([{ name: 'gate', cells: [2, 1] }]);
  });

  it('of thin objects are the cells along their middle, of polylines those that they cross', async () => {
    const thin = [box(16, 0, 4, 64), box(48, 14, 32, 4), { x: 0, y: 40, polyline: points('8,0 72,0') }];
    const list = thin.map((one) => ({ ...one, type: 'blocked' }));
    await says(map([layer('g', FLOOR), objects('o', list)]), ['.#...', '.#.##', '#####', '.#...'], {
      used: ['objects of class "blocked" (11 cells)'],
    });
  });
});

describe('named layers', () => {
  const NAMES = 'Collision collisions CollisionLayer Tiles_Solid~2 Obstacles World~Collider Blocking~Sprites Kollision';
  const names = NAMES.split(' ').map((name) => name.replace('~', ' '));
  it.each(names)('called %s are walls, hidden ones too, and never ground', async (name) => {
    const hidden = map([layer('g', FLOOR), layer(name, ALONE, { visible: false })]);
    await says(hidden, WALLED, { used: [`tile layer "${name}" (hidden, 4 cells)`] });
    const shown = map([layer('g', firstOf(10)), layer(name, ALONE)]);
    await says(shown, ['.#...', '.#...', '#####', '#####'], {
      used: [`tile layer "${name}" (4 cells)`],
      empty: 'blocked (8; --tiled.empty open)',
    });
  });

  it.each(['no collision', 'Solidarity', 'Ground', 'wall shadows'])('called %s are not', async (name) => {
    expect((await read(map([layer('g', FLOOR), layer(name, ALONE)]))).picture).toEqual(OPEN);
  });

  it('count by class and by group', async () => {
    await says(map([layer('g', FLOOR), layer('x', ALONE, { class: 'Collision' })]), WALLED, {});
    await says(map([layer('g', FLOOR), { type: 'group', name: 'Solid', layers: [layer('x', ALONE)] }]), WALLED, {});
  });

  it('have as walls the tiles with a mark, where there are any', async () => {
    await says(map([layer('g', FLOOR), layer('Collision', COLUMN)], { id: 1, properties: SOLID(true) }), WALLED, {
      used: ['property "solid" (4 cells)'],
    });
  });

  it('of objects are walls by their shapes; points, texts, doors and markers are not', async () => {
    const list = [
      box(16, 0, 16, 64),
      box(48, 16, 16, 16, { ellipse: true }),
      { x: 64, y: 48, polygon: points('0,0 16,0 16,16 0,16') },
      { x: 8, y: 8, point: true },
      box(64, 0, 16, 16, { type: 'door', name: 'd' }),
      box(64, 16, 16, 16, { properties: SOLID(false) }),
    ];
    await says(map([layer('g', FLOOR), objects('Collisions', list)]), ['.#...', '.#.#.', '.#...', '.#..#'], {
      used: ['object layer "Collisions" (6 cells)'],
    });
  });

  it('of objects called navmesh mark what is open: a warning', async () => {
    const mesh = objects('NavMesh', [box(0, 0, 80, 64)]);
    const found = await read(map([layer('g', COLUMN), mesh], { id: 1, type: 'blocked' }));
    expect(found.picture).toEqual(WALLED);
    expect(found.warnings).toEqual([
      'm.tmj: layer "NavMesh" may mark what is open or what blocks, so it is not read; if its cells are all that is open, ' +
        'add --tiled.open-layers "NavMesh", if they block, leaving the others open, --tiled.blocked-layers "NavMesh"',
    ]);
  });

  it('called Walls count where nothing else is marked', async () => {
    const walls = layer('Walls level 2', ALONE);
    await says(map([layer('g', FLOOR), walls]), WALLED, { used: ['tile layer "Walls level 2" (4 cells)'] });
    const data = FLOOR.map((tile, i) => (i === 19 ? 3 : tile));
    await says(map([layer('g', data), walls], { id: 2, properties: SOLID(true) }), CORNER, {
      used: ['property "solid" (1 cell)'],
      notUsed: ['tile layer "Walls level 2" (4 cells)'],
    });
    // But its tiles that are marked themselves do.
    await says(map([layer('g', FLOOR), layer('Walls', COLUMN)], { id: 1, properties: SOLID(true) }), WALLED, {
      used: ['property "solid" (4 cells)'],
      notUsed: ['tile layer "Walls" (16 cells)'],
    });
  });
});

describe('shapes of the collision editor', () => {
  const shape = { id: 1, ...SHAPE };
  it('block their tiles where no tile is marked otherwise, or by an option', async () => {
    const plain = map([layer('g', COLUMN)], shape);
    await says(plain, WALLED, { used: ['tiles with shapes (4 cells)'] });
    const notUsed = ['tiles with shapes (4 cells)'];
    for (const shapes of ['off', 'half'] as const)
      await says(plain, OPEN, { warnings: expect.any(Array), notUsed: shapes === 'off' ? notUsed : [] }, { shapes });
    const marked = map([layer('g', CORNERED)], shape, { id: 2, type: 'blocked' });
    await says(marked, CORNER, { used: ['class "blocked" (1 cell)'], notUsed });
    await says(marked, [...WALLED.slice(1), '.#..#'], { notUsed: [] }, { shapes: 'any' });
  });

  it('go together with object layers, and count for tile objects only with the option', async () => {
    const list = objects('Collisions', [box(48, 0, 16, 16)]);
    await says(map([layer('g', COLUMN), list], shape), ['.#.#.', ...WALLED.slice(1)], {
      used: ['tiles with shapes (4 cells)', 'object layer "Collisions" (1 cell)'],
    });
    const player = map([layer('g', FLOOR), objects('o', [{ gid: 2, ...box(32, 32, 16, 16) }])], shape);
    expect((await read(player)).picture).toEqual(OPEN);
    expect((await read(player, { shapes: 'any' })).picture).toEqual(['.....', '..#..', '.....', '.....']);
  });
});

describe('cells without a tile', () => {
  const solid = { id: 1, type: 'blocked' };
  it('are open where tiles are walls on a picture, or nothing else would be open', async () => {
    await says(map([layer('g', ALONE)], solid), WALLED, { empty: 'open (16; --tiled.empty blocked)' });
    const sparse = ALONE.map((tile, i) => (i === 19 ? 1 : tile));
    await says(map([layer('g', sparse)], solid), WALLED, { empty: 'open (15; --tiled.empty blocked)' });
    const floor = FLOOR.map((tile, i) => (i % 5 === 1 ? 2 : i < 10 ? tile : 0));
    await says(map([layer('g', floor)], solid), ['.#...', '.#...', '#####', '#####'], {
      empty: 'blocked (8; --tiled.empty open)',
    });
  });

  it('around rooms are blocked: no open tile lies next to them', async () => {
    const room = [0, 0, 2, 2, 2, 0, 0, 2, 1, 2, 0, 0, 2, 2, 2, 0, 0, 0, 0, 0];
    const picture = ['#####', '###.#', '#####', '#####'];
    await says(map([layer('g', room)], solid), picture, { empty: 'blocked (11; --tiled.empty open)' });
    const edge = room.map((tile, i) => (i === 7 ? 0 : tile));
    await says(map([layer('g', edge)], solid), ['..###', '....#', '..###', '.....'], {
      empty: 'open (12; --tiled.empty blocked)',
    });
  });

  it('are a warning where most are blocked next to open tiles, and few are marked', async () => {
    const few = Array(20).fill(0).fill(1, 0, 6).fill(2, 6, 7);
    expect((await read(map([layer('g', few)], solid))).warnings).toEqual([
      'm.tmj: 13 of its 20 cells have no tile and are blocked; if they are the ground, add --tiled.empty open, otherwise ' +
        '--tiled.empty blocked',
    ]);
    expect((await read(map([layer('g', few)], solid), { empty: 'blocked' })).warnings).toEqual([]);
  });

  it('and few marks are a warning', async () => {
    const fence = objects('o', [box(0, 0, 1, 1, { properties: SOLID(true) })], {});
    const wide = { ...map([layer('g', FLOOR), fence]), width: 50, height: 40 };
    const found = await read({ ...wide, layers: [layer('g', Array(2000).fill(1), { width: 50, height: 40 }), fence] });
    expect(found.warnings).toEqual([
      'm.tmj: only 1 of its 2000 cells are marked as walls; name layers that block with --tiled.blocked-layers ' +
        '("o", "g" 100 %), a property of tiles with --tiled.solid-property ("solid"), or tiles with --tiled.blocked-tiles, ' +
        'or click them: npx gridprep view m.tmj; if that is meant, add --open',
    ]);
  });

  it('are walls with a warning if nothing else is marked, as are none', async () => {
    const some = map([layer('Grass', firstOf(15)), layer('Trees', firstOf(4))]);
    const found = await read(some);
    expect(found.picture).toEqual([...OPEN.slice(1), '#####']);
    expect([found.walls?.used, found.walls?.suggested]).toEqual([[], undefined]);
    expect(found.warnings).toEqual([
      'm.tmj: nothing in it marks walls, so only its 5 cells without a tile are blocked; name layers that block with ' +
        '--tiled.blocked-layers ("Trees" 20 %, "Grass" 75 %), a property of tiles with --tiled.solid-property, or tiles with ' +
        '--tiled.blocked-tiles, or click them: npx gridprep view m.tmj; if that is meant, add --open',
    ]);
    const all = map([layer('g', COLUMN)], { id: 4, properties: SOLID(true, 'water') });
    expect((await read(all)).warnings).toEqual([
      'm.tmj: nothing in it marks walls, so all its cells are open; name layers that block with --tiled.blocked-layers ' +
        '("g" 100 %), a property of tiles with --tiled.solid-property ("water"), or tiles with --tiled.blocked-tiles, ' +
        'or click them: npx gridprep view m.tmj; if that is meant, add --open',
    ]);
    for (const meant of [await read(all, {}, true), await read(some, { empty: 'blocked' })])
      expect(meant.warnings).toEqual([]);
  });

  it('are no question in a map without a layer', async () => {
    const none = 'm.tmj: no layer of it has a tile or an object; save it in Tiled again, or add --open';
    for (const layers of [
      [],
      [
        layer(
          'g',
          FLOOR.map(() => 0),
        ),
      ],
    ])
      expect((await read(map(layers))).warnings).toEqual([none]);
  });

  it('of rules for automapping are no matter', async () => {
    const rules = [layer('input_set', COLUMN), layer('output_Ground', COLUMN), layer('regions', FLOOR)];
    const found = await read(map(rules));
    expect(found.walls?.rules).toBe(true);
    expect(found.warnings).toEqual([
      "m.tmj: its layers are rules of Tiled's automapping; this is not a map for a game",
    ]);
  });
});

describe('options that are given', () => {
  const data = COLUMN.map((tile, i) => (i === 19 ? 12 : tile));
  const marked = map([layer('g', data), layer('Collision', FLOOR), layer('Roof', ALONE, { visible: false })], {
    id: 11,
    properties: SOLID(true, 'collides'),
  });

  it.each<[Partial<TiledOptions>, string[], string]>([
    [{ blockedLayers: ['Roof'] }, WALLED, 'tile layer "Roof" (hidden, 4 cells)'],
    [{ blockedTiles: [2] }, WALLED, 'tiled.blockedTiles (4 cells)'],
    [{ blockedTiles: ['10-15'] }, CORNER, 'tiled.blockedTiles (1 cell)'],
    [{ blockedTiles: ['t:10-11', 'Roof:1'] }, CORNER, 'tiled.blockedTiles (1 cell)'],
    [{ openTiles: [1, '12'] }, WALLED, 'not tiled.openTiles (4 cells)'],
    [{ solidProperty: 'collides' }, CORNER, 'property "collides" (1 cell)'],
  ])('decide if marks are off: %o', async (options, picture, used) => {
    const tiled = { ...options, marks: 'off' } as const;
    const sets = { ...marked, tilesets: [...(marked.tilesets as Json[]), { firstgid: 30, name: 'Roof' }] };
    await says(sets, picture, { used: [used] }, tiled);
  });

  it('name tiles by number, range or tileset', async () => {
    await expect(read(marked, { openTiles: ['1', 'x:3'] })).rejects.toThrow(
      'm.tmj: no tileset has the name "x" of tiled.openTiles (--tiled.open-tiles); there are "t"',
    );
    await expect(read(marked, { openTiles: ['t:3-'] })).rejects.toThrow(
      'm.tmj: tiled.openTiles (--tiled.open-tiles) has "t:3-", allowed are numbers of tiles as in layers (7), ranges ' +
        '(10-15), those of a tileset (NAME:3), and each only in a layer (NAME:3@LAYER)',
    );
    await expect(read(marked, { blockedTiles: ['3@Wall'] })).rejects.toThrow(
      'm.tmj: no layer has the name, class or group "Wall" of tiled.blockedTiles (--tiled.blocked-tiles); there are ' +
        '"g", "Collision", "Roof"',
    );
  });

  it('end with their tileset', async () => {
    const two = {
      ...marked,
      layers: [layer('g', data)],
      tilesets: [
        { firstgid: 1, name: 'a' },
        { firstgid: 12, name: 'b' },
      ],
    };
    await says(two, WALLED, { used: ['tiled.blockedTiles (4 cells)'] }, { blockedTiles: ['a:1-5000'] });
    const counted = {
      ...two,
      tilesets: [
        { firstgid: 1, name: 'a', tilecount: 2 },
        { firstgid: 5, name: 'b' },
      ],
    };
    await says(counted, WALLED, { used: ['tiled.blockedTiles (4 cells)'] }, { blockedTiles: ['a:1-5000'] });
  });

  it('keep the marks of the file, and except tiles, in all layers or one', async () => {
    const fence = map([
      layer('g', data),
      layer(
        'Walls',
        FLOOR.map((_, i) => (i === 19 ? 12 : 0)),
      ),
    ]);
    await says(fence, CORNER, { used: ['tile layer "Walls" (1 cell)'] });
    const both = ['tiled.blockedTiles (4 cells)', 'tile layer "Walls" (1 cell)'];
    await says(fence, WALLED_CORNER, { used: both }, { blockedTiles: ['t:1'] });
    await says(fence, WALLED, { used: both.slice(0, 1) }, { blockedTiles: ['t:1'], marks: 'off' });
    const except = (openTiles: string[], blockedTiles: string[] = ['t:1']) => ({ blockedTiles, openTiles });
    await says(fence, WALLED, { used: both.slice(0, 1) }, except(['t:11@*']));
    await says(fence, WALLED, { used: both.slice(0, 1) }, except(['t:11@Walls']));
    await says(fence, WALLED_CORNER, { used: both }, except(['t:11@g']));
    await says(
      fence,
      CORNER,
      { used: ['tiled.blockedTiles (1 cell)'] },
      { blockedTiles: ['t:11@Walls'], marks: 'off' },
    );
  });

  it('that the map lacks are listed if other maps may have them', async () => {
    const tiled = {
      layers: ['g', 'Roof', 'Sky'],
      blockedLayers: ['Roof', 'Rock'],
      blockedTiles: ['x:3', '2@Y'],
      tilesets: { y: 2 },
    };
    const bytes = Buffer.from(JSON.stringify(marked));
    const { absent, warnings } = await readMap(bytes, { file: 'm.tmj', tiled, leaveAbsent: true });
    expect(absent).toEqual([
      'no tile layer has the name or class "Sky" of tiled.layers (--tiled.layers)',
      'no layer that is read has the name or class "Rock" of tiled.blockedLayers (--tiled.blocked-layers)',
      'no tileset has the name "y" of tiled.tilesets',
      'no tileset has the name "x" of tiled.blockedTiles (--tiled.blocked-tiles)',
      'no layer has the name, class or group "Y" of tiled.blockedTiles (--tiled.blocked-tiles)',
    ]);
    expect(warnings).toContain(`m.tmj: ${absent?.[0]}; other maps may have it`);
  });

  it('also name object layers', async () => {
    const hidden = objects('Zone', [box(16, 0, 16, 64)], { visible: false });
    await says(map([layer('g', FLOOR), hidden]), WALLED, {}, { blockedLayers: ['Zone'] });
  });
});

it('an instance has the properties of its template, and its own', async () => {
  const folder = temporaryFolder();
  const properties = [...SOLID(9, 'cost'), ...SOLID(true, 'oneWay')];
  const object = { id: 1, name: 'stairs', type: 'link', point: true, x: 0, y: 0, properties };
  writeFileSync(join(folder, 'link.tj'), JSON.stringify({ type: 'template', object }));
  const ends = [
    { id: 1, template: 'link.tj', x: 8, y: 8, properties: SOLID(2, 'to') },
    { id: 2, name: 'far', x: 72, y: 56, point: true },
  ];
  const value = map([layer('g', FLOOR), { type: 'objectgroup', name: 'o', objects: ends }]);
  const { grid } = await readMap(Buffer.from(JSON.stringify(value)), { file: join(folder, 'm.tmj') });
  expect(grid.links).toEqual([{ from: [0, 0], to: [4, 3], cost: 9, oneWay: true, name: 'stairs' }]);
});

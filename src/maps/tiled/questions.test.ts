/** Maps of Tiled whose marks may be meant either way: what is read, and what is asked. */
import { describe, expect, it } from 'vitest';
import { pricePicture } from '../../../test/price-picture.js';
import { tmxOf } from '../../../test/tmx.js';
import { readMap } from '../read-map.js';
import type { TiledOptions } from './properties.js';

type Json = Record<string, unknown>;

const bool = (name: string, value: boolean) => ({ name, type: 'bool', value });
const tile = (id: number, ...properties: Json[]) => ({ id, properties });
/** Rows of digits, numbers of tiles. */
const layer = (name: string, rows: string[], more: Json = {}) => ({
  ...{ type: 'tilelayer', name, width: rows[0].length, height: rows.length },
  ...{ data: [...rows.join('')].map(Number), ...more },
});
const map = (rows: string[], layers: Json[], tiles: Json[] = []): Json => ({
  ...{ type: 'map', orientation: 'orthogonal', tilewidth: 16, tileheight: 16, layers },
  ...{ width: rows[0].length, height: rows.length },
  tilesets: [{ firstgid: 1, name: 't', tilewidth: 16, tileheight: 16, tilecount: 16, tiles }],
});

/** Reads a map in both encodings of Tiled. */
async function read(value: Json, tiled: Partial<TiledOptions> = {}) {
  const [found, other] = await Promise.all(
    [Buffer.from(JSON.stringify(value)), tmxOf(value)].map((bytes) => readMap(bytes, { file: 'm.tmj', tiled })),
  );
  expect(other).toEqual(found);
  return { picture: pricePicture(found.grid), used: found.walls?.used, warnings: found.warnings, walls: found.walls };
}

const BORDER = ['11111', '10001', '10001', '11111'];
const CLOSED = ['#####', '#...#', '#...#', '#####'];
const GROUND = layer('Ground', ['11111', '11111', '11111', '11111']);

describe('a layer whose name says that it is walkable', () => {
  const inside = layer('Walkable', ['00000', '02220', '02220', '00000'], { visible: false });
  const value = map(BORDER, [GROUND, inside]);

  it('is a question with both options and counts', async () => {
    const { picture, warnings, walls } = await read(value);
    expect(picture).toEqual(['.....', '.....', '.....', '.....']);
    expect(warnings[0]).toBe(
      'm.tmj: layer "Walkable" may mark what is open or what blocks, so it is not read; if its cells are all that is ' +
        'open (6 of 20 cells), add --tiled.open-layers "Walkable", if they block, leaving the others open (14 of 20 ' +
        'cells), --tiled.blocked-layers "Walkable"',
    );
    expect(warnings[1]).not.toContain('"Walkable"');
    expect(walls?.suggested).toBe(undefined);
  });

  it('is what the user says, without a word against it', async () => {
    const open = await read(value, { openLayers: ['Walkable'] });
    expect(open).toMatchObject({
      picture: CLOSED,
      warnings: [],
      used: ['cells outside of tiled.openLayers (14 cells)'],
    });
    const blocked = await read(value, { blockedLayers: ['Walkable'] });
    expect(blocked).toMatchObject({ picture: ['.....', '.###.', '.###.', '.....'], warnings: [] });
    await expect(read(value, { openLayers: ['Path'] })).rejects.toThrow('"Path" of tiled.openLayers');
  });

  it('may be of shapes', async () => {
    const objects = [{ id: 1, name: '', x: 16, y: 16, width: 48, height: 32 }];
    const shapes = map(BORDER, [GROUND, { type: 'objectgroup', name: 'Area', objects }]);
    expect((await read(shapes, { openLayers: ['Area'] })).picture).toEqual(CLOSED);
  });
});

it('only names on the list of marks are suggested', async () => {
  const value = map(BORDER, [GROUND, layer('treehouse_keys', ['00000', '00200', '00000', '00000'])]);
  expect((await read(value)).walls?.suggested).toBe(undefined);
});

describe('cells without a tile on a picture', () => {
  const picture = { type: 'imagelayer', name: 'Background', image: 'bg.png' };
  const grass = layer('Grass', ['00000', '02000', '02000', '00000']);
  const walls = layer('Collision', BORDER, { visible: false });

  it('are open if open cells touch them, with a warning', async () => {
    const found = await read(map(BORDER, [picture, grass, walls]));
    expect(found.picture).toEqual(CLOSED);
    expect(found.warnings).toEqual([
      'm.tmj: 4 cells without a tile are open, since a picture lies below them and open cells next to them; if they ' +
        'block, add --tiled.empty blocked',
    ]);
  });

  it('are blocked if they are sealed outside, and without a picture', async () => {
    const rows = ['0000000', '0111110', '0100010', '0111110', '0000000'];
    const ground = layer('Ground', ['0000000', '0111110', '0111110', '0111110', '0000000']);
    const sealed = await read(map(rows, [picture, ground, layer('Collision', rows)]));
    expect(sealed.picture.join('').replaceAll('#', '')).toBe('...');
    // More than is open, so that the picture may be the ground.
    expect(sealed.warnings[0]).toBe(
      'm.tmj: 20 of its 35 cells have no tile and are blocked; if they are the ground, add --tiled.empty open, ' +
        'otherwise --tiled.empty blocked',
    );
    const { walls: report } = await read(map(BORDER, [grass, walls]));
    expect(report?.empty).toMatch(/^blocked \(4;/);
  });
});

describe('properties', () => {
  it('that are false along the border are suggested as open ones', async () => {
    const rows = ['22222', '11111', '22222'];
    const value = map(rows, [layer('g', rows)], [tile(0, bool('valid', true)), tile(1, bool('valid', false))]);
    expect((await read(value)).warnings[0]).toContain('or --tiled.open-property ("valid"), or tiles');
    const { picture, used } = await read(value, { openProperty: 'valid' });
    expect([picture, used]).toEqual([['#####', '.....', '#####'], ['property "valid" (10 cells)']]);
  });

  it('of a layer override those of its tiles', async () => {
    const rows = ['22222', '11111', '11111', '11111'];
    const overlay = layer('overlay', ['00020', '00020', '00020', '00020'], { properties: [bool('collides', false)] });
    const { picture } = await read(map(rows, [layer('ground', rows), overlay], [tile(1, bool('collides', true))]));
    expect(picture).toEqual(['#####', '.....', '.....', '.....']);
  });

  it('of four sides are a wall, of fewer a warning that counts cells once', async () => {
    const sides = ['collideUp', 'collideDown', 'collideLeft', 'collideRight'].map((name) => bool(name, true));
    const rows = BORDER.map((row) => row.replaceAll('1', '2').replaceAll('0', '1'));
    const four = await read(map(rows, [layer('g', rows)], [tile(1, ...sides)]));
    expect(four).toMatchObject({ picture: CLOSED, warnings: [] });
    expect(four.used).toEqual(['property "collideUp" and three others (14 cells)']);
    const three = await read(map(rows, [layer('g', rows)], [tile(1, ...sides.slice(1))]));
    expect(three.picture.join('')).not.toContain('#');
    expect(three.warnings.filter((text) => text.includes('one side'))).toEqual([
      'm.tmj: tiles of 14 cells: property "collideDown" blocks from one side, which is not read: they are open; for ' +
        'walls on all sides name it with --tiled.solid-property collideDown',
    ]);
  });
});

describe('values that games give properties', () => {
  const text = (name: string, value: string) => ({ name, type: 'string', value });
  const rows = ['1111', '1223', '1111'];
  const objects = (...all: Json[]): Json => ({
    ...{ type: 'objectgroup', name: 'Things' },
    objects: all.map((one, i) => ({ id: i + 1, name: '', x: 16, y: 16, width: 16, height: 16, ...one })),
  });

  it('an empty text is true, unless another tile says true in words', async () => {
    const used = async (other: string) =>
      (await read(map(rows, [layer('g', rows)], [tile(1, text('solid', '')), tile(0, text('solid', other))]))).used;
    expect(await used('')).toEqual(['property "solid" (11 cells)']);
    expect(await used('0')).toEqual(['property "solid" (2 cells)']);
    for (const other of ['1', 'True']) expect(await used(other)).toEqual(['property "solid" (9 cells)']);
  });

  it('a cost in words may be the price of goods, unless an option names the property', async () => {
    const shop = objects({ properties: [text('cost', '40')] });
    const value = map(BORDER, [layer('Collision', BORDER), shop]);
    const { picture, warnings } = await read(value);
    expect(picture).toEqual(CLOSED);
    const found = 'm.tmj: layer "Things": object 1: property "cost" is "40", allowed is a whole number from 1 to 255';
    expect(warnings).toEqual([`${found}; it is not read`]);
    const named = map(BORDER, [objects({ properties: [text('price', '40')] })]);
    await expect(read(named, { costProperty: 'price' })).rejects.toThrow('property "price" is "40", allowed is');
  });

  it('layers called collide and impassible are walls', async () => {
    for (const name of ['collide', 'Impassible'])
      expect(await read(map(BORDER, [GROUND, layer(name, BORDER)]))).toMatchObject({ picture: CLOSED, warnings: [] });
  });

  it('objects that units pass are a question where they lie on walls', async () => {
    const walls = layer('Collision', ['11111', '12001', '10001', '11111']);
    const { picture, warnings } = await read(
      map(BORDER, [GROUND, walls, objects({ properties: [bool('passable', true)] })]),
    );
    expect(picture).toEqual(['#####', '##..#', '#...#', '#####']);
    expect(warnings).toEqual([
      'm.tmj: blocked cells below objects with a property such as "passable": 1; if units pass there, give these ' +
        'objects the class open',
    ]);
    const open = layer('Collision', BORDER);
    expect(
      (await read(map(BORDER, [GROUND, open, objects({ properties: [bool('passable', true)] })]))).warnings,
    ).toEqual([]);
  });

  it('a property that says where units pass is not suggested as one that blocks', async () => {
    const { warnings } = await read(
      map(rows, [layer('g', rows)], [tile(1, bool('walkable', true), bool('wet', true))]),
    );
    expect(warnings[0]).toContain('with --tiled.solid-property ("wet")');
  });
});

it('nearly closed maps are a warning', async () => {
  const rows = ['222222', '221222', '222122', '222222'];
  const { warnings } = await read(map(rows, [layer('g', rows)], [tile(1, bool('collides', true))]));
  expect(warnings).toEqual([
    'm.tmj: only 2 of its 24 cells are open; if that is meant, add --open, otherwise see --help-maps',
  ]);
});

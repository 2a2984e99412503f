/** Walls between cells in maps of Tiled: lines, properties of tiles, thin shapes of the collision editor. */
import { describe, expect, it } from 'vitest';
import { tmxOf } from '../../../test/tmx.js';
import { MapError } from '../../core/errors.js';
import { listWalls, type WallInput } from '../../core/grid/walls.js';
import { readMap } from '../read-map.js';
import type { TiledOptions } from './properties.js';

type Json = Record<string, unknown>;

/** A map of 4 x 3 tiles. */
const map = (data: number[], objects: Json[] = [], tiles: Json[] = [], more: Json = {}): Json => ({
  ...{ type: 'map', orientation: 'orthogonal', width: 4, height: 3, tilewidth: 16, tileheight: 16 },
  layers: [
    { type: 'tilelayer', name: 'g', width: 4, height: 3, data },
    { type: 'objectgroup', name: 'o', objects: objects.map((one, i) => ({ id: i + 1, name: '', ...one })) },
  ],
  tilesets: [{ firstgid: 1, name: 't', tilewidth: 16, tileheight: 16, tilecount: 16, tiles }],
  ...more,
});
const FLOOR = Array(12).fill(1);
/** A line through points in cells. */
const line = (type: string, at: [number, number], ...points: [number, number][]): Json => ({
  ...{ type, x: 16 * at[0], y: 16 * at[1] },
  polyline: [[0, 0], ...points].map(([x, y]) => ({ x: 16 * x, y: 16 * y })),
});

async function read(value: Json, tiled: Partial<TiledOptions> = {}) {
  const [found, other] = await Promise.all(
    [Buffer.from(JSON.stringify(value)), tmxOf(value)].map((bytes) => readMap(bytes, { file: 'm.tmj', tiled })),
  );
  expect(other).toEqual(found);
  return { ...found, list: listWalls(found.grid) };
}
const east = (x: number, y: number): WallInput => [x, y, 'east'];
const south = (x: number, y: number): WallInput => [x, y, 'south'];

describe('lines of class wall', () => {
  it('are walls on the borders of cells that they lie on', async () => {
    const { list, warnings, walls } = await read(
      map(FLOOR, [line('wall', [1, 1], [2, 0], [2, 2]), line('Wall', [2, 0], [0, 1]), line('wall', [4, 2], [-1, 0])]),
    );
    expect(list).toEqual([east(1, 0), south(1, 0), south(2, 0), east(2, 1), south(3, 1), east(2, 2)]);
    expect([warnings, walls?.used]).toEqual([[], ['6 walls between cells']]);
  });

  const ONE_WAY = 'walls between cells block both ways; put a wall there, and a link with oneWay over it';
  it.each(['wall', 'door'])('of one way are refused: %s', async (type) => {
    const object = { ...line(type, [1, 1], [2, 0]), properties: [{ name: 'oneWay', type: 'string', value: 'south' }] };
    await expect(read(map(FLOOR, [object]))).rejects.toThrow(
      new MapError(`m.tmj: layer "o": object 1: this ${type} has oneWay "south", ${ONE_WAY}`),
    );
  });

  it('of one way are named where a tile asks for them', async () => {
    const tiles = [{ id: 0, properties: [{ name: 'oneWay', type: 'string', value: 'south' }] }];
    const { warnings } = await read(map(FLOOR, [], tiles));
    expect(warnings).toContainEqual(expect.stringMatching(`: property "oneWay" is "south", not read: ${ONE_WAY}$`));
  });

  it.each([
    ['next to a border', line('wall', [0.2, 1.3], [2, 0]), [south(0, 0), south(1, 0)]],
    ['oblique, which become steps', line('wall', [0, 0], [2, 2]), [east(0, 0), south(1, 0), east(1, 1)]],
    ['steep', line('wall', [1, 0], [1, 3]), [east(0, 0), south(1, 0), east(1, 1), east(1, 2)]],
  ])('are moved to the nearest with a warning: %s', async (_, object, expected) => {
    const { list, warnings } = await read(map(FLOOR, [object]));
    expect(list).toEqual(expected);
    expect(warnings).toEqual([
      'm.tmj: layer "o": object 1: this wall does not lie on borders of cells; it is moved to the nearest',
    ]);
  });

  it('of class door are doors in walls, by name', async () => {
    const gate = { ...line('door', [1, 0], [0, 2]), name: 'gate' };
    const { list, doors } = await read(map(FLOOR, [gate, line('wall', [1, 0], [0, 3])]));
    expect(list).toEqual([east(0, 0), east(0, 1), east(0, 2)]);
    expect(doors).toEqual([{ name: 'gate', cells: [], walls: [east(0, 0), east(0, 1)] }]);
  });

  it.each([
    ['wall', line('wall', [0, 0], [4, 0])],
    ['door', line('door', [-5, 1], [2, 0])],
  ])('are left out where they lie between no two cells: %s', async (kind, object) => {
    const found = await read(map(FLOOR, [object]));
    expect([found.list, found.doors]).toEqual([[], []]);
    expect(found.warnings).toContain(
      `m.tmj: layer "o": object 1: this ${kind} lies along no border between two cells, and is left out`,
    );
  });

  it('of any length end soon', async () => {
    await expect(read(map(FLOOR, [line('wall', [0, 0], [1e300, 1e300])]))).rejects.toThrow(
      'm.tmj: its objects take more work than any map of this size needs',
    );
  });
});

describe('tiles with walls on sides', () => {
  const SIDES = (...names: string[]) => names.map((name) => ({ name, type: 'bool', value: true }));
  const tile = (id: number, properties: Json[]) => ({ id, properties });
  const at = (number: number) => FLOOR.map((one, i) => (i === 5 ? number : one));

  it('have properties of them, or a passage', async () => {
    const tiles = [
      tile(1, SIDES('wallNorth', 'wall_west')),
      tile(2, [{ name: 'passage', type: 'string', value: 'NS' }]),
      tile(3, [{ name: 'wallEast', type: 'bool', value: false }]),
      tile(4, [{ name: 'passage', type: 'string', value: 'far' }]),
    ];
    expect((await read(map(at(2), [], tiles))).list).toEqual([south(1, 0), east(0, 1)]);
    expect((await read(map(at(3), [], tiles))).list).toEqual([east(0, 1), east(1, 1)]);
    expect((await read(map(at(4), [], tiles))).list).toEqual([]);
    expect((await read(map(at(2), [], tiles))).warnings).toEqual([
      'm.tmj: tileset "t": tile 4: property "passage" is "far", expected its open sides, such as "ns"; it is not read',
    ]);
  });

  it('turn with their tiles', async () => {
    const [x, y, diagonal] = [0x80000000, 0x40000000, 0x20000000];
    const sideOf = async (bits: number) => (await read(map(at(bits + 2), [], [tile(1, SIDES('wallNorth'))]))).list[0];
    // As the editor turns a tile clockwise: by 90, 180 and 270 degrees.
    expect(await sideOf(diagonal + x)).toEqual(east(1, 1));
    expect(await sideOf(x + y)).toEqual(south(1, 1));
    expect(await sideOf(diagonal + y)).toEqual(east(0, 1));
    expect([await sideOf(x), await sideOf(y)]).toEqual([south(1, 0), south(1, 1)]);
    expect(await sideOf(diagonal)).toEqual(east(0, 1));
  });

  it('are refused on staggered maps, and on hexagons', async () => {
    const staggered = (orientation: string) =>
      map(at(2), [], [tile(1, SIDES('wallNorth'))], { orientation, staggeraxis: 'y', staggerindex: 'odd' });
    for (const [orientation, message] of [
      ['staggered', 'sides of tiles of staggered maps have no walls; draw lines of class wall'],
      ['hexagonal', 'cells are hexagons (hex-odd-r), which have no walls between cells'],
    ])
      await expect(read(staggered(orientation))).rejects.toThrow(`m.tmj: ${message}`);
  });

  it('may be thin shapes by an option; other shapes block', async () => {
    const shape = (id: number, ...objects: Json[]) => ({
      id,
      objectgroup: { type: 'objectgroup', objects: objects.map((one, i) => ({ id: i + 1, x: 0, y: 0, ...one })) },
    });
    const polygon = ['0 12', '16 12', '16 16', '0 16']
      .map((point) => point.split(' ').map(Number))
      .map(([x, y]) => ({ x, y }));
    const tiles = [
      shape(1, { width: 16, height: 4 }, { x: 13, width: 3, height: 16 }),
      shape(2, { polygon }),
      shape(3, { width: 16, height: 8 }),
      shape(4, { width: 3, height: 14 }, { x: 6, y: 6, width: 4, height: 4 }),
    ];
    const sides = (number: number) => read(map(at(number), [], tiles), { shapes: 'sides' });
    expect((await sides(2)).list).toEqual([south(1, 0), east(1, 1)]);
    expect((await sides(3)).list).toEqual([south(1, 1)]);
    const [thick, both] = [await sides(4), await sides(5)];
    expect([thick.list, thick.grid.isOpen(1, 1)]).toEqual([[], false]);
    expect([both.list, both.grid.isOpen(1, 1)]).toEqual([[east(0, 1)], false]);
    // By default shapes block their tile.
    expect((await read(map(at(2), [], tiles))).grid.isOpen(1, 1)).toBe(false);
  });
});

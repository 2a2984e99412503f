import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pricePicture } from '../../../test/price-picture.js';
import type { LdtkOptions } from './ldtk.js';
import { mapLevels, readMap } from './read-map.js';

const WORLD = 'fixtures/inputs/world.ldtk';
const CAVE = 'fixtures/inputs/levels/Cave.ldtkl';
const cave = (ldtk: Partial<LdtkOptions>) => readMap(WORLD, { level: 'Cave', ldtk });

/** A project of one level with one layer. */
function project(layer: object = {}, level: object = {}): Buffer {
  const grid = {
    __identifier: 'Grid',
    __type: 'IntGrid',
    __cWid: 2,
    __cHei: 1,
    __gridSize: 8,
    intGridCsv: [0, 1],
    ...layer,
  };
  const defs = { layers: [{ identifier: 'Grid', intGridValues: [{ value: 1, identifier: 'wall' }] }] };
  const levels = [{ identifier: 'A', layerInstances: [grid], ...level }];
  return Buffer.from(JSON.stringify({ __header__: { app: 'LDtk' }, jsonVersion: '1.5.3', defs, levels }));
}

describe('LDtk', () => {
  it('reads levels by name, those in files of their own too', async () => {
    expect(await mapLevels(WORLD)).toEqual(['Cave', 'Yard']);
    const { grid, ...found } = await cave({
      layer: 'Collisions',
      legend: { walls: 'blocked', mud: 5, 3: 'open' },
      markers: ['loot'],
    });
    expect(pricePicture(grid)).toEqual(['######', '#..55#', '#....#', '..##..']);
    expect(found).toEqual({
      format: 'ldtk',
      level: 'Cave',
      cellSize: [16, 16],
      doors: [
        { name: 'cellar', cells: [2, 1, 2, 2] },
        { name: 'Door 2', cells: [5, 3] },
      ],
      markers: [{ name: 'Chest 1', cells: [0, 3] }],
      beside: { 'levels/Cave.ldtkl': expect.stringMatching(/^[0-9a-f]{64}$/) },
      warnings: [],
    });
    const yard = await readMap(WORLD, { level: 'Yard' });
    expect(pricePicture(yard.grid)).toEqual(['#..', '.#.', '..#']);
    expect([yard.origin, yard.beside]).toEqual([[6, -2], {}]);
    await expect(readMap(WORLD)).rejects.toThrow(
      `${WORLD}: 2 levels; name one with --map-levels (option "level"): "Cave", "Yard"`,
    );
    await expect(readMap(WORLD, { level: 'Attic' })).rejects.toThrow(
      `${WORLD}: no level is called "Attic"; there are "Cave", "Yard"`,
    );
  });

  it('has an origin where the level lies on a cell of the world, elsewhere than at 0, 0', async () => {
    const originOf = async (level: object) => (await readMap(project({}, level), { file: 'a.ldtk' })).origin;
    expect(await originOf({})).toBeUndefined();
    expect(await originOf({ worldX: 0, worldY: 0 })).toBeUndefined();
    expect(await originOf({ worldX: 16, worldY: 0 })).toEqual([2, 0]);
    expect(await originOf({ worldX: 0, worldY: -8 })).toEqual([0, -1]);
    expect(await originOf({ worldX: 16, worldY: 4 })).toBeUndefined();
  });

  it('counts where entities lie from the corner of the grid, whatever the offsets of the two layers', async () => {
    const at = async (ofGrid: number[], ofEntities: number[]) => {
      const offset = ([x, y]: number[]) => ({ __pxTotalOffsetX: x, __pxTotalOffsetY: y });
      const grid = { __identifier: 'Grid', __type: 'IntGrid', __cWid: 3, __cHei: 2, __gridSize: 8 };
      const chest = {
        __identifier: 'Chest',
        __tags: [],
        px: [8, 0],
        width: 8,
        height: 8,
        __pivot: [0, 0],
        fieldInstances: [],
      };
      const entities = {
        __identifier: 'E',
        __type: 'Entities',
        __cWid: 3,
        __cHei: 2,
        __gridSize: 8,
        entityInstances: [chest],
      };
      const layerInstances = [
        { ...entities, ...offset(ofEntities) },
        { ...grid, ...offset(ofGrid), intGridCsv: [0, 0, 0, 0, 0, 0] },
      ];
      return (await readMap(project({}, { layerInstances }), { file: 'a.ldtk', ldtk: { markers: ['Chest'] } })).markers;
    };
    expect(await at([0, 0], [0, 0])).toEqual([{ name: 'Chest 1', cells: [1, 0] }]);
    expect(await at([0, 0], [8, 8])).toEqual([{ name: 'Chest 1', cells: [2, 1] }]);
    expect(await at([8, -8], [0, 0])).toEqual([{ name: 'Chest 1', cells: [0, 1] }]);
  });

  it('reads a level file by itself, whose values have no names', async () => {
    const { grid, level } = await readMap(CAVE, { ldtk: { layer: 'Sound' } });
    expect([level, pricePicture(grid)[1]]).toEqual(['', '.####.']);
    expect(await mapLevels(CAVE)).toEqual([]);
  });

  it('reads the levels of several worlds', async () => {
    const { levels, ...rest } = JSON.parse(readFileSync(WORLD, 'utf8'));
    const worlds = Buffer.from(
      JSON.stringify({ ...rest, levels: [], worlds: [{ levels: [levels[1]] }, { levels: [levels[0]] }] }),
    );
    expect(await mapLevels(worlds, { file: WORLD })).toEqual(['Yard', 'Cave']);
    expect((await readMap(worlds, { file: WORLD, level: 'Cave', ldtk: { layer: 'Sound' } })).grid.width).toBe(6);
  });

  it('names file, level, layer and cell of what is wrong', async () => {
    const at = `${CAVE}: level "Cave"`;
    await expect(cave({})).rejects.toThrow(
      `${at}: 2 IntGrid layers: "Collisions", "Sound"; name one with ldtk.layer (--tiled.layers)`,
    );
    await expect(cave({ layer: 'Walls' })).rejects.toThrow(
      `${at}: no IntGrid layer is called "Walls"; there are "Collisions", "Sound"`,
    );
    await expect(cave({ layer: 'Collisions', legend: { walls: 'blocked' } })).rejects.toThrow(
      `${at}: layer "Collisions": cell 3, 1: value 2 ("mud") is not in ldtk.legend (--ldtk.legend), which has "walls"`,
    );
    await expect(cave({ layer: 'Collisions', legend: { walls: 0 } })).rejects.toThrow(
      'ldtk.legend.walls is 0, allowed are "blocked", "open" and a cost, a whole number from 1 to 255',
    );
    const fails = (bytes: Buffer, message: string) =>
      expect(readMap(bytes, { file: 'p.ldtk' })).rejects.toThrow(message);
    await fails(
      project({ intGridCsv: [0] }),
      'p.ldtk: level "A": layer "Grid": intGridCsv has 1 values, expected 2 x 1',
    );
    await fails(
      project({ intGridCsv: [0, 'x'] }),
      'p.ldtk: level "A": layer "Grid": cell 1, 0 is "x", expected a whole number from 0',
    );
    await fails(project({ __cWid: 10_000 }), 'p.ldtk: level "A": layer "Grid": the map is 10000 x 1 cells');
    await fails(
      project({ intGridCsv: [1, 1] }),
      'p.ldtk: level "A": layer "Grid": no cell is open; values other than 0 are blocked unless',
    );
    await fails(
      project({}, { identifier: '../x' }),
      'p.ldtk: levels[0]: identifier is "../x", allowed are letters, digits',
    );
    await fails(
      project({}, { layerInstances: null }),
      'p.ldtk: levels[0]: it has neither layers nor a file of its own; save the project again',
    );
    await fails(
      project({}, { layerInstances: null, externalRelPath: '../../a.ldtkl' }),
      'p.ldtk: level "../../a.ldtkl" lies outside the folder .;',
    );
    const far = { __identifier: 'Door', px: [80, 0], width: 8, height: 8, fieldInstances: [], __tags: [] };
    const { doors, warnings } = await readMap(project({ entityInstances: [far] }), { file: 'p.ldtk' });
    expect([doors, warnings]).toEqual([
      [],
      ['p.ldtk: level "A": layer "Grid": entity "Door 1" lies outside the level of 2 x 1 cells, and is left out'],
    ]);
  });
});

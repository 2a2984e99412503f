import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { pricePicture } from '../../test/price-picture.js';
import { listWalls } from '../core/grid/walls.js';
import type { LdtkOptions } from './ldtk-layers.js';
import { mapLevels, readMap } from './read-map.js';

const WORLD = 'fixtures/inputs/world.ldtk';
const CAVE = 'fixtures/inputs/levels/Cave.ldtkl';
const cave = (ldtk: Partial<LdtkOptions>) => readMap(WORLD, { level: 'Cave', ldtk });

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));
const read = (bytes: Buffer, ldtk: Partial<LdtkOptions> = {}, open = false) =>
  readMap(bytes, { file: 'a.ldtk', ldtk, open });
const layerOf = (__identifier: string, width: number, height: number, more: object = {}) => ({
  ...{ __identifier, __type: 'IntGrid', __cWid: width, __cHei: height, __gridSize: 8, ...more },
});
const entity = (__identifier: string, px: number[], width: number, height: number) => ({
  ...{ __identifier, __tags: [], px, width, height, __pivot: [0, 0], fieldInstances: [] },
});

/** A project of one level with one layer. */
function project(layer: object = {}, level: object = {}): Buffer {
  const grid = layerOf('Grid', 2, 1, { intGridCsv: [0, 1], ...layer });
  const defs = { layers: [{ identifier: 'Grid', intGridValues: [{ value: 1, identifier: 'wall' }] }] };
  const levels = [{ identifier: 'A', layerInstances: [grid], ...level }];
  return bytesOf({ __header__: { app: 'LDtk' }, jsonVersion: '1.5.3', defs, levels });
}

describe('LDtk', () => {
  it('blocks the tiles that an option names, next to the values, and refuses other names', async () => {
    const tiles = layerOf('Plants', 2, 1, { __type: 'Tiles', __tilesetDefUid: 5 });
    const gridTiles = [7, 9].map((t, i) => ({ px: [8 * i, 0], t }));
    const defs = { layers: [], tilesets: [{ uid: 5, identifier: 'Trees', tileGridSize: 8 }] };
    const levels = [{ identifier: 'A', pxWid: 16, pxHei: 8, layerInstances: [{ ...tiles, gridTiles }] }];
    const bytes = bytesOf({ __header__: { app: 'LDtk' }, jsonVersion: '1.5.3', defs, levels });
    const { grid, walls, warnings } = await read(bytes, { blockedTiles: ['Trees:8-10'] });
    expect(pricePicture(grid)).toEqual(['.#']);
    expect([walls?.used, warnings]).toEqual([['ldtk.blockedTiles of layer "Plants" (1 cell)'], []]);
    for (const entry of ['Bushes:1', 'Trees', 4])
      await expect(read(bytes, { blockedTiles: [entry] })).rejects.toThrow(
        'expected a tile TILESET:3 or a range TILESET:3-7; tilesets are "Trees"',
      );
  });

  it('parses a project once for the levels of a build, and again when a byte has changed', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    const grid = layerOf('Grid', 2, 1, { intGridCsv: [0, 1] });
    const levels = ['A', 'B'].map((identifier) => ({ identifier, layerInstances: [grid] }));
    const whole = { __header__: { app: 'LDtk' }, defs: { layers: [] }, levels };
    const bytesFor = (jsonVersion: string) => new TextEncoder().encode(JSON.stringify({ ...whole, jsonVersion }));
    const parsed = async (text: string, level: string) => {
      parse.mockClear();
      await readMap(bytesFor(text), { level });
      return parse.mock.calls.length;
    };
    expect([await parsed('1.5.3', 'A'), await parsed('1.5.3', 'B'), await parsed('1.5.4', 'B')]).toEqual([1, 0, 1]);
    parse.mockRestore();
  });

  it('reads levels by name, also from separate files', async () => {
    expect(await mapLevels(WORLD)).toEqual(['Cave', 'Yard']);
    const legend = { walls: 'blocked', mud: 5, 3: 'open' } as const;
    const { grid, ...found } = await cave({ layer: 'Collisions', legend, markers: ['loot'] });
    expect(pricePicture(grid)).toEqual(['######', '#..55#', '#....#', '..##..']);
    expect(found).toEqual({
      ...{ format: 'ldtk', level: 'Cave', cellSize: [16, 16], warnings: [] },
      doors: [
        { name: 'cellar', cells: [2, 1, 2, 2] },
        { name: 'Door 2', cells: [5, 3] },
      ],
      markers: [{ name: 'Chest 1', cells: [0, 3] }],
      beside: { 'levels/Cave.ldtkl': expect.stringMatching(/^[0-9a-f]{64}$/) },
      walls: {
        used: ['IntGrid "Collisions" (12 cells: "walls" 12)'],
        notUsed: ['IntGrid "Sound"', 'open values (1 cells: "3" 1)'],
        warnings: [],
      },
    });
    const yard = await readMap(WORLD, { level: 'Yard' });
    expect(pricePicture(yard.grid)).toEqual(['#..', '.#.', '..#']);
    expect([yard.origin, yard.beside]).toEqual([[6, -2], {}]);
    const two = `${WORLD}: 2 levels; name one with --map-levels (option "level"): "Cave", "Yard"`;
    await expect(readMap(WORLD)).rejects.toThrow(two);
    const none = `${WORLD}: no level is called "Attic"; there are "Cave", "Yard"`;
    await expect(readMap(WORLD, { level: 'Attic' })).rejects.toThrow(none);
  });

  it('has an origin where its first cell lies elsewhere than at 0, 0 of the world', async () => {
    const origin = async (worldX?: number, worldY?: number, layer = {}) =>
      (await read(project(layer, { worldX, worldY }))).origin;
    // In a world that is a line of levels, at -1, -1, they have no place.
    expect([await origin(), await origin(0, 0), await origin(-1, -1)]).toEqual([undefined, undefined, undefined]);
    expect([await origin(16, 0), await origin(0, -8)].join(' ')).toBe('2,0 0,-1');
    expect([await origin(16, 4), await origin(-1, 8)].join(' ')).toBe('2,0.5 -0.125,1');
    const offset = { __pxTotalOffsetX: 4, __pxTotalOffsetY: -8 };
    expect(await origin(undefined, undefined, offset)).toEqual([0.5, -1]);
    expect(await origin(16, 0, offset)).toEqual([2.5, -1]);
  });

  it.each([
    ['0 0', '0 0', '1 0'],
    ['0 0', '8 8', '2 1'],
    ['8 -8', '0 0', '0 1'],
  ])('counts where entities lie from the corner of the grid: offsets %s and %s', async (...places) => {
    const [ofGrid, ofEntities, cells] = places.map((place) => place.split(' ').map(Number));
    const offset = ([x, y]: number[]) => ({ __pxTotalOffsetX: x, __pxTotalOffsetY: y });
    const entityInstances = [entity('Chest', [8, 0], 8, 8)];
    const layerInstances = [
      layerOf('E', 3, 2, { __type: 'Entities', entityInstances, ...offset(ofEntities) }),
      layerOf('Grid', 3, 2, { intGridCsv: [0, 0, 0, 0, 0, 0], ...offset(ofGrid) }),
    ];
    const { markers } = await read(project({}, { layerInstances }), { markers: ['Chest'] });
    expect(markers).toEqual([{ name: 'Chest 1', cells }]);
  });

  it('reads a single level file, whose values have no names', async () => {
    const { grid, level } = await readMap(CAVE, { ldtk: { layer: 'Sound' } });
    expect([level, pricePicture(grid)[1]]).toEqual(['', '.####.']);
    expect(await mapLevels(CAVE)).toEqual([]);
  });

  it('reads the levels of several worlds', async () => {
    const { levels, ...rest } = JSON.parse(readFileSync(WORLD, 'utf8'));
    const worlds = bytesOf({ ...rest, levels: [], worlds: [{ levels: [levels[1]] }, { levels: [levels[0]] }] });
    expect(await mapLevels(worlds, { file: WORLD })).toEqual(['Yard', 'Cave']);
    expect((await readMap(worlds, { file: WORLD, level: 'Cave', ldtk: { layer: 'Sound' } })).grid.width).toBe(6);
  });

  /** A level of layers, by their names: values of an IntGrid, or of one with names. */
  function levelOf(layers: Record<string, number[]>, names: Record<string, string[]> = {}): Buffer {
    const { defs: _, ...rest } = JSON.parse(project().toString());
    const [{ layerInstances }] = rest.levels;
    const instances = Object.entries(layers).map(([__identifier, intGridCsv]) => ({
      ...layerInstances[0],
      ...{ __identifier, intGridCsv, __cWid: intGridCsv.length },
    }));
    const defs = Object.entries(names).map(([identifier, values]) => ({
      identifier,
      intGridValues: values.map((name, i) => ({ value: i + 1, identifier: name })),
    }));
    return bytesOf({ ...rest, defs: { layers: defs }, levels: [{ identifier: 'A', layerInstances: instances }] });
  }

  it.each([
    [{ Sound: [0, 2], Collisions: [0, 1] }, {}, 'Collisions'],
    [{ Walls: [0, 2], CollisionLayer: [0, 1] }, {}, 'CollisionLayer'],
    [{ Walls: [0, 2], Platforms: [0, 1] }, {}, 'Walls'],
    [{ Rules: [0, 2], Ground: [0, 1] }, { Rules: ['wall', 'water'], Ground: ['grass'] }, 'Rules'],
  ])('of several IntGrids takes the one whose name, or values, are of walls: %j', async (layers, names, taken) => {
    const { walls, warnings } = await read(levelOf(layers, names));
    expect([walls?.used[0].split('"')[1], warnings]).toEqual([taken, []]);
  });

  it('names the option where it cannot tell which of several IntGrids has the walls', async () => {
    for (const [one, two] of ['One Two', 'Solid Collision'].map((names) => names.split(' ')))
      await expect(read(levelOf({ [one]: [0, 1], [two]: [0, 1] }))).rejects.toThrow(
        `a.ldtk: level "A": 2 IntGrid layers: "${one}", "${two}"; name one with ldtk.layer (--ldtk.layer)`,
      );
  });

  it('leaves ladders and stairs open, says what blocks, and warns where no name is that of a wall', async () => {
    const names = { Grid: ['walls', 'Ladder', 'stairs', 'water', ''] };
    const { grid, walls, warnings } = await read(levelOf({ Grid: [0, 1, 2, 3, 4, 4, 5] }, names));
    expect([pricePicture(grid), warnings]).toEqual([['.#..###'], []]);
    expect(walls).toEqual({
      used: ['IntGrid "Grid" (4 cells: "walls" 1, "water" 2, "5" 1)'],
      notUsed: ['open values (2 cells: "Ladder" 1, "stairs" 1)'],
      warnings: [],
    });
    const ground = levelOf({ Ground: [0, 1, 2] }, { Ground: ['grass', 'snow'] });
    expect((await read(ground)).warnings).toEqual([
      'a.ldtk: level "A": layer "Ground": "grass", "snow" block, and none has the name of a wall; if units walk ' +
        'there say so with ldtk.legend (--ldtk.legend FILE)',
    ]);
    const legend = { grass: 'open', snow: 'blocked', 0: 'open' } as const;
    expect((await read(ground, { legend })).warnings).toEqual([]);
  });

  it('warns of a level that nothing blocks, unless it is meant to be open', async () => {
    const warned = async (bytes: Buffer, open = false) => (await read(bytes, {}, open)).warnings;
    const zero = levelOf({ Grid: [0, 0] });
    const rest = 'so every cell is open; draw walls there, or say --open';
    expect(await warned(zero)).toEqual([`a.ldtk: level "A": IntGrid "Grid" blocks nothing, ${rest}`]);
    expect(await warned(levelOf({ Walls: [0, 0], Sound: [0, 1] }))).toEqual([
      'a.ldtk: level "A": IntGrid "Walls" blocks nothing, so every cell is open; name another layer with ldtk.layer ' +
        '(--ldtk.layer): "Walls", "Sound", or say --open',
    ]);
    expect(await warned(zero, true)).toEqual([]);
    const { grid, warnings } = await read(project({}, { layerInstances: [], pxWid: 40, pxHei: 16 }));
    expect([grid.width, grid.height, warnings]).toEqual([
      ...[3, 1, [`a.ldtk: level "A": there is no IntGrid layer and no tile tagged Wall or Solid, ${rest}`]],
    ]);
  });

  it('takes tiles with a tag Wall, Solid or Collision where there is no IntGrid', async () => {
    const layer = (more: object) => layerOf('Tiles', 4, 3, { __type: 'Tiles', __tilesetDefUid: 7, ...more });
    const enumTags = ['Solid', 'Grass'].map((enumValueId, i) => ({ enumValueId, tileIds: [3 + 2 * i] }));
    const tilesets = (tileGridSize: number) => [{ uid: 7, tileGridSize, enumTags }];
    const readTiles = (side: number, ...layerInstances: object[]) => {
      const { defs, ...rest } = JSON.parse(project({}, { layerInstances }).toString());
      return read(bytesOf({ ...rest, defs: { ...defs, tilesets: tilesets(side) } }));
    };
    const gridTiles = [
      { px: [8, 0], t: 3 },
      { px: [24, 16], t: 3 },
      { px: [0, 8], t: 5 },
    ];
    const small = await readTiles(8, layer({ gridTiles }));
    expect(pricePicture(small.grid)).toEqual(['.#..', '....', '...#']);
    expect([small.walls?.used, small.warnings]).toEqual([['tagged tiles of layer "Tiles" (2 cells)'], []]);
    const above = layer({ __identifier: 'Auto', __pxTotalOffsetX: -8, autoLayerTiles: [{ px: [8, 16], t: 3 }] });
    expect(pricePicture((await readTiles(16, layer({ gridTiles }), above)).grid)).toEqual(['.##.', '.##.', '##.#']);
  });

  it('reads values of LDtk before 0.8, which counts them from the first', async () => {
    const intGrid = [
      { coordId: 1, v: 0 },
      { coordId: 2, v: 1 },
    ];
    const layer = { ...{ __cWid: 4, intGridCsv: undefined }, intGrid };
    const { defs: _, ...rest } = JSON.parse(project(layer).toString());
    const defs = { layers: [{ identifier: 'Grid', intGridValues: [{ identifier: 'walls' }, { identifier: 'mud' }] }] };
    const rows = async (legend = {}) => pricePicture((await read(bytesOf({ ...rest, defs }), { legend })).grid);
    expect(await rows()).toEqual(['.##.']);
    expect(await rows({ walls: 'blocked', mud: 5 })).toEqual(['.#5.']);
    intGrid[1].coordId = 4;
    await expect(read(project({ ...layer, intGrid }))).rejects.toThrow(
      'a.ldtk: level "A": layer "Grid": intGrid[1]: coordId is 4, expected a whole number from 0 to 3',
    );
  });

  it('has levels with names beyond ASCII', async () => {
    expect((await read(project({}, { identifier: 'Höhle_洞窟' }))).grid.width).toBe(2);
  });

  it('opens what is not named as a wall where no cell has the value 0', async () => {
    const full = (...values: string[]) => {
      const rest = JSON.parse(project({ intGridCsv: [1, 2] }).toString());
      const intGridValues = values.map((identifier, i) => ({ value: i + 1, identifier }));
      return read(bytesOf({ ...rest, defs: { layers: [{ identifier: 'Grid', intGridValues }] } }));
    };
    const at = 'a.ldtk: level "A": layer "Grid"';
    const way = 'are open, since no cell has the value 0; if units do not walk there say so with ldtk.legend';
    const { grid, warnings } = await full('PermanentWall', 'Grass');
    expect(pricePicture(grid)).toEqual(['#.']);
    expect(warnings).toEqual([`${at}: "Grass" ${way} (--ldtk.legend FILE)`]);
    const found = await full('Sand', 'Grass');
    expect(found.warnings[0]).toBe(`${at}: "Sand", "Grass" ${way} (--ldtk.legend FILE)`);
    const shut = await full('wall', 'Walls');
    expect(pricePicture(shut.grid)).toEqual(['##']);
    expect(shut.warnings).toEqual([
      `${at}: no cell is open, so there are no paths; values other than 0 are blocked unless ldtk.legend ` +
        '(--ldtk.legend) says otherwise; see prep map',
    ]);
  });

  it('names file, level, layer and cell of what is wrong', async () => {
    const at = `${CAVE}: level "Cave"`;
    const layer = 'Collisions';
    const mud = `${at}: layer "${layer}": cell 3, 1: value 2 ("mud") is not in ldtk.legend (--ldtk.legend), which has "walls"`;
    const faults: [Partial<LdtkOptions>, string][] = [
      [{ layer: 'Walls' }, `${at}: no IntGrid layer is called "Walls"; there are "Collisions", "Sound"`],
      [{ layer, legend: { walls: 'blocked' } }, mud],
      [
        { layer, legend: { walls: 0 } },
        'ldtk.legend.walls is 0, allowed are "blocked", "open" and a cost, a whole number from 1 to 255',
      ],
    ];
    for (const [options, message] of faults) await expect(cave(options)).rejects.toThrow(message);
    const far = entity('Door', [80, 0], 8, 8);
    const { doors, warnings } = await read(project({ entityInstances: [far] }));
    const where = 'a.ldtk: level "A": layer "Grid"';
    const outside = `${where}: entity "Door 1" lies outside the level of 2 x 1 cells, and is left out`;
    expect([doors, warnings]).toEqual([[], [outside]]);
  });

  it.each<[object, object, string]>([
    [{ intGridCsv: [0] }, {}, 'level "A": layer "Grid": intGridCsv has 1 values, expected 2 x 1'],
    [{ intGridCsv: [0, 'x'] }, {}, 'level "A": layer "Grid": cell 1, 0 is "x", expected a whole number from 0'],
    [{ intGridCsv: [-1, 0] }, {}, 'level "A": layer "Grid": cell 0, 0 is -1, expected a whole number from 0'],
    [{ __cWid: 10_000 }, {}, 'level "A": layer "Grid": the map is 10000 x 1 cells'],
    [{}, { identifier: '../x' }, 'levels[0]: identifier is "../x", allowed are letters, digits'],
    [{}, { layerInstances: null }, 'levels[0]: it has neither layers nor a file; save the project again'],
    [
      {},
      { layerInstances: null, externalRelPath: '../../a.ldtkl' },
      'level "../../a.ldtkl" lies outside the folder .;',
    ],
  ])('refuses %j, %j', async (layer, level, message) => {
    await expect(read(project(layer, level))).rejects.toThrow(`a.ldtk: ${message}`);
  });

  it('reads walls between cells: entities Wall, and values of sides, which may have their own layer', async () => {
    const wall = (...box: [px: number[], width: number, height: number]) => entity('Wall', ...box);
    const sides = ['Grid', 'Fences'].map((identifier, i) => ({
      identifier,
      intGridValues: [
        ...(i === 0 ? [{ value: 1, identifier: 'wall' }] : []),
        { value: 2, identifier: 'wallEast' },
        { value: 3, identifier: 'wall_north_west' },
      ],
    }));
    const level = (entities: object[], grid: number[], fences: number[], __cWid = 3) => ({
      ...{ __header__: { app: 'LDtk' }, jsonVersion: '1.5.3', defs: { layers: sides } },
      levels: [
        {
          identifier: 'A',
          layerInstances: [
            layerOf('E', 3, 2, { __type: 'Entities', entityInstances: entities }),
            layerOf('Fences', __cWid, 2, { intGridCsv: fences }),
            layerOf('Grid', 3, 2, { intGridCsv: grid }),
          ],
        },
      ],
    });
    const walled = async (...given: Parameters<typeof level>) => {
      const { grid, ...found } = await read(bytesOf(level(...given)));
      return { ...found, picture: pricePicture(grid), list: listWalls(grid).join(' ') };
    };
    const none = [0, 0, 0, 0, 0, 0];
    const both = await walled([], [2, 1, 0, 0, 0, 0], [0, 0, 0, 0, 3, 0]);
    expect([both.picture, both.list]).toEqual([['.#.', '...'], '0,0,east 1,0,south 0,1,east']);
    expect([both.warnings, both.walls?.used]).toEqual([
      [],
      ['IntGrid "Grid" (1 cells: "wall" 1)', '3 walls between cells'],
    ]);
    const drawn = await walled([wall([0, 7], 16, 2), wall([15, 0], 2, 16), entity('Well', [8, 0], 8, 8)], none, none);
    expect([drawn.list, drawn.warnings, drawn.walls?.used]).toEqual([
      ...['0,0,south 1,0,east 1,0,south 1,1,east', [], ['4 walls between cells']],
    ]);
    const odd = await walled([wall([0, 0], 8, 8), wall([-1e300, 1e300], 1e300, 1e300)], none, none);
    expect([odd.list, odd.warnings]).toEqual([
      '0,0,south',
      [
        'a.ldtk: level "A": layer "E": entity "Wall" at 0, 0 does not lie on borders of cells; it is moved to the nearest',
        'a.ldtk: level "A": layer "E": entity "Wall" at -1, 3 lies along no border between two cells, and is left out',
      ],
    ]);
    // Without a cell of 0 all values but walls are ground.
    const full = await walled([], [4, 1, 2, 4, 4, 4], none);
    expect([full.picture, full.list]).toEqual([['.#.', '...'], '']);
    const right = await walled([], [2, 1, 4, 2, 4, 4], none);
    expect([right.picture, right.list]).toEqual([['.#.', '...'], '0,0,east 0,1,east']);
    // A layer that is named counts, and one without names of values.
    const named = await read(bytesOf(level([], none, [0, 2, 0, 0, 0, 0])), { layer: 'Fences' });
    expect(listWalls(named.grid)).toEqual([[1, 0, 'east']]);
    const defs = { layers: [{ identifier: 'Grid', intGridValues: [] }, sides[1]] };
    const bare = await read(bytesOf({ ...level([], [0, 1, 0, 0, 0, 0], none), defs }));
    expect(pricePicture(bare.grid)).toEqual(['.#.', '...']);
    const way = { ...wall([0, 7], 16, 2), fieldInstances: [{ __identifier: 'oneWay', __value: 'south' }] };
    await expect(walled([way], none, none)).rejects.toThrow(
      'layer "E": entityInstances[0]: this wall has oneWay "south", walls between cells block both ways; put a wall there, and a ' +
        'link with oneWay over it',
    );
    await expect(walled([], none, [0, 2], 1)).rejects.toThrow(
      'a.ldtk: level "A": layer "Fences": its walls are on sides of 1 x 2 cells, and the level has 3 x 2; give both ' +
        'layers one size of cells',
    );
  });
});

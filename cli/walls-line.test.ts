/** Every command that reads maps names what blocks in a map of any format, and how many cells each thing blocks. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { MAP_FORMATS } from '../src/maps/formats.js';
import { writePng } from '../test/map-writers.js';
import { makeTemporaryFolder, prepIn } from '../test/prep.js';

const ROWS = ['#####', '#...#', '#.#.#', '#...#', '#####'];
const DIGITS = ROWS.map((row) => Array.from(row, (cell) => Number(cell === '#')));
const FLAT = DIGITS.flat();
const TILES = FLAT.flatMap((one, i) => (one ? [{ px: [8 * (i % 5), 8 * Math.floor(i / 5)], t: 3 }] : []));
const BOX = { width: 5, height: 5 };
const [GRID, LEVEL] = [
  { __cWid: 5, __cHei: 5, __gridSize: 8 },
  { identifier: 'A', pxWid: 40, pxHei: 40 },
];
const LDTK = { __header__: { app: 'LDtk' }, defaultGridSize: 8 };
const line = (...ends: [number, number][]) => ends.map(([x, y]) => ({ x, y }));

/** A map of each format by its name, and what its line of walls says. */
const MAPS: Record<string, [content: string | object | Uint8Array, walls: string, format: string]> = {
  'a.map': [
    `type octile\nheight 5\nwidth 5\nmap\n${ROWS.join('\n').replaceAll('#', '@')}\n`,
    '"@" (17 cells)',
    'movingai',
  ],
  'b.csv': [`${DIGITS.map((row) => row.join()).join('\n')}\n`, '1 (17 cells)', 'csv'],
  'c.txt': [`${ROWS.join('\n').replace('...', '.@.')}\n`, '"#" (17 cells), "@" (1 cell)', 'csv'],
  'd.json': [DIGITS, '1 (17 cells)', 'rows'],
  'e.json': [
    { gridprep: 'map', ...BOX, cells: DIGITS.map((row) => row.map((one) => 1 - one)) },
    '0 (17 cells)',
    'json',
  ],
  'f.json': [
    { gridprep: 'floors', floors: { one: 'b.csv', two: 'a.map' } },
    'floor "one": 1 (17 cells), floor "two": "@" (17 cells)',
    'floors',
  ],
  'g.png': [
    writePng({ ...BOX, type: 0, depth: 8, sample: (i) => [255 * (1 - FLAT[i])] }),
    'luminance below 128 (17 cells)',
    'png',
  ],
  'h.tmj': [
    {
      ...{ type: 'map', orientation: 'orthogonal', ...BOX, tilewidth: 8, tileheight: 8 },
      tilesets: [{ firstgid: 1, name: 't', tilecount: 4 }],
      layers: [
        { type: 'tilelayer', name: 'ground', ...BOX, data: Array(25).fill(1) },
        { type: 'tilelayer', name: 'Collision', ...BOX, data: FLAT },
      ],
    },
    'tile layer "Collision" (17 cells)',
    'tiled',
  ],
  'i.ldtk': [
    {
      ...LDTK,
      defs: { layers: [{ identifier: 'W', intGridValues: [{ value: 1, identifier: 'walls' }] }] },
      levels: [{ ...LEVEL, layerInstances: [{ __identifier: 'W', __type: 'IntGrid', ...GRID, intGridCsv: FLAT }] }],
    },
    'IntGrid "W" (17 cells: "walls" 17)',
    'ldtk',
  ],
  // A tile may lie on another.
  'j.ldtk': [
    {
      ...LDTK,
      defs: { tilesets: [{ uid: 1, tileGridSize: 8, enumTags: [{ enumValueId: 'Wall', tileIds: [3] }] }], layers: [] },
      levels: [
        {
          ...LEVEL,
          layerInstances: [
            { __identifier: 'T', __type: 'Tiles', __tilesetDefUid: 1, ...GRID, gridTiles: [...TILES, ...TILES] },
          ],
        },
      ],
    },
    'tagged tiles of layer "T" (17 cells)',
    'ldtk',
  ],
  'Map001.json': [
    {
      ...{ autoplayBgm: false, disableDashing: false, encounterList: [], tilesetId: 1, scrollType: 0, ...BOX },
      ...{ events: [], data: [...FLAT.map((one) => one + 1), ...Array(125).fill(0)] },
    },
    'passage of tileset "t" (17 cells, 0 walls between cells)',
    'rpgmaker',
  ],
  'k.yaml': [
    'image: k.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n',
    'occupied (17 cells)',
    'ros',
  ],
  'l.uvtt': [
    {
      ...{ format: 0.2, resolution: { map_size: { x: 5, y: 5 }, pixels_per_grid: 10 }, portals: [] },
      line_of_sight: [line([1, 1], [3, 1]), line([0.5, 3.5], [2.5, 3.5])],
    },
    'lines on borders (2 walls between cells), lines across cells (3 cells)',
    'vtt',
  ],
};
/** Files that are no maps, or whose colors say not what blocks. */
const BESIDE = {
  'preview.png': writePng({ ...BOX, type: 2, depth: 8, sample: (i) => [255 * FLAT[i], 128, i % 3] }),
  'Tilesets.json': [null, { id: 1, name: 't', flags: [0x10, 0, 0x0f] }],
  'k.pgm': `P2 5 5 255 ${FLAT.map((one) => 254 * (1 - one)).join(' ')}\n`,
};

let folder: string;
const paths = Object.keys(MAPS).map((name) => `maps/${name}`);
const said = Object.fromEntries(Object.entries(MAPS).map(([name, [, walls]]) => [`maps/${name}`, walls]));
async function run(...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await prepIn(folder, argv);
  expect([code, stderr.replace(/^prep: \d.*\n/gm, '')]).toEqual([0, '']);
  return stdout;
}
const objects = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one));
/** Lines of walls by the maps of the lines before them. */
const belowMaps = (text: string) =>
  Object.fromEntries([...text.matchAll(/^(\S+) .*\n {2}walls: (.*)$/gm)].map(([, map, walls]) => [map, walls]));
const inJson = (text: string) =>
  Object.fromEntries(objects(text).flatMap(({ map, walls }) => (walls ? [[map, walls.used.join(', ')]] : [])));

beforeAll(async () => {
  folder = makeTemporaryFolder();
  mkdirSync(join(folder, 'maps'));
  const contents = Object.fromEntries(Object.entries(MAPS).map(([name, [content]]) => [name, content]));
  for (const [name, content] of Object.entries({ ...contents, ...BESIDE })) {
    const isWhole = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(join(folder, 'maps', name), isWhole ? content : JSON.stringify(content));
  }
});

it('there is a map of each format', () =>
  expect(new Set(Object.values(MAPS).map(([, , format]) => format))).toEqual(new Set(MAP_FORMATS)));

it('prep init and prep build', async () => {
  const text = await run('init');
  expect(text).toContain(
    'left out: maps/preview.png: this is a picture in color, or transparent; if it is a map, give its colors a meaning',
  );
  const lines = [...text.matchAll(/^(maps\/\S+) .*?, walls: (.*)$/gm)];
  expect(Object.fromEntries(lines.map(([, map, walls]) => [map, walls]))).toEqual(said);
  expect(belowMaps(await run('build', '--verbose'))).toEqual(said);
  expect(inJson(await run('build', '--force', '--json'))).toEqual(said);
});

it('a bake', async () => {
  expect(belowMaps(await run('jps', ...paths, '-d', 'baked'))).toEqual(said);
  expect(inJson(await run('jps', ...paths, '-d', 'json', '--json'))).toEqual(said);
});

it.each(paths)('prep inspect of %s', async (path) => {
  expect(/^ {2}walls {2,}(.*)$/m.exec(await run('inspect', path))?.[1]).toBe(said[path]);
  const [{ walls, format, width, height, openCells }] = objects(await run('inspect', path, '--json'));
  expect([format, walls.used.join(', ')]).toEqual([MAPS[path.slice(5)][2], said[path]]);
  // Rows between floors belong to none.
  const between = format === 'floors' ? 5 : 0;
  const counted = [...said[path].matchAll(/\((\d+) cells?/g)].reduce((sum, [, cells]) => sum + Number(cells), 0);
  expect(counted + between).toBe(width * height - openCells);
});

/** Map files that ask for much with few bytes, by name: each as files, the map last. Run with a name, it reads the bomb. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MapError } from '../src/core/errors.js';
import { readMap } from '../src/maps/read-map.js';

type Files = Record<string, object | string>;

const repeat = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

function tiled(width: number, height: number, layers: object[], tilesets: object[] = []): object {
  const sides = { width, height, tilewidth: 16, tileheight: 16 };
  return { type: 'map', orientation: 'orthogonal', ...sides, layers, tilesets };
}
const objects = (list: object[]) => ({ type: 'objectgroup', name: 'o', objects: list });
const object = (id: number, kind: string, more: object) => ({ id, x: 0, y: 0, class: kind, ...more });
/** Pixels of 8192 tiles. */
const WIDE = 131_072;
const large = (list: object[], height = 8192): Files => ({ 'a.tmj': tiled(8192, height, [objects(list)]) });
const down = [{ name: 'down', value: 'south' }];
const properties = (count: number) => repeat(count, (i) => ({ name: `p${i}`, value: 1 }));

const ldtk = (layerInstances: object[], more: object = {}, level: object = {}): Files => ({
  'a.ldtk': {
    ...{ __header__: { app: 'LDtk' }, defaultGridSize: 16, defs: { layers: [], tilesets: [] }, ...more },
    levels: [{ identifier: 'A', pxWid: 160, pxHei: 160, ...level, layerInstances }],
  },
});
const grid = (side: number, more: object): object => ({
  ...{ __identifier: 'W', __type: 'IntGrid', __cWid: side, __cHei: side, __gridSize: 16, ...more },
});
const entity = (kind: string, more: object = {}) => ({
  __identifier: kind,
  px: [0, 0],
  width: 16,
  height: 16,
  ...more,
});
const entities = (list: object[], side = 8192): Files => {
  const layer = { ...{ __identifier: 'E', __type: 'Entities' }, __cWid: side, __cHei: side, __gridSize: 16 };
  return ldtk([{ ...layer, entityInstances: list }], {}, { pxWid: 16 * side, pxHei: 16 * side });
};
const value = (identifier: string, i = 0) => ({ value: i + 1, identifier });
const sparse = { intGrid: [{ coordId: 0, v: 1 }] };
const link = (iid: string, entityIid?: string) =>
  entity('Link', { iid, fieldInstances: entityIid ? [{ __identifier: 'to', __value: { entityIid } }] : [] });

const event = (i: number, more: object) => ({ name: `e${i}`, x: 1, y: 1, pages: [], ...more });
const rpgMaker = (events: object[]): Files => ({
  'Tilesets.json': [null, { id: 1, name: 't', flags: [16, 0, 15] }],
  'Map001.json': {
    ...{ autoplayBgm: false, disableDashing: false, tilesetId: 1, scrollType: 0, width: 10, height: 10, events },
    data: repeat(600, (i) => (i < 100 ? 1 : 0)),
  },
});
const floors = (count: number, file: string) => Object.fromEntries(repeat(count, (i) => [`f${i}`, file]));

type Point = [x: number, y: number];
const scene = (line: Point[]) => ({
  resolution: { map_size: { x: 2048, y: 2048 }, pixels_per_grid: 1 },
  line_of_sight: [line.map(([x, y]) => ({ x, y }))],
});

export const BOMBS: Record<string, () => Files> = {
  'tiled: a door of 67 million cells': () => large([object(1, 'door', { width: WIDE, height: WIDE })]),
  'tiled: a ledge of 33 million walls': () =>
    large([
      object(1, 'blocked', { y: 16, width: WIDE, height: WIDE }),
      object(2, 'ledge', { y: 16, width: WIDE, height: WIDE, properties: down }),
    ]),
  'tiled: a ledge over 1,023 walls': () =>
    large(
      [
        ...repeat(1023, (i) => object(i + 9, 'blocked', { y: 16 * (2 * i + 1), width: WIDE, height: 16 })),
        object(2, 'ledge', { width: WIDE, height: WIDE / 4, properties: down }),
      ],
      2048,
    ),
  'tiled: a line of 300,000 points': () =>
    large([object(1, 'blocked', { polyline: repeat(300_000, (i) => ({ x: i % 2 ? WIDE : 0, y: (7 * i) % WIDE })) })]),
  'tiled: 100,000 lines': () =>
    large(
      repeat(100_000, (i) =>
        object(i, 'blocked', {
          y: i,
          polyline: [
            { x: 0, y: 0 },
            { x: WIDE, y: 0 },
          ],
        }),
      ),
    ),
  'tiled: a polygon of 500,000 corners': () =>
    large([object(1, 'blocked', { polygon: repeat(500_000, (i) => ({ x: (7919 * i) % WIDE, y: (i % 2) * WIDE })) })]),
  'tiled: 300,000 thin objects': () =>
    large(repeat(300_000, (i) => object(i, 'blocked', { y: 16 * (i % 8000), width: WIDE, height: 1 }))),
  'tiled: 50,000 properties for 30,000 objects': () => {
    const value = Object.fromEntries(repeat(50_000, (i) => [`k${i}`, 1]));
    const tiles = [{ id: 0, properties: [{ name: 'c', type: 'class', value }] }];
    const set = { firstgid: 1, name: 's', tilecount: 1, tiles };
    return { 'a.tmj': tiled(9, 9, [objects(repeat(30_000, (id) => ({ id, gid: 1, x: 0, y: 0 })))], [set]) };
  },
  'tiled: 2,000 names of a template': () => ({
    't.tx': `<template><object>${'<properties>'}${repeat(20_000, (i) => `<property name="p${i}" value="1"/>`).join('')}</properties></object></template>`,
    'a.tmj': tiled(9, 9, [objects(repeat(2000, (id) => ({ id, template: `${'./'.repeat(id)}t.tx`, x: 0, y: 0 })))]),
  }),
  'tiled: 2,000 times a tileset': () => ({
    's.tsj': { name: 's', tilecount: 1, tiles: repeat(20_000, (id) => ({ id, properties: properties(1) })) },
    'a.tmj': tiled(
      9,
      9,
      [],
      repeat(2000, (i) => ({ firstgid: 1 + i, source: 's.tsj' })),
    ),
  }),
  'tiled: 40,000 tilesets that are missing': () => ({
    'a.tmj': tiled(
      9,
      9,
      [],
      repeat(40_000, (i) => ({ firstgid: 1 + i, source: `${i}.tsj` })),
    ),
  }),
  'tiled: 400,000 links to the last of 4,096 markers': () => ({
    'a.tmj': tiled(99, 99, [
      objects([
        ...repeat(4096, (i) => object(i, 'marker', { name: `m${i}`, point: true })),
        ...repeat(400_000, (i) => object(5000 + i, 'link', { properties: [{ name: 'to', value: 'm4095' }] })),
      ]),
    ]),
  }),
  'tiled: 300,000 layers': () => ({
    'a.tmj': tiled(
      9,
      9,
      repeat(300_000, (i) => ({ type: 'tilelayer', name: `collision${i}`, width: 9, height: 9, data: '' })),
    ),
  }),
  'tiled: 300,000 names of walls': () => ({
    'a.tmj': tiled(99, 99, [
      objects(repeat(300_000, (i) => object(i, `collision${i}`, { name: `wall ${i}`, width: 16, height: 16 }))),
    ]),
  }),
  'ldtk: 360,000 values': () => ldtk([grid(600, { intGridCsv: repeat(360_000, (i) => i) })]),
  'ldtk: 67 million cells of an old file': () => ldtk([grid(8192, sparse)]),
  'ldtk: 40 layers of walls on sides': () =>
    ldtk(
      repeat(40, () => grid(8192, sparse)),
      { defs: { layers: [{ identifier: 'W', intGridValues: [value('wallNorth')] }] } },
    ),
  'ldtk: 20,000 layers of 20,000 values': () =>
    ldtk(
      repeat(20_000, () => grid(1, { intGridCsv: [1] })),
      {
        defs: { layers: [{ identifier: 'W', intGridValues: repeat(20_000, (i) => value(`v${i}`, i)) }] },
      },
    ),
  'ldtk: 6 doors of 67 million cells': () => entities(repeat(6, () => entity('Door', { width: WIDE, height: WIDE }))),
  'ldtk: 30 entities of 67 million cells': () =>
    entities(repeat(30, () => entity('Tree', { width: WIDE, height: WIDE }))),
  'ldtk: 20,000 walls': () =>
    entities(repeat(20_000, (i) => entity('Wall', { px: [0, 16 * (i % 8000)], width: WIDE }))),
  'rpg maker: 200,000 events on a cell': () => {
    const page = { image: { tileId: 1 }, priorityType: 0, conditions: {} };
    return rpgMaker(repeat(200_000, (i) => event(i, { pages: [page] })));
  },
  'rpg maker: 400,000 events outside': () => rpgMaker(repeat(400_000, (i) => event(i, { x: 99 }))),
  'floors: 40 times 67 million cells': () => ({
    'b.tmj': tiled(8192, 8192, []),
    'f.json': { gridprep: 'floors', floors: floors(40, 'b.tmj') },
  }),
  'floors: 400,000 links to the last of 4,096 markers': () => ({
    'b.tmj': tiled(99, 99, [objects(repeat(4096, (i) => object(i, 'marker', { name: `m${i}`, point: true })))]),
    'f.json': {
      ...{ gridprep: 'floors', floors: { a: 'b.tmj' } },
      links: repeat(400_000, () => ({ from: 'a/m4095', to: 'a/m4094' })),
    },
  }),
  'floors: 30,000 links from each of two floors': () => ({
    ...{
      'a.ldtk': entities(
        repeat(30_000, (i) => link(`${i}`, 'x')),
        9,
      )['a.ldtk'],
    },
    'b.ldtk': entities([...repeat(30_000, (i) => link(`q${i}`)), link('z', 'x')], 9)['a.ldtk'],
    'f.json': { gridprep: 'floors', floors: { a: 'a.ldtk', b: 'b.ldtk' } },
  }),
  'json: 400,000 floors': () => ({
    'a.json': {
      ...{ gridprep: 'map', width: 1, height: 1, cells: [[1]] },
      floors: repeat(400_000, () => ({ name: '', x: 0, y: 0, width: 1, height: 1 })),
    },
  }),
  'rows: 60 MB of brackets': () => ({ 'a.json': '['.repeat(6e7) }),
  'rows: a list of a billion cells': () => ({ 'a.json': { width: 1e9, height: 1e9, data: [1, 0] } }),
  'rows: code of declarations in comments': () => ({ 'a.js': `const a = [//${'const a = [//'.repeat(1e6)}` }),
  'rows: code of comments that do not end': () => ({ 'a.js': 'const a = [/*'.repeat(1e6) }),
  'rows: lists in lists of tables': () => ({ 'a.json': repeat(900, () => repeat(900, () => ['a'])) }),
  'ros: a picture of a billion columns': () => ({
    'a.yaml': 'resolution: 1',
    'a.pgm': 'P2 1000000000 1000000000 255 1',
  }),
  'ros: comments for pixels': () => ({ 'a.yaml': 'resolution: 1', 'a.pgm': `P2 2 2 255 ${'#\n'.repeat(2e7)}` }),
  'ros: a long description': () => ({
    'a.pgm': 'P2 1 1 255 1',
    'a.yaml': `image: a.pgm\nresolution: 1\n${'- 1\n'.repeat(1e7)}`,
  }),
  'vtt: walls of a billion cells': () => ({
    'a.uvtt': scene([
      [0, 1],
      [1e9, 1],
    ]),
  }),
  'vtt: walls again and again': () => ({
    'a.uvtt': scene(repeat(200_000, (i): Point => [2048 * (i % 2), 1.5 + (i % 2)])),
  }),
  'vtt: a wall of ends': () => ({ 'a.uvtt': scene(repeat(400_000, (i): Point => [i % 2, i % 3])) }),
};

/** Writes a bomb into a new folder, and reads it in a process that has not made it. */
function explode(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'bomb-'));
  try {
    const files = Object.entries(BOMBS[name]());
    for (const [file, data] of files)
      writeFileSync(join(folder, file), typeof data === 'string' ? data : JSON.stringify(data));
    const argv = [...process.execArgv, main, '--read', join(folder, files[files.length - 1][0])];
    return execFileSync(process.execPath, argv, { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** How a read ends, seconds of processor time and MB. */
async function read(file: string): Promise<string> {
  const before = process.cpuUsage();
  const end = await readMap(file).then(
    ({ warnings, walls }) => ({ end: 'read', letters: JSON.stringify([warnings, walls]).length }),
    (error: Error) => ({
      end: error instanceof MapError ? 'refused' : `${error.stack}`,
      letters: error.message.length,
    }),
  );
  const { user, system } = process.cpuUsage(before);
  return JSON.stringify({
    ...end,
    seconds: (user + system) / 1e6,
    megabytes: process.resourceUsage().maxRSS / 1024,
  });
}

const [, main, name, file] = process.argv;
if (main && import.meta.url === pathToFileURL(main).href)
  process.stdout.write(name === '--read' ? await read(file) : explode(name));

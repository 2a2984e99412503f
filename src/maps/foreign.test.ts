/** Maps of other editors: each is refused by name, and the scripts of the guide convert those that have one. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/prep.js';
import { MapError } from '../core/errors.js';
import { readMap } from './read-map.js';

const TEXT =
  'write its cells as rows of text, "#" blocked and "." open, and bake that (scripts: docs/guide/other-formats.md)';
const PYTHON = (name: string) =>
  `write the list as JSON and bake that: python3 -c "import json, FILE; print(json.dumps(FILE.${name}))"`;
const pyxelTiles = [-1, 3, -1, 3, -1, -1].map((tile, index) => ({ index, x: index % 3, y: index < 3 ? 0 : 1, tile }));
const PYXEL = { tileshigh: 2, tileswide: 3, tilewidth: 16, layers: [{ name: 'collision', tiles: pyxelTiles }] };
const OGMO = { ogmoVersion: '3.4.0', layers: [{ name: 'walls', gridCellsX: 3, grid: [...'010100'] }] };
const WESNOTH = 'Gg, Gg, Gg, Mm\nGg, 1 Kh, Xu, Gg\nXu, Gg^Fp, Gg, Gg\nXu, Gg, Gg, Gg\n';
const MAPF = `agents:
-   goal: [2, 0]
    start: [0, 0]
map:
    dimensions: [3, 2]
    obstacles:
    - !!python/tuple [0, 1]
    - [2, 1]
`;
const tile = (x: number, y: number, baseTerrain: string) => ({ position: { x, y }, baseTerrain });
const UNCIV = {
  mapParameters: {},
  tileList: [tile(0, 0, 'Plains'), tile(1, 0, 'Mountain'), tile(0, 1, 'Plains'), tile(1, 1, 'Plains')],
};
const ASE = { frames: {}, meta: { app: 'https://www.aseprite.org/', image: 'a.png' } };

const REFUSED: [file: string, content: string | object, title: string, next: string][] = [
  [
    'a.lua',
    'return {\n  version = "1.10",\n  orientation = "orthogonal",\n}',
    'a map of Tiled in Lua',
    'in Tiled, open the map and use File > Export As with the ending .tmj',
  ],
  [
    'a.world',
    { maps: [{ fileName: 'a.tmx', x: 0 }, { fileName: 'b.tmx' }], type: 'world' },
    'a world of Tiled',
    'bake its maps: "a.tmx", "b.tmx"',
  ],
  ['a.world', { patterns: [{ regexp: 'x' }] }, 'a world of Tiled', 'bake its maps'],
  ['a.map', WESNOTH, 'a map of Wesnoth', TEXT],
  ['a.txt', `border_size=1\nusage=map\n\n${WESNOTH}`, 'a map of Wesnoth', TEXT],
  ['a.json', PYXEL, 'a map of Pyxel Edit', TEXT],
  ['a.txt', 'tileswide 6\ntileshigh 4\n', 'a map of Pyxel Edit', TEXT],
  ['a.xml', '<?xml version="1.0"?>\n<tilemap tileswide="6">', 'a map of Pyxel Edit', TEXT],
  ['a.json', OGMO, 'a level or project of Ogmo Editor 3', TEXT],
  [
    'a.oel',
    '<level width="96"><walls exportMode="Bitstring">00</walls></level>',
    'a level or project of Ogmo Editor 2',
    'copy the rows of 0 and 1 of its grid layer into a .txt file, and bake that',
  ],
  ['a.tscn', '[gd_scene load_steps=2 format=3]\n', 'a scene or resource of Godot', TEXT],
  ['a.yy', '{\n  "$GMRoom":"v1",\n  "layers":[],\n}', 'a room of GameMaker', TEXT],
  ['a.yy', '{\n  "resourceType": "GMRoom",\n}', 'a room of GameMaker', TEXT],
  [
    'a.yy',
    '{\n  "resourceType": "GMSprite",\n}',
    'a resource of GameMaker',
    `it is not a room; bake its room: ${TEXT}`,
  ],
  [
    'a.json',
    ASE,
    'the list of frames of Aseprite',
    'bake the picture, a pixel for a cell: aseprite -b FILE.aseprite --save-as FILE.png',
  ],
  ['a.yaml', 'MapFormat: 12\n\nRequiresMod: ra\n', 'a map of OpenRA', TEXT],
  [
    'a.sav',
    '\n[savefile]\noptions=" +version3"\n',
    'a saved game of Freeciv',
    `write its terrain as text, sed -n 's/^t[0-9]*="\\(.*\\)"$/\\1/p' FILE, and bake that with --csv.legend`,
  ],
  ['a.json', UNCIV, 'a map or saved game of Unciv', TEXT],
  ['a', 'H4sIAAAAAAAA/+1d', 'a map or saved game of Unciv', TEXT],
  ['a.py', '# a level\nSIZE = (2, 3)\nLEVEL: list[str] = [\n  "####",\n]\n', 'code in Python', PYTHON('LEVEL')],
  ['a.txt', "grid = [\n ['#', '.'],\n]", 'code in Python', PYTHON('grid')],
  ['a.py', 'print(1)', 'code in Python', PYTHON('NAME')],
  ['a.yaml', MAPF, 'a problem of path finding for many agents (MAPF)', TEXT],
  ['a.yaml', MAPF.slice(MAPF.indexOf('map:')), 'a problem of path finding for many agents (MAPF)', TEXT],
];

it.each(REFUSED.map(([file, content, title, next]) => ({ file, content, title, next })))(
  'refuses by name, with the next step: $file, $title',
  async ({ file, content, title, next }) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    const error = new MapError(`${file}: this is ${title}, which is not supported; ${next}`);
    await expect(readMap(Buffer.from(text), { file })).rejects.toThrow(error);
  },
);

it('names a pointer of Git LFS in place of a map, whatever its name', async () => {
  const pointer = Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:0a\nsize 12345\n');
  for (const file of ['a.tmj', 'a.png', 'a.csv']) {
    const error = new MapError(
      `${file}: this is a pointer of Git LFS in place of the file; fetch the file with git lfs pull`,
    );
    await expect(readMap(pointer, { file })).rejects.toThrow(error);
  }
});

it('words between commas of a table are not taken for codes of Wesnoth', async () => {
  const legend = { Wall: 'blocked', Mud: 5 } as const;
  const { grid } = await readMap(Buffer.from('Wall,Mud,Mud\nMud,Mud,Mud\n'), { file: 'a.csv', csv: { legend } });
  expect([grid.width, grid.open[grid.cell(0, 0)]]).toEqual([3, 0]);
});

/** Blocks of JavaScript of a page, by their heading. */
const page = readFileSync('docs/guide/other-formats.md', 'utf8');
const scripts = new Map(
  [...page.matchAll(/^## (.*)\n[^#]*?```mjs\n([^`]*)```/gm)].map(([, name, code]) => [name, code]),
);

it.each<[string, string | object, string]>([
  ['Pyxel Edit', PYXEL, '.#.\n#..\n'],
  ['Ogmo Editor 3', OGMO, '.#.\n#..\n'],
  ['Wesnoth', WESNOTH, '.#\n..\n'],
  ['MAPF', MAPF, '...\n#.#\n'],
  // Tile 1, 1 is one above 0, 0; the odd columns between them lie half a cell lower.
  ['Unciv', UNCIV, '##..\n##.#\n'],
])('the script for %s in the guide writes the cells as text', (name, content, expected) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a'), typeof content === 'string' ? content : JSON.stringify(content));
  writeFileSync(join(folder, 'a.mjs'), scripts.get(name) ?? '');
  expect(execFileSync(process.execPath, ['a.mjs', 'a'], { cwd: folder, encoding: 'utf8' })).toBe(expected);
});

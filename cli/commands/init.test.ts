import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepIn, temporaryFolder } from '../../test/prep.js';
import { rpgMakerMap, writeProject } from '../../test/rpg-maker.js';

/** A tileset without properties. */
const SET = { firstgid: 1, name: 'set', tilecount: 1, tiles: [] };

it('writes a config for an LDtk project that builds, though it has several IntGrid layers', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'maps'), { recursive: true });
  cpSync('fixtures/inputs/world.ldtk', join(folder, 'maps/world.ldtk'));
  cpSync('fixtures/inputs/levels', join(folder, 'maps/levels'), { recursive: true });
  expect(await prepIn(folder, 'init')).toMatchObject({ code: 0, stderr: '' });
  const [input] = JSON.parse(readFileSync(join(folder, 'prep.config.json'), 'utf8')).inputs;
  expect(input).toEqual({ maps: 'maps/**/*.ldtk', preset: 'fastest' });
  expect(await prepIn(folder, 'build')).toMatchObject({ code: 0 });
});

it('writes a preset for a map with costs, which builds', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'maps'), { recursive: true });
  cpSync('fixtures/inputs/village.tmj', join(folder, 'maps/village.tmj'));
  cpSync('fixtures/inputs/tiles', join(folder, 'maps/tiles'), { recursive: true });
  expect(await prepIn(folder, 'init')).toMatchObject({ code: 0, stderr: '' });
  const [input] = JSON.parse(readFileSync(join(folder, 'prep.config.json'), 'utf8')).inputs;
  expect(input).toEqual({ maps: 'maps/**/*.tmj', preset: 'fastest' });
  expect(await prepIn(folder, 'build')).toMatchObject({ code: 0 });
});

it('looks at the maps of the folder for each input, not at those of others', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'maps'), { recursive: true });
  cpSync('fixtures/inputs/village.tmj', join(folder, 'maps/village.tmj'));
  cpSync('fixtures/inputs/tiles', join(folder, 'maps/tiles'), { recursive: true });
  const flat = { width: 1, height: 1, layers: [{ type: 'tilelayer', name: 'ground', width: 1, height: 1, data: [1] }] };
  const map = { type: 'map', version: '1.10', orientation: 'orthogonal', tilewidth: 8, tileheight: 8, tilesets: [SET] };
  writeFileSync(join(folder, 'zone.tmj'), JSON.stringify({ ...map, ...flat }));
  expect(await prepIn(folder, 'init')).toMatchObject({ code: 0, stderr: '' });
  const { inputs } = JSON.parse(readFileSync(join(folder, 'prep.config.json'), 'utf8'));
  expect(inputs).toContainEqual({ maps: '*.tmj', preset: 'fastest' });
});

it('recognizes a project of RPG Maker, whose data are JSON of many kinds', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'www/data');
  writeProject(data, rpgMakerMap(2, 1, { data: [1, 1, ...new Array(10).fill(0)] }), [0x10, 0]);
  cpSync(join(data, 'Map001.json'), join(data, 'Map003.json'));
  const empty = rpgMakerMap(2, 1, { data: new Array(12).fill(0) });
  writeFileSync(join(data, 'Map012.json'), JSON.stringify({ autoplayBgm: false, ...empty }));
  writeFileSync(join(data, 'MapInfos.json'), '[null,{"id":1,"name":"Town"}]');
  writeFileSync(join(data, 'System.json'), '{"gameTitle":"Quest","airship":{}}');
  const { code, stdout, stderr } = await prepIn(folder, 'init');
  expect({ code, stderr, said: stdout.split('\n').slice(0, 4) }).toEqual({
    code: 0,
    stderr: '',
    said: [
      'www/data/Map001.json  2 x 1, walls: passage of tileset "Town" (0 cells, 0 walls between cells)',
      'www/data/Map003.json  2 x 1, walls: passage of tileset "Town" (0 cells, 0 walls between cells)',
      'left out: www/data/Map012.json: the map is empty, so no unit walks there; draw tiles in the editor, or leave it out',
      'wrote prep.config.json',
    ],
  });
  const { inputs } = JSON.parse(readFileSync(join(folder, 'prep.config.json'), 'utf8'));
  expect(inputs).toEqual([{ maps: 'www/data/Map[0-9]*.json', exclude: ['www/data/Map012.json'], preset: 'fastest' }]);
  const build = await prepIn(folder, 'build');
  expect(build).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(join(folder, 'out/data/Map003.prep'))).toBe(true);
});

/** Output in a folder of these files, and the files afterwards. */
async function initIn(files: Record<string, string>, ...argv: string[]) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { code, stdout, stderr } = await prepIn(folder, ['init', ...argv]);
  const read = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;
  return { said: stdout + stderr, code, read };
}

const MAP = 'type octile\nheight 1\nwidth 2\nmap\n..\n';
const CONFIG = (...maps: string[]) =>
  `${JSON.stringify({ inputs: maps.map((one) => ({ maps: one, preset: 'fastest' })), outDir: 'out', lint: 'off' }, undefined, 2)}\n`;

describe('prep init', () => {
  it('copies maps where there are none, and an input for each folder and kind of those that there are', async () => {
    const empty = await initIn({});
    expect([empty.said, empty.code]).toEqual([
      'wrote maps/courtyard.map\nwrote maps/courtyard.map.scen\nwrote maps/spiral.map\n' +
        'maps/courtyard.map  40 x 30, 342 blocked cells\nmaps/spiral.map  17 x 13, 126 blocked cells\nwrote prep.config.json\nnext:\n' +
        '  npx gridprep build\n',
      0,
    ]);
    expect(empty.read('prep.config.json')).toBe(CONFIG('maps/**/*.map'));
    const names = ['a.map', 'maps/b.map', 'maps/deep/c.map', 'levels/d.map', 'maps/e.tmj', 'out/f.map', 'test/g.map'];
    const some = await initIn(Object.fromEntries(names.map((name) => [name, MAP])));
    expect(some.read('prep.config.json')).toBe(CONFIG('*.map', 'levels/**/*.map', 'maps/**/*.map', 'maps/**/*.tmj'));
    const again = await initIn({ 'prep.config.mjs': '' });
    expect([again.said, again.code]).toEqual([
      ...['prep: prep.config.mjs is here already; prep build builds what it says\n', 2],
    ]);
  });

  it('names the schema where gridprep is installed', async () => {
    const { read } = await initIn({ 'a.map': MAP, 'node_modules/gridprep/schema/prep.config.schema.json': '{}' });
    expect(JSON.parse(read('prep.config.json') ?? '').$schema).toBe(
      './node_modules/gridprep/schema/prep.config.schema.json',
    );
  });

  it('says which script and which ignored folder are missing', async () => {
    const files = { 'a.map': MAP, 'package.json': '{\n\t"name": "x",\n\t"scripts": {"dev": "y"}\n}', '.git/x': '' };
    const result = await initIn(files);
    expect(result.said).toBe(
      'a.map  2 x 1, 0 blocked cells\nwrote prep.config.json\nnext:\n  add to the scripts of package.json: "maps": "prep build"\n' +
        '  add to .gitignore, unless blobs are to be committed: /out/\n  npx gridprep build\n',
    );
    expect(result.read('.gitignore')).toBe(undefined);
    for (const line of ['out', '/out', 'out/', ' /out/* ']) {
      const there = await initIn({
        ...{ 'a.map': MAP, '.git/x': '', '.gitignore': `b\r\n${line}\r\n` },
        'package.json': '{"scripts":{"x":"prep build --check"}}',
      });
      expect(there.said).toBe('a.map  2 x 1, 0 blocked cells\nwrote prep.config.json\nnext:\n  npx gridprep build\n');
    }
  });

  it.each([
    [{ 'vite.config.mts': '' }, 'vite.config.mts'],
    [{ 'package.json': '{"dependencies":{"vite":"1"}}' }, 'vite.config.js'],
    [{ 'package.json': '{"devDependencies":{"vite":"1"}}' }, 'vite.config.js'],
  ])('says how Vite bakes: %j', async (files, name) => {
    const { said } = await initIn({ 'maps/b.map': MAP, 'maps/a.map': MAP, '.git/x': '', ...files });
    expect(said).toBe(
      'maps/a.map  2 x 1, 0 blocked cells\nmaps/b.map  2 x 1, 0 blocked cells\n' +
        `wrote prep.config.json\nnext:\n  in ${name}:  import gridprep from 'gridprep/vite';  plugins: [gridprep()]\n` +
        "  in the game:  import level from './maps/a.map?nav';\n" +
        '  maps are baked by vite and vite build; prep build is not needed\n',
    );
  });

  it('finds maps by their content, prints the walls of each, and says what it leaves out and why', async () => {
    const tiled = (data: number[], more = {}) =>
      JSON.stringify({
        ...{ type: 'map', version: '1.10', orientation: 'orthogonal' },
        ...{ width: 2, height: 1, tilewidth: 8, tileheight: 8 },
        ...{ layers: [{ type: 'tilelayer', name: 'ground', width: 2, height: 1, data }], tilesets: [SET], ...more },
      });
    const { said, read } = await initIn({
      'maps/a.json': tiled([1, 1]),
      // A dependency called gridprep does not make a map of it.
      'package-lock.json': '{"packages":{"":{"dependencies":{"gridprep":"2.0.0"}}}}',
      'maps/a.tmj': tiled([1, 1]),
      'maps/b.csv': '1,0\n1,1\n',
      'maps/c.txt': '#.#\n...\n',
      'maps/notes.txt': 'To do:\nwalls\n',
      'maps/set.json': JSON.stringify({ type: 'tileset', tiles: [] }),
      'maps/hut.json': '{"ogmoVersion":"3.4.0","layers":[]}',
      'maps/mill.json': '{"ogmoVersion":"3.4.0","layers":[]}',
      'maps/tower.json': JSON.stringify({ gridprep: 'floors', floors: { a: 'b.csv' } }),
      'maps/world.ldtk': '{"__header__":{},"levels":[]}',
      'src/app.js.map': '{"version":3,"mappings":"AAAA"}',
      'LICENSE.map': 'Copyright\n',
    });
    expect(said.split('\n').slice(0, -3)).toEqual([
      expect.stringContaining('maps/a.json  2 x 1, '),
      ...(said.match(/^ {2}warning: .*/gm) ?? []),
      'maps/b.csv  2 x 2, 1 blocked cell',
      'maps/c.txt  3 x 2, 2 blocked cells',
      'maps/tower.json  2 x 2, 1 blocked cell',
      'left out: maps/a.tmj: its outputs would have the names of those of maps/a.json',
      'left out: maps/hut.json and 1 more: this is a level or project of Ogmo Editor 3, which is not ' +
        'supported; write its walls as CSV, 0 for blocked cells, or as PNG, black for blocked cells, and bake that',
      'left out: maps/world.ldtk: the project has no level',
      'wrote prep.config.json',
    ]);
    expect(JSON.parse(read('prep.config.json') ?? '').inputs).toEqual([
      { maps: ['maps/a.json', 'maps/tower.json'], preset: 'fastest' },
      { maps: 'maps/**/*.csv', preset: 'fastest' },
      { maps: 'maps/**/*.txt', exclude: ['maps/notes.txt'], preset: 'fastest' },
    ]);
  });

  it('writes no sample maps where there are maps that cannot be read', async () => {
    const { said, code, read } = await initIn({ 'hut.json': '{"ogmoVersion":"3.4.0","layers":[]}' });
    expect([code, said.split('\n').at(-2), read('maps/courtyard.map')]).toEqual([
      ...[1, 'prep: no map of this project can be read; each line above says why', undefined],
    ]);
  });

  it('writes the root that maps need, and names outputs by whole paths where those without the first folder are the same', async () => {
    const tiled = (source: string) =>
      JSON.stringify({
        ...{ type: 'map', version: '1.10', orientation: 'orthogonal' },
        ...{ width: 1, height: 1, tilewidth: 8, tileheight: 8 },
        layers: [{ type: 'tilelayer', name: 'ground', width: 1, height: 1, data: [1] }],
        tilesets: [{ firstgid: 1, source }],
      });
    const set = JSON.stringify({ type: 'tileset', name: 'set', tiles: [] });
    const { read } = await initIn({
      'one/a.tmj': tiled('../sets/set.tsj'),
      'two/a.tmj': tiled('../sets/set.tsj'),
      'two/package.json': '{}',
      'sets/set.tsj': set,
    });
    const config = JSON.parse(read('prep.config.json') ?? '');
    expect(config).toEqual({
      inputs: [
        { maps: 'one/**/*.tmj', preset: 'fastest' },
        { maps: 'two/**/*.tmj', root: '.', preset: 'fastest' },
      ],
      ...{ outDir: 'out', base: '.', lint: 'off' },
    });
  });

  it('works in a folder that is named', async () => {
    const { said, read } = await initIn({}, 'my-game', '--template', 'server');
    expect(said.endsWith('next:\n  cd my-game\n  npm install\n  npm start\n')).toBe(true);
    expect(read('my-game/package.json')).toBe(readFileSync('examples/node-server/package.json', 'utf8'));
  });

  it('copies a template into an empty folder, and says how it is started', async () => {
    const server = await initIn({}, '--template', 'server');
    expect(server.code).toBe(0);
    expect(server.said.endsWith('next:\n  npm install\n  npm start\n')).toBe(true);
    expect(server.read('package.json')).toBe(readFileSync('examples/node-server/package.json', 'utf8'));
    const game = await initIn({}, '--template', 'vite');
    expect(game.said.endsWith('next:\n  npm install\n  npm run dev\n')).toBe(true);
    const full = await initIn({ 'package.json': '{}' }, '--template', 'vite');
    expect([full.said, full.code]).toEqual(['prep: package.json is here already; begin in an empty folder\n', 2]);
  });
});

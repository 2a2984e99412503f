import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepIn, temporaryFolder } from '../../test/prep.js';

it('writes a config for an LDtk project that builds, though it has several layers', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'maps'), { recursive: true });
  cpSync('fixtures/inputs/world.ldtk', join(folder, 'maps/world.ldtk'));
  cpSync('fixtures/inputs/levels', join(folder, 'maps/levels'), { recursive: true });
  expect(await prepIn(folder, ['init'])).toMatchObject({ code: 0, stderr: '' });
  const [input] = JSON.parse(readFileSync(join(folder, 'prep.config.json'), 'utf8')).inputs;
  expect(input).toMatchObject({ maps: 'maps/**/*.ldtk', ldtk: { layer: 'Collisions' } });
  expect(await prepIn(folder, ['build'])).toMatchObject({ code: 0 });
});

it('writes a contraction hierarchy for a map with costs, which builds', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'maps'), { recursive: true });
  cpSync('fixtures/inputs/village.tmj', join(folder, 'maps/village.tmj'));
  cpSync('fixtures/inputs/tiles', join(folder, 'maps/tiles'), { recursive: true });
  expect(await prepIn(folder, ['init'])).toMatchObject({ code: 0, stderr: '' });
  const [input] = JSON.parse(readFileSync(join(folder, 'prep.config.json'), 'utf8')).inputs;
  expect(input).toEqual({ maps: 'maps/**/*.tmj', artifacts: { ch: {} } });
  expect(await prepIn(folder, ['build'])).toMatchObject({ code: 0 });
});

it('takes the layer that sounds like walls, where all have as many levels, and the levels that can be read', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'maps'), { recursive: true });
  cpSync('fixtures/inputs/levels', join(folder, 'maps/levels'), { recursive: true });
  const project = JSON.parse(readFileSync('fixtures/inputs/world.ldtk', 'utf8'));
  project.defs.layers.reverse();
  writeFileSync(join(folder, 'maps/world.ldtk'), JSON.stringify(project));
  expect(await prepIn(folder, ['init'])).toMatchObject({ code: 0 });
  const [input] = JSON.parse(readFileSync(join(folder, 'prep.config.json'), 'utf8')).inputs;
  expect(input.ldtk).toEqual({ layer: 'Collisions' });
});

it('looks at the maps of the folder for each input, not at those of others', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'maps'), { recursive: true });
  cpSync('fixtures/inputs/village.tmj', join(folder, 'maps/village.tmj'));
  cpSync('fixtures/inputs/tiles', join(folder, 'maps/tiles'), { recursive: true });
  const flat = { width: 1, height: 1, layers: [{ type: 'tilelayer', name: 'ground', width: 1, height: 1, data: [0] }] };
  const map = { type: 'map', version: '1.10', orientation: 'orthogonal', tilewidth: 8, tileheight: 8, tilesets: [] };
  writeFileSync(join(folder, 'zone.tmj'), JSON.stringify({ ...map, ...flat }));
  expect(await prepIn(folder, ['init'])).toMatchObject({ code: 0, stderr: '' });
  const { inputs } = JSON.parse(readFileSync(join(folder, 'prep.config.json'), 'utf8'));
  expect(inputs).toContainEqual({ maps: '*.tmj', artifacts: { jps: {}, bounds: {} } });
});

/** What is printed in a folder of these files, and what they are afterwards. */
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
  `${JSON.stringify({ inputs: maps.map((one) => ({ maps: one, artifacts: { jps: {}, bounds: {} } })), outDir: 'out' }, undefined, 2)}\n`;

describe('prep init', () => {
  it('copies maps where there are none, and an input for each folder and kind of those that there are', async () => {
    const empty = await initIn({});
    expect([empty.said, empty.code]).toEqual([
      'wrote maps/courtyard.map\nwrote maps/courtyard.map.scen\nwrote maps/spiral.map\nwrote prep.config.json\nnext:\n' +
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
    const told = await initIn(files);
    expect(told.said).toBe(
      'wrote prep.config.json\nnext:\n  add to the scripts of package.json: "maps": "prep build"\n' +
        '  add to .gitignore, unless blobs are to be committed: /out/\n  npx gridprep build\n',
    );
    expect(told.read('.gitignore')).toBe(undefined);
    for (const line of ['out', '/out', 'out/', ' /out/* ']) {
      const there = await initIn({
        ...{ 'a.map': MAP, '.git/x': '', '.gitignore': `b\r\n${line}\r\n` },
        'package.json': '{"scripts":{"x":"prep build --check"}}',
      });
      expect(there.said).toBe('wrote prep.config.json\nnext:\n  npx gridprep build\n');
    }
  });

  it.each([
    [{ 'vite.config.mts': '' }, 'vite.config.mts'],
    [{ 'package.json': '{"dependencies":{"vite":"1"}}' }, 'vite.config.js'],
    [{ 'package.json': '{"devDependencies":{"vite":"1"}}' }, 'vite.config.js'],
  ])('says how Vite bakes: %j', async (files, name) => {
    const { said } = await initIn({ 'maps/b.map': MAP, 'maps/a.map': MAP, '.git/x': '', ...files });
    expect(said).toBe(
      `wrote prep.config.json\nnext:\n  in ${name}:  import gridprep from 'gridprep/vite';  plugins: [gridprep()]\n` +
        "  in the game:  import level from './maps/a.map?nav';\n" +
        '  maps are baked by vite and vite build; prep build is not needed\n',
    );
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

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rspack, type Stats } from '@rspack/core';
import { type BuildOptions, build as esbuild } from 'esbuild';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import { build as vite } from 'vite';
import { afterAll, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { compiled } from '../../../test/compiled.js';
import { ConfigError } from '../../core/errors.js';
import { load } from '../../runtime/load-all.js';
import type { NavAsset } from '../../runtime/load-url.js';
import { bakeThreads } from '../build/crew.js';
import { bakeForBundle, type PluginOptions } from './bake.js';
import esbuildPlugin from './esbuild.js';
import { resolveMap } from './module.js';
import rolldownPlugin from './rolldown.js';
import rollupPlugin from './rollup.js';
import rspackPlugin from './rspack.js';
import vitePlugin from './vite.js';
import webpackPlugin from './webpack.js';

compiled();
const root = mkdtempSync(join(tmpdir(), 'gridprep-plugin-'));
afterAll(() => rmSync(root, { recursive: true }));

const OPTIONS: PluginOptions = { artifacts: { hpa: {} }, tiled: { empty: 'open' } };

/** A game: a module that imports a map, which refers to a tileset. */
function project(name: string, files: Record<string, string> = {}): string {
  const folder = join(root, name);
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(process.cwd(), join(folder, 'node_modules/gridprep'));
  cpSync('fixtures/inputs', join(folder, 'maps'), { recursive: true });
  const all = {
    'main.js': "import nav from './maps/village.tmj?nav';\nexport default nav;\nglobalThis.nav = nav;\n",
    ...files,
  };
  for (const [file, text] of Object.entries(all)) writeFileSync(join(folder, file), text);
  return folder;
}

/** A game as bundled by esbuild. */
const bundled = (folder: string, options: PluginOptions, more: BuildOptions = {}) =>
  esbuild({
    ...{ absWorkingDir: folder, entryPoints: ['main.js'], bundle: true, outdir: 'dist', logLevel: 'silent', ...more },
    plugins: [esbuildPlugin(options)],
  });

/** The one blob below a folder, and the text of its scripts. */
function outputOf(folder: string): { blob: string; script: string } {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
  const blobs = files.filter((file) => file.endsWith('.prep'));
  expect(blobs).toHaveLength(1);
  const scripts = files.filter((file) => /\.m?js$/.test(file)).map((file) => readFileSync(file, 'utf8'));
  return { blob: blobs[0], script: scripts.join('\n') };
}

/** Whether what a bundler wrote holds the map, and its script knows it. */
function expectBundled(folder: string): void {
  const { blob, script } = outputOf(folder);
  const nav = load(readFileSync(blob));
  expect(nav.findPath(2, 2, 4, 4)).not.toBeNull();
  expect(script).toContain(nav.fingerprint);
  expect(script).toContain(blob.split('/').pop());
}

describe('an imported map', () => {
  it('is an asset of Rollup, whose address is right whatever the folder', async () => {
    const folder = project('rollup');
    const bundle = await rollup({
      input: join(folder, 'main.js'),
      plugins: [rollupPlugin({ ...OPTIONS, cache: join(folder, 'cache') })],
    });
    const { output } = await bundle.write({ dir: join(folder, 'dist'), entryFileNames: 'deep/main.mjs' });
    expect(output.map(({ fileName }) => fileName).filter((name) => name.endsWith('.prep'))).toHaveLength(1);
    const { default: asset } = (await import(pathToFileURL(join(folder, 'dist/deep/main.mjs')).href)) as {
      default: NavAsset;
    };
    const nav = load(readFileSync(new URL(asset.url)), { fingerprint: asset.fingerprint });
    expect([asset.width, asset.height, asset.cellSize, asset.levels, asset.agents]).toEqual([
      nav.width,
      nav.height,
      [16, 16],
      [],
      [],
    ]);
    expect(asset.markers.some(({ name }) => name === 'start')).toBe(true);
    expect(asset.doors.length).toBeGreaterThan(0);
  });

  it('is an asset of Rolldown', async () => {
    const folder = project('rolldown');
    const bundle = await rolldown({
      input: join(folder, 'main.js'),
      plugins: [rolldownPlugin({ ...OPTIONS, cache: join(folder, 'cache') })],
    });
    await bundle.write({ dir: join(folder, 'dist') });
    expectBundled(join(folder, 'dist'));
  });

  it('is a file of esbuild', async () => {
    const folder = project('esbuild');
    await bundled(folder, OPTIONS, { format: 'esm' });
    expectBundled(join(folder, 'dist'));
  });

  it.each(['webpack', 'rspack'])('is a resource of %s', async (name) => {
    const folder = project(name);
    const common = {
      context: folder,
      mode: 'production',
      entry: './main.js',
      output: { path: join(folder, 'dist') },
    } as const;
    const compiler =
      name === 'webpack'
        ? webpack({ ...common, plugins: [webpackPlugin(OPTIONS)] })
        : rspack({ ...common, plugins: [rspackPlugin(OPTIONS)] });
    const stats = await promisify<webpack.Stats | Stats | undefined>(compiler.run.bind(compiler))();
    expect(stats?.toJson({ all: false, errors: true }).errors).toEqual([]);
    expectBundled(join(folder, 'dist'));
  });

  it('is an asset of Vite, also in the graph of a worker, and is baked once', async () => {
    const folder = project('vite', {
      'index.html': '<script type="module" src="/main.js"></script>',
      'main.js':
        "import nav from '/maps/village.tmj?nav';\nglobalThis.nav = nav;\nnew Worker(new URL('./worker.js', import.meta.url), { type: 'module' });\n",
      'worker.js': "import nav from './maps/village.tmj?nav';\npostMessage(nav);\n",
    });
    const build = () =>
      vite({ root: folder, base: './', logLevel: 'silent', configFile: false, plugins: [vitePlugin(OPTIONS)] });
    await build();
    expectBundled(join(folder, 'dist'));
    const [recipe] = readdirSync(join(folder, 'node_modules/.cache/gridprep'));
    const blob = join(folder, 'node_modules/.cache/gridprep', recipe, 'village.hpa.prep');
    const before = statSync(blob).mtimeMs;
    await build();
    expect(statSync(blob).mtimeMs).toBe(before);
    expect(readdirSync(join(folder, 'node_modules/.cache/gridprep'))).toHaveLength(1);
  });
});

describe('load of an imported map', () => {
  const GAME = {
    'main.js': "import nav, { load } from './maps/village.tmj?nav';\nglobalThis.game = { nav, load };\n",
    'index.html': '<script type="module" src="/main.js"></script>',
    'package.json': '{ "type": "module" }',
  };
  const bundlers: Record<string, (folder: string, options: PluginOptions) => Promise<unknown>> = {
    esbuild: (folder, options) => bundled(folder, options, { format: 'esm', minify: true }),
    rollup: async (folder, options) => {
      const input = join(folder, 'main.js');
      const plugins = [rollupPlugin({ ...options, cache: join(folder, 'cache') })];
      return (await rollup({ input, plugins, external: ['gridprep/parts'] })).write({ dir: join(folder, 'dist') });
    },
    rolldown: async (folder, options) => {
      const plugins = [rolldownPlugin({ ...options, cache: join(folder, 'cache') })];
      return (await rolldown({ input: join(folder, 'main.js'), plugins })).write({ dir: join(folder, 'dist') });
    },
    webpack: (folder, options) => packed(webpack(packing(folder, webpackPlugin(options)))),
    rspack: (folder, options) => packed(rspack(packing(folder, rspackPlugin(options)) as object)),
    vite: (folder, options) => {
      const build = { modulePreload: false } as const;
      return vite({ ...{ root: folder, base: './', build, configFile: false }, plugins: [vitePlugin(options)] });
    },
  };
  const packing = <P>(folder: string, one: P) => ({
    ...{ context: folder, mode: 'production' as const, entry: './main.js', plugins: [one] },
    output: { path: join(folder, 'dist'), publicPath: '' },
  });
  const packed = async (compiler: { run(done: (error: Error | null, stats?: unknown) => void): void }) => {
    const stats = (await promisify(compiler.run.bind(compiler))()) as webpack.Stats;
    expect(stats.toJson({ all: false, errors: true }).errors).toEqual([]);
  };

  it.each(Object.keys(bundlers))('loads its blob, in %s', async (name) => {
    const folder = project(`load-${name}`, GAME);
    await bundlers[name](folder, OPTIONS);
    const { blob, script } = outputOf(join(folder, 'dist'));
    const file = join(folder, 'dist/game.mjs');
    writeFileSync(file, script);
    Object.assign(globalThis, { game: undefined });
    await import(pathToFileURL(file).href);
    const { game } = globalThis as unknown as { game: { load: typeof load; nav: NavAsset } };
    const nav = game.load(readFileSync(blob), { fingerprint: game.nav.fingerprint });
    expect([nav.engines, nav.findPath(2, 2, 4, 4)]).toEqual([['hpa'], load(readFileSync(blob)).findPath(2, 2, 4, 4)]);
  });

  it.each([
    ['', 17_000, 'courtyard.map'],
    [', WebAssembly', 23_000, 'plain.map'],
  ])('has only its engines: with goal bounds%s and loadUrl at most %i bytes', async (_, most, map) => {
    const folder = project(`load-size-${map}`, {
      'main.js': `import { loadUrl } from 'gridprep/runtime';
import arena, { load } from './${map}?nav';
globalThis.nav = loadUrl(load, arena);
`,
    });
    cpSync('fixtures/maps/courtyard.map', join(folder, 'courtyard.map'));
    writeFileSync(
      join(folder, 'plain.map'),
      `type octile\nheight 129\nwidth 128\nmap\n${`${'.'.repeat(128)}\n`.repeat(129)}`,
    );
    await bundled(folder, { preset: 'fastest' }, { minify: true, format: 'esm' });
    const { script } = outputOf(join(folder, 'dist'));
    expect(gzipSync(script).length).toBeLessThan(most);
    expect(gzipSync(script).length).toBeGreaterThan(most - 2000);
  });
});

describe('what is wrong', () => {
  /** Messages of a bundler for a game. */
  async function errorOf(folder: string, options: PluginOptions): Promise<string> {
    return bundled(folder, options).then(
      () => 'no error',
      ({ errors }) => errors[0].text,
    );
  }

  it('is a sentence: a missing map names its importer, options are those of the plugin', async () => {
    const folder = project('faults', { 'main.js': "import nav from './maps/gone.tmj?nav';\nglobalThis.nav = nav;\n" });
    expect(await errorOf(folder, OPTIONS)).toBe(
      'main.js imports maps/gone.tmj, and there is no such file; paths start from the module, or with / from the root',
    );
    writeFileSync(join(folder, 'main.js'), "import nav from './maps/village.tmj?nav';\nglobalThis.nav = nav;\n");
    const known =
      'artifacts, preset, agents, codec, zstdLevel, layout, format, blank, terrain, costs, wallCosts, stepCosts, walls, links, size, diagonals, open, root, tiled, ldtk, png, csv, rpgmaker, ros, vtt, config, dev, cache, threads';
    expect(await errorOf(folder, { presett: 'fastest' } as PluginOptions)).toBe(
      'options of the gridprep plugin: presett is unknown; did you mean preset?',
    );
    const unknown = await errorOf(folder, { by: 'fastest' } as PluginOptions);
    expect(unknown).toMatch(/^options of the gridprep plugin: by is unknown; known are /);
    expect(unknown.split('known are ')[1].split(', ').sort()).toEqual(known.split(', ').sort());
    expect(await errorOf(folder, { preset: 'quick' } as unknown as PluginOptions)).toMatch(
      /^options of the gridprep plugin: preset is "quick", /,
    );
    expect(await errorOf(folder, { config: 'nope.json' })).toBe(
      `options of the gridprep plugin: config is "nope.json", and there is no file ${join(folder, 'nope.json')}; name another`,
    );
  });

  it('has no stack, unless it is a bug', async () => {
    const { withoutContent } = await import('./quoted.js');
    const fault = withoutContent(new ConfigError('this and that'), '/a.tmj');
    expect([fault.name, fault.message, fault.stack]).toEqual([
      'ConfigError',
      'this and that',
      'ConfigError: this and that',
    ]);
    const bug = new TypeError('x is undefined');
    expect(withoutContent(bug, '/a.tmj')).toBe(bug);
  });

  it('is a warning of the bundler where the map is baked without it', async () => {
    const folder = project('warnings');
    const file = join(folder, 'maps/village.tmj');
    const map = JSON.parse(readFileSync(file, 'utf8'));
    map.layers.push({
      type: 'objectgroup',
      name: 'far',
      objects: [{ id: 99, name: 'moon', type: 'point', x: -99, y: 0 }],
    });
    writeFileSync(file, JSON.stringify(map));
    const { warnings } = await bundled(folder, OPTIONS);
    expect(warnings.map(({ text }) => text)).toEqual([
      expect.stringMatching(/object "moon": this point lies at cell -7, 0, outside the map of .* and is left out$/),
    ]);
    expectBundled(join(folder, 'dist'));
  });
});

describe('a map that is baked for a bundler', () => {
  const map = (folder: string, name = 'village.tmj') => join(folder, 'maps', name);

  it('follows prep.config.json where no option is given, and says which files decide about it', async () => {
    const folder = project('config', {
      'prep.config.json': '{"inputs":[{"maps":"maps/village.tmj","artifacts":{"hpa":{}},"tiled":{"empty":"open"}}]}',
    });
    const { file, asset, sources } = await bakeForBundle({ map: map(folder) }, {}, folder);
    expect(load(readFileSync(file)).fingerprint).toBe(asset.fingerprint);
    expect(file).toMatch(/village\.hpa\.prep$/);
    expect(sources).toContain(join(folder, 'prep.config.json'));
    expect(sources.some((source) => source.includes('tiles') && existsSync(source))).toBe(true);
    await expect(bakeForBundle({ map: map(folder, 'world.ldtk') }, {}, folder)).rejects.toThrow(
      `${join(folder, 'prep.config.json')}: no input names maps/world.ldtk, which the game imports; add it to the maps of one`,
    );
  });

  it('is the floors of a config, which no file holds', async () => {
    const floors = { down: 'maps/village.tmj', up: 'maps/village.tmj' };
    const inputs = [{ floors, name: 'town', artifacts: { jps: {} }, tiled: { empty: 'open' } }];
    const folder = project('floors', { 'prep.config.json': JSON.stringify({ inputs }) });
    const { asset, sources } = await bakeForBundle({ map: join(folder, 'town.json') }, {}, folder);
    expect(asset.floors.map(({ name }) => name)).toEqual(['down', 'up']);
    expect(sources).toContain(map(folder));
    expect(sources.filter((source) => !existsSync(source))).toEqual([]);
  });

  it('is the same from threads that stay for the next one, as those of a development server do', async () => {
    const folder = project('threads');
    const threads = bakeThreads(1);
    const file = map(folder);
    const text = readFileSync(file, 'utf8');
    const bake = async (pool?: typeof threads) =>
      readFileSync((await bakeForBundle({ map: file }, OPTIONS, folder, { codec: 'none' }, pool)).file);
    const versions = [text, text.replace('"type": "blocked", "x": 80', '"type": "blocked", "x": 96')];
    const warm: Buffer[] = [];
    for (const version of versions) {
      writeFileSync(file, version);
      warm.push(await bake(threads));
    }
    writeFileSync(file, '{}');
    await expect(bake(threads)).rejects.toThrow();
    writeFileSync(file, versions[0]);
    expect([await bake(), warm[1].equals(warm[0])]).toEqual([warm[0], false]);
    writeFileSync(file, versions[1]);
    expect(await bake(threads)).toEqual(warm[1]);
    await threads.close();
  });

  it('is one level of its file', async () => {
    const folder = project('levels');
    const options: PluginOptions = { artifacts: { hpa: {} } };
    const world = map(folder, 'world.ldtk');
    await expect(bakeForBundle({ map: world }, options, folder)).rejects.toThrow(
      /^maps\/world\.ldtk has several levels, .+; name one, for example maps\/world\.ldtk\?level=\w+&nav$/,
    );
    await expect(bakeForBundle({ map: world, level: 'Nowhere' }, options, folder)).rejects.toThrow(
      /^maps\/world\.ldtk has no level "Nowhere"; there are /,
    );
    const { asset } = await bakeForBundle({ map: map(folder) }, { ...options, tiled: { empty: 'open' } }, folder);
    expect(asset.levels).toEqual([]);
    await expect(bakeForBundle({ map: map(folder), level: 'A' }, OPTIONS, folder)).rejects.toThrow(
      'maps/village.tmj has no level "A"; it is one map',
    );
    await expect(bakeForBundle({ map: map(folder), agent: 'tank' }, OPTIONS, folder)).rejects.toThrow(
      'maps/village.tmj has no agent "tank"; name agents in the config',
    );
  });

  it('has a fingerprint for each agent, and for the page the one that it asks for', async () => {
    const folder = project('agents');
    const options: PluginOptions = {
      preset: 'fastest',
      agents: { walker: {}, cart: { size: 2 } },
      tiled: { empty: 'open' },
    };
    const { file, asset } = await bakeForBundle({ map: map(folder) }, options, folder);
    const cart = (await bakeForBundle({ map: map(folder), agent: 'cart' }, options, folder)).asset;
    const bytes = readFileSync(file);
    const prints = Object.fromEntries(['walker', 'cart'].map((agent) => [agent, load(bytes, { agent }).fingerprint]));
    expect([asset.fingerprints, asset.fingerprint, cart.fingerprint]).toEqual([prints, prints.walker, prints.cart]);
    expect([cart.agent, cart.agents, load(bytes, { agent: 'cart' }).engine]).toEqual([
      'cart',
      ['walker', 'cart'],
      'ch',
    ]);
    const quick = await bakeForBundle({ map: map(folder) }, options, folder, { codec: 'none', preset: 'tiny' });
    expect([load(readFileSync(quick.file), { agent: 'cart' }).engine, quick.asset.fingerprint]).toEqual([
      'weighted',
      asset.fingerprint,
    ]);
  });

  it('is found from the module that imports it, and claims only ?nav', () => {
    const folder = project('ids');
    const id = (text: string) =>
      resolveMap(text, join(folder, 'src/main.js'), folder)
        ?.replace('\0gridprep:', '')
        .replace('.nav?', '?')
        .replace(folder, '');
    expect(id('./a.tmj?nav')).toBe('/src/a.tmj?nav');
    expect(id('../maps/village.tmj?level=A&nav')).toBe('/maps/village.tmj?level=A&nav');
    expect(id('/maps/village.tmj?nav')).toBe('/maps/village.tmj?nav');
    expect(id(`/@fs${folder}/maps/village.tmj?nav`)).toBe('/maps/village.tmj?nav');
    // What Vite 6 and 7 take for JSON.
    expect(resolveMap('./level.json?nav', join(folder, 'src/main.js'), folder)).not.toMatch(/\.json(?:$|\?)/);
    for (const other of ['./a.tmj', './a.tmj?navigation', './a.tmj?url', './nav.js?v=1'])
      expect(id(other)).toBeUndefined();
  });

  it('does not lie behind a linked node_modules, where a development server serves no file', async () => {
    const folder = project('linked');
    const packages = mkdtempSync(join(tmpdir(), 'prep-'));
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    symlinkSync(packages, join(folder, 'node_modules'));
    const { file } = await bakeForBundle({ map: join(folder, 'maps/village.tmj') }, { preset: 'tiny' }, folder);
    expect(file.startsWith(join(folder, '.gridprep/'))).toBe(true);
  });
});

/** Files that a request to a development server can reach, with a real server of each bundler that has one. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { rspack } from '@rspack/core';
import { context } from 'esbuild';
import { type RollupWatcherEvent, watch } from 'rollup';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { compiled } from '../../../test/compiled.js';
import type { PluginOptions } from './bake.js';
import esbuildPlugin from './esbuild.js';
import rollupPlugin from './rollup.js';
import rspackPlugin from './rspack.js';
import vitePlugin from './vite.js';
import { DENIED_TEXT } from './vite-access.js';
import webpackPlugin from './webpack.js';

compiled();
const top = mkdtempSync(join(tmpdir(), 'gridprep-requests-'));
afterAll(() => rmSync(top, { recursive: true }));

const OPTIONS: PluginOptions = { artifacts: { hpa: {} }, tiled: { empty: 'open' } };
const CSV = '1,1,1\n1,0,1\n1,1,1\n';
/** What must not leave the machine. */
const SECRET = '{"client_secret":"6f0a9c1e77b24d0f","type":"service_account_of_somebody"}';

/** A game that imports maps/own.csv, with other files; outside of it a map and a secret. */
function project(name: string): string {
  const folder = join(top, name);
  mkdirSync(join(folder, 'maps'), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(process.cwd(), join(folder, 'node_modules/gridprep'));
  const files = {
    'index.html': '<script type="module" src="/main.js"></script>',
    'main.js': "import nav from './maps/own.csv?nav';\nglobalThis.nav = nav;\n",
    'maps/own.csv': CSV,
    'maps/other.csv': CSV,
    'settings.json': SECRET,
    'notes.md': SECRET,
    '.env': SECRET,
  };
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  return folder;
}

/** A request as it is, without a client that makes its path tidy. */
async function ask(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const response = await new Promise<import('node:http').IncomingMessage>((done, failed) => {
    request({ host: '127.0.0.1', port, path, headers }, done).on('error', failed).end();
  });
  return { status: response.statusCode ?? 0, body: await text(response) };
}

function cacheFolders(folder: string): string[] {
  const cache = join(folder, 'node_modules/.cache/gridprep');
  return existsSync(cache) ? readdirSync(cache).sort() : [];
}

describe('a development server of Vite', () => {
  const folder = project('vite');
  const outside = join(top, 'outside');
  let server: ViteDevServer;
  let port: number;

  beforeAll(async () => {
    mkdirSync(outside);
    writeFileSync(join(outside, 'far.csv'), CSV);
    writeFileSync(join(outside, 'linked.csv'), CSV);
    writeFileSync(join(outside, 'key.json'), SECRET);
    symlinkSync(outside, join(folder, 'link'));
    server = await createServer({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      plugins: [vitePlugin(OPTIONS)],
      // As --host: for all who reach the machine.
      server: { port: 0, host: '0.0.0.0' },
    });
    await server.listen();
    port = Number(new URL(server.resolvedUrls?.local[0] ?? '').port);
  });
  afterAll(() => server.close());

  const ours = (path: string) => `/@id/__x00__gridprep:${path}.nav`;

  it('refuses what nothing imports outside of what Vite serves, before it is opened', async () => {
    const far = join(outside, 'far.csv');
    const key = join(outside, 'key.json');
    const paths = [
      `${ours(key)}?import&nav`,
      `${ours(far)}?import&nav`,
      `/@fs${key}?nav&import`,
      `/@fs${far}?import&nav`,
      `/@fs/${far}?import&nav`,
      `/@fs${far.replaceAll('r', '%72')}?import&nav`,
      `/@fs${folder}/../outside/far.csv?import&nav`,
      `/@fs${folder}/%2e%2e/outside/far.csv?nav&import`,
      '/maps/../../outside/far.csv?import&nav',
      '/link/linked.csv?import&nav',
      `/@fs${folder}/link/key.json?import&nav`,
      '/@fs/etc/hostname?import&nav',
      '/.env?import&nav',
      // The file is served by Vite, but no import resolved to this id.
      `${ours(join(folder, 'maps/other.csv'))}?import&nav`,
    ];
    for (const path of paths) {
      for (const headers of [{}, { origin: 'http://evil.example' }]) {
        const { status, body } = await ask(port, path, headers);
        expect([path, status, body]).toEqual([path, 403, DENIED_TEXT]);
      }
    }
    // Without ?import a script of another page asks.
    const script = await ask(port, `/@fs${far}?nav`, { 'sec-fetch-dest': 'script', origin: 'http://evil.example' });
    expect(script).toEqual({ status: 403, body: DENIED_TEXT });
    // Vite makes a module of what a request says: no file of the project.
    const made = await ask(port, `/@id/data:text/javascript,import%20%22${far}%3Fnav%22?import`);
    const [, inner] = /"([^"]*gridprep:[^"]*)"/.exec(made.body) ?? [];
    if (inner !== undefined) expect(await ask(port, inner)).toEqual({ status: 403, body: DENIED_TEXT });
    expect((await ask(port, `${ours(far)}?import&nav`)).status).toBe(403);
    expect(cacheFolders(folder)).toEqual([]);
  });

  it('gives what the project imports, from anywhere, and what Vite serves', async () => {
    const far = join(outside, 'far.csv');
    writeFileSync(
      // A new file: of one that the server has looked at, it may still have the module of before.
      join(folder, 'both.js'),
      `import own from './maps/own.csv?nav';\nimport far from '../outside/far.csv?nav';\nglobalThis.nav = [own, far];\n`,
    );
    const both = await ask(port, '/both.js');
    const urls = [...both.body.matchAll(/"([^"]*gridprep:[^"]*)"/g)].map(([, url]) => url);
    expect(urls).toHaveLength(2);
    for (const url of urls)
      expect(await ask(port, url)).toMatchObject({ status: 200, body: expect.stringContaining('"fingerprint"') });
    expect((await ask(port, `/@fs${far}?import&nav`)).status).toBe(200);
    expect((await ask(port, '/maps/other.csv?import&nav')).status).toBe(200);
    expect((await ask(port, '/maps/other.csv?import&nav&x=1&y=2')).status).toBe(200);
    expect(cacheFolders(folder)).toHaveLength(3);
  });

  it('quotes at most twenty characters of a map, none of another file, and keeps no folder for either', async () => {
    const before = cacheFolders(folder);
    const settings = await ask(port, '/settings.json?import&nav');
    const notes = await ask(port, '/notes.md?import&nav');
    expect([settings.status, notes.status]).toEqual([500, 500]);
    expect(settings.body).toContain('found JSON that begins with');
    expect(notes.body).toContain('notes.md cannot be read as a map, and has the name of none (.map, .json, .js,');
    for (const [{ body }, most] of [
      [settings, 20],
      [notes, 8],
    ] as const) {
      const plain = body.replaceAll(/\\+"/g, '"');
      for (let i = 0; i + most < SECRET.length; i++) expect(plain).not.toContain(SECRET.slice(i, i + most + 1));
    }
    expect(cacheFolders(folder)).toEqual(before);
  });

  it('is deaf to names that are not its own', async () => {
    expect((await ask(port, '/maps/other.csv?import&nav', { host: 'evil.example' })).status).toBe(403);
  });
});

describe('what a request can reach', () => {
  it('of esbuild: what it has written, and files below the folder that it serves', async () => {
    const folder = project('esbuild');
    const served = join(folder, 'public');
    const build = await context({
      absWorkingDir: folder,
      entryPoints: ['main.js'],
      bundle: true,
      format: 'esm',
      outdir: 'public/out',
      logLevel: 'silent',
      plugins: [esbuildPlugin(OPTIONS)],
    });
    try {
      const { port } = await build.serve({ servedir: served, host: '127.0.0.1' });
      expect((await ask(port, '/out/main.js')).body).toContain('fingerprint');
      const paths = [
        '/@id/__x00__gridprep:/etc/hostname.nav?import&nav',
        '/@fs/etc/hostname?nav',
        '/../maps/other.csv?nav',
        '/maps/other.csv?nav',
        '/out/..%2f..%2fsettings.json?nav',
        '//etc/hostname?nav',
      ];
      for (const path of paths) expect([path, (await ask(port, path)).status]).toEqual([path, 404]);
      expect(cacheFolders(folder)).toHaveLength(1);
    } finally {
      await build.dispose();
    }
  });

  it('of webpack and Rspack: the assets of the last build, whose modules are those that imports resolved to', async () => {
    for (const [name, pack, plugin] of [
      ['webpack', webpack, webpackPlugin],
      ['rspack', rspack as unknown as typeof webpack, rspackPlugin as unknown as typeof webpackPlugin],
    ] as const) {
      const folder = project(name);
      // A module that names an id of the form of the plugin did not get it from the plugin.
      writeFileSync(
        join(folder, 'forged.js'),
        `import nav from '\\0gridprep:${folder}/settings.json.nav?nav';\nglobalThis.nav = nav;\n`,
      );
      const compiler = pack({
        context: folder,
        mode: 'development',
        entry: { main: './main.js', forged: './forged.js' },
        output: { path: join(folder, 'dist') },
        plugins: [plugin(OPTIONS)],
      });
      const stats = await new Promise<webpack.Stats>((done, failed) => {
        const watching = compiler.watch({}, (error, result) => {
          watching?.close(() => (error || !result ? failed(error) : done(result)));
        });
      });
      const { assets = [], errors = [] } = stats.toJson({ all: false, assets: true, errors: true });
      expect(assets.map((asset) => asset.name.replace(/^[0-9a-f]+(?=\.prep$)/, 'HASH')).sort()).toEqual([
        'HASH.prep',
        'forged.js',
        'main.js',
      ]);
      expect([name, errors.length]).toEqual([name, 1]);
      expect(errors[0].message).not.toContain('client_secret');
      expect(cacheFolders(folder)).toHaveLength(1);
    }
  });

  it('of a watching Rollup: nothing, for it has no server, and bakes what modules import', async () => {
    const folder = project('rollup');
    writeFileSync(
      join(folder, 'forged.js'),
      `import nav from '\\0gridprep:${folder}/settings.json.nav?nav';\nexport default nav;\n`,
    );
    const outcome = (input: string) =>
      new Promise<RollupWatcherEvent>((done) => {
        const watcher = watch({
          input: join(folder, input),
          output: { dir: join(folder, 'dist') },
          onwarn() {},
          plugins: [rollupPlugin({ ...OPTIONS, cache: join(folder, 'node_modules/.cache/gridprep') })],
        });
        watcher.on('event', async (event) => {
          if ('result' in event) await event.result?.close();
          if (event.code !== 'BUNDLE_END' && event.code !== 'ERROR') return;
          await watcher.close();
          done(event);
        });
      });
    expect((await outcome('main.js')).code).toBe('BUNDLE_END');
    const forged = await outcome('forged.js');
    const files = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
    const written = files
      .filter((file) => /\.js$/.test(file))
      .map((file) => readFileSync(join(folder, 'dist', file), 'utf8'));
    expect(`${JSON.stringify(forged)}${written.join('')}`).not.toContain('client_secret');
    expect(cacheFolders(folder)).toHaveLength(1);
  });
});

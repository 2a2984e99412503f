/** Bundles of the module that a build writes, by four bundlers. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build as esbuild } from 'esbuild';
import { rollup } from 'rollup';
import { build as vite } from 'vite';
import { expect, it } from 'vitest';
import webpack from 'webpack';
import { COURTYARD, prepIn, SPIRAL, temporaryFolder } from '../../../test/prep.js';
import type { load } from '../../runtime/load-all.js';

it('has the blobs as assets of Vite and webpack, and next to the script with esbuild and Rollup', async () => {
  const folder = temporaryFolder();
  const at = (...names: string[]) => join(folder, ...names);
  for (const map of [COURTYARD, SPIRAL]) cpSync(map, at('maps', map.split('/').pop() ?? ''));
  const inputs = [{ maps: 'maps/*.map', preset: 'fastest' }];
  const files = {
    'package.json': '{"type":"module"}',
    'prep.config.json': JSON.stringify({ inputs }),
    'main.js': "export { load, maps } from './out/index.js';\n",
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(at(file), text);
  mkdirSync(at('node_modules'));
  symlinkSync(process.cwd(), at('node_modules/gridprep'));
  expect(await prepIn(folder, 'build')).toMatchObject({ code: 0 });

  const lib = { entry: at('main.js'), formats: ['es' as const], fileName: 'main' };
  await vite({ root: folder, logLevel: 'silent', configFile: false, build: { lib } });
  const output = { path: at('packed'), library: { type: 'module' }, publicPath: 'auto' };
  const config = { context: folder, mode: 'development', entry: './main.js', experiments: { outputModule: true } };
  const compiler = webpack({ ...config, devtool: false, output } as webpack.Configuration);
  const stats = await promisify(compiler.run.bind(compiler))();
  expect(stats?.toJson({ all: false, errors: true }).errors).toEqual([]);
  expect(readdirSync(at('packed')).filter((file) => file.endsWith('.prep'))).toHaveLength(2);
  await esbuild({ entryPoints: [at('main.js')], bundle: true, format: 'esm', outfile: at('out/game.js') });
  const bundle = await rollup({ input: at('main.js'), external: ['gridprep/parts'] });
  await bundle.write({ file: at('out/rolled.js') });

  for (const file of ['dist/main.js', 'packed/main.mjs', 'out/game.js', 'out/rolled.js']) {
    const game = (await import(pathToFileURL(at(file)).href)) as {
      load: typeof load;
      maps: Record<string, { url: string; fingerprint: string }>;
    };
    const costs = ['courtyard', 'spiral'].map((name) => {
      const { url, fingerprint } = game.maps[name];
      // Vite writes small files into the script.
      const bytes = url.startsWith('data:') ? Buffer.from(url.split(',')[1], 'base64') : readFileSync(new URL(url));
      return game.load(bytes, { fingerprint }).findPath(2, 1, 3, 1)?.cost;
    });
    expect(costs, file).toEqual([1, 1]);
  }
});

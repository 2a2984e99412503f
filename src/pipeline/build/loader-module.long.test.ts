/** Bundles of the module that a build writes, by five bundlers, and the module after random sequences of builds. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { rspack } from '@rspack/core';
import { build as esbuild } from 'esbuild';
import { rollup } from 'rollup';
import { build as vite } from 'vite';
import { expect, it } from 'vitest';
import webpack from 'webpack';
import { random } from '../../../test/grids.js';
import { writeMap } from '../../../test/maps.js';
import { COURTYARD, prepIn, SPIRAL, temporaryFolder } from '../../../test/prep.js';
import { sample } from '../../../test/samples.js';
import { load as loadAll } from '../../runtime/load-all.js';
import { loadUrl, type NavAsset } from '../../runtime/load-url.js';
import { type Config, parseConfig } from '../config/config.js';
import { findTargets } from '../config/targets.js';
import { build } from './build.js';

/** Exports of the module. */
interface Game {
  load: typeof loadAll;
  maps: Record<string, NavAsset>;
}

it('has the blobs as assets of Vite, webpack and Rspack, and next to the script with esbuild and Rollup', async () => {
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
  for (const [pack, path] of [
    [webpack, at('packed')],
    [rspack as unknown as typeof webpack, at('rspacked')],
  ] as const) {
    const output = { path, library: { type: 'module' }, publicPath: 'auto', filename: 'main.mjs', module: true };
    const config = { context: folder, mode: 'development', entry: './main.js', experiments: { outputModule: true } };
    const compiler = pack({ ...config, devtool: false, output } as webpack.Configuration);
    const stats = await promisify(compiler.run.bind(compiler))();
    expect(stats?.toJson({ all: false, errors: true }).errors).toEqual([]);
    expect(readdirSync(path).filter((file) => file.endsWith('.prep'))).toHaveLength(2);
  }
  await esbuild({ entryPoints: [at('main.js')], bundle: true, format: 'esm', outfile: at('out/game.js') });
  const bundle = await rollup({ input: at('main.js'), external: ['gridprep/parts'] });
  await bundle.write({ file: at('out/rolled.js') });

  for (const file of ['dist/main.js', 'packed/main.mjs', 'rspacked/main.mjs', 'out/game.js', 'out/rolled.js']) {
    const game: Game = await import(pathToFileURL(at(file)).href);
    for (const name of ['courtyard', 'spiral']) {
      const { url, fingerprint } = game.maps[name];
      // Vite writes small files into the script.
      expect(url, file).toMatch(file.startsWith('dist') ? /^data:/ : /^file:/);
      const nav = url.startsWith('data:')
        ? await loadUrl(game.load, game.maps[name])
        : game.load(readFileSync(new URL(url)), { fingerprint });
      expect([file, nav.fingerprint, nav.findPath(2, 1, 3, 1)?.cost]).toEqual([file, fingerprint, 1]);
    }
  }
});

/** Builds of a folder of maps that changes at random, and the state of the module after each. */
class Builds {
  private readonly folder = temporaryFolder();
  private readonly maps = new Map<string, 'whole' | 'broken'>();
  private config: NonNullable<Config['inputs']>[number] = { maps: 'maps/*.map', artifacts: { jps: {} }, pack: true };
  private builds = 0;

  constructor(private readonly next: () => number) {
    mkdirSync(this.at('maps'));
    mkdirSync(this.at('node_modules'));
    symlinkSync(process.cwd(), this.at('node_modules/gridprep'));
    writeFileSync(this.at('package.json'), '{"type":"module"}');
    this.write('a');
  }

  private at(...names: string[]): string {
    return join(this.folder, ...names);
  }

  private one<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)];
  }

  private write(name: string): void {
    writeMap(
      this.at('maps', `${name}.map`),
      'noise',
      6 + Math.floor(9 * this.next()),
      0.2,
      1 + Math.floor(99 * this.next()),
    );
    this.maps.set(name, 'whole');
  }

  /** @returns what was done */
  change(): string {
    const names = [...this.maps.keys()];
    const name = this.one(['a', 'b 2', 'c#', 'd%e']);
    const act = this.one(['write', 'remove', 'rename', 'break', 'agents', 'artifacts', 'none'] as const);
    if (act === 'write') this.write(name);
    if (act === 'remove' && names.length > 1) this.drop(this.one(names));
    if (act === 'rename' && !this.maps.has(name)) {
      const from = this.one(names);
      renameSync(this.at('maps', `${from}.map`), this.at('maps', `${name}.map`));
      this.maps.set(name, this.maps.get(from) ?? 'whole');
      this.maps.delete(from);
    }
    if (act === 'break') {
      writeFileSync(this.at('maps', `${name}.map`), 'no map');
      this.maps.set(name, 'broken');
    }
    if (act === 'agents')
      this.config = { ...this.config, agents: this.config.agents ? undefined : { small: {}, large: { size: 2 } } };
    if (act === 'artifacts')
      this.config = { ...this.config, artifacts: this.one([{ jps: {} }, { ch: {} }, { jps: {}, bounds: {} }]) };
    return `${act} ${name}`;
  }

  private drop(name: string): void {
    rmSync(this.at('maps', `${name}.map`));
    this.maps.delete(name);
  }

  private text(): string {
    return existsSync(this.at('out/index.js')) ? readFileSync(this.at('out/index.js'), 'utf8') : '';
  }

  async run(): Promise<void> {
    const before = this.text();
    const module = this.next() < 0.8 ? ('few' as const) : false;
    const targets = await findTargets(parseConfig({ inputs: [this.config] }), this.folder, 'FILE');
    const clean = this.next() < 0.3;
    const done = await build(targets, { folder: this.folder, out: this.at('out'), threads: 1, module, clean });
    const isWhole = [...this.maps.values()].every((state) => state === 'whole');
    expect(done.module !== undefined).toBe(isWhole && module !== false);
    if (!done.module) {
      const isRemoved = clean && !module;
      expect(this.text()).toBe(isRemoved ? '' : before);
      return;
    }
    expect(done.module.isNew).toBe(this.text() !== before);
    const game: Game = await import(`${pathToFileURL(this.at('out/index.js')).href}?${++this.builds}`);
    const names = [...this.maps.keys()].sort();
    expect(Object.keys(game.maps)).toEqual(names);
    expect(readFileSync(this.at('out/index.d.ts'), 'utf8')).toContain(
      names.map((name) => JSON.stringify(name)).join(' | '),
    );
    for (const { url, fingerprint, fingerprints, agents } of Object.values(game.maps)) {
      const bytes = readFileSync(new URL(url));
      for (const agent of agents.length > 0 ? agents : [undefined]) {
        const options = { fingerprint: agent === undefined ? fingerprint : fingerprints?.[agent], agent };
        const [nav, whole] = [game.load(bytes, options), loadAll(bytes, { agent })];
        const { width, height } = nav;
        expect(nav.findPath(0, 0, width - 1, height - 1)).toEqual(whole.findPath(0, 0, width - 1, height - 1));
      }
    }
  }
}

it('is that of the maps, or stays if one fails, after random sequences of builds', async () => {
  for (let seed = 1; seed <= sample(12); seed++) {
    const builds = new Builds(random(seed));
    const acts: string[] = [];
    for (let i = 0; i < 8; i++) {
      acts.push(builds.change());
      await builds.run().catch((error: Error) => {
        error.message = `seed ${seed}, ${acts.join(', ')}: ${error.message}`;
        throw error;
      });
    }
  }
});

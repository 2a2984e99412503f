/** The module that a build writes next to its blobs. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { compiled } from '../../../test/compiled.js';
import { writeMap } from '../../../test/maps.js';
import { memoryCache } from '../../../test/memory-store.js';
import { prepIn, temporaryFolder } from '../../../test/prep.js';
import { load as loadAll } from '../../runtime/load-all.js';
import { type Config, parseConfig } from '../config/config.js';
import { findTargets } from '../config/targets.js';
import { build } from './build.js';
import type { BuildOptions } from './build-options.js';
import type { BuildEvent } from './events.js';

compiled();
let folder: string;
const at = (...names: string[]) => join(folder, ...names);
const read = (file: string) => readFileSync(at('out', file), 'utf8');
const partsIn = (text: string) => text.split('load = /* @__PURE__ */ loader(')[1]?.split(')')[0];

beforeEach(() => {
  folder = temporaryFolder();
  writeMap(at('maps/b 2.map'), 'noise', 20, 0.2, 2);
  writeMap(at('maps/deep/a.map'), 'noise', 60, 0.3, 1);
  mkdirSync(at('node_modules'));
  symlinkSync(process.cwd(), at('node_modules/gridprep'));
  writeFileSync(at('package.json'), '{"type":"module"}');
});

const FASTEST: Config = { inputs: [{ maps: 'maps/**/*.map', artifacts: { jps: {}, bounds: {} }, pack: true }] };
async function run(config: Config = FASTEST, options: Partial<BuildOptions> = {}) {
  const events: BuildEvent[] = [];
  const targets = await findTargets(parseConfig(config), folder, 'FILE');
  const onEvent = (event: BuildEvent) => void events.push(event);
  const how = { folder, out: at('out'), threads: 1, module: 'few', onEvent, ...options } as const;
  return { ...(await build(targets, how)), events };
}

interface Game {
  load: typeof loadAll;
  maps: Record<string, { url: string; fingerprint: string; width: number }>;
}

/** Whether a module gives each map a nav that finds what the whole `load` finds. */
function expectGame({ load, maps }: Game, names = ['b 2', 'deep/a']): void {
  expect(Object.keys(maps)).toEqual(names);
  for (const name of names) {
    const { url, fingerprint, width } = maps[name];
    const bytes = readFileSync(new URL(url));
    const [nav, whole] = [load(bytes, { fingerprint }), loadAll(bytes)];
    expect(nav.width).toBe(width);
    for (let x = 0; x < width; x++) expect(nav.findPath(0, 0, x, 9)).toEqual(whole.findPath(0, 0, x, 9));
  }
}

describe('the module of a build', () => {
  // Windows has no such names.
  it.skipIf(process.platform === 'win32')('has each map by its name, whatever the name is', async () => {
    const odd = ['\t', '\n', '"', '#', '%41', "'", '?', '\\', '`', '\u2028'].map((letter) => `a${letter}b`);
    const names = ['__proto__', ...odd, 'constructor'];
    for (const name of names) writeMap(at(`odd/${name}.map`), 'noise', 20, 0.2, 2);
    await run({ inputs: [{ maps: 'odd/*.map', artifacts: { jps: {} } }] });
    const game: Game = await import(pathToFileURL(at('out/index.js')).href);
    expect(Object.getPrototypeOf(game.maps)).toBe(Object.prototype);
    expectGame(game, names);
  });

  it('has the maps by name and a load with only their engines, in Node, with types', async () => {
    expect((await run()).module).toEqual({
      ...{ file: 'index.js', isNew: true, parts: ['boundsEngine', 'zstdPart'] },
    });
    expectGame(await import(pathToFileURL(at('out/index.js')).href));
    expect(read('index.d.ts')).toContain('maps: Record<"b 2" | "deep/a", NavAsset>;');
    expect(JSON.parse(read('manifest.json')).module).toBe('index.js');
  });

  it('has WebAssembly if a map has more than 128 x 128 cells', async () => {
    writeMap(at('maps/b 2.map'), 'noise', 128, 0.2, 2);
    await run({ inputs: [{ maps: 'maps/**/*.map', artifacts: { jps: {} }, codec: 'none' }] });
    expect(partsIn(read('index.js'))).toBe('jpsEngine');
    writeMap(at('maps/b 2.map'), 'noise', 129, 0.2, 2);
    await run({ inputs: [{ maps: 'maps/**/*.map', artifacts: { jps: {} }, codec: 'none' }] });
    expect(partsIn(read('index.js'))).toBe('jpsEngine, wasmPart');
  });

  it('is the same for the next build, and another one after a change of a map, an engine or a level', async () => {
    await run();
    const first = read('index.js');
    expect((await run()).module).toEqual({ file: 'index.js', isNew: false, parts: [] });
    expect(read('index.js')).toBe(first);
    writeMap(at('maps/b 2.map'), 'noise', 20, 0.2, 3);
    expect((await run()).module?.isNew).toBe(true);
    expect(read('index.js')).not.toBe(first);
    await run({ inputs: [{ maps: 'maps/*.map', artifacts: { jps: {}, hpa: {} }, diagonals: 'never' }] });
    expect(partsIn(read('index.js'))).toBe('jpsEngine, hpaEngine, zstdPart, diagonalsPart');
    // Not packed: each file has its own name.
    expect(read('index.d.ts')).toContain('"b 2.jps" | "b 2.hpa"');
    const none = { codec: 'none', artifacts: { hpa: {} } } as const;
    const agents = { small: {}, large: { size: 2 } };
    await run({ inputs: [{ maps: 'maps/*.map', ...none, agents }] });
    expect(partsIn(read('index.js'))).toBe('hpaEngine, agentsPart');
    expect(read('index.js')).toContain('"fingerprints":{"small":');
  });

  it('stays as it was if a map fails, a build is aborted, or writes nothing', async () => {
    await run();
    const first = read('index.js');
    writeFileSync(at('maps/c.map'), 'no map');
    writeMap(at('maps/b 2.map'), 'noise', 20, 0.2, 4);
    expect((await run()).module).toBeUndefined();
    expect(JSON.parse(read('manifest.json')).module).toBeUndefined();
    rmSync(at('maps/c.map'));
    await run(FASTEST, { dryRun: true });
    await expect(run(FASTEST, { signal: AbortSignal.abort(new Error('end')) })).rejects.toThrow('end');
    expect(read('index.js')).toBe(first);
    expect((await run()).module?.isNew).toBe(true);
  });

  it('names only files that are there, also if a map fails with --clean', async () => {
    await run();
    const before = read('index.js');
    const file = readdirSync(at('out')).find((name) => name.startsWith('b 2')) as string;
    rmSync(at('maps/b 2.map'));
    writeFileSync(at('maps/c.map'), 'no map');
    const failed = await run(FASTEST, { clean: true });
    expect([failed.orphans, failed.cleaned, read('index.js')]).toEqual([[file], false, before]);
    expect(existsSync(at(join('out', file)))).toBe(true);
    rmSync(at('maps/c.map'));
    expect(await run(FASTEST, { clean: true })).toMatchObject({ orphans: [file], cleaned: true });
    expect([existsSync(at(join('out', file))), read('index.js').includes('b 2')]).toEqual([false, false]);
  });

  it('is not written over another file, on request, or for too many maps, and removed with --clean', async () => {
    mkdirSync(at('out'));
    writeFileSync(at('out/index.js'), 'export const mine = 1;');
    const { module, events } = await run();
    expect(module).toBeUndefined();
    expect(events.flatMap((event) => (event.event === 'trouble' ? event.text : []))).toEqual([
      `${at('out/index.js')} is not of prep build and stays; move it, choose another outDir, or build with --no-module`,
    ]);
    expect(read('index.js')).toContain('mine');
    expect((await run(FASTEST, { clean: true, module: false })).orphans).toEqual([]);
    rmSync(at('out/index.js'));
    await run();
    const off = await run(FASTEST, { module: false });
    expect([off.orphans, off.module]).toEqual([['index.js', 'index.d.ts'], undefined]);
    const cleaned = await run(FASTEST, { module: false, clean: true });
    expect(cleaned.events.flatMap((event) => (event.event === 'removed' ? event.file : []))).toEqual(off.orphans);
    expect([existsSync(at('out/index.js')), existsSync(at('out/index.d.ts'))]).toEqual([false, false]);
  });

  it('has what other machines have baked, and no worlds', async () => {
    const { cache } = memoryCache();
    await run(FASTEST, { cache, out: at('elsewhere') });
    const world = { map: 'maps/deep/a.map', tile: 32, base: '.' };
    const { rows } = await run({ ...FASTEST, worlds: [world] }, { cache });
    expect(rows.map(({ status }) => status).sort()).toEqual(['built', 'fetched', 'fetched']);
    expect(read('index.js').split('\n').slice(1)).toEqual(
      readFileSync(at('elsewhere/index.js'), 'utf8').split('\n').slice(1),
    );
    expect((await run({ worlds: [world] })).orphans).toContain('index.js');
  });

  it('is in the lines and the JSON of the command, which can turn it off', async () => {
    writeFileSync(at('prep.config.json'), JSON.stringify(FASTEST));
    const { stdout } = await prepIn(folder, 'build');
    expect(stdout).toContain('out/index.js: the maps, and load with boundsEngine, zstdPart');
    const json = async (...flags: string[]) =>
      JSON.parse((await prepIn(folder, ['build', '--json', ...flags])).stdout.trim().split('\n').at(-1) ?? '').summary;
    expect(await json()).toMatchObject({ cached: 2, module: 'out/index.js', orphans: [] });
    expect(await json('--no-module')).toMatchObject({ orphans: ['index.js', 'index.d.ts'] });
    writeFileSync(at('prep.config.json'), JSON.stringify({ ...FASTEST, module: false }));
    expect((await json('--clean')).module).toBeUndefined();
    expect(readdirSync(at('out')).sort()).toEqual(['.prep-record', 'b 2.prep', 'deep', 'manifest.json']);
  });
});

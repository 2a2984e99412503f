/** Outputs of `prep build`; what it prints is in `recorded.test.ts`. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packAll as packBlobs } from '../../src/core/blob/agents.js';
import { bakeBounds } from '../../src/engines/bounds/bake.js';
import { bakeHierarchy } from '../../src/engines/ch/bake.js';
import { bakeHpa } from '../../src/engines/hpa/bake.js';
import { bakeJps } from '../../src/engines/jps/bake.js';
import { parseMap } from '../../src/maps/movingai.js';
import { readRecord } from '../../src/pipeline/build/record.js';
import { load } from '../../src/runtime/load-all.js';
import { build, JOBS } from '../../test/build.js';
import { mapText, writeMap } from '../../test/maps.js';
import { prepIn, temporaryFolder } from '../../test/prep.js';
import { IS_LONG } from '../../test/samples.js';

type Json = Record<string, unknown>;

/** A folder with three maps and a config. */
function project(
  config: Json = { inputs: [{ maps: 'maps/*.map', artifacts: { jps: {}, bounds: {} } }], outDir: 'out' },
): string {
  const folder = temporaryFolder();
  writeMap(join(folder, 'maps/a.map'), 'rooms', 40, 0.4, 1);
  writeMap(join(folder, 'maps/b.map'), 'noise', 30, 0.2, 2);
  writeMap(join(folder, 'maps/c.map'), 'maze', 15, 0, 3);
  configure(folder, config);
  return folder;
}

function configure(folder: string, config: Json): void {
  writeFileSync(join(folder, 'prep.config.json'), JSON.stringify({ threads: JOBS, ...config }));
}

function contents(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.prep'))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  );
}

const ALL = ['maps/a.map', 'maps/b.map', 'maps/c.map'];

describe('prep build', () => {
  it('names the walls assistant for maps without marks, and how many maps one answer serves', async () => {
    const folder = temporaryFolder();
    const layers = [{ type: 'tilelayer', name: 'Ground', width: 2, height: 1, data: [1, 1] }];
    const size = { width: 2, height: 1, tilewidth: 8, tileheight: 8 };
    const map = { type: 'map', orientation: 'orthogonal', ...size, layers, tilesets: [{ firstgid: 1, tilecount: 1 }] };
    for (const name of ['a', 'b']) writeFileSync(join(folder, `${name}.tmj`), JSON.stringify(map));
    writeFileSync(join(folder, 'prep.config.json'), '{"inputs":[{"maps":"*.tmj","preset":"fastest"}],"outDir":"out"}');
    const line =
      '2 maps have no marks of walls: click what blocks with npx gridprep view a.tmj; one answer serves all ';
    expect((await prepIn(folder, 'build')).stderr).toContain(`prep: ${line}2 maps of its input`);
    rmSync(join(folder, 'prep.config.json'));
    expect((await prepIn(folder, 'init')).stdout).toContain(`  ${line}2 maps of its input`);
  });

  it('writes what the single commands write, a manifest, and says so in lines and a table', async () => {
    const folder = project();
    const { code, stdout, stderr } = await prepIn(folder, 'build');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const grid = parseMap(readFileSync(join(folder, 'maps/a.map')));
    expect(readFileSync(join(folder, 'out/a.jps.prep'))).toEqual(Buffer.from(await bakeJps(grid, { map: 'a.map' })));
    expect(readFileSync(join(folder, 'out/a.bounds.prep'))).toEqual(
      Buffer.from(await bakeBounds(grid, { map: 'a.map' })),
    );
    expect(stdout).toMatch(
      /^map +artifacts +bytes +bake s\nmaps\/a\.map {2}jps bounds +\d+ +\d+\.\d\d {2}built \(new\)$/m,
    );
    expect(stdout).toMatch(/^3 maps: 3 built; [\d.]+ kB, \d+\.\d\d s$/m);
    const manifest = JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8'));
    expect(manifest.outputs.map((o: Json) => o.file)).toEqual([
      'a.bounds.prep',
      'a.jps.prep',
      'b.bounds.prep',
      'b.jps.prep',
      'c.bounds.prep',
      'c.jps.prep',
    ]);
    expect(manifest.outputs[1]).toMatchObject({
      map: 'maps/a.map',
      artifacts: ['jps'],
      bytes: statSync(join(folder, 'out/a.jps.prep')).size,
      width: 40,
    });
  });

  it('does nothing the second time, whatever the times of the files', async () => {
    const folder = project();
    await build(folder);
    for (const file of ['maps/a.map', 'out/b.jps.prep']) utimesSync(join(folder, file), 0, 0);
    utimesSync(join(folder, 'maps/c.map'), 4e9, 4e9);
    const before = readdirSync(join(folder, 'out')).map((name) => statSync(join(folder, 'out', name)).mtimeMs);
    expect((await build(folder)).cached).toEqual(ALL);
    expect(readdirSync(join(folder, 'out')).map((name) => statSync(join(folder, 'out', name)).mtimeMs)).toEqual(before);
  });

  it('writes the same bytes at every number of threads, in every file', async () => {
    const folder = project({ inputs: [{ maps: 'maps/*.map', preset: 'fastest', artifacts: { hpa: {} } }] });
    writeMap(join(folder, 'maps/large.map'), 'noise', 60, 0.1, 9);
    const files = [];
    for (const threads of IS_LONG ? [1, 2, 4] : [1, 3]) {
      await build(folder, { threads, out: `out${threads}` });
      files.push({
        ...contents(join(folder, `out${threads}`)),
        manifest: readFileSync(join(folder, `out${threads}/manifest.json`), 'utf8'),
      });
    }
    expect(Object.keys(files[0])).toHaveLength(5);
    for (const others of files) expect(others).toEqual(files[0]);
  });

  it('packs, with presets that artifacts are laid over', async () => {
    const folder = project({
      preset: 'fastest',
      inputs: [{ maps: 'maps/a.map', artifacts: { bounds: false, ch: false, hpa: { cluster: 8 } } }],
    });
    await build(folder);
    const grid = parseMap(readFileSync(join(folder, 'maps/a.map')));
    const parts = [await bakeJps(grid, { map: 'a.map' }), await bakeHpa(grid, { map: 'a.map', cluster: 8 })];
    expect(readFileSync(join(folder, 'out/a.prep'))).toEqual(Buffer.from(packBlobs(parts)));
  });

  it('bakes with preset fastest what each map can have, also with costs and without diagonals', async () => {
    const weighted = { maps: 'maps/a.map', costs: { '.': 3 }, diagonals: 'never' };
    const folder = project({ preset: 'fastest', inputs: [weighted, { maps: 'maps/b.map', diagonals: 'never' }] });
    await build(folder);
    const { outputs } = JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8'));
    expect(outputs.map(({ artifacts }: { artifacts: string[] }) => artifacts)).toEqual([['ch'], ['jps', 'bounds']]);
    expect(load(readFileSync(join(folder, 'out/a.prep'))).engine).toBe('ch');
    expect((await build(folder)).cached).toEqual(['maps/a.map', 'maps/b.map']);
  });

  it('knows costs of letters', async () => {
    const artifacts = { hpa: {}, jps: {}, ch: {} };
    const folder = project({ inputs: [{ maps: 'maps/a.map', costs: { '.': 3 }, artifacts }] });
    await build(folder);
    const grid = parseMap(readFileSync(join(folder, 'maps/a.map')), { costs: { '.': 3 } });
    for (const [name, bake] of Object.entries({ hpa: bakeHpa, jps: bakeJps, ch: bakeHierarchy }))
      expect(readFileSync(join(folder, `out/a.${name}.prep`))).toEqual(Buffer.from(await bake(grid, { map: 'a.map' })));
  });
});

describe('what is built again', () => {
  it.each<[string, (folder: string) => void, string]>([
    ['a map that changed', (f) => writeFileSync(join(f, 'maps/b.map'), mapText('noise', 30, 0.2, 77)), 'map changed'],
    ['an output that is gone', (f) => rmSync(join(f, 'out/b.jps.prep')), 'output is gone'],
    ['an output that is garbage', (f) => writeFileSync(join(f, 'out/b.jps.prep'), 'garbage'), 'output is damaged'],
    [
      'an output of another map',
      (f) => writeFileSync(join(f, 'out/b.jps.prep'), readFileSync(join(f, 'out/a.jps.prep'))),
      'output is damaged',
    ],
  ])('%s, alone', async (_, spoil, reason) => {
    const folder = project();
    await build(folder);
    const whole = contents(join(folder, 'out'));
    spoil(folder);
    expect((await build(folder, { dryRun: true })).stale).toEqual(['maps/b.map']);
    const { built, cached, reasons } = await build(folder);
    expect({ built, cached, reasons }).toEqual({
      built: ['maps/b.map'],
      cached: ['maps/a.map', 'maps/c.map'],
      reasons: { 'maps/b.map': reason },
    });
    if (reason !== 'map changed') expect(contents(join(folder, 'out'))).toEqual(whole);
    expect((await build(folder)).cached).toEqual(ALL);
  });

  it.each<[Json, string]>([
    [{ terrain: '.' }, 'map.terrain ".GS", now "."'],
    [{ artifacts: { jps: { storeLandmarks: true }, bounds: {} } }, 'jps.storeLandmarks false, now true'],
    [{ codec: 'none' }, 'jps.codec "zstd", now "none"; bounds.codec "zstd", now "none"'],
  ])('all of it with %j', async (change, reason) => {
    const input = { maps: 'maps/b.map', artifacts: { jps: {}, bounds: {} } };
    const folder = project({ inputs: [input] });
    await build(folder);
    configure(folder, { inputs: [{ ...input, ...change }] });
    expect((await build(folder)).reasons).toEqual({ 'maps/b.map': reason });
    expect((await build(folder)).cached).toEqual(['maps/b.map']);
  });

  it('a pack in which an option of one artifact has changed', async () => {
    const folder = project({ inputs: [{ maps: 'maps/a.map', preset: 'fastest' }] });
    await build(folder);
    configure(folder, {
      inputs: [{ maps: 'maps/a.map', preset: 'fastest', artifacts: { jps: { storeLandmarks: true } } }],
    });
    const { reasons } = await build(folder);
    expect(reasons).toEqual({ 'maps/a.map': 'jps.storeLandmarks false, now true' });
    const taken = readFileSync(join(folder, 'out/a.prep'));
    await build(folder, { force: true });
    expect(readFileSync(join(folder, 'out/a.prep'))).toEqual(taken);
  });

  it('a map whose choice left out what the config names now', async () => {
    const input = { maps: 'maps/a.map', preset: 'fastest' };
    const folder = project({ inputs: [input] });
    const artifacts = () => JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8')).outputs[0].artifacts;
    await build(folder);
    const chosen = artifacts();
    expect(chosen).toEqual(['jps', 'bounds']);
    configure(folder, { inputs: [{ ...input, artifacts: { ch: {} } }] });
    const { reasons } = await build(folder);
    expect(reasons).toEqual({ 'maps/a.map': 'ch was left out, now the config names it' });
    expect(artifacts()).toEqual(['jps', 'bounds', 'ch']);
    expect((await build(folder)).cached).toEqual(['maps/a.map']);
    configure(folder, { inputs: [input] });
    expect((await build(folder)).reasons).toEqual({
      'maps/a.map': 'ch is no longer named by the config: the map chooses again',
    });
    expect(artifacts()).toEqual(chosen);
  });

  it('nothing after the whole project has moved', async () => {
    const folder = project();
    await build(folder);
    renameSync(join(folder, 'maps'), join(folder, 'moved-maps'));
    mkdirSync(join(folder, 'sub'));
    for (const name of ['out', 'moved-maps', 'prep.config.json'])
      renameSync(join(folder, name), join(folder, 'sub', name.replace('moved-', '')));
    expect((await build(join(folder, 'sub'))).cached).toEqual(ALL);
  });

  it('everything when the record is lost, edited or cut off', async () => {
    const folder = project();
    await build(folder);
    const record = join(folder, 'out/.prep-record');
    const bytes = readFileSync(record);
    const edited = Buffer.from(bytes);
    edited[60] ^= 1;
    const recorded = async () =>
      JSON.stringify(Object.fromEntries(await readRecord(join(folder, 'out')))).replace(
        /"seconds":[\d.e-]+/g,
        '"seconds":0',
      );
    const text = await recorded();
    expect(JSON.parse(text)).toMatchObject({ 'a.jps.prep': { map: 'maps/a.map', artifacts: [{ name: 'jps' }] } });
    const half = bytes.subarray(0, bytes.length / 2);
    for (const spoiled of IS_LONG
      ? [undefined, half, edited, Buffer.from('[]'), Buffer.alloc(0)]
      : [undefined, edited]) {
      if (spoiled === undefined) rmSync(record);
      else writeFileSync(record, spoiled);
      expect((await build(folder)).built).toEqual(ALL);
      expect(await recorded()).toBe(text);
    }
  });
});

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { packAll as packBlobs } from '../../src/core/blob/agents.js';
import { bakeBounds } from '../../src/core/bounds/bake.js';
import { bakeHierarchy } from '../../src/core/ch/bake.js';
import { bakeHpa } from '../../src/core/hpa/bake.js';
import { bakeJps } from '../../src/core/jps/bake.js';
import { parseMap } from '../../src/core/maps/movingai.js';
import { load } from '../../src/core/runtime/load-all.js';
import { readRecord } from '../../src/pipeline/build/record.js';
import { build, JOBS } from '../../test/build.js';
import { mapText, writeMap } from '../../test/maps.js';
import { firstObject, good, prepAlone, prepIn, temporaryFolder } from '../../test/prep.js';
import { ALL_SAMPLES } from '../../test/samples.js';

type Json = Record<string, unknown>;

/** A folder with three maps and a config. */
function project(
  config: Json = { inputs: [{ maps: 'maps/*.map', artifacts: { jps: {}, bounds: {} } }], outDir: 'out' },
): string {
  const folder = temporaryFolder();
  writeMap(join(folder, 'maps/a.map'), 'rooms', 40, 0.4, 1);
  writeMap(join(folder, 'maps/b.map'), 'noise', 30, 0.2, 2);
  writeMap(join(folder, 'maps/c.map'), 'maze', 21, 0, 3);
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

describe('a config of a stranger', () => {
  it('gets no credentials for the cache that it names, and builds without', async () => {
    vi.stubEnv('GRIDPREP_CACHE_PASSWORD', 'hush');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const cache = 'redis://127.0.0.1:1';
    const folder = project({ inputs: [{ maps: 'maps/a.map', artifacts: { jps: {} } }], cache });
    const text = `prep: cache ${cache}: a config names this address, so no credentials are sent there; to send them, set GRIDPREP_CACHE_HOST=127.0.0.1:1 in the environment\n`;
    const off =
      `prep: cache ${cache}: cannot be reached (ECONNREFUSED); going on without it\n` +
      'prep: cache: 3 of 3 requests failed\n';
    expect(await prepAlone(folder, ['build', '--quiet'])).toEqual({ code: 0, stdout: '', stderr: text + off });
    expect(await prepAlone(folder, ['build', '--quiet', '--force', '--cache', cache])).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining(text),
    });
  });

  it('writes nothing outside of its project; --out-dir does', async () => {
    const folder = project({ inputs: [{ maps: 'maps/a.map', artifacts: { jps: {} } }], outDir: '../elsewhere' });
    const stderr =
      'prep: prep.config.json: outDir is "../elsewhere", which lies neither below the config\'s folder nor below the working folder; name another one, or this one with --out-dir\n';
    for (const argv of [['build'], ['jps']])
      expect(await prepIn(folder, argv)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(stderr),
      });
    expect(await prepIn(folder, ['build', '--quiet', '--out-dir', 'a/../b'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(readdirSync(join(folder, 'b'))).toContain('a.jps.prep');
  });
});

describe('prep build', () => {
  it('writes what the single commands write, a manifest, and says so in lines and a table', async () => {
    const folder = project();
    const { code, stdout, stderr } = await prepIn(folder, ['build']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const grid = parseMap(readFileSync(join(folder, 'maps/a.map')));
    expect(readFileSync(join(folder, 'out/a.jps.prep'))).toEqual(Buffer.from(await bakeJps(grid, { map: 'a.map' })));
    expect(readFileSync(join(folder, 'out/a.bounds.prep'))).toEqual(
      Buffer.from(await bakeBounds(grid, { map: 'a.map' })),
    );
    expect(stdout).toMatch(
      /^map +artifacts +bytes +B per open cell +bake s\nmaps\/a\.map {2}jps bounds +\d+ +\d\.\d{3} +\d+\.\d\d {2}built \(new\)$/m,
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
    writeMap(join(folder, 'maps/large.map'), 'noise', 80, 0.1, 9);
    const files = [];
    for (const threads of ALL_SAMPLES ? [1, 2, 4] : [1, 3]) {
      await build(folder, { threads, out: `out${threads}` });
      files.push({
        ...contents(join(folder, `out${threads}`)),
        manifest: readFileSync(join(folder, `out${threads}/manifest.json`), 'utf8'),
      });
    }
    expect(Object.keys(files[0])).toHaveLength(5);
    for (const others of files) expect(others).toEqual(files[0]);
  });

  it('reads a module, and names its folder beside which paths are', async () => {
    const folder = project();
    writeFileSync(
      join(folder, 'other.mjs'),
      'export default { inputs: [{ maps: ["maps/*.map"], exclude: "maps/b*", artifacts: { jps: {} } }], outDir: "blobs" };',
    );
    expect((await prepIn(folder, ['build', 'other.mjs', '-q'])).code).toBe(0);
    expect(readdirSync(join(folder, 'blobs')).sort()).toEqual([
      '.prep-record',
      'a.jps.prep',
      'c.jps.prep',
      'manifest.json',
    ]);
  });

  it('keeps the folders that a glob finds', async () => {
    const folder = project({ inputs: [{ maps: 'maps/**/*.map', artifacts: { jps: {} } }] });
    writeMap(join(folder, 'maps/deep/er/a.map'), 'noise', 9, 0.2, 2);
    await build(folder);
    expect(existsSync(join(folder, 'out/deep/er/a.jps.prep'))).toBe(true);
  });

  it.each([
    'maps/**/*.map',
    'maps/deep/**/*.map',
    'maps/deep/er/*.map',
    'maps/deep/er/a.map',
    './x/../maps/{deep,other}/er/a.map',
    'ABSOLUTE',
  ])('gives outputs of a map the same names whatever glob finds it: %s', async (maps) => {
    const folder = project();
    writeMap(join(folder, 'maps/deep/er/a.map'), 'noise', 9, 0.2, 2);
    configure(folder, {
      inputs: [{ maps: maps.replace('ABSOLUTE', join(folder, 'maps/deep/er/*.map')), artifacts: { jps: {} } }],
    });
    // From another folder, too, where the glob is absolute.
    const calls = [
      [folder, 'prep.config.json'],
      ...(maps === 'ABSOLUTE' ? [[join(folder, 'maps/deep'), '../../prep.config.json']] : []),
    ];
    for (const [at, config] of calls) {
      expect(await prepIn(at, ['build', '-q', config])).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(readdirSync(join(folder, 'out/deep/er'))).toEqual(['a.jps.prep']);
      const { outputs } = JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8'));
      expect(outputs).toContainEqual(
        expect.objectContaining({ file: 'deep/er/a.jps.prep', map: 'maps/deep/er/a.map' }),
      );
    }
  });

  it('gives maps from elsewhere names inside out, or from the base that is said', async () => {
    const folder = project();
    mkdirSync(join(folder, 'tools/prep'), { recursive: true });
    writeMap(join(folder, 'maps/deep/a.map'), 'noise', 9, 0.2, 2);
    const config = join(folder, 'tools/prep/prep.config.json');
    const built = async (value: Json) => {
      rmSync(join(folder, 'tools/prep/out'), { recursive: true, force: true });
      writeFileSync(config, JSON.stringify(value));
      const { code, stderr } = await prepIn(join(folder, 'maps'), ['build', '-q', config]);
      return code === 0
        ? readdirSync(join(folder, 'tools/prep/out'), { recursive: true })
            .filter((name) => /[ab]\.jps/.test(`${name}`))
            .sort()
        : stderr;
    };
    for (const root of ['../..', folder]) {
      const inputs = [{ maps: `${root}/maps/**/*.map`, artifacts: { jps: {} } }];
      expect(await built({ inputs })).toEqual(['a.jps.prep', 'b.jps.prep', 'deep/a.jps.prep']);
      expect(await built({ inputs, base: '../..' })).toEqual([
        'maps/a.jps.prep',
        'maps/b.jps.prep',
        'maps/deep/a.jps.prep',
      ]);
      expect(await built({ inputs, base: '.' })).toBe(
        `prep: ${config}: inputs[0]: ../../maps/a.map is not below the base ".", so its outputs would not lie below out; give a base above it\n`,
      );
    }
  });

  it('bakes a table from the hpa blob of the same map, and again when that is baked again', async () => {
    const folder = project({ inputs: [{ maps: 'maps/*.map', preset: 'tables', pack: false }] });
    expect((await prepIn(folder, ['build', '-q'])).code).toBe(0);
    const blobs = ['hpa', 'table'].map((name) => join(folder, `out/a.${name}.prep`));
    await good('verify', ...blobs);
    configure(folder, {
      inputs: [{ maps: 'maps/*.map', preset: 'tables', pack: false, artifacts: { hpa: { cluster: 6 } } }],
    });
    expect((await prepIn(folder, ['build', '-q'])).code).toBe(0);
    await good('verify', ...blobs);
    configure(folder, { inputs: [{ maps: 'maps/*.map', artifacts: { table: {} } }] });
    expect((await prepIn(folder, ['build'])).stderr).toBe(
      'prep: prep.config.json: inputs[0]: table is made from hpa; bake that, too\n',
    );
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

  it('bakes with preset fastest what each map can have, with costs and without diagonals, too', async () => {
    const priced = { maps: 'maps/a.map', costs: { '.': 3 }, diagonals: 'never' };
    const folder = project({ preset: 'fastest', inputs: [priced, { maps: 'maps/b.map', diagonals: 'never' }] });
    await build(folder);
    const { outputs } = JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8'));
    expect(outputs.map(({ artifacts }: { artifacts: string[] }) => artifacts)).toEqual([['ch'], ['jps', 'bounds']]);
    expect(load(readFileSync(join(folder, 'out/a.prep'))).engine).toBe('ch');
    expect((await build(folder)).cached).toEqual(['maps/a.map', 'maps/b.map']);
  });

  it('knows costs of letters', async () => {
    const folder = project({ inputs: [{ maps: 'maps/a.map', costs: { '.': 3 }, artifacts: { hpa: {} } }] });
    await build(folder);
    const grid = parseMap(readFileSync(join(folder, 'maps/a.map')), { costs: { '.': 3 } });
    expect(readFileSync(join(folder, 'out/a.hpa.prep'))).toEqual(Buffer.from(await bakeHpa(grid, { map: 'a.map' })));
    const other = project({ inputs: [{ maps: 'maps/a.map', costs: { '.': 3 }, artifacts: { jps: {} } }] });
    await build(other);
    expect(readFileSync(join(other, 'out/a.jps.prep'))).toEqual(Buffer.from(await bakeJps(grid, { map: 'a.map' })));
    const ch = project({ inputs: [{ maps: 'maps/a.map', costs: { '.': 3 }, artifacts: { ch: {} } }] });
    await build(ch);
    expect(readFileSync(join(ch, 'out/a.ch.prep'))).toEqual(Buffer.from(await bakeHierarchy(grid, { map: 'a.map' })));
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

  it('in a pack only what changed: the rest is taken over', async () => {
    const folder = project({ inputs: [{ maps: 'maps/a.map', preset: 'fastest' }] });
    await build(folder);
    configure(folder, {
      inputs: [{ maps: 'maps/a.map', preset: 'fastest', artifacts: { jps: { storeLandmarks: true } } }],
    });
    const { events, reasons } = await build(folder);
    expect(reasons).toEqual({ 'maps/a.map': 'jps.storeLandmarks false, now true' });
    // Boxes would have told how far they are.
    expect(events.filter(({ event }) => event === 'progress')).toEqual([]);
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
    for (const spoiled of ALL_SAMPLES
      ? [undefined, half, edited, Buffer.from('[]'), Buffer.alloc(0)]
      : [undefined, edited]) {
      if (spoiled === undefined) rmSync(record);
      else writeFileSync(record, spoiled);
      expect((await build(folder)).built).toEqual(ALL);
      expect(await recorded()).toBe(text);
    }
  });
});

describe('flags', () => {
  it('--dry-run and --check write nothing', async () => {
    const folder = project();
    const dry = await prepIn(folder, ['build', '--dry-run']);
    expect({ code: dry.code, stderr: dry.stderr }).toEqual({ code: 0, stderr: '' });
    expect(dry.stdout).toMatch(/^maps\/a\.map {2}jps bounds +would be built \(new\)$/m);
    const { code, stdout, stderr } = await prepIn(folder, ['build', '--check', '--json']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'prep: 3 of 3 maps are not up to date; run prep build\n' });
    expect(stdout.split('\n')[0]).toBe('{"event":"start","maps":3,"stale":3,"orphans":[]}');
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  it('--clean removes what nothing asks for any more, and nothing else', async () => {
    const folder = project();
    await build(folder);
    rmSync(join(folder, 'maps/a.map'));
    configure(folder, { inputs: [{ maps: 'maps/*.map', artifacts: { jps: {} } }] });
    writeFileSync(join(folder, 'out/b.bounds.prep'), 'not ours');
    writeFileSync(join(folder, 'out/mine.prep'), 'not ours');
    const { stdout } = await prepIn(folder, ['build']);
    expect(stdout).toContain('4 outputs that the config no longer names; prep build --clean removes them\n');
    expect((await prepIn(folder, ['build', '--clean', '--check'])).stderr).toBe(
      'prep: 4 outputs to be removed; run prep build\n',
    );
    const removed = await prepIn(folder, ['build', '--clean']);
    expect(removed.stdout.match(/(?<=^removed ).*/gm)).toEqual([
      'out/a.bounds.prep',
      'out/a.jps.prep',
      'out/c.bounds.prep',
    ]);
    expect(readdirSync(join(folder, 'out')).sort()).toEqual([
      '.prep-record',
      'b.bounds.prep',
      'b.jps.prep',
      'c.jps.prep',
      'manifest.json',
      'mine.prep',
    ]);
    expect((await prepIn(folder, ['build', '--clean', '--check', '-q'])).code).toBe(0);
  });

  it('--clean removes nothing where a glob matches nothing', async () => {
    const folder = project({ inputs: [{ maps: ['maps/a.map', 'maps/[bc].map'], artifacts: { jps: {} } }] });
    await build(folder);
    const before = readdirSync(join(folder, 'out'));
    for (const map of ['b', 'c']) rmSync(join(folder, `maps/${map}.map`));
    expect(await prepIn(folder, ['build', '--clean'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'prep: prep.config.json: inputs[0].maps[1] is "maps/[bc].map", which matches no file\n',
    });
    expect(readdirSync(join(folder, 'out'))).toEqual(before);
  });

  it('override the config', async () => {
    const folder = project({ inputs: [{ maps: 'maps/*.map', artifacts: { jps: {} } }] });
    await prepIn(folder, [
      'build',
      '--preset',
      'tiny',
      '--terrain',
      '.G',
      '--codec',
      'none',
      '--no-pack',
      '-d',
      'elsewhere',
    ]);
    const { stdout } = await prepIn(folder, ['inspect', 'elsewhere/a.jps.prep', '--json']);
    expect(firstObject(stdout)).toMatchObject({
      terrain: '.G',
      metadata: [{ options: { store: 'grid', codec: 'none' } }],
    });
  });

  it('--quiet prints nothing', async () => {
    expect(await prepIn(project(), ['build', '-q'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('--max-memory refuses what does not fit, before it is read', async () => {
    const folder = project({ inputs: [{ maps: 'maps/*.map', artifacts: { jps: {} } }] });
    writeMap(join(folder, 'maps/b.map'), 'rooms', 400, 0.2, 2);
    const { code, stderr } = await prepIn(folder, ['build', '--max-memory', '107MB', '-q']);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^prep: maps\/b\.map: baking it takes up to \d+ MB and --max-memory allows 107 MB: raise that, or bake less from this map\n/,
    );
    expect(stderr.trimEnd()).toMatch(/\nprep: 1 of 3 maps failed: maps\/b\.map$/);
    expect((await build(folder)).built).toEqual(['maps/b.map']);
  });
});

describe('failing maps', () => {
  it('do not stop the others, and are named', async () => {
    const folder = project();
    writeFileSync(join(folder, 'maps/bad.map'), 'type octile\nheight 1\nwidth 2\nmap\n.x\n');
    writeFileSync(join(folder, 'maps/empty.map'), '');
    const { code, stdout, stderr } = await prepIn(folder, ['build']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^5 maps: 3 built, 2 failed; /m);
    expect(stderr.trimEnd().split('\n').sort()).toEqual([
      'prep: 2 of 5 maps failed: maps/bad.map, maps/empty.map',
      'prep: maps/bad.map:5:2: unknown terrain letter "x"; known are .GSTWO@',
      'prep: maps/empty.map: the file is empty; expected a MovingAI map, which starts with "type octile"',
    ]);
    const manifest = readFileSync(join(folder, 'out/manifest.json'), 'utf8');
    expect(manifest).toContain('"a.jps.prep"');
    expect(manifest).not.toContain('bad.map');
  });

  it('leave their old outputs, but not in the manifest', async () => {
    const folder = project();
    await build(folder);
    writeFileSync(join(folder, 'maps/b.map'), 'no map');
    expect((await prepIn(folder, ['build', '-q'])).code).toBe(1);
    expect(existsSync(join(folder, 'out/b.jps.prep'))).toBe(true);
    expect(readFileSync(join(folder, 'out/manifest.json'), 'utf8')).not.toContain('"b.jps.prep"');
  });

  it('--bail stops at the first', async () => {
    const folder = project();
    // The largest comes first.
    writeFileSync(join(folder, 'maps/bad.map'), `no map${'\n'.repeat(5000)}`);
    const { code, stdout, stderr } = await prepIn(folder, ['build', '--bail', '--threads', '1']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^4 maps: 1 failed, 3 not tried; /m);
    expect(stderr).toMatch(/\nprep: 1 of 4 maps failed: maps\/bad\.map; 3 not tried\n$/);
  });
});

describe('a wrong command line or config', () => {
  it.each<[string[], string]>([
    [['build', 'nope.json'], 'nope.json: no such file or folder'],
    [['build', '--threads', 'x'], '--threads is not a number, allowed is a whole number from 0 to 256'],
    [['build', '--max-memory', '2'], '--max-memory is "2", expected a number and a unit, for example --max-memory 2GB'],
    [
      ['build', '--preset', 'best'],
      '--preset is "best", allowed are "tiny", "balanced", "fastest", "server", "tables"',
    ],
    [['build', '--check', '--force'], '--check and --force exclude each other; give one of them'],
    [['build', '--terrain', 'x'], 'terrain profile has unknown letter "x"; known are .GSTWO@'],
  ])('%j is answered in one line', async (argv, message) => {
    expect(await prepIn(project(), argv)).toEqual({ code: 2, stdout: '', stderr: `prep: ${message}\n` });
  });

  it.each<[string, string]>([
    ['{', 'prep.config.json:1:2: this is not JSON: '],
    ['{"inputs":[]}', 'prep.config.json: inputs is [], expected a list of one or more\n'],
    [
      '{"inputs":[{"maps":"nope/*.map","artifacts":{"jps":{}}}]}',
      'prep.config.json: inputs[0].maps is "nope/*.map", which matches no file\n',
    ],
    [
      '{"inputs":[{"maps":"maps/*.map"}]}',
      'prep.config.json: inputs[0] bakes nothing; give artifacts (jps, bounds, ch, hpa, table) or a preset (tiny, balanced, fastest, server, tables)\n',
    ],
    [
      '{"inputs":[{"maps":"maps/a.map","artifacts":{"jps":{}}},{"maps":"maps/*.map","artifacts":{"jps":{}}}]}',
      'prep.config.json: maps/a.map is matched twice and would be written to a.jps.prep both times; give them different names or configs\n',
    ],
    [
      '{"inputs":[{"maps":"maps/a.map","artifacts":{"hpa":{}},"costs":{"@":2}}]}',
      'prep.config.json: inputs[0].costs: a cost is given for "@", which is not open; letters read as open are ".GS", see --terrain\n',
    ],
  ])('config %s is answered in one line', async (text, message) => {
    const folder = project();
    writeFileSync(join(folder, 'prep.config.json'), text);
    const { code, stdout, stderr } = await prepIn(folder, ['build']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.startsWith(`prep: ${message}`)).toBe(true);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('says so when there is no config, or more than one', async () => {
    const folder = project();
    writeFileSync(join(folder, 'prep.config.mjs'), '');
    expect((await prepIn(folder, ['build'])).stderr).toBe(
      'prep: prep.config.json and prep.config.mjs are both here; name the one to use\n',
    );
    expect((await prepIn(join(folder, 'maps'), ['build'])).stderr).toBe(
      'prep: no prep.config.json or prep.config.mjs here; name a config, or see prep build --help for one to start with\n',
    );
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/prep.js';
import { ConfigError } from '../../core/errors.js';
import { type Config, parseConfig } from './config.js';
import { inputFiles, nameOf } from './inputs.js';
import { legendFiles } from './reading.js';
import { findTargets, type Overrides } from './targets.js';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  save('maps/a.map', 'maps/b.map', 'maps/deep/c.map');
});

function save(...files: string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), file.endsWith('.json') ? '{"#000000":3}' : '');
  }
}

const find = async (config: Config, overrides: Overrides = {}) =>
  findTargets(parseConfig(config), folder, 'FILE', overrides);
const JPS = { artifacts: { jps: {} } };
const one = async (input: object, all: object = {}, overrides: Overrides = {}) =>
  (await find({ inputs: [{ maps: 'maps/a.map', ...JPS, ...input }], ...all }, overrides))[0];

describe('the maps of a config', () => {
  const files = async (input: object) =>
    (await find({ inputs: [{ maps: 'maps/*.map', ...JPS, ...input }] })).map(({ map }) => map);

  it('are those of its globs, in their order, each once, but for what is left out', async () => {
    expect(await files({})).toEqual(['maps/a.map', 'maps/b.map']);
    expect(await files({ maps: ['maps/b.map', './maps/*.map'] })).toEqual(['maps/b.map', 'maps/a.map']);
    expect(await files({ maps: 'maps\\**\\*.map', exclude: 'maps/b*' })).toEqual(['maps/a.map', 'maps/deep/c.map']);
    expect(await files({ maps: ['maps/**/*.map'], exclude: ['maps/b*', 'maps/a*'] })).toEqual(['maps/deep/c.map']);
    save('maps/level (1).map', 'maps/[id].map');
    const names = ['maps/level \\(1\\).map', 'maps/\\[id\\].map'];
    expect(await files({ maps: names })).toEqual(['maps/level (1).map', 'maps/[id].map']);
    await expect(files({ maps: 'x/*' })).rejects.toThrow(
      new ConfigError('FILE: inputs[0].maps is "x/*", which matches no file'),
    );
    // A folder is no map.
    await expect(files({ maps: ['maps/a.map', 'maps/deep'] })).rejects.toThrow(
      new ConfigError('FILE: inputs[0].maps[1] is "maps/deep", which matches no file'),
    );
  });

  it.each<[string, string | undefined, string]>([
    ['a.map', undefined, 'a'],
    ['maps/a.map', undefined, 'a'],
    ['maps/deep/c.map', undefined, 'deep/c'],
    ['../../maps/deep/c.map', undefined, 'deep/c'],
    ['maps/deep/c.map', '.', 'maps/deep/c'],
    ['maps/deep/c.map', 'maps/deep', 'c'],
    ['../maps/c.map', '..', 'maps/c'],
  ])('give names to their outputs: %s below %s is %s', (map, base, name) => {
    expect(nameOf(map, base, '/game/tools', 'FILE')).toBe(name);
  });

  it.each([
    'maps/**/*.map',
    'maps/deep/**/*.map',
    'maps/deep/*.map',
    'maps/deep/c.map',
    './x/../maps/{deep,other}/c.map',
    'ABSOLUTE',
  ])('give their outputs the same names whatever glob finds them: %s', async (glob) => {
    const targets = await find({
      inputs: [{ maps: glob.replace('ABSOLUTE', join(folder, 'maps/deep/*.map')), ...JPS }],
    });
    const { map, outputs } = targets.at(-1) ?? {};
    expect([map, outputs?.[0].file]).toEqual(['maps/deep/c.map', 'deep/c.jps.prep']);
  });

  it('that are not below the base are refused', () => {
    expect(nameOf('/game/tools/maps/c.map', undefined, '/game/tools', 'FILE')).toBe('maps/c');
    const refused = (map: string, base?: string) => () => nameOf(map, base, '/game/tools', 'FILE');
    expect(refused('maps/a.map', 'other')).toThrow(
      'FILE: maps/a.map is not below the base "other", so its outputs would not lie below out; give a base above it',
    );
    expect(refused('/maps/a.map')).toThrow('FILE: /maps/a.map is not below the base "."');
  });

  it('are watched with the config and the files next to them', async () => {
    save('legends/p.json', 'legends/l.json', 'legends/c.json', 'parts/0_0.map', 'parts/1_0.map', 'big/w.map');
    const config = parseConfig({
      png: { legend: 'legends/p.json' },
      inputs: [
        { maps: ['maps/*.map', 'maps/d*/*.map'], ...JPS, ldtk: { legend: 'legends/l.json' } },
        { maps: 'more/deep/a.map', ...JPS },
      ],
      worlds: [{ map: 'parts', csv: { legend: 'legends/c.json' } }, { map: 'big/w.map' }, { map: 'none/x.map' }],
    });
    const at = (name: string) => join(folder, name);
    const recorded = [{ map: 'maps/a.map', beside: { '../sets/t.tsx': '1' } }, { map: 'maps/b.map' }];
    const found = await inputFiles({ config, folder, file: at('prep.config.json') }, recorded);
    expect(found).toEqual(
      [
        ...['big/w.map', 'legends/c.json', 'legends/l.json', 'legends/p.json', 'maps/a.map', 'maps/b.map'],
        ...['maps/deep/c.map', 'none/x.map', 'parts/0_0.map', 'parts/1_0.map', 'prep.config.json', 'sets/t.tsx'],
      ].map(at),
    );
    const flat = parseConfig({ inputs: [{ maps: '*.map', ...JPS }] });
    expect(legendFiles({ ...flat, png: { legend: { a: 1 } } }, folder)).toEqual([]);
  });
});

describe('what is baked from a map', () => {
  const outputs = async (...args: Parameters<typeof one>) =>
    (await one(...args)).outputs.map(({ file, artifacts }) => [file, ...artifacts.map(({ name }) => name)]);

  it('is a file an artifact, or a pack of several', async () => {
    const artifacts = { hpa: {}, jps: {} };
    expect(await outputs({ artifacts })).toEqual([
      ['a.jps.prep', 'jps'],
      ['a.hpa.prep', 'hpa'],
    ]);
    expect(await outputs({ artifacts, pack: true })).toEqual([['a.prep', 'jps', 'hpa']]);
    expect(await outputs({ pack: true })).toEqual([['a.jps.prep', 'jps']]);
    expect(await outputs({ artifacts }, { pack: true })).toHaveLength(1);
    expect(await outputs({ artifacts, pack: false }, { pack: true })).toHaveLength(2);
    expect(await outputs({ artifacts, pack: false }, {}, { pack: true })).toHaveLength(1);
    expect(await outputs({ maps: 'maps/a.map', artifacts: {}, preset: 'balanced' })).toEqual([
      ['a.prep', 'jps', 'bounds', 'ch'],
    ]);
    expect(await outputs({ maps: 'maps/a.map', artifacts: {}, preset: 'balanced', pack: false })).toEqual([
      ['a.jps.prep', 'jps'],
      ['a.bounds.prep', 'bounds'],
    ]);
  });

  it('is its preset, what all inputs have, and what it has itself, each laid over the one before', async () => {
    const bakes = async (...args: Parameters<typeof one>) => {
      const all = (await one(...args)).outputs.flatMap(({ artifacts }) => artifacts);
      return Object.fromEntries(all.map(({ name, options: { cluster, exact } }) => [name, cluster ?? exact]));
    };
    const none = { artifacts: {} };
    expect(await bakes({ ...none, preset: 'tiny' }, { preset: 'tables' })).toEqual({ jps: undefined });
    expect(await bakes(none, { preset: 'tables' })).toEqual({ hpa: 20, table: undefined });
    expect(await bakes({ ...none, preset: 'tiny' }, {}, { preset: 'balanced' })).toMatchObject({ bounds: false });
    const below = { preset: 'tables', artifacts: { hpa: { cluster: 9 } } };
    expect(await bakes(none, below)).toMatchObject({ hpa: 9 });
    expect(await bakes({ artifacts: { hpa: { levels: 2 } } }, below)).toMatchObject({ hpa: 9 });
    expect(await bakes({ artifacts: { hpa: { cluster: 7 } } }, below)).toMatchObject({ hpa: 7 });
    expect(await bakes({ artifacts: { table: false } }, below)).toEqual({ hpa: 9 });
    expect(await bakes({ artifacts: { table: {} } }, { ...below, artifacts: { table: false } })).toEqual({
      ...{ hpa: 20, table: undefined },
    });
  });

  it('is compressed as is said: on the command line, for it, for all, or as usual', async () => {
    const how = async (...args: Parameters<typeof one>) => {
      const [{ artifacts }] = (await one(...args)).outputs;
      return [artifacts[0].codec, artifacts[0].zstdLevel, 'codec' in artifacts[0].options];
    };
    const all = { codec: 'none', zstdLevel: 3 };
    expect(await how({})).toEqual(['zstd', 19, false]);
    expect(await how({ layout: 'mapped' })).toEqual(['none', 19, false]);
    expect(await how({}, {}, { layout: 'mapped' })).toEqual(['none', 19, false]);
    expect(await how({ layout: 'mapped', codec: 'zstd' })).toEqual(['zstd', 19, false]);
    expect(await how({}, { layout: 'mapped' }, { codec: 'zstd' })).toEqual(['zstd', 19, false]);
    expect(await how({}, all)).toEqual(['none', 3, false]);
    expect(await how({ codec: 'zstd', zstdLevel: 4 }, all)).toEqual(['zstd', 4, false]);
    const own = { artifacts: { jps: { codec: 'zstd', zstdLevel: 5 } } };
    expect(await how({ ...own, codec: 'none', zstdLevel: 4 }, all)).toEqual(['zstd', 5, false]);
    expect(await how(own, all, { codec: 'none', zstdLevel: 6 })).toEqual(['none', 6, false]);
  });

  it('is uncompressed and mapped with preset server, where the config does not say', async () => {
    const how = async (...args: Parameters<typeof one>) => {
      const [{ choose, artifacts }] = (await one(...args)).outputs;
      return [choose, ...artifacts.map(({ name, codec, layout }) => `${name} ${codec} ${layout}`)];
    };
    const server = { artifacts: {}, preset: 'server' };
    expect(await how(server)).toEqual([true, 'jps none mapped', 'bounds none mapped', 'ch none mapped']);
    expect(await how({ ...server, codec: 'zstd' }, { layout: 'compact' })).toEqual([
      ...[true, 'jps zstd undefined', 'bounds zstd undefined', 'ch zstd undefined'],
    ]);
    expect(await how({ ...server, artifacts: { jps: { layout: 'compact' } } }, {}, { codec: 'zstd' })).toEqual([
      ...[true, 'jps zstd undefined', 'bounds zstd mapped', 'ch zstd mapped'],
    ]);
  });

  it('is chosen by the map with preset fastest, in one file, unless the config leaves one of both out', async () => {
    const fastest = async (input: object, all: object = {}) => {
      const { outputs } = await one({ artifacts: {}, preset: 'fastest', ...input }, all);
      return outputs.map(({ choose, artifacts }) => [
        choose === true,
        ...artifacts.map(({ name, named }) => (named ? `${name}!` : name)),
      ]);
    };
    expect(await fastest({})).toEqual([[true, 'jps', 'bounds', 'ch']]);
    expect(await fastest({ artifacts: { ch: {} } })).toEqual([[true, 'jps', 'bounds', 'ch!']]);
    expect(await fastest({}, { artifacts: { hpa: {}, table: {} } })).toEqual([
      [true, 'jps', 'bounds', 'ch', 'hpa!', 'table!'],
    ]);
    expect(await fastest({ artifacts: { ch: false } })).toEqual([[false, 'jps', 'bounds']]);
    expect(await fastest({ artifacts: { jps: false, bounds: false } })).toEqual([[false, 'ch']]);
    expect(await fastest({ artifacts: { ch: {} } }, { artifacts: { ch: false } })).toEqual([
      [true, 'jps', 'bounds', 'ch!'],
    ]);
    expect(await fastest({ pack: false })).toEqual([
      [false, 'jps'],
      [false, 'bounds'],
      [false, 'ch'],
    ]);
  });

  it('may not be written over what is made of another map', async () => {
    save('other/a.map');
    const [first, second] = ['maps/a.map', 'other/a.map'].map((maps) => ({ maps, ...JPS }));
    const message = (what: string) =>
      new ConfigError(`FILE: ${what}, a.jps.prep; give them different names or configs`);
    const both = 'maps/a.map and other/a.map have the same output';
    await expect(find({ inputs: [first, second] })).rejects.toThrow(message(both));
    await expect(find({ inputs: [first, first] })).rejects.toThrow(message('maps/a.map is matched twice'));
    expect(await find({ inputs: [first, { ...second, base: '.' }] })).toHaveLength(2);
    expect(await find({ inputs: [first, { ...second, artifacts: { hpa: {} } }] })).toHaveLength(2);
  });
});

describe('how a map is read', () => {
  const reading = async (...args: Parameters<typeof one>) => (await one(...args)).reading;

  it('is from the command line, the input or the whole config; values that none gives are absent', async () => {
    expect(await reading({})).toEqual({ terrain: '.GS', costs: {} });
    const all = {
      ...{ terrain: '.S', costs: { S: 3 }, size: 2, diagonals: 'never', format: 'csv', root: '..' },
      ...{ tiled: { empty: 'open', solidProperty: 'wall' } },
    };
    expect(await reading({}, all)).toEqual(all);
    const own = {
      ...{ terrain: '.GW', costs: { W: 2, G: 4 }, size: 3, diagonals: 'always', format: 'png', root: '.' },
      ...{ tiled: { empty: 'blocked' } },
    };
    const read = await reading(own, all);
    expect(read).toEqual({ ...own, tiled: { empty: 'blocked', solidProperty: 'wall' } });
    // In order, so that the record of another order is right.
    expect(JSON.stringify(read.costs)).toBe('{"G":4,"W":2}');
    expect((await reading({ terrain: 'SG.' }, {}, { terrain: 'G.' })).terrain).toBe('.G');
    expect(await reading({ size: 1 }, all)).not.toHaveProperty('size');
  });

  it('is with the legends of its formats, out of their files', async () => {
    save('p.json');
    const file = { legend: 'p.json' };
    const legend = { '#000000': 3 };
    expect(
      await reading({ csv: file, ldtk: { layer: 'x', ...file } }, { png: { ...file, invert: true } }),
    ).toMatchObject({ ...{ csv: { legend }, ldtk: { layer: 'x', legend }, png: { legend, invert: true } } });
    expect((await reading({ png: { legend: { a: 1 } }, csv: {} }, { png: file })).png).toEqual({ legend: { a: 1 } });
    writeFileSync(join(folder, 'p.json'), '\uFEFF{"a":2}');
    expect((await reading({ csv: file })).csv).toEqual({ legend: { a: 2 } });
  });

  it('is different for each agent, of the letters that it crosses', async () => {
    const all = { terrain: '.SW', costs: { S: 3, W: 9 }, size: 2 };
    const agents = {
      ...{ ant: {}, bee: { terrain: 'S.', size: 1, diagonals: 'never' }, cat: { costs: { '.': 2 } } },
      ...{ dog: { artifacts: ['jps'] } },
    };
    const read = await reading({ agents }, all);
    expect(read).toEqual({
      ...{ terrain: '.SW', costs: { S: 3, W: 9 } },
      agents: {
        ant: { terrain: '.SW', costs: { S: 3, W: 9 }, size: 2 },
        bee: { terrain: '.S', costs: { S: 3 }, size: 1, diagonals: 'never' },
        cat: { terrain: '.SW', costs: { '.': 2 }, size: 2 },
        dog: { terrain: '.SW', costs: { S: 3, W: 9 }, size: 2, artifacts: ['jps'] },
      },
    });
    expect(Object.keys((await reading({}, { agents: { ant: {} } })).agents ?? {})).toEqual(['ant']);
    expect(Object.keys((await reading({ agents: { bee: {} } }, { agents: { ant: {} } })).agents ?? {})).toEqual([
      'bee',
    ]);
  });
});

import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { writePng } from '../../../test/map-writers.js';
import { temporaryFolder } from '../../../test/prep.js';
import { unzstd } from '../../core/blob/unzstd.js';
import { readMeta } from '../../runtime/meta.js';
import { build } from '../build/build.js';
import { inputsOf } from '../build/watch.js';
import { verifyBlobs } from '../prove/verify.js';
import { type Config, type Input, parseConfig } from './config.js';
import { mapsOf } from './inputs.js';
import { findTargets } from './targets.js';

/** A project with maps of five kinds. */
let folder: string;
let out: string;
const VALUES = { walls: 'blocked', mud: 'open', 3: 'open' } as const;
const CONFIG: Config = {
  inputs: [
    {
      maps: 'maps/*.{tmj,ldtk,png,csv,map}',
      artifacts: { hpa: { cluster: 4 } },
      ldtk: { layer: 'Collisions', legend: VALUES },
      png: { legend: 'palette.json' },
    },
  ],
};

beforeEach(() => {
  folder = temporaryFolder();
  out = join(folder, 'out');
  cpSync('fixtures/inputs', join(folder, 'maps'), { recursive: true });
  writeFileSync(join(folder, 'maps/hand.csv'), '1,1,3\n1,0,1\n');
  writeFileSync(join(folder, 'maps/old.map'), 'type octile\nheight 1\nwidth 2\nmap\n..\n');
  writeFileSync(
    join(folder, 'maps/drawn.png'),
    writePng({ width: 2, height: 1, type: 0, depth: 8, sample: (i) => [i * 255] }),
  );
  writeFileSync(join(folder, 'palette.json'), '{"#000000":"open","#ffffff":4}');
});

const targets = async (config: Config = CONFIG) => findTargets(parseConfig(config), folder, 'prep.config.json');
const bake = async (dryRun = false) => build(await targets(), { folder, out, threads: 1, dryRun });
const reasons = async () => {
  const { rows } = await bake(true);
  return rows.filter(({ status }) => status !== 'cached').map(({ map, reason }) => `${map}: ${reason}`);
};

describe('a build of maps of several kinds', () => {
  it('bakes them all, each level separately, and lists every file that it read', async () => {
    const { rows } = await bake();
    expect(rows.map(({ map, status, outputs }) => [map, status, outputs[0].file])).toEqual([
      ['maps/drawn.png', 'built', 'drawn.hpa.prep'],
      ['maps/hand.csv', 'built', 'hand.hpa.prep'],
      ['maps/old.map', 'built', 'old.hpa.prep'],
      ['maps/village.tmj', 'built', 'village.hpa.prep'],
      ['maps/world.ldtk#Cave', 'built', 'world.Cave.hpa.prep'],
      ['maps/world.ldtk#Yard', 'built', 'world.Yard.hpa.prep'],
    ]);
    const village = readMeta(readFileSync(join(out, 'village.hpa.prep')), { decompress: unzstd });
    expect(village).toMatchObject({
      map: 'village.tmj',
      cellSize: [16, 16],
      markers: [{ name: 'start', cells: [2, 2] }, { name: 'shop' }],
    });
    expect(readMeta(readFileSync(join(out, 'world.Yard.hpa.prep')), { decompress: unzstd })).toMatchObject({
      level: 'Yard',
      origin: [6, -2],
    });
    expect(await reasons()).toEqual([]);
    const loaded = { config: parseConfig(CONFIG), folder, file: join(folder, 'prep.config.json') };
    const files = await (await inputsOf(loaded, out))();
    expect(files).toEqual(
      expect.arrayContaining(
        ['palette.json', 'maps/tiles/water.tsx', 'maps/levels/Cave.ldtkl'].map((file) => join(folder, file)),
      ),
    );
  });

  it('bakes what a tileset, a level or a palette has changed', async () => {
    await bake();
    const tileset = join(folder, 'maps/tiles/terrain.tsj');
    writeFileSync(tileset, `${readFileSync(tileset, 'utf8')} `);
    expect(await reasons()).toEqual(['maps/village.tmj: tiles/terrain.tsj changed']);
    const level = join(folder, 'maps/levels/Cave.ldtkl');
    writeFileSync(level, `${readFileSync(level, 'utf8')} `);
    expect((await reasons())[1]).toBe('maps/world.ldtk#Cave: levels/Cave.ldtkl changed');
    writeFileSync(join(folder, 'palette.json'), '{"#000000":"open","#ffffff":5}');
    expect((await reasons())[0]).toContain('maps/drawn.png: map.png {"legend":{"#000000":"open","#ffffff":4}}, now');
  });

  it('says what is wrong with names of levels', async () => {
    const [input] = CONFIG.inputs ?? [];
    const fails = (changes: object, message: string) =>
      expect(targets({ inputs: [{ ...input, ...changes }] })).rejects.toThrow(message);
    await fails(
      { maps: 'maps/*.ldtk', levels: ['Attic'] },
      'prep.config.json: inputs[0].levels names no level of maps/world.ldtk; there are "Cave", "Yard"',
    );
    const one = await targets({ inputs: [{ ...input, maps: 'maps/*.ldtk', levels: ['Yard'] }] });
    expect(one.map(({ name, level }) => [name, level])).toEqual([['world.Yard', 'Yard']]);
  });

  it('verifies blobs against maps of any kind', async () => {
    await bake();
    const verify = async (blob: string, map: string, options = {}) => {
      const against = { file: join(folder, 'maps', map), bytes: readFileSync(join(folder, 'maps', map)), options };
      const { faults } = await verifyBlobs([{ file: blob, bytes: readFileSync(join(out, blob)) }], {
        against,
        random: 0,
      });
      return faults;
    };
    expect(await verify('village.hpa.prep', 'village.tmx')).toEqual([]);
    expect(
      await verify('world.Cave.hpa.prep', 'world.ldtk', { ldtk: { layer: 'Collisions', legend: VALUES } }),
    ).toEqual([]);
    expect(await verify('drawn.hpa.prep', 'drawn.png', { png: { legend: { '#000000': 1, '#ffffff': 4 } } })).toEqual(
      [],
    );
    const file = join(folder, 'maps/hand.csv');
    writeFileSync(file, '1,1,9\n1,0,1\n');
    expect(await verify('hand.hpa.prep', 'hand.csv')).toEqual([
      `${file} is another map: 1 cells have other costs, between 2,0 and 2,0`,
    ]);
  });
});

describe('floors of a config', () => {
  const FLOORS = { yard: 'maps/hand.csv', cave: { map: 'maps/world.ldtk', level: 'Cave' }, old: 'maps/old.map' };
  const LINKS = [{ name: 'stairs', from: [0, 0, 'yard'], to: [1, 0, 'old'] }] as const;
  const OPTIONS = { ldtk: { layer: 'Collisions', legend: VALUES }, artifacts: { jps: {} }, links: LINKS } as const;

  it('are one map, with the bytes of a map file that says the same', async () => {
    writeFileSync(join(folder, 'castle.json'), JSON.stringify({ gridprep: 'floors', floors: FLOORS }));
    for (const [place, config] of Object.entries({
      file: { inputs: [{ maps: 'castle.json', ...OPTIONS }] },
      config: { inputs: [{ floors: FLOORS, name: 'castle', ...OPTIONS }] },
      whole: { floors: FLOORS, ...OPTIONS },
    })) {
      const { rows, faults } = await build(await targets(config), { folder, out: join(folder, place), threads: 1 });
      expect([faults, rows.map(({ status, error }) => error ?? status)]).toEqual([[], ['built']]);
    }
    const bytes = readFileSync(join(folder, 'config/castle.jps.prep'));
    expect(bytes.equals(readFileSync(join(folder, 'file/castle.jps.prep')))).toBe(true);
    const meta = readMeta(readFileSync(join(folder, 'whole/floors.jps.prep')), { decompress: unzstd });
    expect(meta.map).toBe('floors.json');
    expect(meta.floors.map(({ name }) => name)).toEqual(['yard', 'cave', 'old']);
    const { artifacts: _, ...reading } = OPTIONS;
    const against = { file: 'castle.json', bytes: readFileSync(join(folder, 'castle.json')), options: {} };
    const options = { against: { ...against, file: join(folder, 'castle.json'), options: reading }, random: 5 };
    expect((await verifyBlobs([{ file: 'castle', bytes }], options)).faults).toEqual([]);
  });

  it('are baked again where one of them, or the config, changes', async () => {
    const config: Config = { floors: FLOORS, ...OPTIONS };
    const run = async (changed = config) => {
      const { rows } = await build(await targets(changed), { folder, out, threads: 1 });
      return rows.map(({ map, status, reason }) => `${map} ${status} ${reason}`);
    };
    await run();
    expect(await run()).toEqual(['floors.json cached ']);
    writeFileSync(join(folder, 'maps/hand.csv'), '1,1,2\n1,0,1\n');
    expect(await run()).toEqual(['floors.json built maps/hand.csv changed']);
    expect(await run({ ...config, floors: { ...FLOORS, attic: 'maps/hand.csv' } })).toEqual([
      'floors.json built map changed',
    ]);
    const loaded = { config: parseConfig(config), folder, file: join(folder, 'prep.config.json') };
    // Also before the first build.
    const files = await (await inputsOf(loaded, join(folder, 'none')))();
    expect(files).toEqual(
      expect.arrayContaining(['hand.csv', 'world.ldtk', 'old.map'].map((file) => join(folder, 'maps', file))),
    );
  });

  it('are refused where one is not there, or a link leads nowhere', async () => {
    const fault = async (config: Config) => {
      const { rows } = await build(await targets({ ...OPTIONS, ...config }), { folder, out, threads: 1 });
      return String((rows[0].error as Error).message).replaceAll(`${folder}/`, '');
    };
    expect(await fault({ floors: { ...FLOORS, old: 'maps/gone.map' } })).toMatch(
      /^floors\.json: floor "maps\/gone\.map" cannot be read: ENOENT/,
    );
    expect(await fault({ floors: FLOORS, links: [{ from: [0, 0], to: [1, 0, 'old'] }] })).toBe(
      'floors.json: links[0]: from is [0,0], expected "floor/marker", or [x, y, "floor"] of a cell; floors are ' +
        '"yard", "cave", "old"',
    );
    expect(await fault({ inputs: [{ maps: 'maps/old.map', links: [{ from: 'a/b', to: [1, 0] }] }] })).toContain(
      'maps/old.map: links[0]: from is "a/b", expected x and y of a cell',
    );
  });
});

it('follows no link to a folder below **', async () => {
  symlinkSync('/', join(folder, 'maps/root'));
  const found = async (maps: string) => [...(await mapsOf({ maps } as Input, folder, ''))];
  expect(await found('maps/**/*.map')).toEqual(['maps/old.map']);
  symlinkSync('maps', join(folder, 'linked'));
  expect(await found('linked/**/*.map')).toEqual(['linked/old.map']);
  expect(await found('*/old.map')).toEqual(['linked/old.map', 'maps/old.map']);
});

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { writePng } from '../../../test/map-writers.js';
import { temporaryFolder } from '../../../test/prep.js';
import { unzstd } from '../../core/blob/unzstd.js';
import { readMeta } from '../../core/runtime/meta.js';
import { build } from '../build/build.js';
import { inputsOf } from '../build/watch.js';
import { verifyBlobs } from '../prove/verify.js';
import { type Config, parseConfig } from './config.js';
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
  it('bakes them all, each level by itself, and knows every file that it read', async () => {
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

  it('says what is wrong with a palette, and with names of levels', async () => {
    const [input] = CONFIG.inputs ?? [];
    const fails = (changes: object, message: string) =>
      expect(targets({ inputs: [{ ...input, ...changes }] })).rejects.toThrow(message);
    await fails(
      { png: { legend: 'none.json' } },
      `prep.config.json: inputs[0].png.legend: ${join(folder, 'none.json')}: ENOENT: no such file or directory`,
    );
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

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/prep.js';
import { parseConfig } from './config.js';
import { levelsOf } from './inputs.js';
import { PRESETS } from './presets.js';
import { readConfig } from './read-config.js';
import { findTargets, titleOf } from './targets.js';

it('worlds of a config are refused with move rules and agents that they cannot have', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'maps'));
  writeFileSync(join(folder, 'maps/a.map'), '');
  const find = async (all: object) =>
    (
      await findTargets(parseConfig({ worlds: [{ map: 'maps/a.map', tile: 64 }], ...all }, 'FILE'), folder, 'FILE', {})
    ).map(({ agent, outputs }) => [agent, outputs[0].file]);
  const corners = ', under which tiles meet at their corners; those of worlds are no-corners, never';
  expect(await find({ diagonals: 'never' })).toEqual([[undefined, 'a.world/world.prep']]);
  await expect(find({ diagonals: 'always' })).rejects.toThrow(`FILE: worlds[0]: diagonals are always${corners}`);
  const agents = { ant: { diagonals: 'always' }, bee: { artifacts: ['jps'] } };
  await expect(find({ agents })).rejects.toThrow(`FILE: worlds[0]: agent ant has the diagonals always${corners}`);
  await expect(find({ agents: { bee: agents.bee } })).rejects.toThrow(
    'FILE: worlds[0]: no agent has hpa among its artifacts, which worlds are made of; give it to one',
  );
  expect(await find({ agents: { ant: { artifacts: ['hpa'] }, ...{ bee: agents.bee } } })).toEqual([
    ['ant', 'a.ant.world/world.prep'],
  ]);
  await expect(find({ worlds: [{ map: 'maps/a.map', tile: 65, cluster: 16 }] })).rejects.toThrow(/^FILE: worlds\[0\]/);
});

it('a target is named by its map, level and agent', () => {
  const named = (level?: string, agent?: string) =>
    titleOf({ map: 'a', ...(level && { level }), ...(agent && { agent }) });
  expect([named(), named('b'), named(undefined, 'c'), named('b', 'c')]).toEqual(['a', 'a#b', 'a (c)', 'a#b (c)']);
});

it('presets bake what the guide says', () => {
  const recipes = Object.entries(PRESETS).map(([name, { about: _, ...recipe }]) => [name, recipe]);
  expect(Object.fromEntries(recipes)).toEqual({
    tiny: { artifacts: { jps: {} }, pack: true },
    balanced: {
      ...{ artifacts: { jps: {}, bounds: { exact: false } }, otherwise: { ch: {} } },
      ...{ pack: true, choose: true },
    },
    fastest: { ...{ artifacts: { jps: {}, bounds: { exact: true }, ch: {} } }, ...{ pack: true, choose: true } },
    server: {
      ...{ artifacts: { jps: {}, bounds: { exact: true }, ch: {} }, layout: 'mapped' },
      ...{ pack: true, choose: true },
    },
    tables: { artifacts: { hpa: { cluster: 20, levels: 1, storePaths: true }, table: {} }, pack: true },
  });
});

it('levels of a file that is missing, damaged or of letters are one, which reading it will refuse', async () => {
  const folder = temporaryFolder();
  for (const name of ['a.ldtk', 'a.tmj', 'a.map']) writeFileSync(join(folder, name), '{"levels": [');
  for (const name of ['a.ldtk', 'a.tmj', 'a.map', 'none.ldtk', '.'])
    expect(await levelsOf(name, {}, folder, 'FILE')).toEqual([undefined]);
});

it('the config of a folder is the one that is there', async () => {
  const [was, folder] = [process.cwd(), temporaryFolder()];
  process.chdir(folder);
  try {
    await expect(readConfig(undefined)).rejects.toThrow(
      'no prep.config.json or prep.config.mjs here; write one with npx gridprep init, or name a config',
    );
    const text = '{"inputs":[{"maps":"a.map","artifacts":{"jps":{}}}]}';
    writeFileSync('prep.config.ts', '');
    await expect(readConfig(undefined)).rejects.toThrow(/^prep\.config\.ts: /);
    writeFileSync('prep.config.json', text);
    expect((await readConfig(undefined)).config).toEqual({ ...JSON.parse(text), outDir: 'out' });
    writeFileSync('prep.config.mjs', `export default ${text}`);
    await expect(readConfig(undefined)).rejects.toThrow(
      'prep.config.json and prep.config.mjs are both here; name the one to use',
    );
  } finally {
    process.chdir(was);
  }
});

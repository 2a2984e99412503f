import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/prep.js';
import { optionsIn, saveOptions } from './save-options.js';

const before = process.cwd();
beforeEach(() => {
  process.chdir(temporaryFolder());
  mkdirSync('maps');
  for (const name of ['a', 'b']) writeFileSync(join('maps', `${name}.tmj`), '{}');
});
afterEach(() => process.chdir(before));

const TILED = { blockedLayers: ['Trees'] };
const json = () => JSON.parse(readFileSync('prep.config.json', 'utf8'));

it('writes options into the input whose glob has the map, after it has shown the difference', async () => {
  const inputs = [
    { maps: 'other/*.tmj', artifacts: { jps: {} } },
    { maps: 'maps/*.tmj', artifacts: { jps: {} }, tiled: { empty: 'open' } },
  ];
  const text = `${JSON.stringify({ inputs, outDir: 'out' }, null, '\t')}\n`;
  writeFileSync('prep.config.json', text);
  expect(await optionsIn('maps/b.tmj', 'tiled')).toMatchObject({ input: 1, maps: 2, options: { empty: 'open' } });
  const shown = await saveOptions('maps/b.tmj', 'tiled', TILED, false);
  expect(shown).toEqual({
    canWrite: true,
    text: 'prep.config.json, input 2 (2 maps)\n- "tiled": {"empty":"open"}\n+ "tiled": {"blockedLayers":["Trees"]}',
  });
  expect(readFileSync('prep.config.json', 'utf8')).toBe(text);
  await saveOptions('maps/b.tmj', 'tiled', TILED, true);
  expect(json().inputs[1]).toEqual({ ...inputs[1], tiled: TILED });
  expect(readFileSync('prep.config.json', 'utf8')).toContain('\n\t"inputs"');
});

it('writes a config where there is none, and a new input where none has the map', async () => {
  const { text } = await saveOptions('maps/a.tmj', 'tiled', TILED, true);
  expect(text).toBe('prep.config.json, a new input for maps/a.tmj\n+ "tiled": {"blockedLayers":["Trees"]}');
  expect(json()).toEqual({ inputs: [{ maps: 'maps/a.tmj', preset: 'fastest', tiled: TILED }], outDir: 'out' });
  await saveOptions('maps/b.tmj', 'tiled', { empty: 'open' }, true);
  expect(json().inputs.length).toBe(2);
});

it('gives the text to paste where the config is a module, and refuses options that there are not', async () => {
  writeFileSync(
    'prep.config.mjs',
    "export default { inputs: [{ maps: 'maps/*', artifacts: { jps: {} } }], outDir: 'o' };",
  );
  expect(await saveOptions('maps/a.tmj', 'tiled', TILED, true)).toEqual({
    canWrite: false,
    text: 'prep.config.mjs is a module. Put this into inputs[0]:\ntiled: {"blockedLayers":["Trees"]}',
  });
  await expect(saveOptions('maps/a.tmj', 'tiled', { blockLayers: [] }, true)).rejects.toThrow(/blockLayers/);
});

it('names a map with letters of globs, so that the input has only this map, and it once', async () => {
  for (const name of ['[a].tmj', 'a (1).tmj', '{a,b}.tmj']) writeFileSync(join('maps', name), '{}');
  for (const name of ['maps/[a].tmj', 'maps/a (1).tmj', 'maps/{a,b}.tmj']) {
    await saveOptions(name, 'tiled', { empty: 'open' }, true);
    await saveOptions(name, 'tiled', TILED, true);
    expect(await optionsIn(name, 'tiled')).toMatchObject({ maps: 1, options: TILED });
  }
  expect(json().inputs.length).toBe(3);
  expect(await optionsIn('maps/a.tmj', 'tiled')).toMatchObject({ options: {} });
});

it('keeps both of two saves at the same time, and line ends of Windows', async () => {
  writeFileSync(
    'prep.config.json',
    '{\r\n  "inputs": [],\r\n  "worlds": [{ "map": "w" }]\r\n}\r\n'.replace('[]', '[{"maps":"x"}]'),
  );
  writeFileSync('x', '');
  await Promise.all(['a', 'b'].map((name) => saveOptions(`maps/${name}.tmj`, 'tiled', TILED, true)));
  expect(json().inputs.map(({ maps }: { maps: string }) => maps)).toEqual(['x', 'maps/a.tmj', 'maps/b.tmj']);
  expect(readFileSync('prep.config.json', 'utf8')).not.toMatch(/[^\r]\n/);
});

it('writes through a link inside of the folder, and never through one out of it', async () => {
  const inside = JSON.stringify({ inputs: [{ maps: 'maps/a.tmj', artifacts: { jps: {} } }] });
  writeFileSync('real.json', inside);
  symlinkSync('real.json', 'prep.config.json');
  await saveOptions('maps/a.tmj', 'tiled', TILED, true);
  expect(lstatSync('prep.config.json').isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync('real.json', 'utf8')).inputs[0].tiled).toEqual(TILED);

  mkdirSync('other');
  process.chdir('other');
  mkdirSync('maps');
  writeFileSync('maps/a.tmj', '{}');
  writeFileSync('../outside.json', inside);
  for (const target of ['../outside.json', '../missing.json']) {
    symlinkSync(target, 'prep.config.json');
    const saved = await saveOptions('maps/a.tmj', 'tiled', TILED, true);
    expect(saved.canWrite).toBe(false);
    expect(saved.text).toContain('prep.config.json is a link to another folder. Put this into');
    expect(lstatSync('prep.config.json').isSymbolicLink()).toBe(true);
    rmSync('prep.config.json');
  }
  expect(readFileSync('../outside.json', 'utf8')).toBe(inside);
  expect(existsSync('../missing.json')).toBe(false);
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

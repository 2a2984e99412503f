import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prepIn, temporaryFolder } from '../../test/prep.js';

it('writes a config for an LDtk project that builds, though it has several layers', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'maps'), { recursive: true });
  cpSync('fixtures/inputs/world.ldtk', join(folder, 'maps/world.ldtk'));
  cpSync('fixtures/inputs/levels', join(folder, 'maps/levels'), { recursive: true });
  expect(await prepIn(folder, ['init', '--yes'])).toMatchObject({ code: 0, stderr: '' });
  const [input] = JSON.parse(readFileSync(join(folder, 'prep.config.json'), 'utf8')).inputs;
  expect(input).toMatchObject({ maps: 'maps/**/*.ldtk', ldtk: { layer: 'Collisions' } });
  expect(await prepIn(folder, ['build'])).toMatchObject({ code: 0 });
});

it('writes a contraction hierarchy for a map with costs, which builds', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'maps'), { recursive: true });
  cpSync('fixtures/inputs/village.tmj', join(folder, 'maps/village.tmj'));
  cpSync('fixtures/inputs/tiles', join(folder, 'maps/tiles'), { recursive: true });
  expect(await prepIn(folder, ['init', '--yes'])).toMatchObject({ code: 0, stderr: '' });
  const [input] = JSON.parse(readFileSync(join(folder, 'prep.config.json'), 'utf8')).inputs;
  expect(input).toEqual({ maps: 'maps/**/*.tmj', artifacts: { ch: {} } });
  expect(await prepIn(folder, ['build'])).toMatchObject({ code: 0 });
});

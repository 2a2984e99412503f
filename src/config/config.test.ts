import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../test/prep.js';
import { ARTIFACTS } from '../artifacts/list.js';
import { ConfigError } from '../errors.js';
import { schemaOf } from '../options/schema.js';
import { configJsonSchema, parseConfig } from './config.js';
import { PRESETS } from './presets.js';
import { readConfig } from './read-config.js';

const SMALLEST = {
  inputs: [{ maps: 'maps/*.map', artifacts: { jps: {}, bounds: {}, hpa: { cluster: 10 } } }],
  outDir: 'out',
};

describe('a config', () => {
  it('at its smallest is taken', () => {
    expect(parseConfig(SMALLEST)).toEqual(SMALLEST);
    expect(parseConfig({ inputs: [{ maps: ['a', 'b'], preset: 'tiny' }] }).outDir).toBe('out');
  });

  it.each<[unknown, string]>([
    [[], 'the config is [], expected an object'],
    [{}, 'inputs is missing, expected a list of one or more; or give worlds'],
    [{ inputs: [{}] }, 'inputs[0].maps is missing, expected a text or a list of one or more'],
    [{ inputs: [{ maps: '' }] }, 'inputs[0].maps is "", expected a text or a list of one or more'],
    [{ ...SMALLEST, input: 1 }, 'input is unknown; did you mean inputs?'],
    [{ ...SMALLEST, threads: 1.5 }, 'threads is 1.5, allowed is a whole number from 0 to 256'],
    [{ ...SMALLEST, maxMemory: 'lots' }, 'maxMemory is "lots", expected a text: most memory, as 2GB or 512MB'],
    [{ ...SMALLEST, terrain: 'x' }, 'terrain is "x", expected a text: open letters of .map files, of .GSTWO@'],
    [{ ...SMALLEST, preset: 'best' }, 'preset is "best", allowed are "tiny", "balanced", "fastest", "tables"'],
    [
      { ...SMALLEST, artifacts: { jps: { landmarks: 17 } } },
      'artifacts.jps.landmarks is 17, allowed is a whole number from 0 to 16',
    ],
    [
      { ...SMALLEST, artifacts: { jps: { width: 8 } } },
      'artifacts.jps.width is unknown; known are storeJumps, landmarks, codec, zstdLevel',
    ],
    [
      { ...SMALLEST, artifacts: { hpa: { cluster: 1 } } },
      'artifacts.hpa.cluster is 1, allowed is a whole number from 2 to 64',
    ],
    [
      { ...SMALLEST, artifacts: { bounds: { exact: 'yes' } } },
      'artifacts.bounds.exact is "yes", allowed are true, false',
    ],
    [{ ...SMALLEST, artifacts: { bounds: 3 } }, 'artifacts.bounds is 3, expected an object or false'],
    [{ ...SMALLEST, costs: { S: 0 } }, 'costs.S is 0, allowed is a whole number from 1 to 255'],
    [{ inputs: [{ maps: 'a', pack: 1 }] }, 'inputs[0].pack is 1, allowed are true, false'],
  ])('%j is refused', (config, message) => {
    expect(() => parseConfig(config, 'FILE')).toThrow(new ConfigError(`FILE: ${message}`));
  });

  it('is told all its faults, a line each', () => {
    expect(() => parseConfig({ ...SMALLEST, threads: -1, codec: 'gz', worldz: [], preste: 'tiny' }, 'FILE')).toThrow(
      'FILE: codec is "gz", allowed are "zstd", "none"\nFILE: threads is -1, allowed is a whole number from 0 to 256\n' +
        'FILE: worldz is unknown; did you mean worlds?\nFILE: preste is unknown; did you mean preset?',
    );
  });

  it.each([
    ['{"inputs":[],}', ':1:13: a comma stands before "}"; remove it'],
    ['{\n  "inputs": [\n    1,\n  ]\n}', ':3:6: a comma stands before "]"; remove it'],
    ['{\n  inputs: []\n}', ':2:3: this is not JSON: '],
  ])('says where %j is no JSON', async (text, message) => {
    const file = join(temporaryFolder(), 'c.json');
    writeFileSync(file, text);
    await expect(readConfig(file)).rejects.toThrow(`${file}${message}`);
  });

  it('has a JSON schema that is shipped (npm run tool schema writes it)', () => {
    expect(JSON.parse(readFileSync('schema/prep.config.schema.json', 'utf8'))).toEqual(configJsonSchema());
  });
});

it('refuses a config that is nested too deep for JSON', () => {
  const threads = JSON.parse('['.repeat(1e5) + ']'.repeat(1e5));
  expect(() => parseConfig({ ...SMALLEST, threads }, 'c.json')).toThrow(
    'c.json: threads is [...], allowed is a whole number from 0 to 256',
  );
});

describe('the list of artifacts', () => {
  it.each(Object.entries(ARTIFACTS))(
    '%s has defaults for exactly the options of its schema',
    (_, { options, defaults, needs }) => {
      expect(Object.keys(options).sort()).toEqual(Object.keys(defaults).sort());
      expect(schemaOf(z, options).parse(defaults)).toEqual(defaults);
      for (const need of needs ?? []) expect(ARTIFACTS).toHaveProperty(need);
    },
  );

  it.each(Object.entries(PRESETS))('preset %s is made of it', (_, { artifacts }) => {
    expect(() => parseConfig({ inputs: [{ maps: 'a', artifacts }] })).not.toThrow();
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../test/prep.js';
import { ConfigError } from '../../core/errors.js';
import { schemaOf } from '../../core/options/schema.js';
import { ARTIFACTS } from '../../engines/list.js';
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

  it.each([
    ['{"inputs":[],}', ':1:13: a comma stands before "}"; remove it'],
    ['{\n  "inputs": [\n    1,\n  ]\n}', ':3:6: a comma stands before "]"; remove it'],
    ['{\n  inputs: []\n}', ':2:3: this is not JSON: '],
  ])('says where %j is no JSON', async (text, message) => {
    const file = join(temporaryFolder(), 'c.json');
    writeFileSync(file, text);
    await expect(readConfig(file)).rejects.toThrow(`${file}${message}`);
  });

  it('that the repository ships is valid, and names of earlier versions are suggested', async () => {
    const { config } = await readConfig('fixtures/prep.config.json');
    expect(config.outDir).toBe('../out');
    expect(parseConfig({ ...SMALLEST, outDir: 'out\\maps' }).outDir).toBe('out/maps');
    const { outDir: out, ...others } = config;
    expect(() => parseConfig({ ...others, out }, 'c.json')).toThrow(
      new ConfigError('c.json: out is unknown; did you mean outDir?'),
    );
  });

  it.each([
    [{ maps: 'a.tmj' }, 'maps is unknown; write "inputs": [{ "maps": ... }]'],
    [{ inputs: 'a.tmj' }, 'inputs is "a.tmj", expected a list of one or more'],
    [{ inputs: ['a.tmj'] }, 'inputs[0] is "a.tmj", expected an object such as { "maps": "maps/*.tmj" }'],
  ])('says where the maps of %j belong', (config, message) => {
    expect(() => parseConfig(config, 'c.json')).toThrow(new ConfigError(`c.json: ${message}`));
  });

  it('has a JSON schema that is shipped (npm run tool schema writes it)', () => {
    expect(JSON.parse(readFileSync('schema/prep.config.schema.json', 'utf8'))).toEqual(configJsonSchema());
  });
});

it('refuses a config that is nested too deep for JSON', () => {
  const threads = JSON.parse('['.repeat(1e5) + ']'.repeat(1e5));
  expect(() => parseConfig({ ...SMALLEST, threads }, 'c.json')).toThrow(
    'c.json: threads is [...]; it must be a whole number from 0 to 256',
  );
});

describe('the list of artifacts', () => {
  it.each(Object.entries(ARTIFACTS))(
    '%s has defaults for exactly the options of its schema',
    (_, { options, defaults, needs }) => {
      // A default that is shown in words follows from the map.
      const fixed = Object.entries(options).filter(([, { shown }]) => shown === undefined);
      expect(fixed.map(([name]) => name).sort()).toEqual(Object.keys(defaults).sort());
      expect(schemaOf(z, options).parse(defaults)).toEqual(defaults);
      for (const need of needs ?? []) expect(ARTIFACTS).toHaveProperty(need);
    },
  );

  it.each(Object.entries(PRESETS))('preset %s is made of it', (_, { artifacts }) => {
    expect(() => parseConfig({ inputs: [{ maps: 'a', artifacts }] })).not.toThrow();
  });
});

describe('a fault of a config', () => {
  const fault = (config: unknown) => {
    try {
      parseConfig(config, 'FILE');
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };

  it('is shown in 60 characters at most', () => {
    expect(fault({ ...SMALLEST, threads: 'x'.repeat(58) })).toContain(`threads is "${'x'.repeat(58)}"; it must`);
    expect(fault({ ...SMALLEST, threads: 'x'.repeat(59) })).toContain(`threads is "${'x'.repeat(59)}...; it must`);
  });
});

describe('a config file', () => {
  const read = async (name: string, text: string) => {
    const file = join(temporaryFolder(), name);
    writeFileSync(file, text);
    try {
      const { config, ...at } = await readConfig(file);
      expect(at).toEqual({ file, folder: dirname(file) });
      return config;
    } catch (error) {
      return (error as Error).message.replace(file, 'FILE');
    }
  };
  const json = JSON.stringify(SMALLEST);

  it('is JSON, with or without an extension, or a module with the config or a function that gives it', async () => {
    for (const [name, text] of [
      ['c.json', json],
      ['C.JSON', `\uFEFF${json}`],
      ['fd', json],
      ['c.mjs', `export default ${json}`],
      ['c.js', `export default Promise.resolve(${json})`],
      ['c.mjs', `export default () => (${json})`],
      ['c.cjs', `module.exports = async () => (${json})`],
    ])
      expect(await read(name, text)).toEqual(SMALLEST);
  });

  it('that is none of it is refused', async () => {
    const kinds = 'a config is a .json file, or a .mjs, .js or .cjs module';
    expect(await read('c.yaml', json)).toBe(`FILE: ${kinds}`);
    expect(await read('c.mjs', 'export const a = 1')).toBe(
      'FILE: its default export is not a config; export it, or a function that returns it, with "export default"',
    );
    expect(await read('c.mjs', "throw new Error('no\\nmore')")).toBe('FILE: no');
    expect(await read('c.mjs', "throw 'no'")).toBe('FILE: no');
    expect(await read('c.json', '{"a,}": 1, "b":\n2 ,\n }')).toBe('FILE:2:3: a comma stands before "}"; remove it');
    expect(await read('c.json', '{"a,}"\n: 1 x')).toMatch(/^FILE:2:5: this is not JSON: .* position 11/);
    await expect(readConfig('none/c.json')).rejects.toMatchObject({ code: 'ENOENT', path: 'none/c.json' });
  });

  it('that changes is another module', async () => {
    const file = join(temporaryFolder(), 'c.mjs');
    for (const outDir of ['one', 'two']) {
      writeFileSync(file, `export default ${JSON.stringify({ ...SMALLEST, outDir })}`);
      expect((await readConfig(file)).config.outDir).toBe(outDir);
    }
  });
});

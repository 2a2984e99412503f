import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../test/prep.js';
import { ARTIFACTS } from '../../core/artifacts/list.js';
import { ConfigError } from '../../core/errors.js';
import { schemaOf } from '../../core/options/schema.js';
import { configJsonSchema, configSchema, parseConfig } from './config.js';
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
    [{}, 'inputs is missing, expected a list of one or more; or give floors, or worlds'],
    [{ inputs: [{}] }, 'inputs[0].maps is missing, expected a text or a list of one or more; or give floors'],
    [{ inputs: [{ maps: '' }] }, 'inputs[0].maps is "", expected a text or a list of one or more'],
    [{ ...SMALLEST, input: 1 }, 'input is unknown; did you mean inputs?'],
    [{ ...SMALLEST, threads: 1.5 }, 'threads is 1.5; it must be a whole number from 0 to 256'],
    [{ ...SMALLEST, maxMemory: 'lots' }, 'maxMemory is "lots", expected a text: most memory, as 2GB or 512MB'],
    [{ ...SMALLEST, terrain: 'x' }, 'terrain is "x", expected a text: open letters of .map files, of .GSTWO@'],
    [
      { ...SMALLEST, preset: 'best' },
      'preset is "best", allowed are "tiny", "balanced", "fastest", "server", "tables"',
    ],
    [
      { ...SMALLEST, artifacts: { jps: { landmarks: 17 } } },
      'artifacts.jps.landmarks is 17; it must be a whole number from 0 to 16',
    ],
    [
      { ...SMALLEST, artifacts: { jps: { width: 8 } } },
      'artifacts.jps.width is unknown; known are storeLandmarks, landmarks, codec, zstdLevel, layout',
    ],
    [
      { ...SMALLEST, artifacts: { hpa: { cluster: 1 } } },
      'artifacts.hpa.cluster is 1; it must be a whole number from 2 to 64',
    ],
    [
      { ...SMALLEST, artifacts: { bounds: { exact: 'yes' } } },
      'artifacts.bounds.exact is "yes", allowed are true, false',
    ],
    [{ ...SMALLEST, artifacts: { bounds: 3 } }, 'artifacts.bounds is 3, expected an object or false'],
    [
      { ...SMALLEST, zzzzzzzz: 1 },
      `zzzzzzzz is unknown; known are ${Object.keys(configSchema.shape).slice(1).join(', ')}`,
    ],
    [{ ...SMALLEST, tiled: { layers: 3 } }, 'tiled.layers is 3, expected a list'],
    [{ ...SMALLEST, costs: { S: 0 } }, 'costs.S is 0; it must be a whole number from 1 to 255'],
    [{ inputs: [{ maps: 'a', pack: 1 }] }, 'inputs[0].pack is 1, allowed are true, false'],
    [
      { ...SMALLEST, agents: { 'a b': {} } },
      'agents.a b is not a valid name of an agent; expected 1 to 64 letters, digits, "-" and "_"',
    ],
    [
      { ...SMALLEST, agents: JSON.parse('{"__proto__": {}}') },
      'agents.__proto__ has a name that JavaScript reserves; give it another',
    ],
    [
      { inputs: [{ maps: 'a', agents: JSON.parse('{"__proto__": {}}') }] },
      'inputs[0].agents.__proto__ has a name that JavaScript reserves; give it another',
    ],
  ])('%j is refused', (config, message) => {
    expect(() => parseConfig(config, 'FILE')).toThrow(new ConfigError(`FILE: ${message}`));
  });

  it('lists all its faults, a line each', () => {
    expect(() => parseConfig({ ...SMALLEST, threads: -1, codec: 'gz', worldz: [], preste: 'tiny' }, 'FILE')).toThrow(
      'FILE: codec is "gz", allowed are "zstd", "none"\nFILE: threads is -1; it must be a whole number from 0 to 256\n' +
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

  it.each<[object, string]>([
    [{ inputs: [] }, 'inputs is [], expected a list of one or more'],
    [{ worlds: [{ map: 'a' }, {}] }, 'worlds[1].map is missing, expected a text: a map file, or a folder of map files'],
    [{ artifacts: { jsp: {} } }, 'artifacts.jsp is unknown; did you mean jps?'],
    [{ agents: { ant: { size: 17 } } }, 'agents.ant.size is 17; it must be a whole number from 1 to 16'],
    [
      { agents: { ant: { artifacts: ['walls'] } } },
      'agents.ant.artifacts[0] is "walls", allowed are "jps", "bounds", ',
    ],
    [{ png: { legend: { '#fff': 'walk' } } }, 'png.legend.#fff is "walk", '],
    [{ exclude: 1 }, 'exclude is unknown; known are '],
    [
      { inputs: [{ maps: 'a', floors: { a: 'a.map' } }] },
      'inputs[0].maps is not allowed with floors; floors need a separate input',
    ],
    [
      { inputs: [{ floors: { a: 'a.map' }, levels: ['A'] }] },
      'inputs[0].levels is not allowed with floors; floors need a separate input',
    ],
    [
      { inputs: [{ maps: 'a', name: 'castle' }] },
      'inputs[0].name is not allowed with maps; maps are named after their files',
    ],
    [{ floors: { a: 1 } }, 'floors.a is 1, expected a text or an object'],
    [{ floors: { a: { level: 'A' } } }, 'floors.a.map is missing, expected a text'],
    [{ links: [{ from: 3, to: [0, 0] }] }, 'links[0].from is 3, expected a list of one or more or a text'],
  ])('%j is refused with its place and what is allowed', (change, message) => {
    expect(fault({ ...SMALLEST, ...change })?.startsWith(`FILE: ${message}`)).toBe(true);
  });

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

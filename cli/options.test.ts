/** One description of each option: flag, config key, schema, default and README agree. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import yargs, { type Argv } from 'yargs';
import { WRITE_DEFAULTS } from '../src/core/blob/write.js';
import { codecFor } from '../src/core/options/bake.js';
import { BUILD, RECIPE } from '../src/core/options/build.js';
import { WALKER } from '../src/core/options/maps.js';
import { kebab, type OptionTable } from '../src/core/options/option.js';
import { BOUNDS_DEFAULTS } from '../src/engines/bounds/build.js';
import { HPA_DEFAULTS } from '../src/engines/hpa/bake.js';
import { JPS_DEFAULTS } from '../src/engines/jps/bake.js';
import { ARTIFACTS } from '../src/engines/list.js';
import { TABLE_DEFAULTS } from '../src/engines/table/bake.js';
import { CSV } from '../src/maps/format-options.js';
import { FORMAT_OPTIONS } from '../src/maps/formats.js';
import { configJsonSchema } from '../src/pipeline/config/config.js';
import { WORLD_DEFAULTS } from '../src/world/options.js';
import { flags } from './shared/options.js';

/** What yargs knows of the flags of a command. */
interface Declared {
  key: Record<string, unknown>;
  default: Record<string, unknown>;
  defaultDescription: Record<string, string | undefined>;
  choices: Record<string, readonly string[]>;
}

async function declared(command: string): Promise<{ options: Declared; about: Record<string, string> }> {
  const { builder } = (await import(`./commands/${command}.ts`)) as { builder: (yargs: Argv) => Argv };
  const parser = builder(yargs([]).parserConfiguration({ 'camel-case-expansion': false, 'dot-notation': false }));
  const inside = parser as unknown as {
    getOptions(): Declared;
    getInternalMethods(): { getUsageInstance(): { getDescriptions(): Record<string, string> } };
  };
  return { options: inside.getOptions(), about: inside.getInternalMethods().getUsageInstance().getDescriptions() };
}

it('choices of digits are texts', () => {
  const parsed = yargs(['--csv.blocked', '0'])
    .parserConfiguration({ 'dot-notation': false })
    .options(flags({ blocked: CSV.blocked }, { prefix: 'csv.' }))
    .exitProcess(false)
    .parseSync();
  expect(parsed['csv.blocked']).toBe('0');
});

interface Node {
  properties: Record<string, Node & { description?: string; default?: unknown; enum?: unknown[] }>;
  anyOf?: Node[];
  items?: Node;
}
const schema = configJsonSchema() as unknown as Node;
const tables: [command: string, prefix: string, table: OptionTable, keys: Node][] = [
  ...Object.entries(ARTIFACTS).map(([name, { options }]): [string, string, OptionTable, Node] => {
    const keys = schema.properties.artifacts.properties[name];
    return [name, '', options, keys.anyOf?.[0] ?? keys];
  }),
  ...FORMAT_OPTIONS.map(({ name, flags }): [string, string, OptionTable, Node] => {
    return ['jps', `${name}.`, flags, schema.properties[name]];
  }),
  ['jps', '', WALKER, schema],
  ['build', '', { ...RECIPE, threads: BUILD.threads, maxMemory: BUILD.maxMemory }, schema],
];

describe('an option', () => {
  it.each(tables)(
    'of %s %s has one description, default and choices for flag and config key',
    async (command, prefix, table, keys) => {
      const { options, about } = await declared(command);
      for (const [key, option] of Object.entries(table)) {
        const flag = `${prefix}${kebab(key)}`;
        const node = keys.properties[key];
        expect([flag, Object.hasOwn(options.key, flag)]).toEqual([flag, true]);
        expect(node.description?.startsWith(option.about)).toBe(true);
        const start = option.about.slice(1);
        expect(about[flag].replace(/^__yargsString__:/, '')).toContain(start);
        expect(node.default).toEqual(option.default);
        const isShown = option.default !== undefined && JSON.stringify(option.default) !== '[]';
        const shown = options.default[flag] ?? options.defaultDescription[flag];
        if (isShown) expect([option.default, JSON.stringify(option.default)]).toContainEqual(shown);
        expect(options.choices[flag]).toEqual(option.choices);
        if (option.choices) expect(node.enum).toEqual(option.choices);
      }
    },
  );

  it('has the default that functions have', () => {
    const { jps, bounds, hpa, table } = ARTIFACTS;
    const { storePaths, ...clusters } = hpa.defaults;
    expect(JPS_DEFAULTS).toMatchObject(jps.defaults);
    expect(BOUNDS_DEFAULTS).toMatchObject({ at: bounds.defaults.boxes, exact: bounds.defaults.exact });
    expect(HPA_DEFAULTS).toMatchObject({ ...clusters, paths: storePaths });
    expect(TABLE_DEFAULTS).toMatchObject(table.defaults);
    expect(WRITE_DEFAULTS).toMatchObject({ codec: codecFor(), zstdLevel: RECIPE.zstdLevel.default });
    // The default of the flag follows from the layout.
    expect(RECIPE.codec.default).toBeUndefined();
    expect(WORLD_DEFAULTS.tiles).toBe(1024);
  });

  it('in the README and the guide is a flag of its command, or a key of a config', async () => {
    const pages = [
      'README.md',
      ...['bake', 'commands', 'config', 'costs', 'maps', 'queues'].map((name) => `docs/guide/${name}.md`),
    ];
    const text = pages.map((page) => readFileSync(page, 'utf8')).join('\n');
    const calls = [...text.matchAll(/\b(?:grid)?prep ([a-z]+) ([^`\n|]*)/g)].filter(([, , rest]) =>
      rest.includes('--'),
    );
    expect(calls.length).toBeGreaterThan(10);
    for (const [, command, rest] of calls) {
      const { key } = (await declared(command)).options;
      const names = [...rest.replace(/&&.*/, '').matchAll(/(?<=\s|^)--(?:no-)?([a-z][\w.-]*)/g)].map(
        ([, name]) => name,
      );
      for (const name of names) expect(key, `prep ${command} --${name}`).toHaveProperty([name]);
    }
    const named = [...text.matchAll(/`(tiled|ldtk|png|csv)\.(\w+)`/g)];
    for (const [, format, key] of named)
      expect(FORMAT_OPTIONS.find(({ name }) => name === format)?.config, `${format}.${key}`).toHaveProperty(key);
  });

  it('has a flag that is its config key in kebab-case', () => {
    expect(FORMAT_OPTIONS.flatMap((one) => Object.keys(flags(one.config, { prefix: `${one.name}.` })))).toContain(
      'tiled.blocked-layers',
    );
  });
});

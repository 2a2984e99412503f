/** `prep.config.json`: maps, artifacts, outputs. Its JSON schema is `schema/prep.config.schema.json`. */
import { z } from 'zod';
import { AGENT_NAME } from '../../core/blob/agents.js';
import { ConfigError } from '../../core/errors.js';
import { type BOUNDS, type HPA, type JPS, LAYOUT, type TABLE, WORLD, WRITE } from '../../core/options/bake.js';
import { BASE, BUILD, LINT, RECIPE } from '../../core/options/build.js';
import { WALKER } from '../../core/options/maps.js';
import type { Given } from '../../core/options/option.js';
import { schemaOf, schemaOfOne } from '../../core/options/schema.js';
import { ARTIFACT_NAMES, ARTIFACTS } from '../../engines/list.js';
import { FILES, FORMAT_OPTIONS, type FormatOptions } from '../../maps/formats.js';
import { WORLD_RULES } from '../../world/section.js';
import { fewFaults, unsound } from './config-errors.js';
import { checkGlobs } from './globs.js';

type Baked<T> = (Given<T> & Given<typeof WRITE> & Given<typeof LAYOUT>) | false | undefined;

interface ArtifactConfigs {
  jps?: Baked<typeof JPS>;
  bounds?: Baked<typeof BOUNDS>;
  ch?: Baked<object>;
  hpa?: Baked<typeof HPA>;
  table?: Baked<typeof TABLE>;
}

interface AgentConfig extends Given<typeof WALKER> {
  /** Names of the artifacts that are baked for it. Default: all. */
  artifacts?: readonly string[] | undefined;
}

type OrFile<T> = { [K in keyof T]: K extends 'legend' ? T[K] | string : T[K] };

type Formats = Given<typeof FILES> & {
  [F in keyof FormatOptions]: OrFile<NonNullable<FormatOptions[F]>> | undefined;
};

interface Shared extends Given<typeof WALKER>, Given<typeof RECIPE>, Formats {
  artifacts?: ArtifactConfigs | undefined;
  /** Agents by name; every output has all of them. */
  agents?: Readonly<Record<string, AgentConfig>> | undefined;
  base?: string | undefined;
}

/** One entry of `inputs` in a config: maps, or one map of floors. */
export interface Input extends Shared {
  /** Globs of map files, relative to the config file. */
  maps?: string | readonly string[] | undefined;
  /** Map files that are floors of one map, by name, with the level of those that have several. */
  floors?: Readonly<Record<string, string | { map: string; level?: string | undefined }>> | undefined;
  /** Name of the outputs of floors. */
  name?: string | undefined;
  exclude?: string | readonly string[] | undefined;
  /** Names of levels in files that have several. */
  levels?: readonly string[] | undefined;
}

/** One entry of `worlds` in a config. */
export interface World extends Given<typeof WORLD>, Given<typeof WRITE>, Given<typeof WALKER>, Formats {
  /** A map file, or a folder of map files named COLUMN_ROW. */
  map: string;
  agents?: Readonly<Record<string, Omit<AgentConfig, 'artifacts'>>> | undefined;
  base?: string | undefined;
}

/** A checked config. */
export interface Config extends Shared, Given<typeof BUILD>, Given<typeof LINT> {
  $schema?: string | undefined;
  inputs?: readonly Input[] | undefined;
  /** One more input. */
  floors?: Input['floors'];
  worlds?: readonly World[] | undefined;
}
type CheckedConfig = Config & { outDir: string };

/** Reading options of map files, also in jobs of a fleet. */
export const formats = {
  ...schemaOf(z, FILES).shape,
  ...Object.fromEntries(
    FORMAT_OPTIONS.map(({ name, about, config }) => [name, schemaOf(z, config).optional().describe(about)]),
  ),
};

const glob = z.string().min(1);
const globs = z.union([glob, z.array(glob).min(1)]);

const walker = schemaOf(z, WALKER);

const artifacts = Object.fromEntries(
  ARTIFACT_NAMES.map((name) => {
    const { options, about } = ARTIFACTS[name];
    const schema = z.union([schemaOf(z, { ...options, ...WRITE, ...LAYOUT }), z.literal(false)]).optional();
    return [name, schema.describe(`${about}; false leaves out what a preset has`)];
  }),
);

const agent = walker.omit({ walls: true, links: true }).extend({
  artifacts: z
    .array(z.enum(ARTIFACT_NAMES))
    .min(1)
    .optional()
    .describe('Artifacts that are baked for this agent. Default: all'),
});
const agentsOf = (one: z.ZodObject) => z.record(z.string().regex(AGENT_NAME), one).optional();

const shared = {
  artifacts: z.strictObject(artifacts).optional().describe('Artifacts of each map, with their options'),
  ...schemaOf(z, RECIPE).shape,
  ...walker.shape,
  agents: agentsOf(agent).describe('Agents by name; every output holds all of them, shared sections once'),
  ...formats,
  base: schemaOfOne(z, BASE),
};

// Tiles have no walls beyond their borders, and no links.
const worldWalker = walker
  .omit({ wallCosts: true, stepCosts: true, walls: true, links: true })
  .extend({ diagonals: z.enum(WORLD_RULES).optional().describe(WALKER.diagonals.about) });

const worldSchema = z.strictObject({
  map: glob.describe(
    'A map file, or a folder of map files named COLUMN_ROW, relative to the config file; up to 65536 x 65536 cells',
  ),
  ...schemaOf(z, { ...WORLD, ...WRITE }).shape,
  ...worldWalker.shape,
  agents: agentsOf(worldWalker).describe('Agents by name, each in its own world. Default: those of all inputs'),
  ...formats,
  base: schemaOfOne(z, BASE),
});

const floors = z
  .record(z.string().min(1), z.union([glob, z.strictObject({ map: glob, level: glob.optional() })]))
  .optional()
  .describe('Maps that are the floors of one, by name: files, or {"map":"castle.ldtk","level":"Hall"}');

const inputSchema = z.strictObject({
  maps: globs.optional().describe('Map files of any kind: globs, relative to the config file'),
  floors,
  name: z.string().regex(AGENT_NAME).optional().describe('Name of the outputs of floors. Default: floors'),
  exclude: z
    .union([glob, z.array(glob)])
    .optional()
    .describe('Globs of files that are left out'),
  levels: z.array(glob).min(1).optional().describe('Levels to bake. Default: all'),
  ...shared,
});

export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  inputs: z.array(inputSchema).min(1).optional().describe('Maps and their artifacts'),
  floors,
  worlds: z
    .array(worldSchema)
    .min(1)
    .optional()
    .describe('Maps too large to load whole, baked in tiles into a folder each'),
  ...shared,
  ...schemaOf(z, { ...BUILD, ...LINT }).shape,
});

export const INPUT_KEYS: readonly string[] = Object.keys(inputSchema.shape);

/** Inputs of a config, with its own floors last. */
export const allInputs = ({ inputs = [], floors }: Config): Input[] => [...inputs, ...(floors ? [{ floors }] : [])];

/** The place of an input of {@link allInputs} in the config, for errors. */
export const inputPlace = ({ inputs = [] }: Config, i: number): string =>
  i < inputs.length ? `inputs[${i}]` : 'floors';

/** The JSON schema of configs, for editors. */
export function configJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(configSchema, { target: 'draft-7', io: 'input' });
}

/** Checks a config and fills in defaults. @throws {ConfigError} with each fault and the allowed values */
export function parseConfig(value: unknown, file = 'config'): CheckedConfig {
  const fault = unsound(value);
  if (fault !== undefined) throw new ConfigError(`${file}: ${fault}`);
  const result = configSchema.safeParse(value);
  if (!result.success) {
    const schema = configJsonSchema();
    const faults = fewFaults(result.error.issues, value, schema);
    throw new ConfigError(faults.map((fault) => `${file}: ${fault}`.replaceAll('\n', '\\n')).join('\n'));
  }
  const config = result.data as Config;
  const inputs = allInputs(config);
  if (inputs.length === 0 && !config.worlds)
    throw new ConfigError(`${file}: inputs is missing, expected a list of one or more; or give floors, or worlds`);
  for (const [i, { maps, floors, exclude, levels, name }] of inputs.entries()) {
    const where = `${file}: inputs[${i}]`;
    if (!maps && !floors)
      throw new ConfigError(`${where}.maps is missing, expected a text or a list of one or more; or give floors`);
    checkGlobs(maps, `${where}.maps`);
    checkGlobs(exclude, `${where}.exclude`);
    const others = Object.entries(floors ? { maps, exclude, levels } : { name });
    const [other] = others.find(([, value]) => value !== undefined) ?? [];
    if (other === undefined) continue;
    const why = floors ? 'floors need a separate input' : 'maps are named after their files';
    throw new ConfigError(`${where}.${other} is not allowed with ${floors ? 'floors' : 'maps'}; ${why}`);
  }
  return { ...config, outDir: (config.outDir ?? BUILD.outDir.default).replaceAll('\\', '/') };
}

/** `prep.config.json`: maps, artifacts, outputs. Its JSON schema is `schema/prep.config.schema.json`. */
import { z } from 'zod';
import { ARTIFACT_NAMES, ARTIFACTS } from '../../core/artifacts/list.js';
import { AGENT_NAME } from '../../core/blob/agents.js';
import { ConfigError } from '../../core/errors.js';
import { FILES, FORMAT_OPTIONS, type FormatOptions } from '../../core/maps/formats.js';
import { type BOUNDS, type HPA, type JPS, LAYOUT, type TABLE, WORLD, WRITE } from '../../core/options/bake.js';
import { BASE, BUILD, RECIPE } from '../../core/options/build.js';
import { WALKER } from '../../core/options/maps.js';
import type { Given } from '../../core/options/option.js';
import { schemaOf, schemaOfOne } from '../../core/options/schema.js';
import { WORLD_RULES } from '../../world/section.js';
import { inWords, reservedKeys } from './config-errors.js';

type Baked<T> = (Given<T> & Given<typeof WRITE> & Given<typeof LAYOUT>) | false | undefined;

interface ArtifactConfigs {
  jps?: Baked<typeof JPS>;
  bounds?: Baked<typeof BOUNDS>;
  ch?: Baked<object>;
  hpa?: Baked<typeof HPA>;
  table?: Baked<typeof TABLE>;
}

interface AgentConfig extends Given<typeof WALKER> {
  /** Names of the artifacts that are baked for it; all without it. */
  artifacts?: readonly string[] | undefined;
}

type OrFile<T> = { [K in keyof T]: K extends 'legend' ? T[K] | string : T[K] };

type Formats = Given<typeof FILES> & {
  [F in keyof FormatOptions]: OrFile<NonNullable<FormatOptions[F]>> | undefined;
};

interface Shared extends Given<typeof WALKER>, Given<typeof RECIPE>, Formats {
  artifacts?: ArtifactConfigs | undefined;
  /** Agents by name; every output is of all of them. */
  agents?: Readonly<Record<string, AgentConfig>> | undefined;
  base?: string | undefined;
}

/** One entry of `inputs` in a config. */
export interface Input extends Shared {
  /** Globs of map files, relative to the config file. */
  maps: string | readonly string[];
  exclude?: string | readonly string[] | undefined;
  /** Names of levels, of files that have several. */
  levels?: readonly string[] | undefined;
}

/** One entry of `worlds` in a config. */
export interface World extends Given<typeof WORLD>, Given<typeof WRITE>, Given<typeof WALKER>, Formats {
  /** A map file, or a folder of map files named COLUMN_ROW. */
  map: string;
  agents?: Readonly<Record<string, Omit<AgentConfig, 'artifacts'>>> | undefined;
  base?: string | undefined;
}

/** A config as it is written, checked. */
export interface Config extends Shared, Given<typeof BUILD> {
  $schema?: string | undefined;
  inputs?: readonly Input[] | undefined;
  worlds?: readonly World[] | undefined;
}
type CheckedConfig = Config & { outDir: string };

/** How map files are read; jobs of a fleet say it as configs do. */
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

const agent = walker.omit({ links: true }).extend({
  artifacts: z
    .array(z.enum(ARTIFACT_NAMES))
    .min(1)
    .optional()
    .describe('Artifacts that are baked for this agent; all without it'),
});
const agentsOf = (one: z.ZodObject) => z.record(z.string().regex(AGENT_NAME), one).optional();

const shared = {
  artifacts: z.strictObject(artifacts).optional().describe('What is baked from each map, and how'),
  ...schemaOf(z, RECIPE).shape,
  ...walker.shape,
  agents: agentsOf(agent).describe('Agents by name; every output holds all of them, shared sections once'),
  ...formats,
  base: schemaOfOne(z, BASE),
};

// Tiles know no walls beyond their borders, and no links.
const worldWalker = walker
  .omit({ wallCosts: true, links: true })
  .extend({ diagonals: z.enum(WORLD_RULES).optional().describe(WALKER.diagonals.about) });

const worldSchema = z.strictObject({
  map: glob.describe(
    'A map file, or a folder of map files named COLUMN_ROW, relative to the config file; up to 65536 x 65536 cells',
  ),
  ...schemaOf(z, { ...WORLD, ...WRITE }).shape,
  ...worldWalker.shape,
  agents: agentsOf(worldWalker).describe('Agents by name, each in a world of its own; those of all inputs without it'),
  ...formats,
  base: schemaOfOne(z, BASE),
});

const inputSchema = z.strictObject({
  maps: globs.describe('Map files of any kind: globs, relative to the config file'),
  exclude: z
    .union([glob, z.array(glob)])
    .optional()
    .describe('Globs of files that are left out'),
  levels: z.array(glob).min(1).optional().describe('Levels to bake [default: all]'),
  ...shared,
});

export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  inputs: z.array(inputSchema).min(1).optional().describe('Maps, and what is baked from them'),
  worlds: z
    .array(worldSchema)
    .min(1)
    .optional()
    .describe('Maps too large to load whole, baked in tiles into a folder each'),
  ...shared,
  ...schemaOf(z, BUILD).shape,
});

export const INPUT_KEYS: readonly string[] = Object.keys(inputSchema.shape);

/** The JSON schema of configs, for editors. */
export function configJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(configSchema, { target: 'draft-7', io: 'input' });
}

/** Checks a config and fills in what it leaves out. @throws {ConfigError} naming each fault, and what is allowed */
export function parseConfig(value: unknown, file = 'config'): CheckedConfig {
  const [reserved] = reservedKeys(value);
  if (reserved !== undefined) throw new ConfigError(`${file}: ${reserved}`);
  const result = configSchema.safeParse(value);
  if (!result.success) {
    const schema = configJsonSchema();
    const faults = result.error.issues.flatMap((issue) => inWords(issue, value, schema));
    throw new ConfigError(faults.map((fault) => `${file}: ${fault}`).join('\n'));
  }
  if (!result.data.inputs && !result.data.worlds)
    throw new ConfigError(`${file}: inputs is missing, expected a list of one or more; or give worlds`);
  return { ...(result.data as Config), outDir: (result.data as Config).outDir ?? BUILD.outDir.default };
}

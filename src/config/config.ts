/** `prep.config.json`: which maps, what is baked from them, where to. Its JSON schema is `schema/prep.config.schema.json`. */
import { z } from 'zod';
import { ARTIFACT_NAMES, ARTIFACTS } from '../artifacts/list.js';
import { AGENT_NAME } from '../blob/agents.js';
import { MAX_ZSTD_LEVEL } from '../blob/compress.js';
import { MOVE_RULES } from '../blob/layout.js';
import { ConfigError } from '../errors.js';
import { MAX_COST, MAX_SIZE } from '../grid/grid.js';
import { parseMemory } from '../threads/memory.js';
import { MAX_TILE } from '../world/layout.js';
import { WORLD_RULES } from '../world/section.js';
import { inWords } from './config-errors.js';
import { levels, mapOptions } from './map-options.js';
import { PRESET_NAMES } from './presets.js';

const codec = z.enum(['zstd', 'none']).optional().describe('Compression; none is read in place');
const zstdLevel = z.int().min(1).max(MAX_ZSTD_LEVEL).optional().describe('Compression level');

const artifactSchemas = ARTIFACT_NAMES.map((name) => {
  const { schema, about } = ARTIFACTS[name];
  const options = schema(z).extend({ codec, zstdLevel });
  return [
    name,
    z
      .union([options, z.literal(false)])
      .optional()
      .describe(`${about}; false leaves out what a preset has`),
  ] as const;
});

const terrain = z
  .string()
  .regex(/^[.GSTWO@]+$/)
  .optional();
const costs = z.record(z.string(), z.int().min(1).max(MAX_COST)).optional();

const diagonals = z.enum(MOVE_RULES).optional();

const agent = z.strictObject({
  size: z
    .int()
    .min(1)
    .max(MAX_SIZE)
    .optional()
    .describe('Side of the square that walks, in cells; anchored at its top left cell'),
  diagonals: diagonals.describe('Diagonal moves that are legal for this agent; those of the input without it'),
  terrain: terrain.describe('Letters of MovingAI maps that it can cross, from .GSTWO@; those of the input without it'),
  costs: costs.describe(
    'Cost of a cell by its letter, for this agent; those of the input without it. All but ch know costs',
  ),
  artifacts: z
    .array(z.enum(ARTIFACT_NAMES))
    .min(1)
    .optional()
    .describe('Those of the artifacts that are baked for it; all without it'),
});

/** What can be said for all inputs, and for each of them. */
const shared = {
  artifacts: z
    .strictObject(Object.fromEntries(artifactSchemas))
    .optional()
    .describe('What is baked from each map, and how'),
  preset: z
    .enum(PRESET_NAMES)
    .optional()
    .describe('Artifacts and options that go well together; `artifacts` is laid over them'),
  terrain: terrain.describe('Letters of MovingAI maps that are open, from .GSTWO@'),
  costs: costs.describe(
    'Cost of a cell of a MovingAI map by its letter, 1 where it is not said; all but ch know costs',
  ),
  diagonals: diagonals.describe(
    'Diagonal moves that are legal: past no blocked corner (no-corners), past at most one (one-corner), always or never',
  ),
  agents: z
    .record(z.string().regex(AGENT_NAME), agent)
    .optional()
    .describe('Who walks, by name: every output is of all of them, and what they share is in it once'),
  ...mapOptions,
  pack: z.boolean().optional().describe('One file for all artifacts of a map, or one for each'),
  base: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder that the names of outputs start from, relative to the config file; without it the first folder of a map is left out',
    ),
  codec,
  zstdLevel,
};

const glob = z.string().min(1);

const worldMoves = z.enum(WORLD_RULES).optional();

const worldAgent = agent.omit({ artifacts: true }).extend({
  diagonals: worldMoves.describe('Diagonal moves that are legal for this agent; those of the world without it'),
});

const worldSchema = z.strictObject({
  map: z
    .string()
    .min(1)
    .describe(
      'A map file, or a folder of map files named COLUMN_ROW, relative to the config file; up to 65536 x 65536 cells',
    ),
  tile: z.int().min(2).max(MAX_TILE).describe('Side of a tile in cells, a multiple of cluster'),
  ...ARTIFACTS.hpa.schema(z).pick({ cluster: true, entranceWidth: true, storePaths: true }).shape,
  terrain: shared.terrain,
  costs: shared.costs,
  diagonals: worldMoves.describe('Diagonal moves that are legal'),
  agents: z
    .record(z.string().regex(AGENT_NAME), worldAgent)
    .optional()
    .describe('Who walks, by name, each in a world of its own; without it those of all inputs'),
  ...mapOptions,
  base: shared.base,
  codec,
  zstdLevel,
});

const inputSchema = z.strictObject({
  maps: z.union([glob, z.array(glob).min(1)]).describe('Map files of any kind: globs, relative to the config file'),
  exclude: z
    .union([glob, z.array(glob)])
    .optional()
    .describe('Globs of files that are left out'),
  levels,
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
  outDir: z.string().min(1).default('out').describe('Folder to write to, relative to the config file'),
  ...shared,
  threads: z.int().min(0).max(256).optional().describe('Most threads at once; 0 for one per core'),
  cache: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Cache that machines share: a folder relative to the config file, or http(s)://... or redis(s)://..., without a password',
    ),
  cacheReadOnly: z.boolean().optional().describe('Whether the cache is read only: what is baked is not put there'),
  maxMemory: z
    .string()
    .refine(isMemory)
    .optional()
    .describe('Most memory that a build may take, for example 2GB or 512MB'),
});

/** Names of what an input may say. */
export const INPUT_KEYS: readonly string[] = Object.keys(inputSchema.shape);

/** A config as it is written, checked. */
export type Config = z.input<typeof configSchema>;
/** One entry of `inputs` in a config, as it is written there. */
export type Input = z.input<typeof inputSchema>;
/** One entry of `worlds` in a config, as it is written there. */
export type World = z.input<typeof worldSchema>;
type CheckedConfig = z.output<typeof configSchema>;

function isMemory(text: string): boolean {
  try {
    parseMemory(text);
    return true;
  } catch {
    return false;
  }
}

/** The JSON schema of configs, for editors. */
export function configJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(configSchema, { target: 'draft-7', io: 'input' });
}

/**
 * Checks a config and fills in what it leaves out.
 * @param file name in error messages
 * @throws {ConfigError} naming each value at fault, and what is allowed there
 */
export function parseConfig(value: unknown, file = 'config'): CheckedConfig {
  const result = configSchema.safeParse(value);
  if (result.success && !result.data.inputs && !result.data.worlds)
    throw new ConfigError(`${file}: inputs is missing, expected a list of one or more; or give worlds`);
  if (result.success) return result.data;
  const schema = configJsonSchema();
  throw new ConfigError(
    result.error.issues
      .flatMap((issue) => inWords(issue, value, schema))
      .map((fault) => `${file}: ${fault}`)
      .join('\n'),
  );
}

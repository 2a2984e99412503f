/**
 * Tasks: a map to bake. Each is in the cache under its SHA-256 and is checked on both sides. It contains no path for
 * writing, no program and no secret.
 */

import { z } from 'zod';
import { AGENT_NAME } from '../../core/blob/agents.js';
import { NEWEST_REVISION } from '../../core/blob/layout.js';
import { parsedJson } from '../../core/files/json.js';
import { MAX_COST, MAX_FILE_BYTES, MAX_SIZE, MOST_TASK_FILES } from '../../core/limits.js';
import { WRITE } from '../../core/options/bake.js';
import { WALKER } from '../../core/options/maps.js';
import { schemaOf } from '../../core/options/schema.js';
import { version } from '../../core/version.js';
import { ARTIFACT_NAMES, ARTIFACTS } from '../../engines/list.js';
import type { MapHashes } from '../build/shared-outputs.js';
import { formats as allFormats } from '../config/config.js';
import type { Target } from '../config/targets.js';
import { JobError } from './failure.js';

/** Version of builds and workers that bake the same bytes. */
export const TOOL = `${version}-r${NEWEST_REVISION}`;

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const upTo = (least: number, most: number) => z.int().min(least).max(most);
const tool = z.string().max(64);
const short = z.string().min(1).max(1024);
/** Path of a file in the worker's folder of the task: neither absolute nor upwards, without control characters. */
const path = short.refine((text) => !/(^|\/)\.{0,2}(\/|$)|\\|\p{Cc}|:/u.test(text));
const fileName = path.refine((text) => !text.includes('/'));

const terrain = z.string().regex(/^[.GSTWO@]+$/);
const costs = z.record(z.string().length(1), upTo(1, MAX_COST));
const size = upTo(1, MAX_SIZE);
const write = {
  codec: z.enum(['zstd', 'none']),
  layout: z.literal('mapped').optional(),
  zstdLevel: upTo(1, WRITE.zstdLevel.most),
};
const { root: _, ...formats } = allFormats as z.ZodRawShape;

const artifacts = z.array(z.enum(ARTIFACT_NAMES)).optional();
const { terrain: __, costs: ___, size: ____, walls, links, ...moves } = schemaOf(z, WALKER).shape;
const agent = z.strictObject({ terrain, costs, size, ...moves, artifacts });
const agents = z.record(z.string().regex(AGENT_NAME), agent).optional();
const walker = { terrain, costs, size: size.optional(), walls, links, ...moves };
const readingSchema = z.strictObject({ ...walker, ...formats, agents });
/** As given, because the order of its keys decides the keys of outputs. */
const reading = z.custom<Target['reading']>((value) => readingSchema.safeParse(value).success);

/** Making a schema takes longer than using it. */
const schemas = new Map<string, z.ZodType>();
function optionsOf(artifact: string): z.ZodType {
  const known = schemas.get(artifact);
  if (known) return known;
  const { options } = ARTIFACTS[artifact];
  // The bake chooses options without a default.
  const filled = Object.entries(options).flatMap(([name, one]) => (one.default === undefined ? [] : [[name, true]]));
  const schema = schemaOf(z, options).required(Object.fromEntries(filled)).strict();
  schemas.set(artifact, schema);
  return schema;
}

const wanted = z
  .strictObject({
    name: z.enum(ARTIFACT_NAMES),
    options: z.record(z.string(), z.unknown()),
    ...write,
    named: z.literal(true).optional(),
  })
  .refine(({ name, options }) => optionsOf(name).safeParse(options).success);

const output = z.strictObject({ file: short, artifacts: z.array(wanted).min(1), choose: z.literal(true).optional() });

const taskSchema = z.strictObject({
  gridprep: z.literal(1),
  tool,
  map: fileName,
  level: short.optional(),
  reading,
  outputs: z.array(output).min(1).max(64),
  /** Indices of the stale outputs. */
  stale: z.array(upTo(0, 63)).min(1).max(64),
  format: z.string().max(32),
  size: upTo(0, 2 ** 32),
  force: z.boolean(),
  /** Files, the map first: the path of each in the folder of the task, and from the map. */
  inputs: z
    .array(z.strictObject({ path, from: short, sha256, bytes: upTo(0, MAX_FILE_BYTES) }))
    .min(1)
    .max(MOST_TASK_FILES),
});
const checkedSchema = taskSchema.refine(({ stale, outputs }) => stale.every((i) => i < outputs.length), {
  path: ['stale'],
});
export type MapTask = z.output<typeof taskSchema>;

export function parseTask(bytes: Uint8Array): MapTask {
  return parsed('task', checkedSchema, parsedJson(bytes)) as MapTask;
}

export function parsed<T extends z.ZodType>(what: string, schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [{ path, code }] = result.error.issues;
  throw new JobError(`the ${what} is not of this gridprep: ${path.join('.') || 'all of it'} (${code})`);
}

export function targetOf({ map, level, reading, outputs }: MapTask): Target {
  return {
    map,
    name: map,
    ...(level !== undefined && { level }),
    reading,
    outputs: outputs as Target['outputs'],
  };
}

/** The source of a task's outputs, which decides their keys. */
export function sourceOf({ inputs: [map, ...beside], format }: MapTask): MapHashes {
  return {
    mapSha256: map.sha256,
    beside: Object.fromEntries(beside.map((input) => [input.from, input.sha256])),
    format,
  };
}

/**
 * Tasks and jobs: a task describes a map and lies in the cache under its SHA-256, a job in Redis names it. Both are
 * checked on both sides, and hold no path that is written to, no program and no secret.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ARTIFACT_NAMES, ARTIFACTS } from '../artifacts/list.js';
import { AGENT_NAME } from '../blob/agents.js';
import { MOVE_RULES, PRICED_REVISION } from '../blob/layout.js';
import type { Source } from '../build/shared-outputs.js';
import { formats as allFormats } from '../config/formats.js';
import type { Target } from '../config/targets.js';
import { MAX_COST, MAX_SIZE } from '../grid/grid.js';
import { MAX_FILE_BYTES } from '../maps/files.js';
import { WRITE } from '../options/bake.js';
import { schemaOf } from '../options/schema.js';
import { version } from '../version.js';

/** Who may work together: the same version bakes the same bytes. */
export const TOOL = `${version}-r${PRICED_REVISION}`;
/** Bytes of a task. */
export const MOST_TASK = 2 ** 20;
/** Bytes of a job's data. */
export const MOST_JOB = 1024;
/** Files beside a map. */
const MOST_FILES = 4096;

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const short = z.string().min(1).max(1024);
/** Of a file, within the folder that a worker makes for the task; never absolute, never upwards. */
const path = short.refine((text) => !/(^|\/)\.{0,2}(\/|$)|\\|\0|:/.test(text));
/** Name of a file. */
export const fileName = path.refine((text) => !text.includes('/'));

export const terrain = z.string().regex(/^[.GSTWO@]+$/);
const costs = z.record(z.string().length(1), z.int().min(1).max(MAX_COST));
const diagonals = z.enum(MOVE_RULES).optional();
const { root: _, ...formats } = allFormats as z.ZodRawShape;

const agent = z.strictObject({
  terrain,
  costs,
  diagonals,
  size: z.int().min(1).max(MAX_SIZE),
  artifacts: z.array(z.enum(ARTIFACT_NAMES)).optional(),
});

/** Making a schema takes longer than using it. */
const schemas = new Map<string, z.ZodType>();
function optionsOf(artifact: string): z.ZodType {
  const known = schemas.get(artifact);
  if (known) return known;
  const { options } = ARTIFACTS[artifact];
  // An option without a default is chosen by the bake, by the map.
  const filled = Object.entries(options).flatMap(([name, one]) => (one.default === undefined ? [] : [[name, true]]));
  const schema = schemaOf(z, options).required(Object.fromEntries(filled)).strict();
  schemas.set(artifact, schema);
  return schema;
}

const wanted = z
  .strictObject({
    name: z.enum(ARTIFACT_NAMES),
    options: z.record(z.string(), z.unknown()),
    codec: z.enum(['zstd', 'none']),
    zstdLevel: z.int().min(1).max(WRITE.zstdLevel.most),
    named: z.literal(true).optional(),
  })
  .refine(({ name, options }) => optionsOf(name).safeParse(options).success);

const output = z.strictObject({ file: short, artifacts: z.array(wanted).min(1), choose: z.literal(true).optional() });

const taskSchema = z.strictObject({
  gridprep: z.literal(1),
  tool: z.string().max(64),
  map: fileName,
  level: short.optional(),
  reading: z.strictObject({
    terrain,
    costs,
    diagonals,
    size: z.int().min(1).max(MAX_SIZE).optional(),
    ...formats,
    agents: z.record(z.string().regex(AGENT_NAME), agent).optional(),
  }),
  outputs: z.array(output).min(1).max(64),
  /** Places of the outputs that are wanted. */
  stale: z.array(z.int().min(0).max(63)).min(1),
  format: z.string().max(32),
  size: z
    .int()
    .min(0)
    .max(2 ** 32),
  force: z.boolean(),
  /** Of a build that bakes what is there already: nothing that others have made for a task counts. */
  once: z.string().max(64).optional(),
  /** Files, the map first: where each lies in a folder of the task's own, and from the map. */
  inputs: z
    .array(z.strictObject({ path, from: short, sha256, bytes: z.int().min(0).max(MAX_FILE_BYTES) }))
    .min(1)
    .max(MOST_FILES),
});
/** A map, and what is to be made of it. */
export type Task = z.output<typeof taskSchema>;

/** Maps in a batch, and bytes of the largest map file in one: a job costs more than the bake of a smaller one. */
export const BATCH = { maps: 64, bytes: 2048 };

const batchSchema = z.strictObject({
  gridprep: z.literal(1),
  kind: z.literal('batch'),
  tool: z.string().max(64),
  /** Tasks of one input each, with the bytes of that in Latin-1. */
  maps: z
    .array(z.strictObject({ task: taskSchema, text: z.string().max(BATCH.bytes) }))
    .min(1)
    .max(BATCH.maps),
});
/** Small maps that are one job. */
export type Batch = z.output<typeof batchSchema>;

const most31 = 2 ** 31;
const place = z.string().regex(/^[\w.-]{1,128}$/);

/** A part of a map's bake that is a job of its own. */
const partSchema = z.discriminatedUnion('kind', [
  /** An artifact; its place is its name, with an agent's and a dot before it. */
  z.strictObject({ kind: z.literal('artifact'), place }),
  /** Chunks of a long one. */
  z
    .strictObject({ kind: z.literal('shard'), place, from: z.int().min(0).max(most31), to: z.int().min(1).max(most31) })
    .refine(({ from, to }) => from < to),
]);
export type Part = z.output<typeof partSchema>;
export type Shard = Extract<Part, { kind: 'shard' }>;

const jobSchema = z.strictObject({
  tool: z.string().max(64),
  /** SHA-256 of the task. */
  task: sha256,
  bytes: z.int().min(1).max(MOST_TASK),
  /** SHA-256 of the token that the build has put into its cache. */
  proof: sha256,
  /** Part of it alone. */
  part: partSchema.optional(),
});
export type JobData = z.output<typeof jobSchema>;
/** Where in the cache a task is. */
export type TaskRef = Pick<JobData, 'tool' | 'task' | 'bytes'>;

/** @throws {RangeError} naming what is wrong */
export function parseTask(bytes: Uint8Array): Task {
  return parsed('task', taskSchema, JSON.parse(Buffer.from(bytes).toString('utf8'))) as Task;
}

/** @returns undefined if it is a task of another kind @throws {RangeError} naming what is wrong */
export function parseBatch(bytes: Uint8Array): Batch | undefined {
  const value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  return value?.kind === 'batch' ? (parsed('task', batchSchema, value) as Batch) : undefined;
}

/** @throws {RangeError} naming what is wrong */
export function parseJob(data: unknown): JobData {
  const length = JSON.stringify(data)?.length ?? 0;
  if (length > MOST_JOB) throw new RangeError(`the job's data have ${length} bytes, allowed are ${MOST_JOB}`);
  return parsed('job', jobSchema, data);
}

/** @throws {RangeError} naming what is wrong */
export function parsed<T extends z.ZodType>(what: string, schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [{ path, code }] = result.error.issues;
  throw new RangeError(`the ${what} is none of this gridprep: ${path.join('.') || 'all of it'} (${code})`);
}

/** The target of a task, as the pipeline knows it. */
export function targetOf({ map, level, reading, outputs }: Task): Target {
  return {
    map,
    name: map,
    ...(level !== undefined && { level }),
    reading: reading as Target['reading'],
    outputs: outputs as Target['outputs'],
  };
}

/** What the outputs of a task are made from, which decides about their keys. */
export function sourceOf({ inputs: [map, ...beside], format }: Task): Source {
  return {
    mapSha256: map.sha256,
    beside: Object.fromEntries(beside.map((input) => [input.from, input.sha256])),
    format,
  };
}

/** SHA-256 of some words, as a key in the cache. */
export function keyOf(...words: (string | number)[]): string {
  return createHash('sha256').update(words.join(' ')).digest('hex');
}

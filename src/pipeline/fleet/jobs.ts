/**
 * Jobs in Redis: the task that each names, how often it is tried, how long it is remembered, and what a build
 * gets to know of it.
 */
import type { JobsOptions } from 'bullmq';
import { z } from 'zod';
import { JobError } from './failure.js';
import { MOST_TASK, parsed, sha256, upTo } from './task.js';

const MOST_JOB = 1024;

const jobSchema = z.strictObject({
  tool: z.string().max(64),
  task: sha256,
  bytes: upTo(1, MOST_TASK),
  /** SHA-256 of the token that the build has put into its cache. */
  proof: sha256,
});
export type JobData = z.output<typeof jobSchema>;
/** Where in the cache a task is. */
export type TaskRef = Pick<JobData, 'tool' | 'task' | 'bytes'>;

export function parseJob(data: unknown): JobData {
  const length = JSON.stringify(data)?.length ?? 0;
  if (length > MOST_JOB) throw new JobError(`the job's data have ${length} bytes, allowed are ${MOST_JOB}`);
  return parsed('job', jobSchema, data);
}

export const resultSchema = z.object({
  worker: z.string().max(256).default('a worker'),
  withdrawn: z.literal(true).optional(),
  /** Places of the maps of a batch that are to be given again. */
  failed: z.array(z.int().min(0)).optional(),
});
export type JobAnswer = z.output<typeof resultSchema>;

export const progressSchema = z.object({
  artifact: z.string().max(64),
  done: z.number().min(0),
  total: z.number().min(1),
  worker: z.string().max(256).optional(),
});

export const WORKER_TIMES = {
  /** Milliseconds after which a worker that says nothing is taken for dead. */
  lockMs: 6000,
  /** Workers that may die over a job before it fails: a map that takes them down must not take all of them. */
  stalls: 10,
};

const BACKOFF_MS = 1000;

/** Tries of a job, of what may be better the next time: a thread that died, a cache that did not answer. */
export const ATTEMPTS = 4;
/** Seconds for failed jobs. Finished ones are forgotten at once: their results are in the cache. */
const KEEP_FAILED_S = 86_400;

/** A second one of the same name is none: `b` and the task's SHA-256. */
export const mapId = (task: string) => `b${task}`;
/** SHA-256 of the task of a job. */
export const taskOfId = (id: string) => id.slice(1);

export function jobOptions(task: string, attempts: number): JobsOptions {
  return {
    jobId: mapId(task),
    attempts,
    backoff: { type: 'exponential', delay: BACKOFF_MS },
    removeOnComplete: true,
    removeOnFail: { age: KEEP_FAILED_S },
    stackTraceLimit: 0,
  };
}

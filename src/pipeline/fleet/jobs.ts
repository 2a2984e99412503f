/** Jobs in Redis: the task of each, its attempts, and its answer for the build. */

import type { JobsOptions } from 'bullmq';
import { z } from 'zod';
import { MOST_JOB, MOST_TASK } from '../../core/limits.js';
import { JobError } from './failure.js';
import { parsed, sha256, upTo } from './task.js';

const jobSchema = z.strictObject({
  tool: z.string().max(64),
  task: sha256,
  bytes: upTo(1, MOST_TASK),
  /** SHA-256 of the build's token in its cache. */
  proof: sha256,
});
export type JobData = z.output<typeof jobSchema>;
/** A task in the cache. */
export type TaskRef = Pick<JobData, 'tool' | 'task' | 'bytes'>;

export function parseJob(data: unknown): JobData {
  const length = JSON.stringify(data)?.length ?? 0;
  if (length > MOST_JOB) throw new JobError(`the job's data have ${length} bytes, allowed are ${MOST_JOB}`);
  return parsed('job', jobSchema, data);
}

export const resultSchema = z.object({
  worker: z.string().max(256).default('a worker'),
  withdrawn: z.literal(true).optional(),
});
export type JobAnswer = z.output<typeof resultSchema>;

export const progressSchema = z.object({
  artifact: z.string().max(64),
  done: z.number().min(0),
  total: z.number().min(1),
  worker: z.string().max(256).optional(),
});

export const WORKER_TIMES = {
  /** Milliseconds after which a silent worker counts as dead. */
  lockMs: 6000,
  /** Workers that may vanish with a job, killed or cut off, before it fails. One whose map ends its process stays. */
  stalls: 3,
};

const BACKOFF_MS = 1000;

/** Attempts of a job after errors that a retry may fix, such as a thread that died. */
export const ATTEMPTS = 4;
/** Seconds for failed jobs. Finished jobs are removed immediately, since their results are in the cache. */
const KEEP_FAILED_S = 86_400;

/** Name of a job, `b` and the task's SHA-256, so that there is one job per task. */
export const mapId = (task: string) => `b${task}`;

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

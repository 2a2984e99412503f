/** Names and manners of jobs: how often they are tried, and how long what is done is remembered. */
import type { JobsOptions } from 'bullmq';
import type { Part } from './task.js';

/** Times of workers. */
export const WORKER_TIMES = {
  /** Milliseconds after which a worker that says nothing is taken for dead. */
  lockMs: 6000,
  /** Workers that may die over a job before it fails: a map that takes them down must not take all of them. */
  stalls: 10,
};

const BACKOFF_MS = 1000;

/** How often jobs are tried, and how long failed ones are remembered. */
export interface JobManner {
  /** Tries, of what may be better the next time: a thread that died, a cache that did not answer. */
  attempts: number;
  /** Seconds for failed jobs. Finished ones are forgotten at once: their results are in the cache. */
  keepFailed: number;
}
export const JOB_DEFAULTS: JobManner = { attempts: 4, keepFailed: 86_400 };

/** A second one of the same name is none: `b` and the task's SHA-256. */
export const mapId = (task: string) => `b${task}`;
/** Begins with the name of the job that it is a part of. */
export const partId = (task: string, part: Part) =>
  `s${task}-${part.place}${part.kind === 'shard' ? `/${part.from}-${part.to}` : ''}`;
/** SHA-256 of the task of a job. */
export const taskOfId = (id: string) => id.slice(1, 65);
export const isPartId = (id: string) => id.startsWith('s');
/** The place of a shard; undefined for other jobs. */
export const shardPlaceOf = (id: string) => /^s.{64}-(.*)\/\d+-\d+$/.exec(id)?.[1];

/**
 * Options of a job. Parts come before maps that nobody has begun: a long one should not be left alone at the end. Where
 * several fail, their parent fails of the first in the order of a local bake.
 */
export function jobOptions(task: string, { attempts, keepFailed }: JobManner, part?: Part): JobsOptions {
  return {
    jobId: part ? partId(task, part) : mapId(task),
    attempts,
    backoff: { type: 'exponential', delay: BACKOFF_MS },
    removeOnComplete: true,
    removeOnFail: { age: keepFailed },
    stackTraceLimit: 0,
    ...(part && { lifo: true, ignoreDependencyOnFailure: true }),
  };
}

/** The manner of a job, for those that are parts of it. */
export function mannerOf({ attempts, removeOnFail }: JobsOptions): JobManner {
  const { age } = removeOnFail as { age?: number };
  return { attempts: attempts ?? JOB_DEFAULTS.attempts, keepFailed: age ?? JOB_DEFAULTS.keepFailed };
}

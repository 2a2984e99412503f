/** What a build waits for: jobs that are with the queue, and their progress. */
import { z } from 'zod';
import type { OrderProgress } from '../build/remote.js';
import { FleetError } from '../errors.js';
import type { BatchResult } from './batch.js';
import type { JobData } from './task.js';

/** A job that a build waits for. */
export interface Waiting {
  data: JobData;
  /** Whether this build has put it into the queue: what ended before says nothing. */
  isGiven: boolean;
  onProgress: (progress: OrderProgress) => void;
  result: Promise<BatchResult>;
  done(result: BatchResult): void;
  failed(error: Error): void;
  /** By place of what is in shards: those that are done, and all of them. */
  shards: Map<string, { artifact: string; done: number; total: number }>;
}

export function waitingFor(data: JobData, onProgress: Waiting['onProgress']): Waiting {
  let [done, failed]: [Waiting['done'], Waiting['failed']] = [() => {}, () => {}];
  const result = new Promise<BatchResult>((resolve, reject) => {
    [done, failed] = [resolve, reject];
  });
  // It may fail before anyone waits for it: while the job is put into the queue.
  result.catch(() => {});
  return { data, isGiven: false, onProgress, result, done, failed, shards: new Map() };
}

/** What becomes of jobs that were taken back. */
export function takenBack(): FleetError {
  return new FleetError('the build was withdrawn');
}

/** Result of a job. */
export const resultSchema = z.object({
  worker: z.string().max(256).default('a worker'),
  withdrawn: z.literal(true).optional(),
  failed: z.array(z.int().min(0)).optional(),
});
/** Progress of a job. */
export const progressSchema = z.object({
  artifact: z.string().max(64),
  done: z.number().min(0),
  total: z.number().min(1),
  worker: z.string().max(256).optional(),
  /** The place that is in so many shards. */
  shardsOf: z.string().max(128).optional(),
});

/** Waits so long for something, and no longer. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

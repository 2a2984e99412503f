/** Options and events of a worker. */
import { DEFAULT_MAX_MEMORY, parseMemory } from '../../core/threads/memory.js';
import type { SharedCache } from '../cache/shared-cache.js';

/** Event of a worker. */
export type WorkerEvent =
  | { event: 'ready'; name: string; threads: number }
  | { event: 'begun'; map: string }
  | { event: 'baked'; map: string; seconds: number }
  | { event: 'failed'; map: string; error: unknown }
  | { event: 'trouble'; text: string };

/** Options of {@link runWorker}. */
export interface WorkerOptions {
  cache: SharedCache;
  /** Jobs at once, each in a thread; 0 for one per core. */
  threads: number;
  /** Bytes that they may take together. */
  maxMemory: number;
  /** Of the machine and the process without it. */
  name?: string;
  onEvent?: (event: WorkerEvent) => void;
  signal?: AbortSignal;
  /** Milliseconds that a job may take; it fails then, and is tried again. */
  jobTimeoutMs?: number;
  /** Milliseconds after which a worker that says nothing is taken for dead. */
  lockMs?: number;
  /** Milliseconds without jobs after one whose cache was another one. */
  restMs?: number;
  /** For tests: jobs of other versions are in another queue. */
  tool?: string;
}
export const WORKER_DEFAULTS = { threads: 0, maxMemory: parseMemory(DEFAULT_MAX_MEMORY) };

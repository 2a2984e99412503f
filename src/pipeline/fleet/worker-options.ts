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
  /** Concurrent jobs, each in a thread; 0 for one per core. */
  threads: number;
  /** Bytes that all jobs together may take. */
  maxMemory: number;
  /** Default: machine and process. */
  name?: string;
  onEvent?: (event: WorkerEvent) => void;
  signal?: AbortSignal;
  /** Milliseconds that a job may take; then it fails and is tried again. */
  jobTimeoutMs?: number;
  /** Milliseconds after which a silent worker counts as dead. */
  lockMs?: number;
  /** Milliseconds without jobs after a job of another cache. */
  restMs?: number;
  /** For tests: jobs of other versions are in another queue. */
  tool?: string;
}
export const WORKER_DEFAULTS = { threads: 0, maxMemory: parseMemory(DEFAULT_MAX_MEMORY) };

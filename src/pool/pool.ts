/** Worker threads. One pool per worker file and process, started at first use. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

/** Threads used when an option `jobs` is 0: one per core. */
export function defaultJobs(): number {
  return availableParallelism();
}

/**
 * A pool of the worker `src/FOLDER/NAME.worker.ts`.
 * @param worker e.g. 'blob/compress'
 * @param jobs most threads at once; 0 for one per core
 */
export function createPool(worker: string, jobs: number): Piscina {
  return new Piscina({
    filename: workerFile(worker),
    minThreads: 1,
    maxThreads: jobs || defaultJobs(),
    idleTimeout: 1000,
  });
}

/** Workers run from built JavaScript: beside this file in `dist`, or there when this file is TypeScript (under vitest). */
export function workerFile(worker: string): string {
  const beside = fileURLToPath(new URL(`../${worker}.worker.js`, import.meta.url));
  if (existsSync(beside)) return beside;
  return fileURLToPath(new URL(`../../dist/src/${worker}.worker.js`, import.meta.url));
}

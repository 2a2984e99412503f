/** Bakes all chunks of a map in this thread and, if that takes long, in others. */
import { setImmediate } from 'node:timers/promises';
import { Pool } from '../threads/pool.js';
import { type Chunks, itemsDone, type MapChunks, stopAll } from './chunks.js';

/** Options of every bake in chunks. */
export interface ChunkOptions {
  /** Called regularly and at the end, with the number of items done. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Stops the bake; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/**
 * Called once by a long bake: other threads may run its worker on the share.
 * @returns called when no chunk is left: resolves when none of them writes any more, rejects if one failed
 */
export type Recruit = (share: MapChunks) => () => Promise<void>;

export interface ChunkBake<R> {
  /** Chunks and everything else that a thread needs; plain values and shared memory. */
  share: Chunks;
  /** Bakes the next chunk in this thread. @returns whether there was one */
  next(): boolean;
  /** Starts the other threads. @returns called once, at the end: resolves with their results when all have ended */
  start: (() => () => Promise<R>) | undefined;
  /** Starts them if this thread would need more milliseconds for the rest; 0: immediately. */
  worthMs: number;
  /** Adds the results of other threads. */
  merge?(results: R): void;
}

/** Milliseconds of baking between turns of the event loop. */
const SLICE_MS = 10;
const PROGRESS_MS = 50;
/** Until then code is not compiled, so speeds say nothing about the rest. */
const WARM_UP_MS = 50;

/** @throws what a thread has thrown, or the signal's reason */
export async function runChunks<R>(
  { share, next, start, worthMs, merge }: ChunkBake<R>,
  { onProgress, signal }: ChunkOptions,
): Promise<void> {
  signal?.throwIfAborted();
  const stop = () => stopAll(share);
  signal?.addEventListener('abort', stop, { once: true });
  let finish: (() => Promise<R>) | undefined;
  let results: Promise<R> | undefined;
  const end = () => {
    results ??= finish?.();
    return results;
  };
  const help = () => {
    finish ??= start?.();
  };
  const total = share.items;
  const begin = performance.now();
  let [slice, reported, done] = [begin, begin, 0];
  try {
    if (worthMs === 0) help();
    while (next()) {
      const now = performance.now();
      if (now - slice < SLICE_MS) continue;
      const before = done;
      done = itemsDone(share);
      const left = ((now - slice) / (done - before)) * (total - done);
      if (slice - begin > WARM_UP_MS && left > worthMs) help();
      if (now - reported >= PROGRESS_MS) {
        reported = now;
        onProgress?.(done, total);
      }
      await setImmediate();
      slice = performance.now();
    }
    const made = await end();
    if (made) merge?.(made);
    if (itemsDone(share) < total) signal?.throwIfAborted();
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
    await end()?.catch(() => {});
    onProgress?.(itemsDone(share), total);
  }
}

/** A pool whose threads all take part in one bake, and which closes at its end. */
export function threadsFor<R>(worker: string, threads: number, share: Chunks): ChunkBake<R[]>['start'] {
  if (threads < 1) return undefined;
  return () => {
    const pool = new Pool(worker, threads);
    const running = Promise.all(Array.from({ length: threads }, () => pool.run<R>(share))).finally(() => pool.close());
    // Awaited later; until then the rejection is handled here.
    running.catch(() => stopAll(share));
    return () => running;
  };
}

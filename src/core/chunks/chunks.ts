/** Chunks that threads take from a common counter in shared memory: results do not depend on their number. */

/** The chunks of one bake. */
export interface Chunks {
  /** Items in a chunk, and in all of them. */
  size: number;
  items: number;
  /** Uint8Array(chunks): not 0 where a chunk is complete. */
  finished: Uint8Array;
  /** At {@link NEXT}, {@link DONE}, {@link STOPPED}. */
  counters: Int32Array;
}

/** Places in {@link Chunks.counters}. */
const NEXT = 0; // chunk to take next
const DONE = 1; // items done
const STOPPED = 2; // 1: take no more

/** @param memory `ArrayBuffer` for a bake in one thread where there is no shared memory */
export function makeChunks(items: number, size: number, memory: new (bytes: number) => ArrayBufferLike): Chunks {
  return {
    size,
    items,
    finished: new Uint8Array(new memory(Math.ceil(items / size))),
    counters: new Int32Array(new memory(12)),
  };
}

/** First item of a chunk, and the one behind its last. */
export function chunkItems({ size, items }: Chunks, chunk: number): [first: number, end: number] {
  return [chunk * size, Math.min(items, (chunk + 1) * size)];
}

/**
 * Bakes the next chunk that no thread has taken, and marks it when its results are written.
 * @param bake gets the chunk, its first item and the one behind its last
 * @returns false if none was left, or the bake was stopped
 */
export function bakeChunk(chunks: Chunks, bake: (chunk: number, first: number, end: number) => void): boolean {
  const { finished, counters } = chunks;
  while (Atomics.load(counters, STOPPED) === 0) {
    const chunk = Atomics.add(counters, NEXT, 1);
    if (chunk >= finished.length) return false;
    if (finished[chunk] > 0) continue;
    bake(chunk, ...chunkItems(chunks, chunk));
    finishChunk(chunks, chunk);
    return true;
  }
  return false;
}

function finishChunk(chunks: Chunks, chunk: number): void {
  const [first, end] = chunkItems(chunks, chunk);
  Atomics.store(chunks.finished, chunk, 1);
  Atomics.add(chunks.counters, DONE, end - first);
}

/** Marks the chunks of a checkpoint, before any thread starts. */
export function resumeChunks(chunks: Chunks, flags: Uint8Array): void {
  for (let chunk = 0; chunk < flags.length; chunk++)
    if (flags[chunk] > 0 && chunks.finished[chunk] === 0) finishChunk(chunks, chunk);
}

export function stopAll({ counters }: Chunks): void {
  Atomics.store(counters, STOPPED, 1);
}

export function itemsDone({ counters }: Chunks): number {
  return Atomics.load(counters, DONE);
}

/** Chunks that no thread has taken yet; none once the bake was stopped. */
export function chunksLeft({ counters, finished }: Chunks): number {
  return Atomics.load(counters, STOPPED) === 0 ? Math.max(0, finished.length - Atomics.load(counters, NEXT)) : 0;
}

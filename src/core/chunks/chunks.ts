/** Chunks of work that threads take from a common counter in shared memory. Results do not depend on their number. */

export interface Chunks {
  /** Items in a chunk, and in all of them. */
  size: number;
  items: number;
  /** At {@link NEXT}, {@link DONE}, {@link STOPPED}. */
  counters: Int32Array;
}

/** Chunks of a map, whose size tells how much memory another thread needs for it. */
export interface MapChunks extends Chunks {
  width: number;
  height: number;
}

/** Places in {@link Chunks.counters}. */
const NEXT = 0; // chunk to take next
const DONE = 1; // items done
const STOPPED = 2; // 1: take no more

/** @param memory `ArrayBuffer` for a bake in one thread on hosts without shared memory */
export function makeChunks(items: number, size: number, memory: new (bytes: number) => ArrayBufferLike): Chunks {
  return { size, items, counters: new Int32Array(new memory(12)) };
}

/** First item of a chunk, and the one after its last. */
export function chunkItems({ size, items }: Chunks, chunk: number): [first: number, end: number] {
  return [chunk * size, Math.min(items, (chunk + 1) * size)];
}

/**
 * Bakes the next chunk that no thread has taken, and counts it when its results are written.
 * @param bake gets the chunk, its first item and the one after its last
 * @returns false if none was left, or the bake was stopped
 */
export function bakeChunk(chunks: Chunks, bake: (chunk: number, first: number, end: number) => void): boolean {
  if (chunksLeft(chunks) === 0) return false;
  const chunk = Atomics.add(chunks.counters, NEXT, 1);
  const [first, end] = chunkItems(chunks, chunk);
  // Another thread has just taken the last one.
  if (first >= end) return false;
  bake(chunk, first, end);
  Atomics.add(chunks.counters, DONE, end - first);
  return true;
}

export function stopAll({ counters }: Chunks): void {
  Atomics.store(counters, STOPPED, 1);
}

export function itemsDone({ counters }: Chunks): number {
  return Atomics.load(counters, DONE);
}

/** Chunks that no thread has taken yet; none once the bake was stopped. */
export function chunksLeft({ counters, items, size }: Chunks): number {
  const isStopped = Atomics.load(counters, STOPPED) === 1;
  return isStopped ? 0 : Math.max(0, Math.ceil(items / size) - Atomics.load(counters, NEXT));
}

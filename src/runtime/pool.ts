/** Threads that answer queries of one map: `gridprep/runtime/pool`. Not part of `load`: a game that has no use for it ships none of it. */
import type { BlobBytes } from '../blob/read.js';
import { type NavPool, type PoolOptions, poolOf, starter } from '../pool/pool.js';
import { type Href, type MapParts, node } from '../pool/protocol.js';
import { canShare, keepShared } from '../pool/share.js';
import type { Load, LoadOptions } from './load.js';
import type { GridNav } from './nav.js';

declare global {
  interface ImportMeta {
    url: string;
  }
}
declare const URL: new (file: string, base: string) => Href;

export type { NavPool, PoolOptions, PoolPath } from '../pool/pool.js';
export { type ServeOptions, serveNav } from '../pool/serve.js';

/** A map that threads can share. */
export interface SharedNav extends GridNav {
  /** What threads are given of it. */
  readonly parts: MapParts;
}

/** Options of `sharedNav`: those of `load` that another thread can be told. */
export interface SharedOptions extends Omit<LoadOptions, 'decompress'> {
  /** Names of engines to make and share beside the one that finds the paths, `hpa` for walks or `table` for distances; others a thread makes for itself. */
  use?: readonly string[];
}

/**
 * Makes a `sharedNav` from a `load`: a map whose arrays lie in shared memory, once for all threads; what a search writes stays each thread's own. Where memory
 * cannot be shared, on pages that are not isolated from other origins, threads get the blobs and load for themselves.
 * @throws as `load`
 */
export function sharing(load: Load): (bytes: BlobBytes | BlobBytes[], options?: SharedOptions) => SharedNav {
  return (bytes, { use = [], ...options } = {}) => {
    const kept = canShare() ? {} : undefined;
    const nav = load(bytes, options, kept && keepShared(kept));
    for (const name of use) nav.use(name);
    const copies = [bytes].flat().map((blob) => new Uint8Array(blob as ArrayBuffer).slice());
    return Object.assign(nav, { parts: { bytes: copies, options, kept } });
  };
}

/**
 * Starts threads that answer queries of a map.
 * @throws {RangeError} if the number of threads is not a whole number of 1 or more
 */
export function navPool(nav: SharedNav, options: PoolOptions = {}): NavPool {
  const { navigator } = globalThis as { navigator?: { hardwareConcurrency?: number } };
  const cores = node('os')?.availableParallelism() ?? navigator?.hardwareConcurrency ?? 2;
  const { threads = Math.max(1, cores - 1), worker = ownWorker() } = options;
  if (!Number.isInteger(threads) || threads < 1) throw new RangeError(`threads is ${threads}, allowed is a whole number of 1 or more`);
  return poolOf(nav.parts, starter(worker), threads, (pairs, at) => {
    // Said in the map's own words where it is wrong; asking the map each time would take as long as the rest.
    for (let i = at; i < at + 4; i++) {
      const isInside = pairs[i] >>> 0 === pairs[i] && pairs[i] < (i & 1 ? nav.height : nav.width);
      if (!isInside) nav.isReachable(pairs[at], pairs[at + 1], pairs[at + 2], pairs[at + 3]);
    }
  });
}

/** The worker of this package. @throws {TypeError} in a script that is no module, which does not know where it lies */
function ownWorker(): Href {
  if (!import.meta.url) throw new TypeError('worker is missing: a script that is no module has to name its file');
  return new URL('./pool-worker.js', import.meta.url);
}

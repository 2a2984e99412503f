/**
 * A cache of paths for any engine: `gridprep/runtime/cache`. Least recently used ones go first. Not part of `load`: a game that
 * has no use for it ships none of it.
 */

import { PathBuffer } from '../search/path.js';
import type { GridNav } from './nav.js';

/** Options of {@link cachePaths}. */
export interface CacheOptions {
  /** Most paths kept. */
  entries: number;
  /** Most bytes they take together, turns at 4 bytes each and what surrounds them. */
  bytes: number;
}
/** Defaults of {@link CacheOptions}. */
export const CACHE_DEFAULTS: CacheOptions = { entries: 1000, bytes: 1 << 20 };

/** What a cache of paths holds and how often it helped. */
export interface CacheStatistics {
  hits: number;
  misses: number;
  /** Paths that had to go for others. */
  evictions: number;
  /** What is kept now. */
  entries: number;
  bytes: number;
}

/** Bytes of an entry beside its turns, roughly: the map's slot, key, object and array. */
const ENTRY_BYTES = 160;

interface Entry {
  /** As `PathBuffer.write` takes them, from the goal to the start. */
  points: Int32Array;
  cost: number;
}

/**
 * The same map with its paths remembered: `findPath` and `findPathInto` ask the cache first. Paths are as the engine first answered.
 * A map that can change (`gridprep/runtime/edit`) has them forgotten at each edit; others never change.
 * @throws {RangeError} if a bound is not a whole number of 1 or more
 */
export function cachePaths(nav: GridNav, options: Partial<CacheOptions> = {}): GridNav & { readonly cache: CacheStatistics } {
  const bounds = { ...CACHE_DEFAULTS, ...options };
  for (const [name, value] of Object.entries(bounds)) {
    if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name} is ${value}, allowed is a whole number of 1 or more`);
  }
  const cells = nav.width * nav.height;
  // In the order of their last use: a map keeps the order of insertion.
  const kept = new Map<number, Entry>();
  const cache: CacheStatistics = { hits: 0, misses: 0, evictions: 0, entries: 0, bytes: 0 };
  const scratch = new PathBuffer();
  let version = nav.version;
  const size = ({ points }: Entry) => ENTRY_BYTES + 4 * points.length;

  const remember = (key: number, path: PathBuffer) => {
    const count = path.waypointCount;
    const points = Int32Array.from(
      { length: count },
      (_, i) => path.waypoints[2 * (count - 1 - i)] | (path.waypoints[2 * (count - i) - 1] << 16),
    );
    const entry = { points, cost: path.cost };
    if (size(entry) > bounds.bytes) return;
    kept.set(key, entry);
    cache.bytes += size(entry);
    for (const [oldest, old] of kept) {
      if (kept.size <= bounds.entries && cache.bytes <= bounds.bytes) break;
      kept.delete(oldest);
      cache.bytes -= size(old);
      cache.evictions++;
    }
    cache.entries = kept.size;
  };

  // A plain spread would ask for what is only made when it is asked for.
  const all: GridNav = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(nav));
  const self = Object.assign(all, {
    cache,
    findPath: (x0: number, y0: number, x1: number, y1: number) => (self.findPathInto(x0, y0, x1, y1, scratch) ? scratch.toPath() : null),
    findPathInto(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): boolean {
      if (nav.version !== version) {
        version = nav.version;
        kept.clear();
        cache.entries = cache.bytes = 0;
      }
      // Also throws for what is not on the map, which would have the key of another query.
      if (!nav.isReachable(x0, y0, x1, y1)) return false;
      const key = (y0 * nav.width + x0) * cells + y1 * nav.width + x1;
      const entry = kept.get(key);
      if (!entry) {
        cache.misses++;
        const found = nav.findPathInto(x0, y0, x1, y1, path);
        if (found) remember(key, path);
        return found;
      }
      cache.hits++;
      kept.delete(key);
      kept.set(key, entry);
      path.write(entry.points, entry.points.length, entry.cost);
      return true;
    },
  });
  return self;
}

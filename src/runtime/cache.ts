/** A cache of paths for any engine. */
import { hexLayout } from '../core/grid/hexes.js';
import { writeIn } from '../core/search/offsets.js';
import { type Path, PathBuffer, type PathLink } from '../core/search/path.js';
import { refuseUnknown } from '../core/unknown-names.js';
import type { CoarsePath } from '../engines/hpa/plan.js';
import type { HpaSearch } from '../engines/hpa/query.js';
import { type GridNav, inside, type Nav, type QueryOptions } from './nav.js';
import { over } from './over.js';

/** Options of {@link cachePaths}. */
export interface PathCacheOptions {
  /**
   * Which queries share a path. `cells`: the same start and goal. `nodes` (engine hpa): the same first and last node;
   * only the ends and the cells are searched, hits are far more frequent, and paths are slightly longer.
   */
  by: 'cells' | 'nodes';
  /** Maximum number of paths. */
  entries: number;
  /** Maximum memory of all paths, in bytes. */
  maxBytes: number;
}
const DEFAULTS: PathCacheOptions = { by: 'cells', entries: 1000, maxBytes: 1_048_576 };

/** Contents and hits of a cache of paths. */
export interface PathCacheStatistics {
  hits: number;
  misses: number;
  /** Paths evicted for others. */
  evictions: number;
  /** Current contents. */
  entries: number;
  bytes: number;
}

/** Approximate bytes of an entry without its turns: the map's slot, key, object and array. */
const ENTRY_BYTES = 160;

interface Entry {
  /** As `PathBuffer.write` takes them, from the goal to the start. */
  points: Int32Array;
  cost: number;
  links: readonly PathLink[] | undefined;
  /** By its search: work of queues may not depend on earlier queries. */
  expanded: number;
}

/** The least recently used go first; all go when the map has changed. @param length of an entry's list */
function leastRecent<T>(nav: GridNav, { entries, maxBytes }: PathCacheOptions, length: (entry: T) => number) {
  // In the order of their last use: a map keeps the order of insertion.
  const kept = new Map<number, T>();
  const cache: PathCacheStatistics = { hits: 0, misses: 0, evictions: 0, entries: 0, bytes: 0 };
  let version = nav.version;
  const size = (entry: T) => ENTRY_BYTES + 4 * length(entry);
  const drop = (key: number, entry: T) => {
    kept.delete(key);
    cache.bytes -= size(entry);
  };
  return {
    cache,
    get(key: number): T | undefined {
      if (nav.version !== version) {
        version = nav.version;
        kept.clear();
        cache.entries = cache.bytes = 0;
      }
      const entry = kept.get(key);
      if (!entry) cache.misses++;
      else {
        cache.hits++;
        kept.delete(key);
        kept.set(key, entry);
      }
      return entry;
    },
    set(key: number, entry: T): void {
      if (size(entry) > maxBytes) return;
      const before = kept.get(key);
      if (before) drop(key, before);
      kept.set(key, entry);
      cache.bytes += size(entry);
      for (const [oldest, old] of kept) {
        if (kept.size <= entries && cache.bytes <= maxBytes) break;
        drop(oldest, old);
        cache.evictions++;
      }
      cache.entries = kept.size;
    },
  };
}

/** `cachePaths` of `gridprep/runtime`. */
export function cachePaths(
  loaded: Nav,
  options: Partial<PathCacheOptions> = {},
): GridNav & { readonly cache: PathCacheStatistics } {
  const nav = inside(loaded);
  refuseUnknown(options, 'by', 'entries', 'maxBytes');
  const settings = { ...DEFAULTS, ...options };
  for (const name of ['entries', 'maxBytes'] as const) {
    const value = settings[name];
    if (!Number.isInteger(value) || value < 1)
      throw new RangeError(`${name} is ${value}, allowed is a whole number of 1 or more`);
  }
  if (settings.by === 'nodes') return cacheNodes(nav, settings);
  if (settings.by !== 'cells') throw new RangeError(`by is ${settings.by}, allowed are cells and nodes`);
  const cells = nav.width * nav.height;
  const kept = leastRecent<Entry>(nav, settings, ({ points }) => points.length);
  const [scratch, missed] = [new PathBuffer(), new PathBuffer()];
  let expanded = 0;

  const remember = (key: number, path: PathBuffer) => {
    const count = path.waypointCount;
    const points = Int32Array.from(
      { length: count },
      (_, i) => path.waypoints[2 * (count - 1 - i)] | (path.waypoints[2 * (count - i) - 1] << 16),
    );
    const { cost, links } = path;
    const entry = { points, cost, links, expanded: nav.search.expanded };
    kept.set(key, entry);
    return entry;
  };
  const write = writeIn(hexLayout(nav.grid));

  const self = over(nav, {
    cache: kept.cache,
    get expanded(): number {
      return expanded;
    },
    findPath: (x0: number, y0: number, x1: number, y1: number, options?: QueryOptions): Path | null =>
      self.findPathInto(x0, y0, x1, y1, scratch, options) ? scratch.toPath() : null,
    findPathInto(x0: number, y0: number, x1: number, y1: number, path: PathBuffer, options?: QueryOptions): boolean {
      // Paths over some links only are not kept.
      if (options?.links) {
        const isFound = nav.findPathInto(x0, y0, x1, y1, path, options);
        expanded = nav.search.expanded;
        return isFound;
      }
      // Also throws for cells outside of the map, which would have the key of another query.
      if (!nav.isReachable(x0, y0, x1, y1)) return false;
      const key = (y0 * nav.width + x0) * cells + y1 * nav.width + x1;
      let entry = kept.get(key);
      if (!entry) {
        // Not into `path`, which may keep only the cost.
        if (!nav.findPathInto(x0, y0, x1, y1, missed)) return false;
        entry = remember(key, missed);
      }
      expanded = entry.expanded;
      if (entry.links?.length) {
        nav.linked?.rejoin(path, entry.points, entry.cost, entry.links, write);
        return true;
      }
      write(path, entry.points, entry.cost);
      if (entry.links) path.links = entry.links;
      return true;
    },
  });
  return self;
}

/** Remembers coarse paths: the engine uses them for queries through this cache. */
function cacheNodes(nav: GridNav, settings: PathCacheOptions) {
  if (nav.engine !== 'hpa')
    throw new RangeError(`by is nodes, and engine is ${nav.engine}; only paths of engine hpa lead over nodes`);
  const plans = leastRecent<CoarsePath>(nav, settings, ({ nodes }) => nodes.length);
  const withPlans =
    <Arguments extends unknown[], Answer>(ask: (...query: Arguments) => Answer) =>
    (...query: Arguments): Answer => {
      // Another one after an edit.
      const engine = (nav.linked?.plain ?? nav).search as HpaSearch;
      const before = engine.plans;
      engine.plans = plans;
      try {
        return ask(...query);
      } finally {
        engine.plans = before;
      }
    };
  const { findPath, findPathInto, walk } = nav;
  return over(nav, {
    cache: plans.cache,
    findPath: withPlans(findPath),
    findPathInto: withPlans(findPathInto),
    walk: walk && withPlans(walk),
  });
}

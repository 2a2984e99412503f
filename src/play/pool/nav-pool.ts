/** Threads that answer queries of one map. */
import { hexLayout } from '../../core/grid/hexes.js';
import { inside, type Nav } from '../../core/runtime/nav.js';
import { type NavPool, type PoolOptions, poolOf } from './pool.js';
import { type Edit, type Href, node, starter } from './protocol.js';

/** A map that can change, as far as threads have to know. */
interface Changing {
  readonly edits?: { changes(): readonly object[] };
  onChange?(listener: (event: { version: number; changes: readonly object[] }) => void): () => void;
}

/** @param standard the worker of this package */
export function poolFor(of: Nav, { threads = defaultThreads(), worker }: PoolOptions, standard: () => Href): NavPool {
  const nav = inside(of);
  if (!Number.isInteger(threads) || threads < 0)
    throw new RangeError(`threads is ${threads}, allowed is a whole number of 0 (one per core) or more`);
  const { edits, onChange } = of as Changing;
  const state = (): Edit | undefined => edits && { changes: edits.changes(), version: nav.version };
  const check = (pairs: ArrayLike<number>, at: number): void => {
    // The map itself reports a wrong query; asking it for each query would take as long as the rest.
    for (let i = at; i < at + 4; i++) {
      const isInside = pairs[i] >= 0 && pairs[i] < (i & 1 ? nav.height : nav.width);
      if (!isInside || !Number.isInteger(pairs[i]))
        nav.isReachable(pairs[at], pairs[at + 1], pairs[at + 2], pairs[at + 3]);
    }
  };
  const start = starter(worker ?? standard());
  const [layout, links] = [hexLayout(nav.grid), nav.linked?.links];
  const { edit, close, ...pool } = poolOf(nav.source, start, threads || cores(), state, check, layout, links);
  const end = onChange?.(edit);
  return {
    ...pool,
    get version() {
      return nav.version;
    },
    close() {
      end?.();
      close();
    },
  };
}

function cores(): number {
  const { navigator } = globalThis as { navigator?: { hardwareConcurrency?: number } };
  return node('os')?.availableParallelism() ?? navigator?.hardwareConcurrency ?? 2;
}

const defaultThreads = () => Math.max(1, cores() - 1);

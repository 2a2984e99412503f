/** The game's side of a pool: its queries, whose answers are paths. `threads.ts` has the threads. */
import { ThreadError } from '../../core/errors.js';
import { type HexLayout, hexLayout } from '../../core/grid/hexes.js';
import type { Link } from '../../core/grid/links.js';
import { inside, type Nav } from '../../runtime/nav.js';
import { eachPath, type NavPool, type PoolOptions, type PoolPath } from './answers.js';
import { type Answers, type Edit, type Href, type MapParts, node, type Port, starter } from './protocol.js';
import { Threads } from './threads.js';

interface InnerPool extends Omit<NavPool, 'version'> {
  edit(edit: Edit): void;
}

/**
 * @param state of the map, which a new thread begins with; undefined of one that cannot change
 * @param check throws a RangeError if the query at a place is not on the map
 * @param layout of a map of hexagons
 * @param links of the map
 */
export function poolOf(
  map: MapParts,
  start: () => Port,
  count: number,
  state: () => Edit | undefined,
  check: (pairs: ArrayLike<number>, at: number) => void,
  layout?: HexLayout,
  links?: readonly Link[],
): InnerPool {
  const threads = new Threads(map, start, count, state);
  const checkAll = (pairs: ArrayLike<number>) => {
    if (typeof pairs?.length !== 'number')
      throw new TypeError(`pairs is ${pairs}, expected x0, y0, x1, y1 of each query`);
    if (pairs.length % 4 !== 0)
      throw new RangeError(`pairs are ${pairs.length} numbers, expected x0, y0, x1, y1 of each query`);
    for (let i = 0; i < pairs.length; i += 4) check(pairs, i);
  };

  let singles: { query: number[]; resolve(path: PoolPath | null): void; reject(error: Error): void }[] = [];
  const flush = () => {
    const group = singles;
    singles = [];
    threads.ask(
      group.flatMap(({ query }) => query),
      (from, answers) => eachPath(answers, layout, links, (path, i) => group[from + i].resolve(path)),
      (from, count, error) => {
        for (const { reject } of group.slice(from, from + count)) reject(error);
      },
    );
  };

  return {
    threads: count,
    shared: map.kept !== undefined,
    findPath: async (x0, y0, x1, y1, ...options: readonly unknown[]) => {
      if (options[0]) throw new TypeError('findPath of a pool takes no options, such as links');
      const query = [x0, y0, x1, y1];
      check(query, 0);
      return new Promise((resolve, reject) => {
        if (singles.push({ query, resolve, reject }) === 1) Promise.resolve().then(flush);
      });
    },
    findPaths: async (pairs) => {
      checkAll(pairs);
      const paths: (PoolPath | null)[] = new Array(pairs.length >> 2);
      let left = paths.length;
      return new Promise((resolve, reject) => {
        if (left === 0) resolve(paths);
        const onAnswers = (from: number, answers: Answers) => {
          eachPath(answers, layout, links, (path, i) => {
            paths[from + i] = path;
          });
          left -= answers.costs.length;
          if (left === 0) resolve(paths);
        };
        threads.ask(pairs, onAnswers, (_, __, error) => reject(error));
      });
    },
    edit(edit) {
      flush();
      threads.edit(edit);
    },
    close: () => threads.end(new ThreadError('the pool has been closed')),
  };
}

/** A map that can change, as far as threads have to know. */
interface Changing {
  readonly edits?: { changes(): readonly object[] };
  onChange?(listener: (event: { version: number; changes: readonly object[] }) => void): () => void;
}

/** @param standard the worker of this package */
export function poolFor(
  loaded: Nav,
  { threads = defaultThreads(), worker }: PoolOptions,
  standard: () => Href,
): NavPool {
  const nav = inside(loaded);
  if (!Number.isInteger(threads) || threads < 0)
    throw new RangeError(`threads is ${threads}, allowed is a whole number of 0 (one per core) or more`);
  const { edits, onChange } = loaded as Changing;
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
  const map = { ...nav.source, ground: nav.ground && { ...nav.ground } };
  const { edit, close, ...pool } = poolOf(map, start, threads || cores(), state, check, layout, links);
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

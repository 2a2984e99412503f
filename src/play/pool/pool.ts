/** The game's side of a pool: batches go to the least busy threads; a successor takes over open ones of a thread. */
import { ThreadError } from '../../core/errors.js';
import { type HexLayout, hexLayout } from '../../core/grid/hexes.js';
import type { Link } from '../../core/grid/links.js';
import { inside, type Nav } from '../../runtime/nav.js';
import { eachPath, type NavPool, type PoolOptions, type PoolPath, revive } from './answers.js';
import {
  type Answers,
  type Edit,
  type Href,
  listen,
  type MapParts,
  node,
  type Port,
  type Reply,
  type Request,
  starter,
} from './protocol.js';

/** Batches in a thread: the next is there when one is done. */
const AHEAD = 2;
/** Milliseconds of a batch; its first, least and most number of queries. */
const TIME = 1;
const FIRST = 256;
const LEAST = 32;
const MOST = 2048;
/** Threads that may die one after the other without an answer, and times that a batch is asked. */
const TRIES = 3;

interface Task {
  request: Request;
  tries: number;
  done(answers?: Answers): void;
  failed(error: Error): void;
}

interface Member {
  port: Port;
  owes: Task[];
  version: number;
}

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
  threads: number,
  state: () => Edit | undefined,
  check: (pairs: ArrayLike<number>, at: number) => void,
  layout?: HexLayout,
  links?: readonly Link[],
): InnerPool {
  const members: Member[] = [];
  const waiting: Task[] = [];
  let deaths = 0;
  let batch = FIRST;
  let ended: Error | undefined;

  const ask = (member: Member, task: Task) => {
    member.owes.push(task);
    member.port.postMessage(task.request);
  };

  const leastBusy = () => members.reduce((a, b) => (b.owes.length < a.owes.length ? b : a));

  const pump = () => {
    for (let free = true; free && waiting.length > 0; ) {
      const member = leastBusy();
      free = member.owes.length < AHEAD;
      if (free) ask(member, waiting.shift() as Task);
    }
  };

  const fail = (error: Error) => {
    for (const { port, owes } of members.splice(0)) {
      port.terminate?.();
      waiting.push(...owes);
    }
    for (const task of waiting.splice(0)) task.failed(error);
  };

  const end = (error: Error) => {
    ended ??= error;
    fail(ended);
  };

  const hire = (begun: Task[] = []) => {
    const edit = state();
    const member: Member = { port: start(), owes: [], version: edit?.version ?? 0 };
    /** @param reason exit code, error, or the event of a file that cannot be loaded */
    const gone = (reason: { message?: string } | number) => {
      const at = members.indexOf(member);
      if (at < 0) return;
      members.splice(at, 1);
      member.port.terminate?.();
      const unloaded = 'its file cannot be loaded; name it: navPool(nav, { worker })';
      const why = typeof reason === 'number' ? `exit code ${reason}` : reason.message || unloaded;
      const error = new ThreadError(`a worker thread has ended in the middle of it (${why})`);
      for (const task of member.owes.filter(({ request }) => request.queries).reverse()) {
        if (++task.tries === TRIES) task.failed(error);
        else waiting.unshift(task);
      }
      // Its successor begins with the map as it is.
      const others = member.owes.filter(({ request }) => !request.queries);
      if (++deaths < TRIES) return hire(others);
      deaths = 0;
      for (const task of others) task.failed(error);
      fail(error);
    };
    listen<Reply>(member.port, 'message', ({ answers, error }) => {
      const task = member.owes.shift();
      if (error) {
        task?.failed(revive(error));
        // It cannot load the map, nor could another.
        if (task?.request.map) end(revive(error));
      } else {
        deaths = 0;
        task?.done(answers);
      }
      pump();
    });
    for (const event of ['error', 'messageerror', 'exit']) listen(member.port, event, gone);
    members.push(member);
    ask(member, {
      request: { map, edit },
      tries: 0,
      done() {
        for (const task of begun) task.done();
      },
      failed(error) {
        for (const task of begun) task.failed(error);
      },
    });
    pump();
  };
  const begin = () => {
    while (members.length < threads) hire();
  };
  begin();

  const askFor = (
    pairs: ArrayLike<number>,
    onAnswers: (from: number, answers: Answers) => void,
    failed: (from: number, count: number, error: Error) => void,
  ) => {
    const count = pairs.length >> 2;
    const size = Math.min(batch, Math.ceil(count / (AHEAD * threads)));
    for (let from = 0; from < count; from += size) {
      const queries = new Int32Array(4 * Math.min(size, count - from));
      for (let i = 0; i < queries.length; i++) queries[i] = pairs[4 * from + i];
      waiting.push({
        request: { queries },
        tries: 0,
        done(answers) {
          const { costs, time } = answers as Answers;
          // Whatever it took: a thread may have been interrupted.
          const factor = time * batch < TIME * costs.length ? 1.25 : 0.8;
          batch = Math.min(MOST, Math.max(LEAST, Math.round(batch * factor)));
          onAnswers(from, answers as Answers);
        },
        failed: (error) => failed(from, queries.length >> 2, error),
      });
    }
    if (ended) end(ended);
    else if (members.length === 0) begin();
    pump();
  };

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
    askFor(
      group.flatMap(({ query }) => query),
      (from, answers) => eachPath(answers, layout, links, (path, i) => group[from + i].resolve(path)),
      (from, count, error) => {
        for (const { reject } of group.slice(from, from + count)) reject(error);
      },
    );
  };

  return {
    threads,
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
        askFor(pairs, onAnswers, (_, __, error) => reject(error));
      });
    },
    edit({ changes, version }) {
      flush();
      if (ended) return;
      // Earlier queries go out first.
      if (members.length > 0) for (const task of waiting.splice(0)) ask(leastBusy(), task);
      // Threads that have died are replaced by others, which begin with the map as it is.
      const failed = (error: Error) => {
        if (!(error instanceof ThreadError)) end(error);
      };
      for (const member of members)
        if (member.version < version)
          ask(member, { request: { edit: { changes, version } }, tries: 0, done() {}, failed });
    },
    close: () => end(new ThreadError('the pool has been closed')),
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

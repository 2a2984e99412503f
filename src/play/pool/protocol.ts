/** Messages between a pool and its threads, on any host. */
import type { BlobBytes } from '../../core/blob/read.js';
import type { Kept } from '../../runtime/parts.js';

export interface MapParts {
  bytes: BlobBytes[];
  /** Fields of the grid of a map that was made in the game. */
  grid?: object | undefined;
  /** Fields of the grid of single cells below the map of a larger unit, if it follows a map of them. */
  ground?: object | undefined;
  options: object;
  /** Undefined where memory cannot be shared. */
  kept?: Kept | undefined;
}

/** A batch of changes, and the version that it makes. */
export interface Edit {
  changes: readonly object[];
  version: number;
}

export interface Request {
  /** First of all. */
  map?: MapParts;
  edit?: Edit | undefined;
  /** x0, y0, x1, y1 of each query. */
  queries?: Int32Array;
}

export interface Answers {
  version: number;
  time: number;
  /** In steps; -1 without a path. */
  costs: Float64Array;
  ends: Uint32Array;
  /** x, y of all waypoints, query by query. */
  points: Uint16Array;
  /** Four numbers for each link on a path: query, place among its cells and its waypoints, number of the link. */
  links: number[];
}

export interface Reply {
  answers?: Answers;
  error?: { name: string; message: string; code?: string };
}

/** A thread, or the port back from one; Node and the web have two forms of message events. */
export interface Port {
  postMessage(message: unknown, transfer?: object[]): void;
  on?(event: string, listener: (value: never) => void): unknown;
  off?(event: string, listener: (value: never) => void): unknown;
  addEventListener?(event: string, listener: (event: never) => void): void;
  removeEventListener?(event: string, listener: (event: never) => void): void;
  terminate?(): unknown;
  /** In Node; -1 once it has ended. */
  readonly threadId?: number;
}

/** A worker of Node or the web, as a game makes it. */
export interface AnyWorker {
  postMessage(message: unknown): void;
}

/** A URL, independent of the project's type libraries. */
export interface Href {
  readonly href: string;
}

interface NodeModules {
  worker_threads: { Worker: new (file: string | Href) => Port; parentPort: Port | null };
  os: { availableParallelism(): number };
}

/** A module of Node; undefined elsewhere. Not imported, for bundles have to do without. */
export function node<Name extends keyof NodeModules>(name: Name): NodeModules[Name] | undefined {
  const { process } = globalThis as unknown as { process?: { getBuiltinModule?(name: Name): NodeModules[Name] } };
  return process?.getBuiltinModule?.(name);
}

/** Calls back with each message or event. @returns a function that removes the listener */
export function listen<T>(port: Port, event: string, listener: (value: T) => void): () => void {
  if (port.on) {
    port.on(event, listener);
    return () => port.off?.(event, listener);
  }
  const receive = (message: { data: T }) => listener(event === 'message' ? message.data : (message as T));
  port.addEventListener?.(event, receive);
  return () => port.removeEventListener?.(event, receive);
}

export function starter(worker: string | Href | (() => AnyWorker)): () => Port {
  if (typeof worker === 'function')
    return () => {
      const port = worker() as Port;
      if (!port?.postMessage) throw new TypeError(`worker gives ${port}, expected a Worker`);
      return port;
    };
  const threads = node('worker_threads');
  if (threads) return () => new threads.Worker(worker);
  const { Worker } = globalThis as unknown as { Worker: new (file: string | Href, options: object) => Port };
  return () => new Worker(worker, { type: 'module' });
}

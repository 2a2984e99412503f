/** The part of Node that bakes use, for a thread of a browser. */
const globals = globalThis as unknown as { SharedArrayBuffer?: unknown };

// Pages from disk are not isolated; the only thread of a bake needs no shared memory.
globals.SharedArrayBuffer ??= ArrayBuffer;

/** `node:timers/promises`. */
export const setImmediate = () => new Promise((done) => setTimeout(done, 0));
/** `node:os`: a bake runs in one thread. */
export const availableParallelism = () => 1;
/** `node:worker_threads`, `node:fs`: not used by bakes in one thread. */
export const [Worker, parentPort, readFileSync] = [undefined, undefined, undefined];

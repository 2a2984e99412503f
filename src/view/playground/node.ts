/** The parts of Node that bakes use, for a thread of a browser. */
const globals = globalThis as unknown as { SharedArrayBuffer?: unknown };

// Pages from disk have no shared memory, and the only thread of a bake does not need it.
globals.SharedArrayBuffer ??= ArrayBuffer;

/** `node:timers/promises`. */
export const setImmediate = () => new Promise((done) => setTimeout(done, 0));
/** `node:os`: a bake runs in one thread. */
export const availableParallelism = () => 1;
/** `node:worker_threads`, `node:fs`: not used by bakes in one thread. */
export const [Worker, parentPort, readFileSync] = [undefined, undefined, undefined];

/** Parts of a loaded map that never change, for other threads. */

/**
 * Shares what is made from blobs and never written again: plain data, or WebAssembly memory.
 * @param name equal in every thread
 * @returns what `make` made, in this thread or another
 */
export type Keep = <T>(name: string, make: () => T) => T;

/** Used for maps of one thread. */
export const local: Keep = (_, make) => make();

/** What of a loaded map never changes, and may be kept for other threads. */

/**
 * Shares what is made from blobs and never written again: plain data, or WebAssembly memory.
 * @param name equal in every thread
 * @returns what `make` made, in this thread or another
 */
export type Retention = <T>(name: string, make: () => T) => T;

/** Of a map that one thread alone uses. */
export const local: Retention = (_, make) => make();

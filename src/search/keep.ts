/** What of a loaded map never changes, and may be kept for other threads. */

/**
 * Gives what is made from blobs and never written again: a tree of plain objects, lists, numbers and typed arrays, or a shared memory of
 * WebAssembly, of which each thread writes its own part.
 * @param name one for each thing; the same things have the same names in every thread
 * @returns what `make` made, or the same from a thread that has made it before
 */
export type Keep = <T>(name: string, make: () => T) => T;

/** Of a map that one thread alone uses. */
export const own: Keep = (_, make) => make();

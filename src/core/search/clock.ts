/** The clock of the host. Some have `Date` only, and not every TypeScript configuration has its type. */
const host = globalThis as unknown as { performance?: { now(): number } };

/** Milliseconds since some moment, never going back where the host has `performance`. */
export const now = (): number => (host.performance ?? Date).now();

/** The clock of the host: all have it, not every TypeScript configuration has its type. */
const host = globalThis as unknown as { performance: { now(): number } };

/** Milliseconds since some moment, never going back. */
export const now = (): number => host.performance.now();

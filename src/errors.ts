/**
 * Errors that are the input's fault, not a bug: one line that says what was found, what is allowed and,
 * where it helps, what to do next. The command line prints them without a stack.
 */

/** A blob that cannot be used: not a blob, damaged, of another version, or of another map. */
export class BlobError extends Error {
  override name = 'BlobError';
}

/** A map or scenario file that cannot be read. */
export class MapError extends Error {
  override name = 'MapError';
}

/** A map whose artifact would not fit into memory. */
export class MapTooLargeError extends Error {
  override name = 'MapTooLargeError';
}

/** A worker thread that ended in the middle of its work: killed, or out of memory. */
export class ThreadError extends Error {
  override name = 'ThreadError';
}

/** A config that cannot be used; a line for each fault. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** A checkpoint that a bake cannot go on from. */
export class CheckpointError extends Error {
  override name = 'CheckpointError';
}

/** A bake of HPA* that cannot be made as it was asked for. */
export class HpaError extends RangeError {
  override name = 'HpaError';
}

/** An all-pairs table that cannot be made as it was asked for. */
export class TableError extends Error {
  override name = 'TableError';
}

/**
 * The one form of what is wrong with a blob; a sentence of its own for each fault would be a third of
 * the reader's size in a game.
 * @throws {BlobError} unless `ok`
 */
export function must(ok: unknown, what: string, found: unknown, expected: unknown): asserts ok {
  if (!ok) throw new BlobError(`unusable blob: ${what} is ${found}, expected ${expected}; bake it again with this gridprep`);
}

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

/** Stores of a shared cache: two tables of bytes, in a folder or in Redis. */

/** `ac`: entries by key; `cas`: files by their SHA-256. */
export type Kind = 'ac' | 'cas';

/** A place for bytes. Keys are 64 hexadecimal digits. */
export interface Store {
  /**
   * @param most bytes that an answer may have
   * @returns undefined if there is none
   * @throws {StoreError} if the answer is invalid; other errors if the place cannot be reached
   */
  get(kind: Kind, key: string, most: number, signal: AbortSignal): Promise<Uint8Array | undefined>;
  put(kind: Kind, key: string, bytes: Uint8Array, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * The error of an answer.
 * - `wrong`: it is not the requested one; a miss
 * - `refused`: bytes are not stored; reading may work
 * - `unkept`: bytes of this key are not stored; others may be
 * - `off`: there is none; the next try may get one
 * - `late`: it did not come in time
 */
export class StoreError extends Error {
  override name = 'StoreError';

  constructor(
    message: string,
    readonly effect: 'wrong' | 'refused' | 'unkept' | 'off' | 'late',
  ) {
    super(message);
  }
}

export function tooLong(bytes: number, most: number): StoreError {
  return new StoreError(`an answer of ${bytes} bytes or more, expected at most ${most}`, 'wrong');
}

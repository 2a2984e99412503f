/**
 * Errors of the input, not of the code: one line that says what was found, what is allowed and, where it helps, what to
 * do next. The command line prints them without a stack.
 */

/**
 * Why a blob cannot be used; messages are for people and may change, codes are for programs.
 * - `not-a-blob`: other bytes, such as a web page
 * - `unsupported`: a blob of another version of gridprep, of more cells than `maxCells` allows, or a big-endian machine
 * - `damaged`: the bytes have changed since the bake
 * - `mismatch`: it belongs to another map than expected or than the other blobs, or is a table of another bake of HPA*
 * - `missing`: the requested artifact is not in the blob
 * - `duplicate`: an artifact occurs twice in the blobs to pack
 * - `tile`: a tile of a world could not be loaded, see {@link TileError}
 */
export type BlobErrorCode = 'not-a-blob' | 'unsupported' | 'damaged' | 'mismatch' | 'missing' | 'duplicate' | 'tile';

/** A blob that cannot be used; {@link BlobErrorCode} says why. */
export class BlobError extends Error {
  override name: string = 'BlobError';

  constructor(
    message: string,
    readonly code: BlobErrorCode = 'damaged',
  ) {
    super(message);
  }
}

/** A tile of a world that could not be loaded, or is another tile; code `tile`. The next call tries again. */
export interface TileError extends BlobError {
  name: 'TileError';
  /** Column of tiles. */
  readonly x: number;
  /** Row of tiles. */
  readonly y: number;
  /** The error that the game's `loadTile` threw, or a {@link BlobError}. */
  readonly cause: unknown;
}

/** @param cause what loading the tile has thrown */
export function tileError(x: number, y: number, cause: unknown): TileError {
  const error = new BlobError(`tile ${x}, ${y}: ${cause instanceof Error ? cause.message : cause}`, 'tile');
  return Object.assign(error, { name: 'TileError' as const, x, y, cause });
}

/** A map or scenario file that cannot be read. */
export class MapError extends Error {
  override name = 'MapError';
}

/** A map whose artifact would not fit into memory; a {@link MapError} to callers. */
export class MapTooLargeError extends MapError {}

/** A worker thread that exited unexpectedly: killed, or out of memory. */
export class ThreadError extends Error {
  override name = 'ThreadError';
}

/** A config that cannot be used; a line for each fault. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** A shared cache that has another result for what was baked here. */
export class CacheError extends Error {
  override name = 'CacheError';
}

/** A queue or a worker that fails. */
export class FleetError extends Error {
  override name = 'FleetError';
}

/** A bake of HPA*, a table or a world that is not possible with these options. */
export class BakeError extends Error {
  override name = 'BakeError';
}

/** A bake of HPA* that is not possible with these options; a {@link BakeError} to callers. */
export class HpaError extends BakeError {}

/** An all-pairs table that is not possible with these options; a {@link BakeError} to callers. */
export class TableError extends BakeError {}

/** A picture that cannot be drawn. */
export class ViewError extends RangeError {
  override name = 'ViewError';
}

/** What to do if blobs are of different maps; all three are part of the fingerprint. */
export const SAME_MAP = 'bake them from the same map, terrain and costs';

/**
 * Error of an unusable blob, in one form: a sentence for each fault would take a third of the reader's size in a game.
 * @param next what to do, if baking again does not help
 * @throws {BlobError} unless `ok`
 */
export function ensure(
  ok: unknown,
  what: string,
  actual: unknown,
  expected: unknown,
  code: BlobErrorCode = 'damaged',
  next = 'bake it again with this gridprep',
): asserts ok {
  if (!ok) throw new BlobError(`unusable blob: ${what} is ${actual}, expected ${expected}; ${next}`, code);
}

/** @throws {BlobError} as {@link ensure}, unless the blob has what is expected */
export function ensureSame(
  what: string,
  actual: unknown,
  expected: unknown,
  code?: BlobErrorCode,
  next?: string,
): void {
  ensure(actual === expected, what, actual, expected, code, next);
}

/** @throws {TypeError} unless it is a number; a BigInt compares with numbers, but cannot be added to one */
export function assertNumber(value: number, name: string): void {
  if (typeof value !== 'number') throw new TypeError(`${name} is of type ${typeof value}, expected a number`);
}

/** @throws {BlobError} unless `ok`: a box of goals holds no cell, or one outside the map */
export function ensureBoxes(ok: unknown): void {
  ensure(ok, 'box', 'empty or outside', 'inside the map');
}

/** An engine's answer for two connected cells. @throws {BlobError} if it is none */
export function assertPath<T>(answer: T): T {
  ensure(answer, 'path', 'missing', 'one between connected cells');
  return answer;
}

/** @throws {BlobError} unless `ok`: a path out of arrays leaves the grid's open cells */
export function assertOpen(ok: boolean): void {
  ensure(ok, 'path', 'blocked', 'one over open cells');
}

/** A copy of an error, of the same class, with another message. */
export function withMessage<T extends Error>(error: T, message: string): T {
  const copy = Object.setPrototypeOf(new Error(message), Object.getPrototypeOf(error));
  return Object.assign(Object.defineProperties(copy, Object.getOwnPropertyDescriptors(error)), { message });
}

/** A loaded map as games call it. `nav.ts` has the rest of it. */
import type { MoveRule } from '../core/grid/grid.js';
import type { Link } from '../core/grid/links.js';
import type { Path, PathBuffer } from '../core/search/path.js';

/**
 * A loaded map, ready for queries. Every x and y is the column and row of a cell, whole numbers; for larger units the
 * top left cell. Queries share scratch memory, so they run one at a time.
 */
export interface Nav {
  /** Columns. */
  readonly width: number;
  /** Rows. */
  readonly height: number;
  /** Side of the unit, in cells. */
  readonly size: number;
  /** Move rule: which diagonal steps are legal. */
  readonly diagonals: MoveRule;
  /** Name of the agent of this map; undefined if it has no name. */
  readonly agent: string | undefined;
  /**
   * Names of all agents in the blobs, each loaded separately: `load(bytes, { agent })`. Empty if the blobs have no
   * agents.
   */
  readonly agents: readonly string[];
  /** Name of the engine that finds the paths. */
  readonly engine: string;
  /** Names of all engines that the blobs and the bundle have, the best first. */
  readonly engines: readonly string[];
  /** SHA-256 that ties the blobs to their map, in hexadecimal. */
  readonly fingerprint: string;
  /** Number of edits so far; always 0 for a map that cannot change. */
  readonly version: number;
  /** Whether the search runs in WebAssembly; the answers are the same. */
  readonly wasm: boolean;

  /**
   * A path, or null when there is none: start or goal blocked, or not connected. Optimal, unless the engine is hpa or
   * table.
   * @param options links that it may take, for keys and quests
   * @throws {RangeError} if a coordinate is outside the map or not a whole number
   * @throws {BlobError} if the engine's arrays contradict the grid
   */
  findPath(x0: number, y0: number, x1: number, y1: number, options?: QueryOptions): Path | null;

  /**
   * {@link Nav.findPath} without allocation: the path is left in `path`, and stays until the buffer's next use.
   * @returns whether there is a path; otherwise `path` is unchanged
   */
  findPathInto(x0: number, y0: number, x1: number, y1: number, path: PathBuffer, options?: QueryOptions): boolean;

  /**
   * Whether there is a path; needs no search.
   * @throws {RangeError} as {@link Nav.findPath}
   */
  isReachable(x0: number, y0: number, x1: number, y1: number, options?: QueryOptions): boolean;

  /** Whether a unit may stand on a cell. False for blocked cells and outside the map. */
  isOpen(x: number, y: number): boolean;

  /**
   * Cost of a cell: 1 to 255, for a larger unit the highest of its cells; Infinity where {@link Nav.isOpen} is false.
   */
  costAt(x: number, y: number): number;
}

/** Options of one query. */
export interface QueryOptions {
  /**
   * Links that the path may take: a set of names, or a function that returns true for them. Default: all open links.
   */
  links?: ((link: Link) => boolean) | ReadonlySet<string> | undefined;
}

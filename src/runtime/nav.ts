/** What a loaded map offers a game, and what an engine has to bring to be loaded with it. */
import type { Blob } from '../blob/read.js';
import type { Grid, MoveRule, ReadonlyGrid } from '../grid/grid.js';
import type { Engine, Portal, Walk } from '../search/engine.js';
import type { Keep } from '../search/keep.js';
import type { Path, PathBuffer } from '../search/path.js';

/** One map's blobs, ready for queries. Queries share scratch memory: one at a time, which in a single thread is no limit. */
export interface GridNav {
  readonly width: number;
  readonly height: number;
  /** Letters that were read as open; empty for a grid that did not come from letters. */
  readonly terrain: string;
  /** Side of the square that walks, in cells. Every x and y here is of its anchor: the top left of the cells that it stands on. */
  readonly size: number;
  /** Which moves are legal: `no-corners`, `never`, `one-corner` or `always`. */
  readonly moveRule: MoveRule;
  /** Name of the agent whose map this is; undefined where none was named. */
  readonly agent: string | undefined;
  /** Names of all agents that the blobs are of, each to be loaded by itself: `load(bytes, { agent })`. Empty where they know none. */
  readonly agents: readonly string[];
  /** SHA-256 that ties the blobs to their map, in hexadecimal. */
  readonly fingerprint: string;
  /** The map as it was baked, made when it is first asked for. Its `copy()` may be changed, which changes no answer here. */
  readonly grid: ReadonlyGrid;
  /** Number of edits so far of a map that can change (`gridprep/runtime/edit`); undefined for the others. */
  readonly version?: number;
  /** Name of the engine that finds the paths. */
  readonly engine: string;
  /** Whether it runs in WebAssembly; the answers are the same. */
  readonly wasm: boolean;
  /** The engine itself: its counters tell what the last search did, its `trace` may be set to be told what the next ones do, and the `refine` of near-optimal ones. */
  readonly search: Readonly<Omit<Engine, 'trace' | 'refine'>> & Pick<Engine, 'trace' | 'refine'>;
  /**
   * The engine of a name, made at the first call; undefined where the bundle or the blobs do not have it.
   * @param blob that has all for the engine, in place of the ones that were loaded, to make another one of
   * @param grid of that blob; alone of any map, for `jps` of `gridprep/runtime/moves`
   */
  use(name: string, blob?: Blob, grid?: Grid): Engine | undefined;

  /**
   * A path, or null when there is none: start or goal blocked, or not connected. Optimal, unless the engine is hpa or table.
   * @throws {RangeError} if a coordinate is outside the map or not a whole number
   * @throws {BlobError} if the engine's arrays contradict the grid: there is a path, and they know none, or one through a wall
   */
  findPath(x0: number, y0: number, x1: number, y1: number): Path | null;

  /**
   * {@link findPath} without allocation: the path is left in `path`, and stays until the buffer's next use.
   * @returns whether there is a path; `path` is as it was when there is none
   */
  findPathInto(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): boolean;

  /**
   * A near-optimal path in pieces, refined as they are asked for; its cost is known at once. Only blobs of HPA* give it, whatever engine
   * answers {@link findPath}; where that is another, the first call loads them and takes as long.
   * @returns null when there is no path
   * @throws {RangeError} as {@link findPath}
   * @throws {BlobError} at the first call, if what it loads is damaged
   */
  readonly walk?: ((x0: number, y0: number, x1: number, y1: number) => Walk | null) | undefined;

  /**
   * What lies ahead of a walk before it is refined: where its coarse path enters each cluster, from where the walk is now to the goal; to show it, or to plan over
   * it. A smoothed walk may cross a border beside that cell. There where {@link walk} is.
   */
  readonly portals?: ((walk: Walk) => Portal[]) | undefined;

  /**
   * Cost in steps of a near-optimal path before it is smoothed, without the path; Infinity when there is none. Only a blob with a table
   * gives it, beside that of its HPA*; loaded as for {@link walk}.
   * @throws {RangeError} as {@link findPath}
   * @throws {BlobError} as {@link walk}
   */
  readonly distance?: ((x0: number, y0: number, x1: number, y1: number) => number) | undefined;

  /**
   * Which of many goals has the smallest {@link distance}, ties to the first. There where that is.
   * @param goals x, y pairs
   * @returns number of the goal, -1 when none can be reached
   * @throws {RangeError} as {@link findPath}, and if the goals are not pairs
   * @throws {BlobError} as {@link walk}
   */
  readonly nearest?: ((x0: number, y0: number, goals: ArrayLike<number>) => number) | undefined;

  /**
   * Is there a path? Answered without a search.
   * @throws {RangeError} as {@link findPath}
   */
  isReachable(x0: number, y0: number, x1: number, y1: number): boolean;

  /**
   * Asks queries of every kind that the map answers, from all over it, so that the first ones of the game find everything made and compiled:
   * for the moment after {@link load}, behind a loading screen. What `walk`, `distance` and `nearest` need is loaded, too. Answers stay the same.
   * @param milliseconds after which it stops, about: 100 where nothing is said. The first queries of all are made whatever they take.
   * @throws {BlobError} as {@link findPath} and {@link walk}
   */
  warmUp(milliseconds?: number): void;

  /** False for blocked cells and for all that is not on the map. */
  isOpen(x: number, y: number): boolean;

  /**
   * Side of the largest square of open cells with its top left corner in a cell: what else may stand there, how wide a way is. 0 where the walker
   * itself cannot stand, and for all that is not on the map.
   */
  clearance(x: number, y: number): number;

  /**
   * The anchor of a walker whose middle is at a point, in cells: 1.5, 1.5 is the middle of cell 1, 1. It may be no open cell, see {@link isOpen}.
   * @returns x and y, whole numbers
   */
  anchor(cx: number, cy: number): [x: number, y: number];

  /** The middle of a walker whose anchor is a cell, in cells: where it is drawn. */
  centre(x: number, y: number): [cx: number, cy: number];

  /**
   * The open cell nearest to a point as the crow flies, ties to the smaller y, then x; the point itself
   * where that is open. It may lie outside the map, as clicks do; farther than 2^26 cells away, near ties are not told apart.
   * @param reachableFrom only cells that can be reached from this one, x and y
   * @returns x and y, or null when there is no such cell
   * @throws {RangeError} if x or y is not a whole number (up to 2^53), or `reachableFrom` not on the map
   */
  nearestOpen(x: number, y: number, reachableFrom?: readonly [number, number]): [number, number] | null;
}

/** Makes an engine from the blobs of a map. */
export interface EngineMaker<E extends Engine = Engine> {
  /** Kinds of sections, one of each artifact that it reads: where the blobs have them all, they have this engine. */
  needs: readonly number[];
  /** Move rules that it knows; eight moves without corner cutting alone where it does not say. */
  rules?: readonly MoveRule[];
  /**
   * @param blobs for each kind that it needs the first blob that has it
   * @param wasm whether it may use WebAssembly
   * @param keep for what the engine only reads
   * @throws {BlobError} if what they hold is damaged
   */
  make(blobs: Blob[], grid: Grid, wasm: boolean, keep?: Keep): E;
  /**
   * Adds to a map what the engine can do beyond finding paths, where another has not: maps ask the engine that finds their paths first.
   * @param use gives the engine; makes it at the first call, if it is not there yet
   */
  extend?(nav: Extendable, use: () => E): void;
}

/** A map while it is made. */
export type Extendable = { -readonly [Key in keyof GridNav]: GridNav[Key] };

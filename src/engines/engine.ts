/**
 * The record of an engine: what it reads, which maps it supports, how it is made. Each engine has one, in
 * `engine.ts` of its room.
 */
import { loadCosts } from '../core/blob/grid.js';
import type { Keep } from '../core/blob/keep.js';
import type { Blob } from '../core/blob/read.js';
import { assertPath, ensure } from '../core/errors.js';
import { isDirected } from '../core/grid/entered.js';
import type { Grid, MoveRule, ReadonlyGrid } from '../core/grid/grid.js';
import type { Engine, Walk } from '../core/search/engine.js';

/** What every engine may be made with. Each adds the parts that it uses. */
export interface EngineOptions {
  keep?: Keep | undefined;
  /** Most nodes of a table. */
  maxNodes?: number | undefined;
}

/** Engines over the axial grid of a map of hexagons. */
export interface HexOptions extends EngineOptions {
  moves?: { onAxial(map: Grid, make: (grid: Grid) => Engine): Engine } | undefined;
}

/** A map as an engine extends it. */
export interface Extendable {
  readonly grid: ReadonlyGrid;
  isReachable(x0: number, y0: number, x1: number, y1: number): boolean;
  walk?: ((x0: number, y0: number, x1: number, y1: number) => Walk | null) | undefined;
  distance?: ((x0: number, y0: number, x1: number, y1: number) => number) | undefined;
  nearest?: ((x: number, y: number, goals: ArrayLike<number>) => number) | undefined;
}

/** Makes an engine from the blobs of a map. */
export interface EngineMaker<E extends Engine = Engine, O extends EngineOptions = EngineOptions> {
  readonly name: string;
  /** Place among the engines that a blob has: the lowest finds the paths, unless the game names another. */
  readonly rank: number;
  /** Kinds of sections, one of each artifact that it reads: where the blobs have them all, they have this engine. */
  readonly needs: readonly number[];
  /** Move rules that it supports without `diagonalsPart`. Default: `no-corners`. */
  readonly rules?: readonly MoveRule[];
  /** Other rules that it supports with it: 1 of squares, 2 also of hexagons. */
  readonly moves?: 1 | 2;
  /** Kinds of sections with the arrays that it makes otherwise. */
  readonly views?: readonly number[];
  /** True: only for maps whose cells have costs; false: only for others. Default: for both. */
  readonly costs?: boolean;
  /**
   * @param blobs for each kind that it needs the first blob that has it, and for its views if the blobs have them all
   * and `mappedPart` is there
   * @throws {BlobError} if their contents are damaged
   */
  make(blobs: Blob[], grid: Grid, options: O): E;
  /**
   * Adds the engine's functions other than finding paths to a map that does not have them.
   * @param use gives the engine; makes it at the first call
   */
  extend?(nav: Extendable, use: () => E): void;
}

/** An engine of the grid, or of the axial grid of a map of hexagons, which needs `diagonalsPart`. */
export const overHexes = (map: Grid, moves: HexOptions['moves'], make: (grid: Grid) => Engine): Engine =>
  moves ? moves.onAxial(map, make) : make(map);

/** Gives the grid the costs of a blob. */
export function loadKeptCosts(blob: Blob, grid: Grid, keep: Keep): void {
  const costs = keep('costs', () => {
    loadCosts(blob, grid);
    return grid.costs;
  });
  grid.costs = costs;
  loadCosts(blob, grid);
  // A bake of these engines refuses such maps: their paths and costs are those of the average.
  ensure(!(costs && isDirected(grid)), 'costs', 'entered', 'average');
}

/** Gives the map walks if it has none. @param use gives an engine that walks */
export function addWalk(
  nav: Extendable,
  use: () => { walk(x0: number, y0: number, x1: number, y1: number): Walk | null },
): void {
  nav.walk ??= (x0, y0, x1, y1) => (nav.isReachable(x0, y0, x1, y1) ? assertPath(use().walk(x0, y0, x1, y1)) : null);
}

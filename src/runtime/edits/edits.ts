/** A map that changes: what a game sees of it, and what its parts see. */
import type { Area } from '../../edit/area.js';
import type { Change, LiveCells } from '../../edit/cells.js';
import type { Difference } from '../../edit/difference.js';
import type { Grid } from '../../grid/grid.js';
import type { Engine } from '../../search/engine.js';
import type { PathBuffer } from '../../search/path.js';
import type { GridNav } from '../nav.js';

/** Costs are quotients of integers: what is equal may differ in the last bits, by far less than this factor. */
export const EXACT = 1 + 1e-9;

/** What a listener is told after an edit, when every answer is of the new map already. */
export interface EditEvent {
  /** That of the map now. */
  version: number;
  /** Rectangles of cells in which all changes lie. */
  areas: Area[];
  /** What was asked for: the same for `edit` of another map, or of a pool, makes that one like this one. */
  changes: readonly Change[];
}

/** A loaded map whose cells can change. Every answer is right at once; an edit takes about as long as some tens of queries. */
export interface EditableMap extends GridNav {
  /** Number of edits that have changed anything. */
  readonly version: number;
  /** Name of the engine that finds the paths. */
  readonly engine: string;
  /** Artifacts that do not know of all edits, and answer only where that makes no difference; the other answers take longer until they are healed. */
  readonly stale: readonly string[];
  /** Opens or closes a cell, or a rectangle of cells. @throws {RangeError} if it is not on the map; nothing is changed then */
  setOpen(x: number, y: number, open: boolean): void;
  setOpen(area: Area, open: boolean): void;
  /** Several changes as one: one version, one event; a later one goes over an earlier one. @throws {RangeError} as `setOpen`, and if cells cannot cost that */
  edit(changes: readonly Change[]): void;
  /** Calls back after each edit. @returns ends that */
  onChange(listener: (event: EditEvent) => void): () => void;
  /** The map as it was loaded. */
  reset(): void;
}

/** What answers for one state of the map, and where that differs from the present one. */
export interface Base {
  search: Engine;
  isReachable: GridNav['isReachable'];
  differs: Difference;
}

/** A map that changes, from within: what is added to it works on this. */
export interface Edits {
  self: EditableMap;
  /** As it was loaded, with its grid, which nobody changes. */
  nav: GridNav;
  shipped: Grid;
  /** What answers for it. */
  loaded: Base;
  /** The map as it is. */
  grid: Grid;
  cells: LiveCells;
  /** What answers for a map that was baked: the one that was loaded, or one that a worker has healed since. */
  base: Base;
  rebase(base: Base): void;
  /**
   * What an answer of the baked map has to stay below: 0 if it is not worth asking for, Infinity where any will do.
   * @param any whether the answer is a cost alone, whose path might cross any difference
   */
  limit(x0: number, y0: number, x1: number, y1: number, any?: boolean): number;
  /** Does an answer of the baked map stay below it, and its path keep away from what is worse now? */
  holds(cost: number, most: number, path?: PathBuffer): boolean;
}

/** A map that changes: what a game sees of it, and what its parts see. */
import type { Grid } from '../../core/grid/grid.js';
import type { Place } from '../../core/grid/places.js';
import type { GridNav, Nav } from '../../core/runtime/nav.js';
import type { Walk } from '../../core/search/engine.js';
import type { Area, Change, LinkChange, LiveCells } from './cells.js';
import type { Base } from './difference.js';

/** An edit, as listeners get it; queries use the new map by then. */
export interface EditEvent {
  /** That of the map now. */
  version: number;
  /** Rectangles of cells in which all changes lie. */
  areas: Area[];
  /** The changes as requested: passed to `edit` of another map, they bring it to the same state. */
  changes: readonly (Change | LinkChange)[];
}

/** A loaded map whose cells can change. Answers are correct immediately after an edit, which takes about as long as some tens of queries. */
export interface EditableNav extends Nav {
  /** Artifacts baked for an earlier state. They answer only where that makes no difference; other queries take longer until the map is healed. */
  readonly stale: readonly string[];
  /** Opens or closes a cell. @throws {RangeError} if it is not on the map; nothing is changed then */
  setOpen(x: number, y: number, open: boolean): void;
  /** Prices a cell, 1 to 255; a blocked one costs that when it opens. @throws {RangeError} as `setOpen`, and if cells cannot cost that */
  setCost(x: number, y: number, cost: number): void;
  /** Changes rectangles of cells as one edit: one version, one event; a later one goes over an earlier one. @throws {RangeError} as `setCost` */
  edit(changes: Change | LinkChange | readonly (Change | LinkChange)[]): void;
  /** Calls back after each edit; an error of a listener is thrown once all listeners were called. @returns ends that */
  onChange(listener: (event: EditEvent) => void): () => void;
  /** Undoes all edits. */
  reset(): void;
}

/** A walk that notices edits: it goes on from the cell that it has reached, on a path of the map as it is then. */
export interface LiveWalk extends Walk {
  /** Of the path that is walked now: from where it was last planned. */
  readonly cost: number;
  /** How often it was planned anew. */
  readonly replans: number;
  /** Whether there is no way on: it has ended before its goal. Asked again after a later edit it goes on, if there is one. */
  readonly blocked: boolean;
}

/** An editable map from within. */
export interface ChangingNav extends GridNav, EditableNav {
  readonly version: number;
  readonly edits: Edits;
  walk?: ((x0: number, y0: number, x1: number, y1: number) => LiveWalk | null) | undefined;
}

/** A map that changes, from within: functions over it work on this. */
export interface Edits {
  self: ChangingNav;
  /** As it was loaded, with its grid, which nobody changes. */
  nav: GridNav;
  shipped: Grid;
  /** What answers for it. */
  loaded: Base;
  grid: Grid;
  cells: LiveCells;
  /** Doors of the game's own, in place of those of the blobs. */
  doors?: readonly Place[] | undefined;
  /** Maps of other walkers that repeat the edits of this one. */
  followers: Edits[];
  /** As in `EditOptions`. */
  lockstep: boolean;
  /** What answers for a map that was baked: the one that was loaded, or one that a worker has healed since. */
  base: Base;
  /** A copy of the map as it is, for other threads. */
  snapshot(): Grid;
  /** Does what `edit` does to this map alone, without a check. @returns the event for listeners; undefined if nothing changed */
  apply(changes: readonly (Change | LinkChange)[]): EditEvent | undefined;
  /** What makes this map of the one that was loaded, or with `back` that of this one. */
  changes(back?: boolean): (Required<Change> | LinkChange)[];
  /** Calls all listeners. @returns what they have thrown */
  notify(event: EditEvent): unknown[];
}

/** @throws {TypeError} unless the map can change */
export function editsOf(nav: Nav): Edits {
  const edits = (nav as Partial<ChangingNav> | null)?.edits;
  if (!edits) throw new TypeError('nav cannot change: make it with editable(nav)');
  return edits;
}

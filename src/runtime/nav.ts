/** A loaded map from within, and the parts of a loader. */
import type { Keep } from '../core/blob/keep.js';
import type { AgentChoice, Blob, BlobBytes, Decompress } from '../core/blob/read.js';
import type { RunLabels } from '../core/grid/components.js';
import type { Grid, ReadonlyGrid } from '../core/grid/grid.js';
import type { touchesAbove } from '../core/grid/hexes.js';
import type { Link } from '../core/grid/links.js';
import { isHex } from '../core/grid/rules.js';
import type { Engine, Walk } from '../core/search/engine.js';
import type { Hexagons } from '../core/search/hexagons.js';
import type { Leg, WritePoints } from '../core/search/join.js';
import type { PathBuffer, PathLink } from '../core/search/path.js';
import type { MappedHierarchy } from '../engines/ch/engine.js';
import type { SubgoalRule } from '../engines/ch/subgoals.js';
import type { EngineMaker, EngineOptions } from '../engines/engine.js';
import type { MappedHpa } from '../engines/hpa/engine.js';
import type { MappedJumps } from '../engines/jps/engine.js';
import type { onAxial } from '../engines/jps/moves/hexes.js';
import type { Native } from '../engines/jps/wasm/native.js';
import type { LinkedSearch } from '../engines/links/search.js';
import type { walkOver } from '../engines/links/walk.js';
import type { MappedTable } from '../engines/table/engine.js';
import type { Nav, QueryOptions } from './public.js';

export type { Nav, QueryOptions };

type QueryArguments = [x0: number, y0: number, x1: number, y1: number, options?: QueryOptions];

/** A map from within: what engines, fields, edits and debug tools work on. Not part of the public types. */
export interface GridNav extends Nav {
  /** Letters that were read as open; empty for a grid that did not come from letters. */
  readonly terrain: string;
  /** The map as paths are found on it. Only editing writes to it. */
  readonly grid: ReadonlyGrid;
  /** Component of a padded cell, 0 where it is blocked. */
  readonly label: (cell: number) => number;
  /** The engine itself: its counters, its `trace`, and the `refine` of near-optimal ones. */
  readonly search: Engine;
  /**
   * Nodes that the search of the last path expanded, if that path may come from a cache; otherwise the engine has the
   * number. Undefined for other maps.
   */
  readonly expanded?: number | undefined;
  /** Boxes of all edits since a version; undefined where they are too long ago. */
  since?: (version: number) => (readonly [x0: number, y0: number, x1: number, y1: number])[] | undefined;
  /** The engine that answers after edits. */
  live?: () => Engine;
  /** The parts of its loader as one. */
  readonly kit: Partial<Kit>;
  /** Blobs that the map was loaded from; empty if it was made in the game. */
  readonly blobs: readonly Blob[];
  /** Everything that another thread needs to load the same map. */
  readonly source: NavSource;
  /** The engine of a name, made at the first call; undefined where the bundle or the blobs do not have it. */
  use(name: string): Engine | undefined;
  /** Near-optimal paths in pieces; only with HPA* in the blobs. Over links `join` joins them, which `findWalk` has. */
  walk?: ((...query: [...QueryArguments, join?: typeof walkOver]) => Walk | null) | undefined;
  /** Cost of a near-optimal path out of a table. */
  distance?: ((...query: QueryArguments) => number) | undefined;
  /** Links, and the map without them; undefined where it has none. */
  readonly linked?: Linked | undefined;
  /** The nav of the doubled grid, which engines search, if the map has walls between cells. */
  readonly doubled?: GridNav | undefined;
  /** The single cells that a larger unit's map was made from, if it follows a map of them. */
  readonly ground?: Grid | undefined;
  /** The doubled grid with all edits. */
  readonly searched?: ReadonlyGrid | undefined;
  /** Index of the goal with the smallest such cost. */
  nearest?: ((x: number, y: number, goals: ArrayLike<number>) => number) | undefined;
}

export interface Linked {
  /** Edits replace those whose costs change. */
  links: Link[];
  /** Ends of the links of each name. */
  named: ReadonlyMap<string, readonly Link['from'][]>;
  search: LinkedSearch;
  /** The map as if it had none. */
  plain: GridNav;
  /** Another nav of the map with the same links. */
  attach<Nav extends GridNav>(nav: Nav): Nav;
  /** {@link joinPaths}. */
  join(into: PathBuffer, cost: number, legs: Iterable<Leg>): void;
  /** {@link joinPoints}, of points in columns and rows. */
  rejoin(into: PathBuffer, points: Int32Array, cost: number, links: readonly PathLink[], write: WritePoints): void;
}

export interface NavSource {
  bytes: BlobBytes[];
  /** Fields of the grid of a map that was made in the game and has no bytes. */
  grid?: object | undefined;
  /** Options of `load` that can be posted. */
  options: object;
  /** Arrays in shared memory, by name. */
  kept?: Record<string, unknown> | undefined;
}

/** @throws {TypeError} if it is not a loaded map, for example a promise of one */
export function inside(nav: Nav): GridNav {
  if (!(nav as GridNav | null)?.findPathInto) throw new TypeError(`nav is ${nav}, expected what load gives`);
  return nav as GridNav;
}

/** A part for {@link loader}: an engine, or a feature of all engines. */
export interface LoadPart {
  /** Engines that it brings. */
  readonly engines?: readonly object[];
}

/** What maps of hexagons need; it comes with `diagonalsPart`, without which none loads. Undefined for squares. */
export const hexesOf = ({ diagonals, kit }: Pick<GridNav, 'diagonals' | 'kit'>): Hexagons | undefined =>
  isHex({ moveRule: diagonals }) ? kit.moves?.hexes : undefined;

/** Engines under the other move rules. */
export interface Moves {
  /** JPS+, with goal bounds where their blob is given; without any blob of a map that was never baked. */
  jumps(grid: Grid, jps?: Blob, bounds?: Blob): Engine;
  /** Of hexagons which ones touch. */
  touches: typeof touchesAbove;
  onAxial: typeof onAxial;
  hexes: Hexagons;
  /** Subgoals of contraction hierarchies. */
  subgoals(grid: Grid): SubgoalRule;
}

export interface Walls {
  /** The map of a blob. @throws {BlobError} if it is damaged, or no engine finds paths past its walls */
  map(blob: Blob): Grid;
  /** The grid that engines search. @throws {RangeError} if none finds paths past the walls of the map */
  doubled(map: Grid): Grid;
  /** @throws {BlobError} if a grid that a blob stores is not the doubled one of its map */
  check(map: Grid, grid: Grid): void;
  /** @param inner of the doubled grid */
  nav(inner: GridNav, map: Grid): GridNav;
}

/** What maps with equal blobs have in common. */
export interface Core {
  grid: Grid;
  components: RunLabels;
  /** The map with its walls; the grid is its doubled one. */
  walled: Grid | undefined;
  /** Engines by name, made at the first request. */
  made: Record<string, Engine>;
}

export interface Agents {
  choose: AgentChoice;
  /**
   * The core of agents that are equal to one loaded before; undefined if the blobs have no agents.
   * @param key of options that must also be equal
   */
  core(bytes: object, blobs: Blob[], key: string, make: () => Core): Core | undefined;
}

/**
 * Readers of the arrays of a mapped blob. They check all arrays.
 * @throws {BlobError} if arrays contradict each other or the map
 */
export interface Mapped extends MappedHpa, MappedTable, MappedHierarchy {
  map(blob: Blob): { grid: Grid; components: RunLabels };
  /** Padded cells of a map from which on jump lines are read; below, WebAssembly makes them as soon. */
  linesFrom: number;
  /** @returns readers of jump lines and boxes; undefined where it takes less time to make these */
  jumps(grid: Grid, native?: Native): MappedJumps | undefined;
}

/** All that the parts of a loader bring. */
export interface Kit {
  engines: readonly EngineMaker[];
  /**
   * Makes the map of a blob from its compact sections.
   * @param touches tells which runs of hexagons touch
   * @param grid that engines search. Default: the grid of the blob
   */
  map?: (blob: Blob, touches?: typeof touchesAbove, grid?: Grid) => { grid: Grid; components: RunLabels };
  /** Reads arrays of blobs that have them. */
  mapped?: Mapped;
  decompress?: Decompress;
  native?: Native;
  moves?: Moves;
  agents?: Agents;
  walls?: Walls;
  /** A map with the links of its blob, or of its grid. */
  links?: (nav: GridNav, blob?: Blob) => GridNav;
  /** Makes the memory of {@link NavSource.kept}; undefined where memory cannot be shared. */
  share?(kept?: Record<string, unknown>): { kept: Record<string, unknown>; keep: Keep } | undefined;
}

/** A part from within. */
export type Part = LoadPart & Partial<Kit>;

/** The parts as one. An undefined part, in JavaScript, fails later, named, when a map needs it. */
export function kitOf(parts: readonly LoadPart[]): Kit {
  const engines = parts.flatMap((part) => (part as Part | undefined)?.engines ?? []).sort((a, b) => a.rank - b.rank);
  return Object.assign({}, ...parts, { engines });
}

/** What engines are made with. */
export interface MakeOptions extends EngineOptions {
  native?: Native | undefined;
  mapped?: Mapped | undefined;
  moves?: Moves | undefined;
}

/** A map while it is made. */
export type NavInMaking = { -readonly [Key in keyof GridNav]: GridNav[Key] };

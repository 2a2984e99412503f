/** The public types of walkers. */

import type { Link } from '../../core/grid/links.js';
import type { Nav } from '../../core/runtime/nav.js';
import type { Blockers } from '../avoid/blockers.js';
import type { PathQueue } from '../queue/queue.js';
import type { Cell } from './shared.js';

/** Options of `follow`. */
export interface FollowOptions {
  /** Side of the unit in cells: checked against the map, which is baked for one size. */
  size?: number | undefined;
  /** Half the side of the square that stays clear of walls, in cells, as of {@link SightOptions}; 0.4 times the size if omitted, 0.25 on hexagons. */
  radius?: number | undefined;
  /** Cells a second on cells of cost 1, 4 if omitted; a cell of cost 3 takes three times as long. */
  speed?: number | undefined;
  /** Queue of the same map that answers the requests; without it the walker searches in {@link Walker.update}. */
  queue?: PathQueue | undefined;
  /**
   * Units that it walks round, as round walls. It is one of them while it stands (`idle`, `arrived`, `unreachable`), so that walkers with the same blockers walk round
   * each other; call `blockers.remove(walker)` when it leaves the game.
   */
  blockers?: Blockers | undefined;
  /**
   * Whether the path is pulled straight. False for units that go from cell to cell: over the middles of cells, with the fewest turns, and with the cost of each cell.
   * Such a walker turns, stops and takes another way only in the middle of a cell. Default: false where the map has no diagonal moves, otherwise true.
   */
  pull?: boolean | undefined;
  /** Called when it comes to the middle of another cell, without pulling. It may call the walker's methods and change its speed. */
  onCell?: ((x: number, y: number) => void) | undefined;
  /** Direction that it looks in at first, 0 to 7 clockwise from north. Default: 4, south. */
  facing?: number | undefined;
  /** Point of the unit's middle, in cells. Default: the middle of cell 0, 0. */
  x?: number | undefined;
  y?: number | undefined;
}

/**
 * The state of a walker.
 * - `idle`: it has no goal.
 * - `waiting`: its path is requested and it has none to walk yet.
 * - `walking`: it is under way.
 * - `linking`: it takes a link, and stands at its first end until it lands at the other; see {@link Walker.link}.
 * - `arrived`: it is on the goal, or on the nearest cell it can reach where the goal is closed or taken by one of its blockers; it stays there when that leaves.
 * - `unreachable`: the goal is open and no path leads there; it goes as soon as an edit opens one, or half a second after its blockers have let one free.
 * - `blocked`: its own cell is closed, because a wall has come or it was put there; see {@link Walker.escape}.
 */
export type WalkerStatus = 'idle' | 'waiting' | 'walking' | 'linking' | 'arrived' | 'unreachable' | 'blocked';

/** The link that a walker takes. */
export interface WalkerLink {
  readonly link: Link;
  /** Point at which it lands. */
  readonly x: number;
  readonly y: number;
  /** Milliseconds until then: at first what its cost takes at the walker's speed. A game may set it. */
  ms: number;
}

/** A unit that walks. */
export interface Walker {
  /** The point of its middle, in cells. A game may set it: a walker that is pushed aside finds its way back. */
  x: number;
  y: number;
  /** Direction of its last move, one cell of way; 0, 0 where it stands. */
  readonly dx: number;
  readonly dy: number;
  /** Direction of its last move, 0 to 7 clockwise from north: the one that is nearest. */
  readonly facing: number;
  /** The cell that it is in. Without pulling that in whose middle it was last. */
  readonly cell: Cell;
  readonly status: WalkerStatus;
  /** The map it walks on. */
  readonly nav: Nav;
  /** The cell it walks to: that of `to`, or the nearest cell it can reach where that is closed or taken. */
  readonly goal: Cell | null;
  /** Points of its way, x, y in turn, and the index of the next one. */
  readonly points: Float32Array;
  readonly index: number;
  readonly radius: number;
  /** The link that it takes, null unless its status is `linking`. */
  readonly link: WalkerLink | null;
  /** Cells a second; a game may set it. */
  speed: number;
  /** Sends it to a cell: to the nearest one that it can reach where that is closed. @throws {RangeError} as `findPath` */
  to(x: number, y: number): void;
  /** Stops it; it has no goal then. From a link it returns to the first end. Without pulling it ends its step before. */
  stop(): void;
  /** Ends the link that it takes: it is at the other end, and walks on. If that is closed or taken now, it is back at the first end and finds another way. */
  land(): void;
  /**
   * Walks on; call it once a frame. It never enters a closed cell, or one of its blockers.
   * @param ms since the last update
   * @throws {RangeError} if `ms` or `speed` is not 0 or more
   * @returns itself, with the next point `x`, `y`, its heading `dx`, `dy` and its `status`
   */
  update(ms: number): Walker;
  /** Puts a blocked walker on the nearest open cell, one from which its goal can be reached if there is any. @returns whether it stands on an open cell now */
  escape(): boolean;
}

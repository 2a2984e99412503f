/** The public types of walkers. */

import type { Link } from '../../core/grid/links.js';
import type { Nav } from '../../runtime/nav.js';
import type { Blockers } from '../avoid/blockers.js';
import type { PathQueue } from '../queue/queue.js';
import type { Cell } from './shared.js';

/** Options of `follow`. */
export interface FollowOptions {
  /** Side of the unit in cells: checked against the map, which is baked for one size. */
  size?: number | undefined;
  /**
   * Half the side of the square that stays clear of walls, in cells, as of {@link SightOptions}. Default: 0.4 times the
   * size, 0.25 on hexagons.
   */
  radius?: number | undefined;
  /** Cells per second on cells of cost 1; a cell of cost 3 takes three times as long. Default: 4. */
  speed?: number | undefined;
  /** Queue of the same map that answers the requests. Default: the walker searches in {@link Walker.update}. */
  queue?: PathQueue | undefined;
  /**
   * Units that it walks around like walls. The walker is one of them while it stands (`idle`, `arrived`,
   * `unreachable`), so walkers with the same blockers walk around each other. Call `blockers.remove(walker)` when it
   * leaves the game.
   */
  blockers?: Blockers | undefined;
  /**
   * Whether paths are straightened. False: the unit walks over the middles of cells with the fewest turns and at the
   * cost of each cell, and turns, stops or replans only there. Default: false on maps without diagonal moves, otherwise
   * true.
   */
  pull?: boolean | undefined;
  /**
   * Called in the middle of each cell, only with `pull: false`. It may call the walker's methods and change its speed.
   */
  onCell?: ((x: number, y: number) => void) | undefined;
  /** Direction at the start, 0 to 7 clockwise from north. Default: 4, south. */
  facing?: number | undefined;
  /** Point of the unit's middle, in cells. Default: the middle of cell 0, 0. */
  x?: number | undefined;
  y?: number | undefined;
}

/**
 * The state of a walker.
 * - `idle`: it has no goal.
 * - `waiting`: its path is requested and it has none to walk yet.
 * - `walking`: it walks along its path.
 * - `linking`: it takes a link, and stands at its first end until it lands at the other; see {@link Walker.link}.
 * - `arrived`: it is on the goal, or, if that is closed or taken by a blocker, on the nearest cell that it can reach;
 *   it stays there when the blocker leaves.
 * - `unreachable`: the goal is open and no path leads there. It starts when an edit opens one, or half a second after
 *   its blockers have moved away.
 * - `blocked`: its own cell is closed; see {@link Walker.escape}.
 */
export type WalkerStatus = 'idle' | 'waiting' | 'walking' | 'linking' | 'arrived' | 'unreachable' | 'blocked';

/** The link that a walker takes. */
export interface WalkerLink {
  readonly link: Link;
  /** Point at which it lands. */
  readonly x: number;
  readonly y: number;
  /** Milliseconds until it lands. Default: from the link's cost and the walker's speed. You may set it. */
  ms: number;
}

/** A unit that walks. */
export interface Walker {
  /** The point of its middle, in cells. You may set it: a walker that is pushed aside returns to its path. */
  x: number;
  y: number;
  /** Direction of its last move, of length 1; 0, 0 if it stands. */
  readonly dx: number;
  readonly dy: number;
  /** Direction of its last move, 0 to 7 clockwise from north: the one that is nearest. */
  readonly facing: number;
  /** Its cell. With `pull: false`, the last cell whose middle it reached. */
  readonly cell: Cell;
  readonly status: WalkerStatus;
  /** The map it walks on. */
  readonly nav: Nav;
  /** Its goal: the cell of `to`, or the nearest cell that it can reach if that is closed or taken. */
  readonly goal: Cell | null;
  /** Points of its path, x, y in turn, and the index of the next point. */
  readonly points: Float32Array;
  readonly index: number;
  readonly radius: number;
  /** The link that it takes, null unless its status is `linking`. */
  readonly link: WalkerLink | null;
  /** Cells per second. You may set it. */
  speed: number;
  /**
   * Sends it to a cell, or to the nearest one that it can reach if that is closed. @throws {RangeError} as `findPath`
   */
  to(x: number, y: number): void;
  /**
   * Stops it and clears its goal. On a link it returns to the first end. With `pull: false` it first finishes its step.
   */
  stop(): void;
  /**
   * Ends the link: the walker continues from the other end. If that is closed or taken, it returns to the first end and
   * replans.
   */
  land(): void;
  /**
   * Moves the walker; call it once a frame. It never enters a closed cell, or one of its blockers.
   * @param ms since the last update
   * @throws {RangeError} if `ms` or `speed` is not 0 or more
   * @returns itself, with the next point `x`, `y`, its heading `dx`, `dy` and its `status`
   */
  update(ms: number): Walker;
  /**
   * Puts a blocked walker on the nearest open cell from which it can reach its goal, or else on the nearest open cell.
   * @returns whether it is on an open cell now
   */
  escape(): boolean;
}

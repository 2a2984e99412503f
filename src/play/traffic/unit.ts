/** The public interface of traffic, and its units. */
import type { Link } from '../../core/grid/links.js';
import type { Nav } from '../../runtime/nav.js';
import { centerOf } from '../../runtime/places.js';
import type { Blockers } from '../avoid/blockers.js';
import type { Budget } from '../queue/budget.js';
import type { Place, Step } from './steps.js';

/** Ticks without progress after which a unit is stuck, and ticks under way that a priority of 1 is worth. */
const PATIENCE = 30;

/** A unit that moves from cell to cell. */
export type TrafficUnit = Readonly<Pick<Unit, 'x' | 'y' | 'goal' | 'status' | 'link' | 'at'>> & Pick<Unit, 'priority'>;

/** Options of `trafficOf`. */
export interface TrafficOptions {
  /** Obstacles that traffic walks around. */
  blockers?: Blockers | undefined;
  /** Limit for the paths of one tick, as in `pathQueue`. Units without a path wait. Default: no limit. */
  budget?: Budget | undefined;
}

/** Units that never share a cell, swap or cross. All have the footprint of the map. */
export interface Traffic {
  readonly units: readonly TrafficUnit[];
  /** Adds a unit on a cell. @throws {RangeError} if it is not on the map, closed, or taken */
  add(x: number, y: number, options?: { priority?: number }): TrafficUnit;
  /**
   * Sends a unit to a cell, or several into a formation around it: a `block` by default, or a `line` across their way.
   * Each gets its own goal, the nearest cell that is open and no other unit's goal; units of a group may exchange
   * goals.
   */
  send(
    to: TrafficUnit | readonly TrafficUnit[],
    x: number,
    y: number,
    options?: { formation?: 'block' | 'line' },
  ): void;
  /** Takes a unit off the map. @returns whether it was there */
  remove(unit: TrafficUnit): boolean;
  /** Moves all units by one tick. @returns how many are moving */
  step(): number;
  /** Whether a unit covers a cell: for `door.close`. */
  isOn(x: number, y: number): boolean;
}

export class Unit {
  /** Goal cell, that where it was added until it is sent; or null. */
  goal: [x: number, y: number] | null = null;
  /** The link that it takes. */
  link: Link | null = null;
  /** Padded cells: the cell that it leaves, and its goal. */
  from: number;
  target = -1;
  /** The units that were sent with it. */
  group: readonly Unit[] | undefined;
  /** The decision of this tick; the ticks of its last step, and how many of them are left. */
  next: Step | undefined;
  ticks = 1;
  left = 0;
  /** Ticks under way, ticks without progress, and the fewest cells that were left of its path. */
  under = 0;
  stalled = 0;
  fewest = Infinity;
  /** Padded cells of its path, its place there, the version of its map, and whether no path was found. */
  path: number[] = [];
  index = 0;
  version = -1;
  isLost = false;
  readonly distances = new Map<number, number>();

  constructor(
    readonly nav: Nav,
    readonly owner: object,
    readonly id: number,
    public cell: number,
    /** The cell on which it stands, or which it enters. */
    public x: number,
    public y: number,
    /** Higher goes first. 30 ticks on the way count as 1, so every unit gets its turn. */
    public priority: number,
  ) {
    this.from = cell;
  }

  /** Gives it another goal, none with null, and forgets its path. */
  aim(target: number, goal: [x: number, y: number] | null, under: number): void {
    Object.assign(this, { target, goal, isLost: !goal, path: [], index: 0, version: -1, stalled: 0 });
    Object.assign(this, { under: goal ? under : 0, fewest: Infinity });
    this.distances.clear();
  }

  /** Does the step that was decided, or one tick of a longer one. */
  move(placeOf: (cell: number) => Place): void {
    const { to, ticks, link } = this.next as Step;
    if (this.left > 0) this.left--;
    else {
      const { x, y } = placeOf(to);
      Object.assign(this, { from: this.cell, cell: to, x, y, ticks, left: ticks - 1, link: link ?? null });
      if (this.path[this.index + 1] === to) this.index++;
      const far = this.isOnPath ? this.path.length - this.index : Infinity;
      this.stalled = far < this.fewest ? 0 : this.stalled + 1;
      this.fewest = Math.min(this.fewest, far);
    }
    this.under = ['moving', 'stuck', 'waiting'].includes(this.status) ? this.under + 1 : 0;
  }

  /**
   * - `idle`: it was sent nowhere, and stands where it was added. `arrived`: it is on its goal.
   * - `waiting`: the budget has left no work for its path yet.
   * - `moving`: it is under way. `stuck`: it came no nearer to its goal in the last 30 ticks in which it could move.
   * - `unreachable`: there was no free cell for it, or no path leads to its goal; it continues as soon as one opens.
   */
  get status(): 'idle' | 'arrived' | 'waiting' | 'moving' | 'stuck' | 'unreachable' {
    if (this.isLost || !this.goal) return this.isLost ? 'unreachable' : 'idle';
    if (this.cell === this.target && this.left === 0) return this.group ? 'arrived' : 'idle';
    return this.path.length === 0 ? 'waiting' : this.stalled < PATIENCE ? 'moving' : 'stuck';
  }

  /** The unit with the highest order decides first; units that are not under way come last. */
  get order(): number {
    return this.under > 0 ? this.under + PATIENCE * this.priority : -Number.MAX_VALUE;
  }

  get isOnPath(): boolean {
    return this.path[this.index] === this.cell;
  }

  /** The cell of its path that is `by` steps ahead, while it is on its path. */
  ahead(steps: number): number | undefined {
    return this.isOnPath ? this.path[this.index + steps] : undefined;
  }

  /**
   * The point of its middle, for smooth movement; while it takes a link, the link's first end.
   * @param fraction of the interval from the last `step` to the next one, 0 to 1
   */
  at(fraction: number): [x: number, y: number] {
    const { nav, from, cell, ticks, left, link } = this;
    const stride = nav.width + 2;
    const [a, b] = [from, cell].map((c) => centerOf(nav, (c % stride) - 1, Math.floor(c / stride) - 1));
    const done = (ticks - left - 1 + fraction) / ticks;
    const share = link && done < 1 ? 0 : done;
    return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
  }
}

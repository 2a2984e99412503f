/**
 * Units that walk: path, way, movement and replanning in one object.
 *
 * With `pull` a walker goes straight from point to point, and reacts to everything immediately. Without it the points
 * are the middles of cells, and it reacts only there: a step that it has begun it ends, unless it is pushed or the cell
 * closes.
 *
 * Measured and decided: docs/decisions/units.md.
 */

import { assertNumber } from '../../core/errors.js';
import { cellOf } from '../../core/grid/cells.js';
import { type Path, PathBuffer } from '../../core/search/path.js';
import type { Nav } from '../../runtime/nav.js';
import { cellAt, centerOf, nearestLeadingTo, nearestOpen } from '../../runtime/places.js';
import type { UnitBlockers } from '../avoid/blockers.js';
import type { LimitedQueue } from '../queue/requests.js';
import { checkOptions, Mover } from './mover.js';
import { type Cell, isSame, type Shared } from './shared.js';
import type { FollowOptions, Walker, WalkerStatus } from './walker.js';

/** Least milliseconds from one request to the next for what may be a better way. */
const PATIENCE = 500;
/** How far others may push a walker that has arrived, in cells. */
const ASIDE = 1;
const STANDING: readonly WalkerStatus[] = ['idle', 'arrived', 'unreachable'];
const UNDER_WAY: readonly WalkerStatus[] = ['waiting', 'walking'];
const buffer = /* @__PURE__ */ new PathBuffer();

export class Follower extends Mover implements Walker {
  goal: Cell | null = null;
  readonly #queue: LimitedQueue | undefined;
  readonly #units: UnitBlockers | undefined;
  /** Version of units that it knows, and whether they are in every way to its goal. */
  #seen = -1;
  #isCut = false;
  #requested: Cell | null = null;
  #version = -1;
  #asks = false;
  /** Whether it would like another path than the one it walks, and how long it does not ask for it. */
  #doubts = false;
  #patience = 0;

  constructor(nav: Nav, options?: FollowOptions) {
    const checked = checkOptions(nav, options);
    super(checked);
    [this.#queue, this.#units] = [checked.queue, checked.units];
  }

  to(x: number, y: number): void {
    cellOf(this.nav.grid, x, y);
    this.#requested = [x, y];
    this.#isCut = false;
    this.#version = -1;
    if (!this.left) this.wait();
  }

  stop(): void {
    this.#requested = null;
    this.#version = -1;
    if (!this.left) this.#look();
  }

  update(ms: number): this {
    checkAmount(ms, 'ms');
    checkAmount(this.speed, 'speed');
    this.dx = this.dy = 0;
    if (this.link) {
      this.link.ms -= ms;
      if (!(this.link.ms > 0)) this.land();
      return this;
    }
    this.#patience -= ms;
    this.react();
    if (this.status === 'walking') this.walk((ms * this.speed) / 1000);
    this.lastX = this.x;
    this.lastY = this.y;
    this.#join();
    return this;
  }

  escape(): boolean {
    const nav = this.nav;
    const at = cellAt(nav, this.x, this.y);
    if (nav.isOpen(...at)) return true;
    const requested = this.#requested && nearestOpen(nav, ...this.#requested);
    const cell = requested ? nearestLeadingTo(nav, ...at, requested) : nearestOpen(nav, ...at);
    if (cell) [this.x, this.y] = centerOf(nav, ...cell);
    return cell !== null;
  }

  protected drop(): void {
    if (this.#asks) this.#queue?.cancel(this);
    this.#asks = this.#doubts = false;
    this.way.clear();
    this.link = null;
    this.left = null;
  }

  protected wait(): void {
    this.#stand('waiting');
    this.#version = -1;
  }

  #stand(status: WalkerStatus): void {
    this.drop();
    this.goal = null;
    this.status = status;
  }

  #isAffected(): boolean {
    if (!this.#units || this.#units.version === this.#seen) return false;
    return UNDER_WAY.includes(this.status) || (this.status === 'unreachable' && !(this.#patience > 0));
  }

  /** Is one of the units in the way of others while it stands, and none while it walks. */
  #join(): void {
    const units = this.#units;
    if (!units) return;
    const { version } = units;
    if (STANDING.includes(this.status)) units.move(this, ...cellAt(this.nav, this.x, this.y), this.nav.size);
    else units.remove(this);
    if (this.#seen === version) this.#seen = units.version;
  }

  /** Takes notice of pushes, edits, moves of other units and wishes, in the middle of a cell where it is not pulled. */
  protected react(): void {
    const isPushed = this.x !== this.lastX || this.y !== this.lastY;
    if (!isPushed && this.isStepping()) return;
    this.left = null;
    if (isPushed || this.#version !== this.nav.version || this.#isAffected()) this.#look();
    if (this.#doubts && !(this.#patience > 0) && !this.#asks) this.#ask();
  }

  #look(): void {
    if (this.#units) this.#units.without(this, () => this.#judge());
    else this.#judge();
  }

  /** Whether it keeps its cell near a goal that is taken: until another unit stands there. */
  #keeps(since: number): boolean {
    if (!this.#units || !this.goal || !this.#requested || since !== this.nav.version) return false;
    return !this.shared.isFree(...this.#requested) && this.shared.isFree(...this.goal);
  }

  /** Whether all edits after a version are too far away to matter to its way, and nothing else has happened. */
  #isFarFrom(version: number): boolean {
    const { goal, x, y } = this;
    const requested = this.#requested;
    if (this.status !== 'walking' || !goal || !requested || !isSame(goal, requested)) return false;
    if (x !== this.lastX || y !== this.lastY || (this.#units && this.#units.version !== this.#seen)) return false;
    return this.way.near(this.shared.since(version), cellAt(this.nav, x, y), goal, x, y)?.length === 0;
  }

  #judge(): void {
    const { nav, status } = this;
    const units = this.#units;
    const since = this.#version;
    const seen = this.#seen;
    this.#version = nav.version;
    if (this.#isFarFrom(since)) return;
    this.#isCut &&= since === nav.version && this.#patience > 0;
    if (units && !this.#isCut) this.#seen = units.version;
    const at = cellAt(nav, this.x, this.y);
    const isOpen = nav.isOpen(...at);
    const goal =
      isOpen && this.#requested && (this.#keeps(since) ? this.goal : this.shared.target(this.#requested, at));
    if (!goal) this.#stand(isOpen ? 'idle' : 'blocked');
    else if (this.#isCut || !nav.isReachable(...at, ...goal)) this.#stand('unreachable');
    else if (!this.goal || !isSame(this.goal, goal)) {
      this.drop();
      this.goal = goal;
      this.#ask();
    } else if (status === 'arrived') {
      if (this.far(...this.rest) > ASIDE) this.#ask();
    } else {
      if (since !== nav.version) this.#applyChanges(this.shared.since(since), at, goal);
      if (units && seen !== units.version) this.#applyChanges(units.since(seen), at, goal);
      this.#steer();
      if (this.way.isEmpty && !this.#asks) this.#ask();
    }
  }

  /** Leaves a way that changes close; finds one again in a while that they may make better. */
  #applyChanges(changes: ReturnType<Shared['since']>, at: Cell, goal: Cell): void {
    const means = this.way.effect(changes, at, goal, this.x, this.y);
    if (means === 'closed') this.drop();
    else this.#doubts ||= means;
  }

  /** Pushed out of sight of the next point, it goes to a later one that it sees; if there is none it has no way. */
  #steer(): void {
    const way = this.way;
    if (way.isEmpty || (this.x === this.lastX && this.y === this.lastY)) return;
    if (way.isClear(this.x, this.y)) way.skip(this.x, this.y);
    else way.steer(this.x, this.y);
    if (way.isEmpty) this.drop();
  }

  /** Asks for a path from where it stands; until the answer it walks on, where it has a way. */
  #ask(): void {
    const nav = this.nav;
    const goal = this.goal as Cell;
    const at = cellAt(nav, this.x, this.y);
    this.#doubts = false;
    this.#patience = PATIENCE;
    if (this.way.isEmpty) this.status = 'waiting';
    if (!this.#queue) {
      if ((this.#units ?? nav).findPathInto(...at, ...goal, buffer)) this.#take(at, buffer);
      else this.#giveUp(at);
      return;
    }
    this.#asks = true;
    this.#queue.request(
      ...at,
      ...goal,
      ({ path, status }) => {
        if (status === 'replaced' || status === 'cancelled') return;
        this.#asks = false;
        if (this.link) {
          // The path does not begin where it lands.
          this.#doubts = true;
          return;
        }
        // Without a path: the next look tells why.
        if (path) this.#take(at, path);
        else if (this.#units && nav.isReachable(...at, ...goal)) this.#giveUp(at);
        else this.#version = -1;
      },
      { unit: this, avoid: this.#units },
    );
  }

  /** Units are in every way: it goes as near as it can where the goal is taken, otherwise it asks again in a while. */
  #giveUp(at: Cell): void {
    const units = this.#units;
    const requested = this.#requested;
    if (!units || !requested) return;
    if (this.shared.isFree(...requested)) {
      this.#isCut = true;
      this.#stand('unreachable');
      return;
    }
    this.goal = this.shared.targetAround(units, requested, at);
    this.#ask();
  }

  /** Takes a path that begins at a cell; where it has come off it since, it asks again, once it has ended its step. */
  #take(from: Cell, path: Path | PathBuffer): void {
    const next = this.left && this.way.next;
    const at = cellAt(this.nav, ...(next ?? ([this.x, this.y] as const)));
    const pulled = this.way.take(path, from, at, this.x, this.y, this.facing);
    if (pulled !== undefined) {
      this.status = 'walking';
      this.#queue?.charge?.(pulled);
    } else if (this.left) this.#doubts = true;
    else this.#ask();
  }
}

function checkAmount(value: number, name: string): void {
  assertNumber(value, name);
  if (!(value >= 0)) throw new RangeError(`${name} is ${value}, not 0 or more`);
}

/**
 * Makes a walker: a unit that finds a path, walks it, and replans when the map changes ahead, when it is pushed off the
 * path, or when an edit may have opened a better one.
 *
 *     const walker = follow(nav, { radius: 0.4, speed: 5, x: 2.5, y: 2.5 });
 *     walker.to(37, 27);
 *     const { x, y, status } = walker.update(16); // once a frame
 *
 * @throws {TypeError} if a number, the map or the queue is invalid, or an option is unknown
 * @throws {RangeError} if the map is for units of another size, speed is not above 0, the radius is negative, the point
 * is not on the map or the direction is invalid
 */
export function follow(nav: Nav, options?: FollowOptions): Walker {
  return new Follower(nav, options);
}

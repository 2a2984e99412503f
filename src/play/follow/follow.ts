/**
 * Units that walk: path, pulled line, movement and replanning in one object.
 *
 * Measured and decided: docs/decisions/units.md.
 */

import { assertNumber } from '../../core/errors.js';
import { cellOf } from '../../core/grid/cells.js';
import { regularScale } from '../../core/grid/hex-plane.js';
import { leastCost } from '../../core/grid/hexes.js';
import type { Link } from '../../core/grid/links.js';
import { isHex } from '../../core/grid/rules.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { type GridNav, inside, type Nav } from '../../core/runtime/nav.js';
import { cellAt, centerOf, nearestOpen } from '../../core/runtime/places.js';
import { type Path, PathBuffer } from '../../core/search/path.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import type { UnitBlockers, UnitMove } from '../avoid/blockers.js';
import { type Box, octileTo } from '../edit/cells.js';
import type { PulledPath } from '../pull/pull.js';
import type { LimitedQueue } from '../queue/path-queue.js';
import type { PathQueue } from '../queue/queue.js';
import { type Cell, type Shared, sharedOf } from './shared.js';
import type { FollowOptions, Walker, WalkerLink, WalkerStatus } from './walker.js';

/** Least milliseconds from one request to the next for what may be a better way. */
const PATIENCE = 500;
/** Radius of a point: coordinates of lines of sight are rounded to 1/1024. */
const LEAST = 1 / 512;
/** Cells that an edit may be beside a way and yet close it, for each of the unit's radius and one more. */
const BESIDE = 4;
/** Cells within which a point is reached: doubles are rounded. */
const REACHED = 1e-6;
/** Cells that are pulled at once: few walkers keep their way to its end. */
const PULLED = 64;
/** How far others may push a walker that has arrived, in cells. */
const ASIDE = 1;
const STANDING: readonly WalkerStatus[] = ['idle', 'arrived', 'unreachable'];
const UNDER_WAY: readonly WalkerStatus[] = ['waiting', 'walking'];
const NOWHERE = new Float32Array(0);
const buffer = /* @__PURE__ */ new PathBuffer();

/** {@link Walker} from within. */
export class Follower implements Walker {
  x: number;
  y: number;
  dx = 0;
  dy = 0;
  status: WalkerStatus = 'idle';
  goal: Cell | null = null;
  points: Float32Array = NOWHERE;
  index = 0;
  speed: number;
  readonly radius: number;
  link: WalkerLink | null = null;
  readonly nav: GridNav;
  readonly shared: Shared;
  /** Length of a column and of a row in the plane. */
  readonly scale: readonly [number, number];
  readonly #queue: PathQueue | undefined;
  readonly #units: UnitBlockers | undefined;
  /** Version of these that it knows, and whether they are in every way to its goal. */
  #seen = -1;
  #isCut = false;
  /** The cell of `to`. */
  #wish: Cell | null = null;
  /** Where its last update left it. */
  #x = Number.NaN;
  #y = 0;
  #version = -1;
  /** Whether a request is under way. */
  #asks = false;
  /** Whether it would like another path than the one it walks, and how long it does not ask for it. */
  #doubts = false;
  #patience = 0;
  /** Cell at which the path begins, and its cost; once it has arrived, the point where. */
  #from: Cell = [0, 0];
  #cost = 0;
  /** Links on its way. */
  #links: NonNullable<PulledPath['links']> = [];
  /** Its path, and index of the point from which on that is not pulled yet. */
  #path: Path | undefined;
  #end = Infinity;

  constructor(of: Nav, options?: FollowOptions) {
    const nav = inside(of);
    refuseUnknown(options, 'size', 'radius', 'speed', 'queue', 'blockers', 'x', 'y');
    const [middleX, middleY] = centerOf(nav, 0, 0);
    const { size, radius, speed = 4, queue, blockers, x = middleX, y = middleY } = options ?? {};
    const units = blockers as UnitBlockers | undefined;
    for (const [name, value] of Object.entries({ speed, x, y })) assertNumber(value, name);
    if (queue !== undefined && !queue?.request)
      throw new TypeError(`queue is ${String(queue)}, expected what pathQueue gives`);
    if (units !== undefined && !units?.findPathInto)
      throw new TypeError(`blockers is ${String(blockers)}, expected what blockersOf gives`);
    if (units && units.nav !== nav) throw new RangeError('blockers of another map');
    if (size !== undefined && size !== nav.size)
      throw new RangeError(`size is ${size}, the map is for ${nav.size}: load another agent`);
    if (!(speed > 0)) throw new RangeError(`speed is ${speed}, not above 0`);
    if (!nav.grid.contains(...cellAt(nav, x, y)))
      throw new RangeError(`point ${x}, ${y} is not on the map of ${nav.width} x ${nav.height} cells`);
    this.x = x;
    this.y = y;
    this.speed = speed;
    const hexes = isHex({ moveRule: nav.diagonals });
    this.scale = hexes ? regularScale({ moveRule: nav.diagonals }) : [1, 1];
    this.radius = radius === 0 ? LEAST : (radius ?? (hexes ? 0.25 : 0.4 * nav.size));
    this.nav = nav;
    this.#queue = queue;
    this.#units = units;
    this.shared = sharedOf(nav, units);
    this.shared.sight(this.radius); // checks it
  }

  to(x: number, y: number): void {
    cellOf(this.nav.grid, x, y);
    this.#wish = [x, y];
    this.#stand('waiting');
    this.#version = -1;
    this.#isCut = false;
  }

  stop(): void {
    this.#wish = null;
    this.#look();
  }

  update(ms: number): this {
    for (const [name, value] of [['ms', ms] as const, ['speed', this.speed] as const]) {
      assertNumber(value, name);
      if (!(value >= 0)) throw new RangeError(`${name} is ${value}, not 0 or more`);
    }
    this.dx = this.dy = 0;
    if (this.link) {
      this.link.ms -= ms;
      if (!(this.link.ms > 0)) this.land();
      return this;
    }
    this.#patience -= ms;
    if (this.x !== this.#x || this.y !== this.#y || this.#version !== this.nav.version || this.#minds()) this.#look();
    if (this.#doubts && !(this.#patience > 0) && !this.#asks) this.#ask();
    if (this.status === 'walking') this.#walk((ms * this.speed) / 1000);
    this.#x = this.x;
    this.#y = this.y;
    this.#join();
    return this;
  }

  land(): void {
    if (!this.link) return;
    const { x, y } = this.link;
    if (!this.shared.isFree(...cellAt(this.nav, x, y))) {
      // Back at the first end, it finds another way.
      this.#stand('waiting');
      this.#version = -1;
      return;
    }
    [this.x, this.y] = [x, y];
    [this.#x, this.#y] = [x, y];
    this.link = null;
    this.status = 'walking';
    // It is on the next point already, where another link may begin.
    this.index++;
    if (!this.#linkAt(this.index) && 2 * ++this.index >= this.points.length) this.arrive();
  }

  escape(): boolean {
    const nav = this.nav;
    const at = cellAt(nav, this.x, this.y);
    if (nav.isOpen(...at)) return true;
    const wish = this.#wish && nearestOpen(nav, ...this.#wish);
    const cell = nearestOpen(nav, ...at, wish ?? undefined);
    if (cell) [this.x, this.y] = centerOf(nav, ...cell);
    return cell !== null;
  }

  /** Cells between it and a point, as the crow flies. */
  far(x: number, y: number): number {
    return Math.hypot((x - this.x) * this.scale[0], (y - this.y) * this.scale[1]);
  }

  /** Ends its way where it stands. */
  arrive(): void {
    this.#drop();
    this.status = 'arrived';
    this.#from = [this.x, this.y];
  }

  #drop(): void {
    if (this.#asks) this.#queue?.cancel(this);
    this.#asks = this.#doubts = false;
    this.points = NOWHERE;
    this.#links = [];
    this.#end = Infinity;
    this.link = null;
    this.index = 0;
  }

  /** Whether units that came or left matter to it. */
  #minds(): boolean {
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

  /** Brings status and goal up to date: after a push, an edit, a move of other units or a new wish. */
  #look(): void {
    if (this.#units) this.#units.without(this, () => this.#judge());
    else this.#judge();
  }

  /** Whether it goes on to the cell beside a goal that is taken: it does until another unit stands there. */
  #keeps(since: number): boolean {
    if (!this.#units || !this.goal || !this.#wish || since !== this.nav.version) return false;
    return !this.shared.isFree(...this.#wish) && this.shared.isFree(...this.goal);
  }

  #judge(): void {
    const nav = this.nav;
    const units = this.#units;
    const since = this.#version;
    const seen = this.#seen;
    this.#version = nav.version;
    this.#isCut &&= since === nav.version && this.#patience > 0;
    if (units && !this.#isCut) this.#seen = units.version;
    const at = cellAt(nav, this.x, this.y);
    const isOpen = nav.isOpen(...at);
    const goal = isOpen && this.#wish && (this.#keeps(since) ? this.goal : this.shared.target(this.#wish, at));
    if (!goal) this.#stand(isOpen ? 'idle' : 'blocked');
    else if (this.#isCut || !nav.isReachable(...at, ...goal)) this.#stand('unreachable');
    else if (`${this.goal}` !== `${goal}`) {
      this.#drop();
      this.goal = goal;
      this.#ask();
    } else if (this.status === 'arrived') {
      if (this.far(this.#from[0], this.#from[1]) > ASIDE) this.#ask();
    } else {
      if (since !== nav.version) this.#heed(this.shared.since(since), at, goal);
      if (units && seen !== units.version) this.#heed(units.since(seen), at, goal);
      if (this.points.length > 0 && (this.x !== this.#x || this.y !== this.#y) && !this.#isClear(this.index))
        this.#steer();
      if (this.points.length === 0 && !this.#asks) this.#ask();
    }
  }

  /** It has no way. */
  #stand(status: WalkerStatus): void {
    this.#drop();
    this.goal = null;
    this.status = status;
  }

  #isClear(index: number, x = this.x, y = this.y): boolean {
    return this.shared.sight(this.radius).isClear(x, y, this.points[2 * index], this.points[2 * index + 1]);
  }

  /** Pushed out of sight of the next point, it goes to a later one that it sees; if there is none it has no way. */
  #steer(): void {
    const { points, index } = this;
    const heading = this.shared
      .sight(this.radius)
      .steer({ points, links: this.#links, length: 0 }, this.x, this.y, index);
    if (heading) this.index = heading.index;
    else this.#drop();
  }

  /**
   * Judges edits and moves of units: a way that they close is left at once; one that they may make better is found again in a while.
   * @param changes undefined if they are not all known
   */
  #heed(changes: UnitMove[] | undefined, at: Cell, goal: Cell): void {
    const { points, index } = this;
    if (points.length === 0) return;
    // A path over a change is no shorter than the least distances to it and on. The rest of its own path leads over
    // the next point; a push may have taken the walker anywhere in sight of that.
    const least = leastCost({ moveRule: this.nav.diagonals });
    const [x, y] = cellAt(this.nav, points[2 * index], points[2 * index + 1]);
    const rest = this.#cost - least(x - this.#from[0], y - this.#from[1]);
    // Hexagons on a straight line are at most 2 / sqrt(3) times its length.
    const ahead = Math.max(
      least(x - at[0], y - at[1]),
      1.16 * STRAIGHT * this.far(points[2 * index], points[2 * index + 1]),
    );
    const left = ahead + rest + BESIDE * STRAIGHT * (1 + this.radius);
    const isNear = (box: Box) =>
      // Over links all is near.
      this.nav.linked !== undefined || octileTo(box, ...at, least) + octileTo(box, ...goal, least) < left;
    const edits = changes?.filter(({ boxes }) => boxes.some(isNear));
    if (edits?.length === 0) return;
    this.#doubts ||= !edits?.every(({ opens }) => !opens);
    for (let i = index, { x, y } = this; 2 * i < points.length; [x, y] = points.subarray(2 * i++)) {
      const taken = i > index && this.#linkAt(i - 1);
      if (taken ? this.#isOpen(taken) : this.#isClear(i, x, y)) continue;
      this.#drop();
      return;
    }
  }

  /** The link that begins at a point of its way. */
  #linkAt(index: number): Link | undefined {
    return this.#links.find((one) => one.index === index)?.link;
  }

  #isOpen({ name, from, to }: Link): boolean {
    return !this.nav.linked?.search.closed.has(name) && this.shared.isFree(...from) && this.shared.isFree(...to);
  }

  /** Asks for a path from where it stands; until the answer it walks on, where it has a way. */
  #ask(): void {
    const nav = this.nav;
    const goal = this.goal as Cell;
    const at = cellAt(nav, this.x, this.y);
    this.#doubts = false;
    this.#patience = PATIENCE;
    if (this.points.length === 0) this.status = 'waiting';
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
        // Without a path: the next look tells why.
        if (path) this.#take(at, path);
        else if (this.#units && nav.isReachable(...at, ...goal)) this.#giveUp(at);
        else this.#version = -1;
      },
      { unit: this, avoid: this.#units },
    );
  }

  /** Units are in every way: it goes as near as it can where the goal is taken, else it asks again in a while. */
  #giveUp(at: Cell): void {
    const units = this.#units;
    const wish = this.#wish;
    if (!units || !wish) return;
    if (this.shared.isFree(...wish)) {
      this.#isCut = true;
      this.#stand('unreachable');
      return;
    }
    this.goal = this.shared.targetAround(units, wish, at);
    this.#ask();
  }

  /** Takes a path that begins at a cell, and finds the first point of it to go to. */
  #take(from: Cell, path: Path | PathBuffer): void {
    const sight = this.shared.sight(this.radius);
    const pulled = sight.pullPart(path, PULLED);
    (this.#queue as LimitedQueue | undefined)?.charge?.(Math.min(PULLED, path.cells.length >> 1));
    const at = cellAt(this.nav, this.x, this.y);
    const heading = sight.steer(pulled, this.x, this.y);
    // Within its own cell it can always go to the middle, which the path begins with.
    if (!heading && (at[0] !== from[0] || at[1] !== from[1])) {
      this.#ask();
      return;
    }
    this.points = pulled.points;
    this.#links = pulled.links ?? [];
    this.#end = pulled.end;
    this.#path = path instanceof PathBuffer && pulled.end < Infinity ? path.toPath() : (path as Path);
    this.index = heading?.index ?? 0;
    this.status = 'walking';
    this.#from = from;
    this.#cost = path.cost * STRAIGHT;
  }

  /** Pulls the next cells of its path, from the point on that it goes to. */
  #pullOn(): void {
    const { index, points } = this;
    const { cells } = this.#path as Path;
    const [x, y] = cellAt(this.nav, points[2 * index], points[2 * index + 1]);
    const from = cells.findIndex((_, i) => i % 2 === 0 && cells[i] === x && cells[i + 1] === y) >> 1;
    const part = this.shared.sight(this.radius).pullPart(this.#path as Path, PULLED, from);
    this.points = Float32Array.of(...points.subarray(0, 2 * index), ...part.points);
    const links = part.links?.map((one) => ({ ...one, index: one.index + index })) ?? [];
    this.#links = [...this.#links.filter((one) => one.index < index), ...links];
    this.#end = index + part.end;
  }

  #walk(way: number): void {
    let left = way / this.nav.costAt(...cellAt(this.nav, this.x, this.y));
    while (left > 0) {
      if (this.index >= this.#end) this.#pullOn();
      const { points } = this;
      const toX = points[2 * this.index];
      const toY = points[2 * this.index + 1];
      const [dx, dy] = [toX - this.x, toY - this.y];
      const far = this.far(toX, toY);
      if (far > 0) [this.dx, this.dy] = [dx / far, dy / far];
      if (far > left + REACHED) {
        this.x += this.dx * left;
        this.y += this.dy * left;
        return;
      }
      left -= far;
      [this.x, this.y] = [toX, toY];
      const taken = this.#linkAt(this.index);
      if (taken) {
        const [x, y] = points.subarray(2 * this.index + 2);
        // What is left of the step is on the link.
        this.link = { link: taken, x, y, ms: (1000 * (taken.cost - left)) / this.speed };
        this.status = 'linking';
        if (!(this.link.ms > 0)) this.land();
        return;
      }
      if (2 * ++this.index < points.length) continue;
      this.arrive();
      return;
    }
  }
}

/**
 * Makes a walker: a unit that finds its path, walks it, and finds another one when the map changes ahead, when it is pushed off, or when an edit may have opened
 * a better way.
 *
 *     const walker = follow(nav, { radius: 0.4, speed: 5, x: 2.5, y: 2.5 });
 *     walker.to(37, 27);
 *     const { x, y, status } = walker.update(16); // once a frame
 *
 * @throws {TypeError} if a number, the map or the queue is none, or an option is unknown
 * @throws {RangeError} if the map is for units of another size, speed is not above 0, the radius is negative or the point is not on the map
 */
export function follow(nav: Nav, options?: FollowOptions): Walker {
  return new Follower(nav, options);
}

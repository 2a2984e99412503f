/**
 * Local avoidance of walkers: those that would meet go aside, and those that overlap are pushed apart, never off open
 * ground. Only exact arithmetic (no `hypot` or `sin`), so all engines and machines give the same positions.
 *
 * Measured and decided: docs/decisions/units.md.
 */
import { assertNumber } from '../../core/errors.js';
import { hexCenter } from '../../core/grid/hex-plane.js';
import { isHex } from '../../core/grid/rules.js';
import { centerOf } from '../../runtime/places.js';
import { hexesOverlap } from '../pull/hex-sight.js';
import { Follower } from './follow.js';
import { type Cell, isSame, sharedOf } from './shared.js';
import type { Walker } from './walker.js';

/** Walkers that keep apart. */
export interface Crowd {
  /** The walkers. You may add and remove some between updates. */
  readonly walkers: Walker[];
  /**
   * Updates every walker. Walkers that would meet go aside, by up to 0.7 of what they walk in that time. Walkers that
   * overlap, also standing ones, are separated by no more than they walk in that time. Nobody is moved into a wall.
   * A walking one is pushed back by less than it has walked, or not where there is no room. A walker that touches a
   * nearer one at the same goal also arrives.
   * @param ms since the last update
   */
  update(ms: number): void;
  /** Whether a walker covers any part of a cell: for `door.close`, or before something is placed there. */
  isOn(x: number, y: number): boolean;
}

/** Walkers touch at this multiple of their radii. */
const TOUCH = 1.1;
/** Seconds ahead of which walkers go aside if they would meet, and the share of their speed with which they do. */
const AHEAD = 0.6;
const ASIDE = 0.7;
/** Least seconds to a meeting: how fast those that are there already go aside. */
const SOON = 0.1;
/** Passes in which overlaps are taken apart, and the push to the side of two that face each other. */
const PASSES = 3;
const SIDEWAYS = 0.25;
/** Share of its way by which a walker may be pushed back in each pass, unless it is held up. */
const GIVE = 0.5;
/** A walker that gets less far than this share of its way is held up: fully after N seconds without any way. */
const LEAST = 0.85;
const PATIENCE = 0.25;
/** Seconds of pushes into a wall after which it is fully held up. */
const WALLED = 0.17;
/** Directions for two in one place. */
const APART = [1, 0, 0.6, 0.8, -0.8, 0.6, -0.6, -0.8, 0.8, -0.6];

/** A walker during an update. Its points and directions are in a plane where hexagons are regular. */
class Body {
  x = 0;
  y = 0;
  /** Direction and speed with which it walks; 0 if it stands. */
  dx = 0;
  dy = 0;
  speed = 0;
  /** How far it got in this update, in its direction. */
  gone = 0;
  /** Sum of the pushes. */
  pushX = 0;
  pushY = 0;
  /** How much it is held up, 0 to 1. */
  held = 0;
  /** Its square of the plane, and the next body in the same bucket. */
  column = 0;
  row = 0;
  next: Body | undefined;

  constructor(
    readonly walker: Follower,
    readonly radius = walker.radius,
    private readonly sight = sharedOf(walker.nav).sight(radius),
  ) {}

  walk(ms: number): void {
    const { walker } = this;
    const [scaleX, scaleY] = walker.way.scale;
    const { x, y } = walker;
    walker.update(ms);
    const isWalking = walker.status === 'walking';
    [this.x, this.y] = [walker.x * scaleX, walker.y * scaleY];
    [this.dx, this.dy] = isWalking ? [walker.dx * scaleX, walker.dy * scaleY] : [0, 0];
    this.speed = isWalking ? walker.speed : 0;
    this.gone = (walker.x - x) * scaleX * this.dx + (walker.y - y) * scaleY * this.dy;
  }

  push(x: number, y: number): void {
    this.pushX += x;
    this.pushY += y;
  }

  /** Moves it where it is pushed, at most by the given share of its speed. */
  shift(share: number, seconds: number): void {
    let [x, y] = [this.pushX, this.pushY];
    if (x === 0 && y === 0) return;
    this.pushX = this.pushY = 0;
    const back = Math.min(0, x * this.dx + y * this.dy + Math.max(0, this.gone) * GIVE * (1 - this.held));
    x -= back * this.dx;
    y -= back * this.dy;
    const far = Math.sqrt(x * x + y * y);
    const scale = far > 0 ? Math.min(1, (share * seconds * this.walker.speed) / far) : 0;
    if (scale === 0 || this.move(scale * x, scale * y)) return;
    this.held += seconds / WALLED;
    if (!this.move(scale * x, 0) && !this.move(0, scale * y)) this.held += seconds / WALLED;
  }

  /** @returns false if it would come too near to a wall, or out of sight of its next point */
  private move(x: number, y: number): boolean {
    const { walker } = this;
    const [scaleX, scaleY] = walker.way.scale;
    const [toX, toY] = [walker.x + x / scaleX, walker.y + y / scaleY];
    // Standing units are pushed out of the cells that they take.
    if (!this.sight.sees(walker.x, walker.y, toX, toY)) return false;
    if (walker.status === 'walking' && !walker.way.isClear(toX, toY)) return false;
    [walker.x, walker.y] = [toX, toY];
    this.x += x;
    this.y += y;
    this.gone += x * this.dx + y * this.dy;
    return true;
  }

  rest(seconds: number): void {
    if (this.speed > 0) this.held += (LEAST * seconds - this.gone / this.speed) / (LEAST * PATIENCE);
    this.held = this.speed > 0 ? Math.min(1, Math.max(0, this.held)) : 0;
  }
}

/**
 * Makes a crowd of walkers, of one map or of the maps of several agents over the same ground.
 *
 *     const crowd = crowdOf(walkers);
 *     crowd.update(16); // once a frame, in place of each walker's own update
 *
 * @throws {TypeError} if `walkers` is not a list of walkers from `follow`
 */
export function crowdOf(walkers: readonly Walker[]): Crowd {
  if (!Array.isArray(walkers)) throw new TypeError(`walkers is ${String(walkers)}, expected a list of walkers`);
  const all: Walker[] = [...walkers];
  const bodies = new WeakMap<Walker, Body>();
  const bodyOf = (walker: Walker): Body => {
    if (!(walker instanceof Follower)) throw new TypeError(`walker is ${String(walker)}, expected what follow gives`);
    if (!bodies.has(walker)) bodies.set(walker, new Body(walker));
    return bodies.get(walker) as Body;
  };

  return {
    walkers: all,
    isOn(x, y) {
      assertNumber(x, 'x');
      assertNumber(y, 'y');
      return all.some((one) => covers(one, x, y));
    },
    update(ms) {
      assertNumber(ms, 'ms');
      const seconds = ms / 1000;
      const here = all.map(bodyOf);
      for (const body of here) body.walk(ms);
      const near = findPairs(here, seconds);
      for (const body of here) body.shift(ASIDE, seconds);
      for (let pass = 0; pass < PASSES; pass++) {
        for (let i = 0; i < near.length; i += 2) part(near[i], near[i + 1], i);
        for (const body of here) body.shift(1 / PASSES, seconds);
      }
      for (const body of here) body.rest(seconds);
    },
  };
}

/** Lets those that would meet go aside. @returns pairs that may come to touch in this update */
function findPairs(bodies: readonly Body[], seconds: number): Body[] {
  let [side, fastest] = [0, 0];
  for (const { radius, speed } of bodies) {
    side = Math.max(side, 2 * TOUCH * radius);
    fastest = Math.max(fastest, speed);
  }
  side += 2 * AHEAD * fastest;
  const room = 4 * seconds * fastest;
  const pairs: Body[] = [];
  const heads = new Array<Body | undefined>(2 << (31 - Math.clz32(2 * bodies.length + 1))).fill(undefined);
  const bucket = (x: number, y: number) => (Math.imul(x, 73856093) ^ Math.imul(y, 19349663)) & (heads.length - 1);
  for (const body of bodies) {
    const [column, row] = [Math.floor(body.x / side), Math.floor(body.y / side)];
    for (let y = row - 1; y <= row + 1; y++)
      for (let x = column - 1; x <= column + 1; x++)
        for (let other = heads[bucket(x, y)]; other; other = other.next) {
          if (other.column !== x || other.row !== y) continue;
          const toX = other.x - body.x;
          const toY = other.y - body.y;
          const far2 = toX * toX + toY * toY;
          if (far2 > side * side) continue;
          const reach = TOUCH * (body.radius + other.radius) + room;
          if (far2 < reach * reach) pairs.push(body, other);
          avoid(body, other, seconds);
        }
    const b = bucket(column, row);
    [body.column, body.row, body.next, heads[b]] = [column, row, heads[b], body];
  }
  return pairs;
}

/** Pushes two aside that would meet, so far in each update that they just pass. */
function avoid(a: Body, b: Body, seconds: number): void {
  const x = b.x - a.x;
  const y = b.y - a.y;
  const speedX = a.dx * a.speed - b.dx * b.speed;
  const speedY = a.dy * a.speed - b.dy * b.speed;
  const speed2 = speedX * speedX + speedY * speedY;
  const closing = x * speedX + y * speedY;
  if (closing <= 0 || closing > AHEAD * speed2) return;
  const speed = Math.sqrt(speed2);
  // By how much b passes to the left of a; each goes to its right if they meet head-on.
  const miss = (x * speedY - y * speedX) / speed;
  const lack = TOUCH * (a.radius + b.radius) - Math.abs(miss);
  if (lack <= 0) return;
  const share = Math.min(1, seconds / Math.max(closing / speed2, SOON)) / speed;
  const shove = miss < -1e-9 ? -lack * share : lack * share;
  const ofA = a.speed === 0 ? 0 : b.speed === 0 ? 1 : 0.5;
  a.push(-shove * ofA * speedY, shove * ofA * speedX);
  b.push(shove * (1 - ofA) * speedY, shove * (ofA - 1) * speedX);
}

/** Pushes two apart that overlap. @param seed of a direction for two in one place */
function part(a: Body, b: Body, seed: number): void {
  const reach = a.radius + b.radius;
  let [x, y] = [a.x - b.x, a.y - b.y];
  const far = Math.sqrt(x * x + y * y);
  if (far >= reach * TOUCH) return;
  const farther = settle(a.walker, b.walker);
  if (far >= reach) return;
  [x, y] = far > 0 ? [x / far, y / far] : [APART[seed % 10], APART[(seed % 10) + 1]];
  const side = a.dx * b.dx + a.dy * b.dy < 0 ? SIDEWAYS : 0;
  [x, y] = [((reach - far) / 2) * (x + side * y), ((reach - far) / 2) * (y - side * x)];
  a.push((1 + farther) * x, (1 + farther) * y);
  b.push((farther - 1) * x, (farther - 1) * y);
}

function covers({ x, y, nav }: Walker, cellX: number, cellY: number): boolean {
  const map = { moveRule: nav.diagonals };
  if (isHex(map)) return hexesOverlap(map, hexCenter(map, cellX, cellY), [x, y]);
  return Math.max(Math.abs(cellX + 0.5 - x), Math.abs(cellY + 0.5 - y)) < (nav.size + 1) / 2;
}

/**
 * If two have the same goal, the farther one arrives if the nearer one has.
 * @returns 1 if the first one gives all the way, so that the second one, which covers the goal, gets there; -1 if it is
 * the other way round; 0 if each gives half
 */
function settle(a: Follower, b: Follower): number {
  if (!a.goal || !b.goal || !isSame(a.goal, b.goal)) return 0;
  const [farA, farB] = [a, b].map((one) => one.far(...centerOf(one.nav, ...(one.goal as Cell))));
  const [near, far] = farA < farB ? [a, b] : [b, a];
  if (farA === farB || far.status !== 'walking') return 0;
  if (near.status === 'arrived') far.arrive();
  return Math.min(farA, farB) > near.radius ? 0 : far === a ? 1 : -1;
}

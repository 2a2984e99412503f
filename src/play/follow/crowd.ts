/**
 * Local avoidance of walkers: those that overlap are pushed apart, and never off open ground.
 *
 * Measured and decided: docs/decisions/units.md.
 */
import { assertNumber } from '../../core/errors.js';
import { hexCenter } from '../../core/grid/hex-plane.js';
import { isHex } from '../../core/grid/rules.js';
import { centerOf } from '../../runtime/places.js';
import { hexesOverlap } from '../pull/hex-sight.js';
import { Follower } from './follow.js';
import { sharedOf } from './shared.js';
import type { Walker } from './walker.js';

/** Walkers that keep apart. */
export interface Crowd {
  /** The walkers. You may add and remove some between updates. */
  readonly walkers: Walker[];
  /**
   * Updates every walker, then separates walkers that overlap, including standing ones, by no more than they walk in
   * that time. Each keeps clear of walls. A walking one is pushed aside, never back. A walker also arrives if it
   * touches one that has arrived at the same goal and is nearer to it.
   * @param ms since the last update
   */
  update(ms: number): void;
  /** Whether a walker covers any part of a cell: for `door.close`, or before something is placed there. */
  isOn(x: number, y: number): boolean;
}

/** Push to the side of two that meet head-on, as a share of their overlap. */
const SIDEWAYS = 0.5;
/** Walkers touch at this multiple of their radii. */
const TOUCH = 1.1;

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
  /** First walker of each bucket of cells, and the next one of the same bucket; what each is pushed by. */
  let heads = new Int32Array(0);
  let next = new Int32Array(0);
  let pushes = new Float64Array(0);

  const pair = (i: number, j: number): void => {
    const [a, b] = [all[i], all[j]];
    const reach = a.radius + b.radius;
    const [scaleX, scaleY] = (a as Follower).way.scale;
    let dx = (a.x - b.x) * scaleX;
    let dy = (a.y - b.y) * scaleY;
    const far = Math.hypot(dx, dy);
    if (far >= reach * TOUCH) return;
    settle(a, b);
    settle(b, a);
    const overlap = (reach - far) / 2;
    if (overlap <= 0) return;
    // Two walkers in the same place get different directions.
    [dx, dy] = far > 0 ? [dx / far, dy / far] : [Math.cos(i), Math.sin(i)];
    const side = a.dx * b.dx * scaleX ** 2 + a.dy * b.dy * scaleY ** 2 < 0 ? SIDEWAYS : 0;
    pushes[2 * i] += overlap * (dx - side * dy);
    pushes[2 * i + 1] += overlap * (dy + side * dx);
    pushes[2 * j] -= overlap * (dx - side * dy);
    pushes[2 * j + 1] -= overlap * (dy + side * dx);
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
      const count = all.length;
      if (next.length < count) {
        next = new Int32Array(2 * count);
        pushes = new Float64Array(4 * count);
        heads = new Int32Array(2 ** Math.ceil(Math.log2(4 * count)));
      }
      heads.fill(-1);
      pushes.fill(0);
      let side = 0;
      for (const walker of all) {
        if (!(walker instanceof Follower))
          throw new TypeError(`walker is ${String(walker)}, expected what follow gives`);
        walker.update(ms);
        side = Math.max(side, 2 * TOUCH * walker.radius);
      }
      const bucket = (x: number, y: number) => (Math.imul(x, 73856093) ^ Math.imul(y, 19349663)) & (heads.length - 1);
      for (let i = 0; i < count; i++) {
        const [scaleX, scaleY] = (all[i] as Follower).way.scale;
        const column = Math.floor((all[i].x * scaleX) / side);
        const row = Math.floor((all[i].y * scaleY) / side);
        // Earlier walkers that are near; two cells may share a bucket, which is visited only the first time.
        const seen: number[] = [];
        for (let y = row - 1; y <= row + 1; y++) {
          for (let x = column - 1; x <= column + 1; x++) {
            const b = bucket(x, y);
            if (seen.includes(b)) continue;
            seen.push(b);
            for (let j = heads[b]; j >= 0; j = next[j]) pair(i, j);
          }
        }
        const b = bucket(column, row);
        next[i] = heads[b];
        heads[b] = i;
      }
      for (let i = 0; i < count; i++) {
        const [scaleX, scaleY] = (all[i] as Follower).way.scale;
        const [dx, dy] = [all[i].dx * scaleX, all[i].dy * scaleY];
        // A push back would jam doors.
        const back = all[i].status === 'walking' ? Math.min(0, pushes[2 * i] * dx + pushes[2 * i + 1] * dy) : 0;
        const [x, y] = [pushes[2 * i] - back * dx, pushes[2 * i + 1] - back * dy];
        const far = Math.hypot(x, y);
        if (far === 0) continue;
        const most = Math.min(1, (ms * all[i].speed) / 1000 / far);
        shift(all[i] as Follower, (x * most) / scaleX, (y * most) / scaleY);
      }
    },
  };
}

function covers({ x, y, nav }: Walker, cellX: number, cellY: number): boolean {
  const map = { moveRule: nav.diagonals };
  if (isHex(map)) return hexesOverlap(map, hexCenter(map, cellX, cellY), [x, y]);
  return Math.max(Math.abs(cellX + 0.5 - x), Math.abs(cellY + 0.5 - y)) < (nav.size + 1) / 2;
}

/** A walker has arrived where one stands in its way that has arrived at the same goal. */
function settle(walker: Walker, other: Walker): void {
  const { goal } = walker;
  if (walker.status !== 'walking' || other.status !== 'arrived' || !goal || !other.goal) return;
  if (goal[0] !== other.goal[0] || goal[1] !== other.goal[1]) return;
  const [x, y] = centerOf(walker.nav, ...goal);
  if ((walker as Follower).far(x, y) > (other as Follower).far(x, y)) (walker as Follower).arrive();
}

/** Moves a walker by as much as keeps it clear of walls: along both axes, or along one. */
function shift(walker: Follower, dx: number, dy: number): void {
  // Standing units are pushed out of the cells that they take.
  const { isClear } = sharedOf(walker.nav).sight(walker.radius);
  const { x, y } = walker;
  for (const [toX, toY] of [
    [x + dx, y + dy],
    [x + dx, y],
    [x, y + dy],
  ]) {
    if (!isClear(x, y, toX, toY)) continue;
    [walker.x, walker.y] = [toX, toY];
    return;
  }
}

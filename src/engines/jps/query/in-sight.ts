/** Whether a node sees the goal, asked at every expansion, and how far it is from there. */
import type * as layout from './records.js';
import { LINES } from './search-state.js';

export function octileTo(point: number, goalX: number, goalY: number): number {
  const dx = (point & 0x3fff) - goalX;
  const dy = (point >> 16) - goalY;
  const ax = dx < 0 ? -dx | 0 : dx;
  const ay = dy < 0 ? -dy | 0 : dy;
  return ax > ay ? 13860 * ax + 5741 * ay : 13860 * ay + 5741 * ax;
}

/** Whether the goal is on a canonical ray of a node, or straight from where a diagonal one is level with it. */
export function sees(
  ints: Int32Array,
  shorts: Int16Array,
  state: Int32Array,
  n: number,
  goalX: number,
  goalY: number,
): boolean {
  const POINT: typeof layout.POINT = 4;
  const VIEWS: typeof layout.VIEWS = 8;
  const point = ints[(n + POINT) | 0];
  const x = point & 0x3fff;
  const y = point >> 16;
  const dx = goalX - x;
  const dy = goalY - y;
  const ax = dx < 0 ? -dx | 0 : dx;
  const ay = dy < 0 ? -dy | 0 : dy;
  const across = ax > ay;
  const level = across ? ay : ax;
  const views = 2 * (n + VIEWS);
  if (level === 0) return across ? ax <= shorts[views + (dx > 0 ? 2 : 6)] : ay <= shorts[views + (dy > 0 ? 4 : 0)];
  if (level > shorts[views + (dx > 0 ? (dy < 0 ? 1 : 3) : dy > 0 ? 5 : 7)]) return false;
  // Where the ray turns, and the goal, along the line; forward or backward.
  const from = across ? (dx > 0 ? x + level : x - level) : dy > 0 ? y + level : y - level;
  const to = across ? goalX : goalY;
  const way = from < to ? 0 : 2;
  const low = (from < to ? from : to) + 1;
  const high = (from < to ? to : from) - 1;
  if (low > high) return true;
  const pitch = state[LINES + (across ? 4 : 3)];
  const walls = state[LINES];
  const group = low >> 5;
  let i = (across ? state[LINES + 2] + (goalY << 2) : state[LINES + 1] + (goalX << 2)) + Math.imul(group, pitch) + way;
  let within = -1 << low;
  for (let k = (high >> 5) - group; k > 0; k--) {
    if (((ints[i] | ints[walls + (i >> 2)]) & within) !== 0) return false;
    within = -1;
    i += pitch;
  }
  return ((ints[i] | ints[walls + (i >> 2)]) & within & (-1 >>> (31 - high))) === 0;
}

/** Cells of a path that kept its turns alone, made when read: their memory takes as long as most searches. */
import { PathBuffer } from './path.js';

const buffer = /* @__PURE__ */ new PathBuffer();

/** @param waypoints x, y of start, turns and goal */
export function cellsBetween(waypoints: Uint16Array): Uint16Array {
  const points: number[] = [];
  for (let i = waypoints.length - 2; i >= 0; i -= 2) points.push(waypoints[i] | (waypoints[i + 1] << 16));
  buffer.write(points, points.length, 0);
  return buffer.cells.slice(0, 2 * buffer.cellCount);
}

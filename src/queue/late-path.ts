/** A path that keeps its turns, and makes its cells when they are first read: the memory for them takes as long as most searches. */
import { type Path, PathBuffer } from '../search/path.js';

const buffer = new PathBuffer();

export class LatePath implements Path {
  readonly cost: number;
  readonly waypoints: Uint16Array;
  #cells: Uint16Array | undefined;

  constructor(path: PathBuffer) {
    this.cost = path.cost;
    this.waypoints = path.waypoints.slice(0, 2 * path.waypointCount);
  }

  get cells(): Uint16Array {
    if (!this.#cells) {
      const { waypoints } = this;
      const points: number[] = [];
      for (let i = waypoints.length - 2; i >= 0; i -= 2) points.push(waypoints[i] | (waypoints[i + 1] << 16));
      buffer.write(points, points.length, this.cost);
      this.#cells = buffer.cells.slice(0, 2 * buffer.length);
    }
    return this.#cells;
  }
}

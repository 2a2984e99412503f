/** A path that keeps its turns, and makes its cells when they are first read. */
import { cellsBetween } from '../search/late-cells.js';
import type { Path, PathBuffer } from '../search/path.js';

export class LatePath implements Path {
  readonly cost: number;
  readonly waypoints: Uint16Array;
  #cells: Uint16Array | undefined;

  constructor(path: PathBuffer) {
    this.cost = path.cost;
    this.waypoints = path.waypoints.slice(0, 2 * path.waypointCount);
  }

  get cells(): Uint16Array {
    this.#cells ??= cellsBetween(this.waypoints);
    return this.#cells;
  }
}

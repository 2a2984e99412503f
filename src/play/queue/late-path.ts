/** A path that keeps its turns as numbers, and makes its arrays when they are first read: memory for one takes a third of the time of most searches. */
import type { HexLayout } from '../../core/grid/hexes.js';
import { cellsBetween } from '../../core/search/late-cells.js';
import type { Path, PathBuffer, PathLink } from '../../core/search/path.js';

export class LatePath implements Path {
  readonly cost: number;
  readonly links?: readonly PathLink[] | undefined;
  /** x | y << 16. */
  readonly #turns: number[];
  #waypoints: Uint16Array | undefined;
  #cells: Uint16Array | undefined;

  constructor(
    path: PathBuffer,
    private readonly layout?: HexLayout,
  ) {
    const { waypoints, waypointCount } = path;
    const turns: number[] = new Array(waypointCount);
    for (let i = 0; i < waypointCount; i++) turns[i] = waypoints[2 * i] | (waypoints[2 * i + 1] << 16);
    this.#turns = turns;
    this.cost = path.cost;
    this.links = path.links;
  }

  get waypoints(): Uint16Array {
    this.#waypoints ??= new Uint16Array(Int32Array.from(this.#turns).buffer);
    return this.#waypoints;
  }

  get cells(): Uint16Array {
    this.#cells ??= cellsBetween(this.waypoints, this.layout, this.links);
    return this.#cells;
  }
}

/** A path that keeps its turns as numbers: arrays would make most searches one and a half times as long. */
import type { HexLayout } from '../../core/grid/hexes.js';
import { LazyPath } from '../../core/search/late-cells.js';
import type { PathBuffer } from '../../core/search/path.js';

export class LatePath extends LazyPath {
  readonly cost: number;
  /** x | y << 16. */
  readonly #turns: number[];
  #waypoints: Uint16Array | undefined;

  constructor({ waypoints, waypointCount, cost, links }: PathBuffer, layout?: HexLayout) {
    super(layout, links);
    const turns: number[] = new Array(waypointCount);
    for (let i = 0; i < waypointCount; i++) turns[i] = waypoints[2 * i] | (waypoints[2 * i + 1] << 16);
    this.#turns = turns;
    this.cost = cost;
  }

  get waypoints(): Uint16Array {
    this.#waypoints ??= new Uint16Array(Int32Array.from(this.#turns).buffer);
    return this.#waypoints;
  }
}

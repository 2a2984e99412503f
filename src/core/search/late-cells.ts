/** Cells of a path that kept only its turns, made when read: their memory takes as long as most searches. */
import type { HexLayout } from '../grid/hexes.js';
import { type Path, PathBuffer, type PathLink } from './path.js';

const buffer = /* @__PURE__ */ new PathBuffer();

/**
 * @param waypoints x, y of start, turns and goal
 * @param links on the path: between their ends there are no cells
 * @param layout of a map of hexagons whose rows or columns are pushed: there lines are straight in axial coordinates
 */
export function cellsBetween(
  waypoints: Uint16Array,
  layout?: HexLayout,
  links: readonly Pick<PathLink, 'turn'>[] = [],
): Uint16Array {
  const [link] = links;
  if (link) {
    const cut = 2 * link.turn + 2;
    const rest = links.slice(1).map(({ turn }) => ({ turn: turn - link.turn - 1 }));
    const [head, tail] = [
      cellsBetween(waypoints.slice(0, cut), layout),
      cellsBetween(waypoints.slice(cut), layout, rest),
    ];
    return Uint16Array.of(...head, ...tail);
  }
  const points: number[] = [];
  for (let i = waypoints.length - 2; i >= 0; i -= 2) points.push(waypoints[i] | (waypoints[i + 1] << 16));
  if (layout)
    points.forEach((point, i) => {
      points[i] = layout.toAxial(point);
    });
  buffer.write(points, points.length, 0);
  const cells = buffer.cells.slice(0, 2 * buffer.cellCount);
  if (!layout) return cells;
  const packed = new Int32Array(cells.buffer);
  return new Uint16Array(packed.map(layout.toOffset).buffer);
}

/** A path whose arrays are made when first read. As a class 0.11 us a path, 0.30 as an object with getters. */
export abstract class LazyPath implements Path {
  abstract readonly cost: number;
  abstract readonly waypoints: Uint16Array;
  #cells: Uint16Array | undefined;
  readonly #layout: HexLayout | undefined;

  constructor(
    layout: HexLayout | undefined,
    readonly links: readonly PathLink[] | undefined,
  ) {
    this.#layout = layout;
  }

  get cells(): Uint16Array {
    this.#cells ??= cellsBetween(this.waypoints, this.#layout, this.links);
    return this.#cells;
  }
}

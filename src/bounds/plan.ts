/** Which boxes a bake makes: its sources, and the rows of each. */
import { MapTooLargeError } from '../errors.js';
import type { RayGraph } from './rays.js';

/** Where boxes are kept: at jump points, or in every open cell. */
export type BoundsAt = 'jump-points' | 'cells';

/** Goal bounds in memory: which cells and directions have a box, and the boxes. */
export interface Bounds {
  at: BoundsAt;
  exact: boolean;
  /** Uint8Array(cells of the padded grid): direction mask of each cell's boxes. A direction without a box is unrestricted. */
  stored: Uint8Array;
  /** Uint16Array(4 * rows): minX, minY, maxX, maxY in cells, both ends inside; rows ordered by cell, then direction. None is empty. */
  boxes: Uint16Array;
}

/** Most bytes of boxes, so that every index into them is a 32-bit integer. */
export const MOST_BYTES = 2 ** 31;
/** Bytes of a box: four 16-bit coordinates. */
export const BOX_BYTES = 8;

export interface Plan {
  /** Int32Array(sources), ascending: every cell that has a box. */
  sources: Int32Array;
  /** Uint8Array(cells): direction mask of each cell's boxes. */
  stored: Uint8Array;
  /** Int32Array(sources + 1): rows of source i are firstRow[i] .. firstRow[i + 1], by direction. */
  firstRow: Int32Array;
}

/** @throws {MapTooLargeError} if the boxes would take more than {@link MOST_BYTES} */
export function planBounds(graph: RayGraph, at: BoundsAt): Plan {
  const stored = at === 'cells' ? legalMoves(graph) : graph.canonical;
  let count = 0;
  for (let c = 0; c < stored.length; c++) if (stored[c] !== 0) count++;
  const sources = new Int32Array(count);
  const firstRow = new Int32Array(count + 1);
  for (let c = 0, i = 0; i < count; c++) {
    if (stored[c] === 0) continue;
    sources[i] = c;
    firstRow[i + 1] = firstRow[i++];
    for (let mask = stored[c]; mask !== 0; mask &= mask - 1) firstRow[i]++;
  }
  checkRows(firstRow[count], at);
  return { sources, stored, firstRow };
}

/** @throws {MapTooLargeError} */
export function checkRows(rows: number, at: BoundsAt): void {
  if (rows * BOX_BYTES <= MOST_BYTES) return;
  const [found, allowed] = [rows * BOX_BYTES, MOST_BYTES].map((bytes) => (bytes / 2 ** 20).toFixed(0));
  const advice = at === 'cells' ? 'keep them at jump points only, or cut the map' : 'cut the map';
  throw new MapTooLargeError(`goal bounds of this map take ${found} MiB, and at most ${allowed} MiB are possible: ${advice}`);
}

function legalMoves({ distances }: RayGraph): Uint8Array {
  const legal = new Uint8Array(distances.length >> 3);
  for (let i = 0; i < distances.length; i++) if (distances[i] !== 0) legal[i >> 3] |= 1 << (i & 7);
  return legal;
}

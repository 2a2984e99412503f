/** The work of one bake of goal bounds: which boxes it makes, what its threads share, and what each of them does. */
import { bakeChunk, type MapChunks, makeChunks } from '../../core/chunks/chunks.js';
import { MapTooLargeError } from '../../core/errors.js';
import { type Grid, gridFromBits, gridToBits, type MoveRule } from '../../core/grid/grid.js';
import { axialOf } from '../../core/grid/hexes.js';
import { countBits } from '../../core/grid/rank.js';
import { refuseCosts } from '../../core/grid/refuse.js';
import { RayFlood } from './flood.js';
import type { Bounds, BoundsAt, Floods } from './floods.js';
import { MoveFlood } from './moves.js';
import { RayGraph } from './rays.js';

/** Most bytes of boxes, so that every index into them is a 32-bit integer. */
export const MOST_BYTES = 2 ** 31;
export const BOX_BYTES = 8;

export interface Plan {
  /** Int32Array(sources), ascending: every cell that has a box. */
  sources: Int32Array;
  /** Uint8Array(cells): direction mask of each cell's boxes. */
  stored: Uint8Array;
  /** Int32Array(sources + 1): rows of source i are firstRow[i] .. firstRow[i + 1], by direction. */
  firstRow: Int32Array;
}

/**
 * The floods of a grid; for hexagons in an offset layout, floods of its axial grid.
 * @param exact the smallest boxes; false for larger ones where that saves time
 * @throws {MapError} if cells have costs
 */
export function floodsOf(grid: Grid, exact = true): Floods {
  refuseCosts(grid, 'goal bounds');
  if (grid.moveRule === 'no-corners') return new RayFlood(new RayGraph(grid), exact);
  return new MoveFlood(axialOf(grid));
}

/** @throws {MapTooLargeError} if the boxes would take more than {@link MOST_BYTES} */
export function planBounds(floods: Floods, at: BoundsAt): Plan {
  const stored = floods.plan(at);
  let count = 0;
  for (let c = 0; c < stored.length; c++) if (stored[c] !== 0) count++;
  const sources = new Int32Array(count);
  const firstRow = new Int32Array(count + 1);
  for (let c = 0, i = 0; i < count; c++) {
    if (stored[c] === 0) continue;
    sources[i] = c;
    firstRow[i + 1] = firstRow[i++] + countBits(stored[c]);
  }
  checkRows(firstRow[count], at);
  return { sources, stored, firstRow };
}

export function checkRows(rows: number, at: BoundsAt): void {
  if (rows * BOX_BYTES <= MOST_BYTES) return;
  const [needed, allowed] = [rows * BOX_BYTES, MOST_BYTES].map((bytes) => (bytes / 2 ** 20).toFixed(0));
  const advice = at === 'cells' ? 'keep them at jump points only, or cut the map' : 'cut the map';
  throw new MapTooLargeError(
    `goal bounds of this map take ${needed} MiB, and at most ${allowed} MiB are possible: ${advice}`,
  );
}

/** Sources in a chunk: small, so that threads finish together, and a bake stops soon. */
export const CHUNK = 8;

/** Shared state of the threads of a bake; arrays are backed by SharedArrayBuffers. */
export interface Share extends MapChunks {
  at: BoundsAt;
  exact: boolean;
  moveRule: MoveRule;
  /** The map, as `gridToBits` gives it: a thread builds the rest faster than it could be sent. */
  bits: Uint8Array;
  /** Uint16Array(4 * rows): minX, minY, maxX, maxY. */
  boxes: Uint16Array;
}

export function makeShare(grid: Grid, { at, exact }: Pick<Bounds, 'at' | 'exact'>, { sources, firstRow }: Plan): Share {
  const { width, height, moveRule } = grid;
  const map = gridToBits(grid);
  const bits = new Uint8Array(new SharedArrayBuffer(map.length));
  bits.set(map);
  return {
    ...makeChunks(sources.length, CHUNK, SharedArrayBuffer),
    at,
    exact,
    width,
    height,
    moveRule,
    bits,
    boxes: new Uint16Array(new SharedArrayBuffer(BOX_BYTES * firstRow[sources.length])),
  };
}

/** Bakes the next chunk that no thread has taken. @returns false if none is left, or the bake was stopped */
export function bakeBoxes(share: Share, floods: Floods, { sources, stored, firstRow }: Plan): boolean {
  const { boxes } = share;
  return bakeChunk(share, (_, first, end) => {
    for (let i = first; i < end; i++) {
      const cell = sources[i];
      floods.flood(cell, stored[cell]);
      const sides = floods.boxes;
      for (let mask = stored[cell], at = 4 * firstRow[i]; mask !== 0; mask &= mask - 1, at += 4) {
        const b = 4 * (31 - Math.clz32(mask & -mask));
        boxes[at] = -sides[b + 3];
        boxes[at + 1] = -sides[b];
        boxes[at + 2] = sides[b + 1];
        boxes[at + 3] = sides[b + 2];
      }
    }
  });
}

/** Bakes chunks until none is left, in a thread that has only the shared memory. */
export function takePart(share: Share): void {
  const grid = gridFromBits(share.width, share.height, '', share.bits, share.moveRule);
  const floods = floodsOf(grid, share.exact);
  const plan = planBounds(floods, share.at);
  while (bakeBoxes(share, floods, plan));
}

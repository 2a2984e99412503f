/**
 * The work of one bake: which boxes it makes, what its threads share, and the loop that each of them runs.
 *
 * Threads take chunks of sources from a common counter and write boxes to their rows, so the result depends on neither
 * their number nor their speed, and no message passes until the end.
 */
import { MapTooLargeError } from '../errors.js';
import { type Grid, gridFromBits, type MoveRule } from '../grid/grid.js';
import { buildMoveJumps } from '../jps/moves/jumps.js';
import { legalMoves, pricedJumps } from '../priced/jumps.js';
import { Flood } from './flood.js';
import { legalDirections, MoveFlood, nodeDirections } from './moves.js';
import { PricedFlood } from './priced.js';
import { RayGraph } from './rays.js';

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

/** What finds boxes, made once for a map and its move rule. */
export interface Floods {
  /** Which boxes there are, by cell. */
  stored(at: BoundsAt): Uint8Array;
  /** @param exact the smallest boxes; else they may be larger @param bound no cost on the map is above it */
  flood(exact: boolean, bound: number): { readonly box: Int32Array; flood(source: number, wanted: number): void };
}

/** Over jump cells where all cells cost the same and no corner is cut; over cells elsewhere. */
export function floodsOf(grid: Grid): Floods {
  if (grid.costs) return pricedFloods(grid);
  if (grid.moveRule === 'no-corners') return rayFloods(new RayGraph(grid));
  return {
    stored: (at) => (at === 'cells' ? legalDirections(grid) : nodeDirections(grid, buildMoveJumps(grid))),
    flood: () => new MoveFlood(grid),
  };
}

/** @param graph of a map of eight moves without corner cutting */
export function rayFloods(graph: RayGraph): Floods {
  return {
    stored: (at) => (at === 'cells' ? legalMoves(graph) : graph.canonical),
    flood: (exact, bound) => new Flood(graph, exact, bound),
  };
}

/** @param grid with costs, of eight moves without corner cutting */
export function pricedFloods(grid: Grid): Floods {
  const jumps = pricedJumps(grid);
  return {
    stored: (at) => (at === 'cells' ? legalMoves(jumps) : jumps.exits),
    // The smallest boxes take no longer than others would.
    flood: () => new PricedFlood(grid, legalMoves(jumps)),
  };
}

/** @throws {MapTooLargeError} if the boxes would take more than {@link MOST_BYTES} */
export function planBounds(floods: Floods, at: BoundsAt): Plan {
  const stored = floods.stored(at);
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
  throw new MapTooLargeError(
    `goal bounds of this map take ${found} MiB, and at most ${allowed} MiB are possible: ${advice}`,
  );
}

/** Sources in a chunk: small, so that threads finish together, and a bake stops soon when told to. */
export const CHUNK = 8;

/** Places in {@link Share.counters}. */
const NEXT = 0; // chunk to take next
const DONE = 1; // sources done
const STOPPED = 2; // 1: take no more

/** Every array is backed by a SharedArrayBuffer. */
export interface Share {
  at: BoundsAt;
  exact: boolean;
  /** No cost on the map is above it. */
  bound: number;
  /** The map, as `gridToBits` gives it: a thread builds the rest faster than it could be sent. */
  width: number;
  height: number;
  moveRule: MoveRule;
  bits: Uint8Array;
  /** Of all cells, where they cost something. */
  costs?: Uint8Array | undefined;
  /** Uint16Array(4 * rows): minX, minY, maxX, maxY. */
  boxes: Uint16Array;
  /** Uint8Array(chunks): 1 where the boxes of a chunk are complete. */
  finished: Uint8Array;
  counters: Int32Array;
}

/** All that other threads need of a bake. */
export function makeShare(
  settings: Pick<Share, 'at' | 'exact' | 'bound' | 'width' | 'height' | 'moveRule'>,
  plan: Plan,
  bits: Uint8Array,
  costs?: Uint8Array,
): Share {
  const { sources, firstRow } = plan;
  const share = {
    ...settings,
    bits: new Uint8Array(new SharedArrayBuffer(bits.length)),
    costs: costs && new Uint8Array(new SharedArrayBuffer(costs.length)),
    boxes: new Uint16Array(new SharedArrayBuffer(8 * firstRow[sources.length])),
    finished: new Uint8Array(new SharedArrayBuffer(Math.ceil(sources.length / CHUNK))),
    counters: new Int32Array(new SharedArrayBuffer(12)),
  };
  share.bits.set(bits);
  if (costs) share.costs?.set(costs);
  return share;
}

export function stopAll({ counters }: Share): void {
  Atomics.store(counters, STOPPED, 1);
}

export function sourcesDone({ counters }: Share): number {
  return Atomics.load(counters, DONE);
}

/** Chunks that no thread has taken yet; none once the bake was stopped. */
export function chunksLeft({ counters, finished }: Share): number {
  return Atomics.load(counters, STOPPED) === 0 ? Math.max(0, finished.length - Atomics.load(counters, NEXT)) : 0;
}

/** For chunks that a checkpoint has brought, before any thread starts. */
export function countFinished({ finished, counters }: Share, sources: number): void {
  for (let chunk = 0; chunk < finished.length; chunk++) {
    if (finished[chunk] !== 0) counters[DONE] += Math.min(CHUNK, sources - chunk * CHUNK);
  }
}

/** Leaves nothing to bake but a range of chunks, whatever was done before. */
export function restrict({ finished, counters }: Share, from: number, to: number): void {
  finished.fill(1).fill(0, from, to);
  counters[NEXT] = from;
}

/** Of a restricted share: leaves nothing marked as finished but the range. */
export function keepRange({ finished }: Share, from: number, to: number): void {
  finished.fill(0).fill(1, from, to);
}

/** One thread's part in a bake. */
export class Baker {
  private readonly flood: ReturnType<Floods['flood']>;

  constructor(
    private readonly share: Share,
    floods: Floods,
    private readonly plan: Plan,
  ) {
    this.flood = floods.flood(share.exact, share.bound);
  }

  /** Bakes the next chunk that no thread has taken. @returns false if none is left, or the bake was stopped */
  next(): boolean {
    const { finished, counters } = this.share;
    while (Atomics.load(counters, STOPPED) === 0) {
      const chunk = Atomics.add(counters, NEXT, 1);
      if (chunk >= finished.length) return false;
      if (finished[chunk] !== 0) continue;
      const first = chunk * CHUNK;
      const end = Math.min(first + CHUNK, this.plan.sources.length);
      for (let i = first; i < end; i++) this.bake(i);
      // After the boxes: who sees the mark sees them.
      Atomics.store(finished, chunk, 1);
      Atomics.add(counters, DONE, end - first);
      return true;
    }
    return false;
  }

  private bake(source: number): void {
    const { sources, stored, firstRow } = this.plan;
    const cell = sources[source];
    this.flood.flood(cell, stored[cell]);
    writeBoxes(this.flood.box, stored[cell], this.share.boxes, 4 * firstRow[source]);
  }
}

/** Bakes chunks until none is left, in a thread that has nothing but what is shared. */
export function takePart(share: Share): void {
  const grid = gridFromBits(share.width, share.height, '', share.bits, share.moveRule);
  grid.costs = share.costs;
  const floods = floodsOf(grid);
  const baker = new Baker(share, floods, planBounds(floods, share.at));
  while (baker.next());
}

/** Writes the boxes of the directions of a mask as minX, minY, maxX, maxY. */
function writeBoxes(box: Int32Array, mask: number, boxes: Uint16Array, at: number): void {
  for (; mask !== 0; mask &= mask - 1, at += 4) {
    const b = 4 * (31 - Math.clz32(mask & -mask));
    boxes[at] = -box[b + 3];
    boxes[at + 1] = -box[b];
    boxes[at + 2] = box[b + 1];
    boxes[at + 3] = box[b + 2];
  }
}

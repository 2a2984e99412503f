/** Query results, and their reusable form (docs/decisions/jps-query.md). */
import type { Link } from '../grid/links.js';

/**
 * A path. Both lists are flat x, y pairs, including start and goal. Their `buffer` is shared with other paths: copy
 * them by `slice` before you transfer it to a worker.
 */
export interface Path {
  /** Cost in steps: 1 per straight move, 19601 / 13860 (the square root of 2 to 9 digits) per diagonal one. */
  cost: number;
  /** Start, the cells where the path turns, goal. */
  waypoints: Uint16Array;
  /** Every cell. */
  cells: Uint16Array;
  /** Links on it, on maps that have any. */
  links?: readonly PathLink[] | undefined;
  /**
   * On maps that can change, if `cost` is not that of `findPath`, because of `slow`, `diagonal` or `costs`: what its
   * cells cost without them.
   */
  mapCost?: number | undefined;
}

/** A link on a path. */
export interface PathLink {
  /** Index of the first end in the path's cells; the next cell is the other end. */
  index: number;
  /** Index of the first end in the waypoints. */
  turn: number;
  link: Link;
}

/** Memory of what fills in cells faster than JavaScript. */
export interface Place {
  /** Ints of it, for good; undefined if there are no more. */
  room(n: number): Int32Array | undefined;
}

let fillIn: ((path: PathBuffer) => boolean) | undefined;

/** Sets what fills in the cells of all paths, if it has room; bundles with WebAssembly do. */
export function fillBy(fill: (path: PathBuffer) => boolean): void {
  fillIn = fill;
}

/**
 * Reusable result of a query; grows for longer paths. Cells and turns are computed when first read. `cells` may be a
 * view of larger memory: `slice` it before you post it or keep it beyond the buffer's next use.
 */
export class PathBuffer {
  /** Cost in steps. */
  cost = 0;
  /** Links on the path, on maps that have any. */
  links?: readonly PathLink[] | undefined = undefined;
  /** As {@link Path.mapCost}. */
  mapCost?: number | undefined = undefined;
  /** Points as {@link write} got them, and how many. */
  /** @internal */ points: Int32Array = new Int32Array(256);
  /** @internal */ count = 0;
  /** Number of cells, once they are made. */
  /** @internal */ cellTotal = 0;
  /** x, y of turns and of cells, and the same bytes as x | y << 16 (little-endian hosts). */
  /** @internal */ turnList = new Uint16Array(2 * 128);
  /** @internal */ turns = new Int32Array(this.turnList.buffer);
  /** @internal */ list: Uint16Array = new Uint16Array(2 * 1024);
  /** @internal */ packed: Int32Array = new Int32Array(this.list.buffer);
  /** Number of turns, -1 until they are found; and whether `list` has the cells of the path. */
  /** @internal */ turnCount = 0;
  /** @internal */ made = true;
  /** What points and cells lie in, `undefined` before the first cells, `null` if it has no room. */
  /** @internal */ place: Place | null | undefined = undefined;

  /** Number of cells. */
  get cellCount(): number {
    if (!this.made) this.fill();
    return this.cellTotal;
  }

  /** Number of waypoints. */
  get waypointCount(): number {
    if (this.turnCount < 0) this.findTurns();
    return this.turnCount;
  }

  /** x, y of start, turns and goal; the first 2 * `waypointCount` values are valid, until the buffer's next use. */
  get waypoints(): Uint16Array {
    if (this.turnCount < 0) this.findTurns();
    return this.turnList;
  }

  /** x, y of every cell; the first 2 * `cellCount` values are valid, until the buffer's next use. */
  get cells(): Uint16Array {
    if (!this.made) this.fill();
    return this.list;
  }

  /**
   * Writes a whole path. Between two points it goes diagonally first, then straight, as canonical paths do.
   * @param points x | y << 16 of the goal, of cells on the way back, all turns but those among them, of the start
   * @param count of points
   * @param cost in steps
   * @param from place of the first point
   * @internal
   */
  write(points: ArrayLike<number>, count: number, cost: number, from = 0): void {
    if (count > this.points.length) this.movePoints(2 * count);
    const local = this.points;
    for (let i = 0; i < count; i++) local[i] = points[from + i];
    this.count = count;
    this.cost = cost;
    this.links = this.mapCost = undefined;
    this.turnCount = -1;
    this.made = false;
  }

  private findTurns(): void {
    const { points, count } = this;
    if (2 * count > this.turns.length) {
      this.turns = new Int32Array(4 * count);
      this.turnList = new Uint16Array(this.turns.buffer);
    }
    const { turns } = this;
    let at = points[count - 1];
    let last = 0;
    let w = 0;
    for (let i = count - 2; i >= 0; i--) {
      const to = points[i];
      const dx = (to & 0xffff) - (at & 0xffff);
      const dy = (to >> 16) - (at >> 16);
      const ax = Math.abs(dx);
      const ay = Math.abs(dy);
      const sx = (dx >> 31) | 1;
      const sy = ((dy >> 31) | 1) << 16;
      const level = ax < ay ? ax : ay;
      // A diagonal and a straight run, either may be of no steps.
      if (level > 0) {
        const delta = sx + sy;
        if (delta !== last) turns[w++] = at;
        last = delta;
        at = (at + Math.imul(level, delta)) | 0;
      }
      if (ax !== ay) {
        const delta = ax > ay ? sx : sy;
        if (delta !== last) turns[w++] = at;
        last = delta;
        at = to;
      }
    }
    turns[w] = at;
    this.turnCount = w + 1;
  }

  private fill(): void {
    this.made = true;
    if (fillIn?.(this)) return;
    let { packed } = this;
    const { points, count } = this;
    let at = points[count - 1];
    let n = 1;
    packed[0] = at;
    for (let i = count - 2; i >= 0; i--) {
      const to = points[i];
      const dx = (to & 0xffff) - (at & 0xffff);
      const dy = (to >> 16) - (at >> 16);
      const ax = Math.abs(dx);
      const ay = Math.abs(dy);
      const sx = (dx >> 31) | 1;
      const sy = ((dy >> 31) | 1) << 16;
      const across = ax > ay;
      const far = n + (across ? ax : ay);
      if (far + 12 > packed.length) packed = this.grow(far + 12);
      let end = n + (across ? ay : ax);
      let delta = sx + sy;
      // A diagonal run, then a straight one, eight at a time: later writes overwrite the surplus.
      for (;;) {
        while (n < end) {
          at = (at + delta) | 0;
          packed[n] = at;
          at = (at + delta) | 0;
          packed[n + 1] = at;
          at = (at + delta) | 0;
          packed[n + 2] = at;
          at = (at + delta) | 0;
          packed[n + 3] = at;
          at = (at + delta) | 0;
          packed[n + 4] = at;
          at = (at + delta) | 0;
          packed[n + 5] = at;
          at = (at + delta) | 0;
          packed[n + 6] = at;
          at = (at + delta) | 0;
          packed[n + 7] = at;
          n += 8;
        }
        at = (at + Math.imul(end - n, delta)) | 0;
        n = end;
        if (end === far) break;
        end = far;
        delta = across ? sx : sy;
      }
    }
    this.cellTotal = n;
  }

  /** @internal */ movePoints(length: number): void {
    this.points = this.room(length);
  }

  /** Ints where the others are; if there are no more, the buffer stays outside from now on. */
  private room(length: number): Int32Array {
    const ints = this.place?.room(length);
    if (!ints && this.place) this.place = null;
    return ints ?? new Int32Array(length);
  }

  /** Makes room for twice as many cells. */
  /** @internal */ grow(length: number): Int32Array {
    const longer = this.room(2 * length);
    longer.set(this.packed);
    this.packed = longer;
    this.list = new Uint16Array(longer.buffer, longer.byteOffset, 2 * longer.length);
    return longer;
  }

  /** A copy that later queries do not change. */
  toPath(): Path {
    const { waypointCount, cellCount, cost, links, mapCost } = this;
    const path: Path = {
      cost,
      waypoints: copyOf(this.turnList, 2 * waypointCount),
      cells: copyOf(this.list, 2 * cellCount),
    };
    if (links) path.links = links;
    if (mapCost !== undefined) path.mapCost = mapCost;
    return path;
  }
}

/** Memory that short paths share: 4,096 numbers, 8 kB. */
const SHARED = 4096;
let shared = new Uint16Array(0);
let memory = shared.buffer;
let used = 0;

/** The first numbers, as a view of shared memory: an array with its own memory takes five times as long to make. */
function copyOf(list: Uint16Array, count: number): Uint16Array {
  const part = list.subarray(0, count);
  if (count > SHARED / 4) return new Uint16Array(part);
  // Transferred memory has the length 0.
  if (used + count > shared.length) {
    shared = new Uint16Array(SHARED);
    memory = shared.buffer;
    used = 0;
  }
  shared.set(part, used);
  used += count;
  return new Uint16Array(memory, 2 * (used - count), count);
}

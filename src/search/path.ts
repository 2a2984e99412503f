/**
 * What a query answers, and the reusable form of it.
 *
 * Measured and decided: docs/decisions.md, "A path is its waypoints, cells are made when they are read".
 */

/** A path as a game uses it. Both lists are flat x, y pairs, start and goal included. */
export interface Path {
  /** Cost in steps: 1 per straight move, 19601 / 13860 (the square root of 2 to 9 digits) per diagonal one. */
  cost: number;
  /** Start, the cells where the path turns, goal. */
  waypoints: Uint16Array;
  /** Every cell. */
  cells: Uint16Array;
}

/**
 * The result of a query without allocation: hand the same buffer to every call; it grows when a path
 * is longer than any before it. A query leaves the waypoints; the cells between them are made when `cells` is first read.
 */
export class PathBuffer {
  /** Cost in steps. */
  cost = 0;
  /** Number of cells. */
  length = 0;
  /** Number of waypoints. */
  waypointCount = 0;
  /** x, y of start, turns and goal; only the first 2 * `waypointCount` values belong to the path. */
  waypoints = new Uint16Array(2 * 128);
  /** One 32-bit value per waypoint, x | y << 16: the same bytes as `waypoints` on the little-endian hosts we support. */
  private turns = new Uint32Array(this.waypoints.buffer);
  /** Cells and waypoints of {@link cells}, packed the same way, and whether they are those of the path. */
  private list = new Uint16Array(2 * 1024);
  private packed = new Uint32Array(this.list.buffer);
  private made = true;

  /** x, y of every cell, start and goal included; only the first 2 * `length` values belong to the path. Stays until the buffer's next use. */
  get cells(): Uint16Array {
    if (!this.made) this.fill();
    return this.list;
  }

  /**
   * Writes a whole path. Between two points it goes diagonally first, then straight, as canonical paths do.
   * @param points x | y << 16 of the goal, of cells on the way back, all turns but those among them, of the start
   * @param count of points
   * @param cost in steps
   */
  write(points: ArrayLike<number>, count: number, cost: number): void {
    if (2 * count > this.turns.length) {
      this.turns = new Uint32Array(4 * count);
      this.waypoints = new Uint16Array(this.turns.buffer);
    }
    const { turns } = this;
    let at = points[count - 1];
    let last = 0;
    let w = 0;
    let n = 1;
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
      n += ax > ay ? ax : ay;
    }
    turns[w] = at;
    this.waypointCount = w + 1;
    this.length = n;
    this.cost = cost;
    this.made = false;
  }

  /** Makes the cells from one waypoint to the next. */
  private fill(): void {
    const { length, turns, waypointCount } = this;
    if (length + 8 > this.packed.length) {
      this.packed = new Uint32Array(2 * length + 8);
      this.list = new Uint16Array(this.packed.buffer);
    }
    const { packed } = this;
    let at = turns[0] | 0;
    let n = 1;
    packed[0] = at;
    for (let w = 1; w < waypointCount; w++) {
      const to = turns[w] | 0;
      const dx = (to & 0xffff) - (at & 0xffff);
      const dy = (to >> 16) - (at >> 16);
      const steps = dx !== 0 ? Math.abs(dx) : Math.abs(dy);
      const delta = ((dx >> 31) | (-dx >>> 31)) + (((dy >> 31) | (-dy >>> 31)) << 16);
      // Eight at a time take a third of what one at a time takes; the last ones may be too many, and what follows overwrites them. Sums that
      // stay integers save a sixth.
      const end = n + steps;
      do {
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
      } while (n < end);
      n = end;
      at = to;
    }
    this.made = true;
  }

  /** A copy of the path that later queries leave alone. */
  toPath(): Path {
    return {
      cost: this.cost,
      waypoints: this.waypoints.slice(0, 2 * this.waypointCount),
      cells: this.cells.slice(0, 2 * this.length),
    };
  }
}

/** What a query answers, and the reusable form of it. */

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
 * is longer than any before it. Only the first 2 * `length` values of `cells` belong to the path.
 */
export class PathBuffer {
  /** Cost in steps. */
  cost = 0;
  /** Number of cells. */
  length = 0;
  /** x, y of every cell, start and goal included. */
  cells = new Uint16Array(2 * 1024);
  /** Number of waypoints. */
  waypointCount = 0;
  /** x, y of start, turns and goal. */
  waypoints = new Uint16Array(2 * 128);
  /** One 32-bit value per cell, x | y << 16: the same bytes as `cells` on the little-endian hosts we support. */
  private packed = new Uint32Array(this.cells.buffer);
  /** The same for `waypoints`. */
  private turns = new Uint32Array(this.waypoints.buffer);

  /**
   * Writes a whole path. Between two points it goes diagonally first, then straight, as canonical paths do.
   * @param points x | y << 16 of the goal, of cells on the way back, all turns but those among them, of the start
   * @param count of points
   * @param cost in steps
   */
  write(points: ArrayLike<number>, count: number, cost: number): void {
    let at = points[0];
    let n = 1;
    for (let i = 1; i < count; i++) {
      const from = points[i];
      n += Math.max(Math.abs((at & 0xffff) - (from & 0xffff)), Math.abs((at >> 16) - (from >> 16)));
      at = from;
    }
    if (n + 4 > this.packed.length) {
      this.packed = new Uint32Array(2 * n + 4);
      this.cells = new Uint16Array(this.packed.buffer);
    }
    if (2 * count > this.turns.length) {
      this.turns = new Uint32Array(4 * count);
      this.waypoints = new Uint16Array(this.turns.buffer);
    }
    const { packed, turns } = this;
    packed[0] = at;
    n = 1;
    let last = 0;
    let w = 0;
    for (let i = count - 2; i >= 0; i--) {
      const dx = (points[i] & 0xffff) - (at & 0xffff);
      const dy = (points[i] >> 16) - (at >> 16);
      const rest = Math.abs(dx) - Math.abs(dy);
      const sx = Math.sign(dx);
      const sy = Math.sign(dy) << 16;
      // A diagonal and a straight run, either may be of no steps.
      for (let steps = Math.min(Math.abs(dx), Math.abs(dy)), delta = sx + sy, part = 0; part < 2; part++) {
        if (steps > 0) {
          if (delta !== last) turns[w++] = at;
          last = delta;
          const next = n + steps;
          for (; n < next; n += 4) {
            // The last ones may be too many: what follows overwrites them. Half the time of one at a time.
            packed[n] = at + delta;
            packed[n + 1] = at + 2 * delta;
            packed[n + 2] = at + 3 * delta;
            at += 4 * delta;
            packed[n + 3] = at;
          }
          at -= (n - next) * delta;
          n = next;
        }
        steps = Math.abs(rest);
        delta = rest > 0 ? sx : sy;
      }
    }
    turns[w] = at;
    this.waypointCount = w + 1;
    this.length = n;
    this.cost = cost;
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

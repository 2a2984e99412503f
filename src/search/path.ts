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
  /** The last step, as the difference of two packed cells. */
  private delta = 0;

  /**
   * Begins a path at its first cell.
   * @param cells exact number of cells the whole path will have
   * @param waypoints upper bound of its waypoints
   */
  start(x: number, y: number, cells: number, waypoints: number): void {
    if (cells > this.packed.length) {
      this.packed = new Uint32Array(2 * cells);
      this.cells = new Uint16Array(this.packed.buffer);
    }
    if (2 * waypoints > this.waypoints.length) this.waypoints = new Uint16Array(4 * waypoints);
    this.packed[0] = x | (y << 16);
    this.length = 1;
    this.delta = this.waypointCount = 0;
  }

  /** Goes on diagonally first, then straight, as canonical paths do. */
  lineTo(x: number, y: number): void {
    const { packed } = this;
    let n = this.length;
    let at = packed[n - 1];
    let dx = x - (at & 0xffff);
    let dy = y - (at >> 16);
    while (dx !== 0 || dy !== 0) {
      const ax = Math.abs(dx);
      const ay = Math.abs(dy);
      const steps = ax === 0 || (ay !== 0 && ay < ax) ? ay : ax;
      const sx = Math.sign(dx);
      const sy = Math.sign(dy);
      dx -= sx * steps;
      dy -= sy * steps;
      const delta = sx + (sy << 16);
      if (delta !== this.delta) this.addWaypoint(at);
      this.delta = delta;
      for (const end = n + steps; n < end; n++) {
        at += delta;
        packed[n] = at;
      }
    }
    this.length = n;
  }

  /** Ends the path where it is. */
  finish(cost: number): void {
    this.cost = cost;
    this.addWaypoint(this.packed[this.length - 1]);
  }

  /** A copy of the path that later queries leave alone. */
  toPath(): Path {
    return {
      cost: this.cost,
      waypoints: this.waypoints.slice(0, 2 * this.waypointCount),
      cells: this.cells.slice(0, 2 * this.length),
    };
  }

  private addWaypoint(packed: number): void {
    this.waypoints[2 * this.waypointCount] = packed;
    this.waypoints[2 * this.waypointCount++ + 1] = packed >> 16;
  }
}

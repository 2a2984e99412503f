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
  private x = 0;
  private y = 0;
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
    this.x = x;
    this.y = y;
    this.delta = 0;
    this.packed[0] = x | (y << 16);
    this.length = 1;
    this.waypointCount = 0;
  }

  /** Goes on diagonally first, then straight, as canonical paths do. */
  lineTo(x: number, y: number): void {
    const dx = x - this.x;
    const dy = y - this.y;
    const ax = dx < 0 ? -dx : dx;
    const ay = dy < 0 ? -dy : dy;
    const diagonal = ax < ay ? ax : ay;
    if (diagonal > 0) this.run(dx < 0 ? -1 : 1, dy < 0 ? -1 : 1, diagonal);
    if (ax > ay) this.run(dx < 0 ? -1 : 1, 0, ax - ay);
    else if (ay > ax) this.run(0, dy < 0 ? -1 : 1, ay - ax);
  }

  /** Ends the path where it is. */
  finish(cost: number): void {
    this.cost = cost;
    this.addWaypoint();
  }

  /** A copy of the path that later queries leave alone. */
  toPath(): Path {
    return {
      cost: this.cost,
      waypoints: this.waypoints.slice(0, 2 * this.waypointCount),
      cells: this.cells.slice(0, 2 * this.length),
    };
  }

  private run(dx: number, dy: number, steps: number): void {
    const { packed } = this;
    const delta = dx + (dy << 16);
    if (delta !== this.delta) this.addWaypoint();
    this.delta = delta;
    let n = this.length;
    let at = packed[n - 1];
    for (const end = n + steps; n < end; n++) {
      at += delta;
      packed[n] = at;
    }
    this.length = n;
    this.x += dx * steps;
    this.y += dy * steps;
  }

  private addWaypoint(): void {
    const i = 2 * this.waypointCount++;
    this.waypoints[i] = this.x;
    this.waypoints[i + 1] = this.y;
  }
}

/** Units in the way that a game keeps up to date, for paths around them, queues and walkers. */

import { cellOf } from '../../core/grid/cells.js';
import { checkSize } from '../../core/grid/clearance.js';
import type { Box } from '../../core/grid/rectangle.js';
import { isHex } from '../../core/grid/rules.js';
import type { PathBuffer } from '../../core/search/path.js';
import { type GridNav, inside, type Nav } from '../../runtime/nav.js';
import type { UnitLayer } from '../pull/pull.js';
import { Obstacles } from './obstacles.js';

/** Units in the way, which a game keeps up to date. A cell may hold several. */
export interface Blockers {
  /** Number of units. */
  readonly size: number;
  /**
   * Puts a unit into a cell, or moves it there.
   * @param unit any value that stands for it
   * @param side of a larger unit, in cells; x, y is then the top left one
   * @throws {RangeError} if a cell is not on the map, or the side not a whole number from 1 to 16
   */
  move(unit: unknown, x: number, y: number, side?: number): void;
  /** Takes a unit off the map. @returns whether it was there */
  remove(unit: unknown): boolean;
}

export interface Around {
  readonly nav: GridNav;
  /** {@link Nav.findPathInto} around them. */
  findPathInto(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): boolean;
  /** Work of the last query beyond that of the engine, in cells. */
  readonly work: number;
}

/** A unit that came to a cell, or left it. */
export interface UnitMove {
  boxes: Box[];
  /** Whether it left. */
  opens: boolean;
}

const MOST_MOVES = 64;

/** {@link Blockers} from within. */
export class UnitBlockers extends Obstacles implements Blockers, Around, UnitLayer {
  version = 0;
  readonly grid: UnitLayer['grid'];
  readonly plane = this.lines.plane;
  /** Column, row and side of each unit: x | y << 13 | side - 1 << 26. */
  private readonly units = new Map<unknown, number>();
  private readonly recent: UnitMove[] = [];

  constructor(nav: GridNav) {
    super(nav);
    if (isHex(nav.grid))
      this.grid = Object.create(nav.grid, {
        isOpen: { value: (x: number, y: number) => nav.grid.isOpen(x, y) && !this.isTaken(x, y) },
      });
  }

  get size(): number {
    return this.units.size;
  }

  move(unit: unknown, x: number, y: number, side = 1): void {
    checkSize(side);
    cellOf(this.nav.grid, x, y);
    cellOf(this.nav.grid, x + side - 1, y + side - 1);
    const at = x | (y << 13) | ((side - 1) << 26);
    if (this.units.get(unit) === at) return;
    this.remove(unit);
    this.units.set(unit, at);
    this.change(at, 1);
  }

  remove(unit: unknown): boolean {
    const at = this.units.get(unit);
    if (at === undefined) return false;
    this.units.delete(unit);
    this.change(at, -1);
    return true;
  }

  /** The moves after a version; undefined if they are not all remembered. */
  since(version: number): UnitMove[] | undefined {
    const count = this.version - version;
    return count <= this.recent.length ? this.recent.slice(this.recent.length - count) : undefined;
  }

  /** Does something as if a unit were not there. */
  without(unit: unknown, work: () => void): void {
    const at = this.units.get(unit);
    if (at !== undefined) this.put(at, -1);
    work();
    if (at !== undefined) this.put(at, 1);
  }

  /** @param size of squares in place of cells: all that fit on a unit, at least the one at its top left */
  eachCell(visit: (x: number, y: number) => void, size = 1): void {
    for (const at of this.units.values()) {
      const last = Math.max(0, (at >> 26) + 1 - size);
      for (let v = 0; v <= last; v++)
        for (let u = 0; u <= last; u++) visit((at & 0x1fff) + u, ((at >> 13) & 0x1fff) + v);
    }
  }

  /** @returns the cells of the unit */
  private put(at: number, change: 1 | -1): Box {
    const [x, y, more] = [at & 0x1fff, (at >> 13) & 0x1fff, at >> 26];
    this.count(x, y, more + 1, change);
    return [x, y, x + more, y + more];
  }

  private change(at: number, change: 1 | -1): void {
    this.version++;
    if (this.recent.push({ boxes: [this.put(at, change)], opens: change < 0 }) > MOST_MOVES) this.recent.shift();
  }
}

/**
 * Units that {@link findPathAround}, queues and walkers lead around: a unit that moves costs a microsecond.
 *
 *     const blockers = blockersOf(nav);
 *     for (const unit of units) blockers.move(unit, unit.x, unit.y);
 *     const path = findPathAround(nav, 2, 2, 37, 27, blockers);
 */
export function blockersOf(nav: Nav): Blockers {
  return new UnitBlockers(inside(nav));
}

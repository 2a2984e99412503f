/** The map of one nav with cells closed by units, and floods over it: the nav itself does not change. */
import type { Grid } from '../../core/grid/grid.js';
import { axialOf, type HexLayout, hexLayout } from '../../core/grid/hexes.js';
import { besideOf, isHex } from '../../core/grid/rules.js';
import type { GridNav } from '../../core/runtime/nav.js';
import type { PathBuffer } from '../../core/search/path.js';
import { floodLinks, pathAlong } from '../field/along.js';
import { flood } from '../field/flood.js';
import { type Box, cellMarks, type Marks } from '../field/marks.js';
import type { Flood, FloodLink } from '../field/types.js';

/** Tiles of 8 x 8 cells, in which paths are looked at first. */
const TILE = 3;

export class Obstacles {
  /** Uint16Array(padded cells): how many units are in each cell. */
  private readonly counts: Uint16Array;
  private version = -1;
  /** The nav's grid, and the same with the placements closed that would cover a unit. */
  private base!: Grid;
  private grid!: Grid;
  private marks!: Marks;
  private flood!: Flood;
  /** Uint8Array(padded cells): 1 where a placement would cover a unit. */
  private readonly taken: Uint8Array;
  /** How many of these placements are in each tile, or touch it. */
  private readonly tiles: Uint16Array;
  /** Tiles in a row. */
  private readonly columns: number;
  /** Columns and rows of hexagons in the axial coordinates of the grid. */
  private readonly layout: HexLayout | undefined;
  private readonly points: number[] = [];
  /** Cells of units at the ends of a query, which do not count there, and how many are in each. */
  private readonly lifted: number[] = [];

  constructor(readonly nav: GridNav) {
    this.layout = hexLayout(nav.grid);
    this.refresh();
    const { width, height, open } = this.base;
    this.counts = new Uint16Array(open.length);
    this.taken = new Uint8Array(open.length);
    this.columns = (width >> TILE) + 2;
    this.tiles = new Uint16Array(this.columns * ((height >> TILE) + 2));
  }

  /** A unit more in a cell of the map. */
  add(x: number, y: number): void {
    const [u, v] = this.placeOf(x, y);
    if (this.counts[this.grid.cell(u, v)]++ === 0) this.settle([[u, v, u, v]]);
  }

  /** A unit less. */
  remove(x: number, y: number): void {
    const [u, v] = this.placeOf(x, y);
    if (--this.counts[this.grid.cell(u, v)] === 0) this.settle([[u, v, u, v]]);
  }

  /** Column and row of a cell of the map in the grid. */
  private placeOf(x: number, y: number): [x: number, y: number] {
    if (!this.layout) return [x, y];
    const point = this.layout.toAxial(x | (y << 16));
    return [point & 0xffff, point >> 16];
  }

  /** Whether a path of the nav meets no unit, but those in its first and last cell. */
  isFree(path: PathBuffer): boolean {
    this.refresh();
    if (isHex(this.grid)) return this.isFreeOfHexes(path);
    if (path.links?.length) return this.isFreeStep(path);
    const { tiles, columns } = this;
    const { waypoints, waypointCount } = path;
    const last = 2 * waypointCount - 2;
    let x = waypoints[0];
    let y = waypoints[1];
    for (let i = 2; i <= last; i += 2) {
      const dx = Math.sign(waypoints[i] - x);
      const dy = Math.sign(waypoints[i + 1] - y);
      for (let left = Math.max(Math.abs(waypoints[i] - x), Math.abs(waypoints[i + 1] - y)); left > 0; ) {
        const count = Math.min(left, 1 << TILE);
        const [tx, ty] = [x >> TILE, (y >> TILE) * columns];
        left -= count;
        const [fromX, fromY] = [x, y];
        x += count * dx;
        y += count * dy;
        const [toX, toY] = [x >> TILE, (y >> TILE) * columns];
        // Most pieces have no unit in the tiles that they may touch.
        if (tiles[tx + ty] + tiles[toX + toY] === 0 && (dx * dy === 0 || tiles[tx + toY] + tiles[toX + ty] === 0))
          continue;
        if (!this.isClear(fromX, fromY, dx, dy, count, i === last && left === 0)) return false;
      }
    }
    return true;
  }

  /** The same of a path over links, cell by cell. */
  private isFreeStep({ cells, cellCount, links = [] }: PathBuffer): boolean {
    const { grid } = this;
    for (let i = 0; i < cellCount - 1; i++) {
      const [x, y, u, v] = cells.subarray(2 * i, 2 * i + 4);
      const isGoal = i === cellCount - 2;
      const isLink = links.some(({ index }) => index === i);
      if (isLink ? grid.open[grid.cell(u, v)] === 0 && !isGoal : !this.isClear(x, y, u - x, v - y, 1, isGoal))
        return false;
    }
    return true;
  }

  private isFreeOfHexes({ cells, cellCount }: PathBuffer): boolean {
    for (let i = 2; i < 2 * cellCount - 2; i += 2) {
      const [x, y] = this.placeOf(cells[i], cells[i + 1]);
      if (this.grid.open[this.grid.cell(x, y)] === 0) return false;
    }
    return true;
  }

  /** Whether some steps in one direction meet no unit. @param isGoal whether the last cell is that of the path */
  private isClear(x: number, y: number, dx: number, dy: number, count: number, isGoal: boolean): boolean {
    const { grid } = this;
    const { open, stride } = grid;
    const beside = dx * dy === 0 ? -1 : besideOf(grid);
    const down = dy * stride;
    let cell = grid.cell(x, y);
    for (let i = 1; i <= count; i++) {
      // The rule of corners holds for units, too.
      if (open[cell + dx] + open[cell + down] < beside) return false;
      cell += dx + down;
      if (open[cell] === 0 && !(isGoal && i === count)) return false;
    }
    return true;
  }

  /** The cheapest path around all units, but those in the cells that the unit stands on at both ends. */
  find(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): boolean {
    this.refresh();
    const [from, to] = [this.placeOf(x0, y0), this.placeOf(x1, y1)];
    this.lift(...from);
    this.lift(...to);
    const { flood, grid } = this;
    const [start, goal] = [grid.cell(...from), grid.cell(...to)];
    flood.start([{ cell: goal, cost: 0 }], Infinity, start);
    flood.advance(Infinity);
    const isFound = flood.cost(start) < Infinity;
    const { layout, nav, points } = this;
    if (isFound) pathAlong(flood, { grid, layout, linked: nav.linked }, start, path, points);
    this.drop();
    return isFound;
  }

  /** Takes the units off the cells that a unit covers. */
  private lift(x: number, y: number): void {
    const { counts, grid, lifted } = this;
    for (let v = y; v < y + grid.size; v++)
      for (let u = x; u < x + grid.size; u++) {
        const cell = grid.cell(u, v);
        if (counts[cell] === 0) continue;
        lifted.push(u, v, counts[cell]);
        counts[cell] = 0;
        this.settle([[u, v, u, v]]);
      }
  }

  private drop(): void {
    const { counts, grid, lifted } = this;
    for (let i = 0; i < lifted.length; i += 3) {
      counts[grid.cell(lifted[i], lifted[i + 1])] = lifted[i + 2];
      this.settle([[lifted[i], lifted[i + 1], lifted[i], lifted[i + 1]]]);
    }
    lifted.length = 0;
  }

  /** Takes the nav's map as it is. */
  private refresh(): void {
    const { nav, version, base } = this;
    if (version === nav.version) return;
    const boxes = version < 0 || this.layout || nav.linked ? undefined : nav.since?.(version);
    this.version = nav.version;
    this.base = axialOf(nav.grid as Grid);
    if (boxes && base.costs === this.base.costs && (!base.costs || this.flood.fits(this.base, boxes))) {
      this.settle(boxes);
      return;
    }
    this.grid = this.base.copy();
    this.marks = cellMarks(this.grid, 0);
    const { width, height } = this.grid;
    if (version >= 0) this.settle([[0, 0, width - 1, height - 1]]);
    while (this.marks.more());
    this.flood = flood(this.grid, this.marks, this.links());
  }

  private links(): FloodLink[] {
    return floodLinks(this.nav.linked, (x, y) => this.grid.cell(...this.placeOf(x, y)));
  }

  /** Opens and closes the placements that cover cells of some boxes. */
  private settle(boxes: readonly Box[]): void {
    const { base, grid, counts, marks, taken } = this;
    const { size, stride } = grid;
    const placements = boxes.map(
      ([x0, y0, x1, y1]): Box => [Math.max(0, x0 - size + 1), Math.max(0, y0 - size + 1), x1, y1],
    );
    for (const [x0, y0, x1, y1] of placements)
      for (let y = y0; y <= y1; y++)
        for (let cell = grid.cell(x0, y), end = cell + x1 - x0; cell <= end; cell++) {
          let isFree = true;
          for (let row = cell, last = cell + size * stride; isFree && row < last; row += stride)
            for (let i = 0; i < size; i++) isFree &&= !(counts[row + i] > 0);
          if (isFree === taken[cell] > 0) this.take(cell, x0 + cell - grid.cell(x0, y), y, !isFree);
          grid.open[cell] = isFree ? base.open[cell] : 0;
          if (grid.costs && base.costs) grid.costs[cell] = isFree ? base.costs[cell] : 0;
        }
    marks.update(placements, 0);
  }

  /** Marks a placement as one that covers a unit, or not, in all tiles that a step past it may be in. */
  private take(cell: number, x: number, y: number, isTaken: boolean): void {
    const { tiles, columns, taken } = this;
    taken[cell] = Number(isTaken);
    for (let ty = Math.max(0, y - 1) >> TILE; ty <= (y + 1) >> TILE; ty++)
      for (let tx = Math.max(0, x - 1) >> TILE; tx <= (x + 1) >> TILE; tx++)
        tiles[ty * columns + tx] += isTaken ? 1 : -1;
  }
}

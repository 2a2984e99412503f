/** The map of one nav with cells closed by units, and floods over it: the nav itself does not change. */

import type { Grid } from '../../core/grid/grid.js';
import { axialOf, type HexLayout, hexLayout } from '../../core/grid/hexes.js';
import type { Box } from '../../core/grid/rectangle.js';
import { cutsCorners, isHex, leastBeside } from '../../core/grid/rules.js';
import type { PathBuffer } from '../../core/search/path.js';
import type { GridNav } from '../../runtime/nav.js';
import { floodLinks, pathAlong } from '../field/along.js';
import { CellFlood } from '../field/flood.js';
import { cellMarks, type Marks } from '../field/marks.js';
import type { Flood, FloodLink } from '../field/types.js';
import { UnitLines } from './unit-lines.js';

/** Cells that are filled, and work of the flood, in a turn. */
const SHARE = 256;

export class Obstacles {
  /** Uint16Array(padded cells): how many units are in each cell. */
  private readonly counts: Uint16Array;
  /** Version of the nav whose map is taken over. */
  private known = -1;
  /** The nav's grid, and the same with the placements closed that would cover a unit. */
  private base!: Grid;
  private ground!: Grid;
  private marks!: Marks;
  private flood!: Flood;
  /** The same against the direction of links, made lazily. */
  private onward: Flood | undefined;
  /** Uint8Array(padded cells): 1 where a placement would cover a unit. */
  private readonly taken: Uint8Array;
  /** The same as bits. */
  readonly lines: UnitLines;
  /** Work of the flood of the last query, in cells; 0 where the engine's path was free. */
  work = 0;
  /** Columns and rows of hexagons in the axial coordinates of the grid. */
  private readonly layout: HexLayout | undefined;
  /**
   * With walls between cells 2: the grid is the doubled one. A unit closes its cell with all borders and corners, as
   * if placements of three cells began before each place: it counts in the corner after its cell.
   */
  private readonly times: number;
  private readonly points: number[] = [];
  /**
   * Cells whose runs are filled from the start of a query; Uint32Array(padded cells): the last fill of each, and the
   * number of fills.
   */
  private readonly seeds: number[] = [];
  private readonly fillOf: Uint32Array;
  private fill = 0;
  /** Where links lead to from a cell. */
  private readonly linksFrom = new Map<number, number[]>();
  /** Cells of units at the ends of a query, which do not count there, and how many are in each. */
  private readonly lifted: number[] = [];

  constructor(readonly nav: GridNav) {
    this.layout = hexLayout(nav.grid);
    this.times = nav.searched ? 2 : 1;
    this.refresh();
    const { width, height, open } = this.base;
    this.counts = new Uint16Array(open.length);
    this.taken = new Uint8Array(open.length);
    this.fillOf = new Uint32Array(open.length);
    this.lines = new UnitLines(Math.ceil(width / this.times), Math.ceil(height / this.times));
  }

  /** Counts a unit in the cells of a square of the map, or takes it off. */
  count(x: number, y: number, side: number, change: 1 | -1): void {
    for (let row = y; row < y + side; row++)
      for (let column = x; column < x + side; column++) {
        const [u, v] = this.countedAt(column, row);
        this.setCount(u, v, this.counts[this.ground.cell(u, v)] + change);
      }
  }

  private setCount(x: number, y: number, count: number): void {
    const { counts } = this;
    const cell = this.ground.cell(x, y);
    const isSame = counts[cell] > 0 === count > 0;
    counts[cell] = count;
    if (!isSame) this.settle([[x, y, x, y]]);
  }

  /** Whether a unit of the map would cover another one in a cell of it. */
  isTaken(x: number, y: number): boolean {
    return this.taken[this.ground.cell(...this.placeOf(x, y))] > 0;
  }

  /** {@link GridNav.findPathInto} around the units, but those in the cells that the unit stands on at both ends. */
  findPathInto(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): boolean {
    this.work = 0;
    if (!this.nav.findPathInto(x0, y0, x1, y1, path)) return false;
    return this.isFree(path) || this.find(x0, y0, x1, y1, path);
  }

  /** Column and row of a cell of the map in the grid. */
  private placeOf(x: number, y: number): [x: number, y: number] {
    if (!this.layout) return [this.times * x, this.times * y];
    const point = this.layout.toAxial(x | (y << 16));
    return [point & 0xffff, point >> 16];
  }

  /** The place in whose count the units of a cell are. */
  private countedAt(x: number, y: number): [x: number, y: number] {
    const [u, v] = this.placeOf(x, y);
    return [u + this.times - 1, v + this.times - 1];
  }

  /** Whether a path of the nav meets no unit, but those in its first and last cell. */
  isFree(path: PathBuffer): boolean {
    this.refresh();
    const isFree = !this.layout && !path.links?.length && this.lines.isFree(path.points, path.count);
    return isFree || (this.times === 1 && this.isFreeStep(path));
  }

  /** The same cell by cell. The rule of corners also holds for units. */
  private isFreeStep({ cells, cellCount, links = [] }: PathBuffer): boolean {
    const { ground: grid } = this;
    const { open } = grid;
    const beside = leastBeside(grid);
    let [x, y] = this.placeOf(cells[0], cells[1]);
    for (let i = 1; i < cellCount; i++) {
      const [u, v] = this.placeOf(cells[2 * i], cells[2 * i + 1]);
      const isCorner = u !== x && v !== y && open[grid.cell(u, y)] + open[grid.cell(x, v)] < beside;
      if (isCorner && !links.some(({ index }) => index === i - 1)) return false;
      if (i < cellCount - 1 && open[grid.cell(u, v)] === 0) return false;
      [x, y] = [u, v];
    }
    return true;
  }

  /** The cheapest path around all units, but those in the cells that the unit stands on at both ends. */
  private find(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): boolean {
    const [from, to] = [this.placeOf(x0, y0), this.placeOf(x1, y1)];
    this.lift(x0, y0);
    this.lift(x1, y1);
    const { flood, ground: grid } = this;
    const [start, goal] = [grid.cell(...from), grid.cell(...to)];
    flood.start([{ cell: goal, cost: 0 }], Infinity, start);
    const isFound = !this.isShutIn(start, goal) && flood.cost(start) < Infinity;
    this.work += flood.work;
    const { layout, nav, points } = this;
    if (isFound) pathAlong(flood, { grid, layout, linked: nav.linked, times: this.times }, start, path, points);
    this.drop();
    return isFound;
  }

  /**
   * In turns, floods from the goal and fills the area of the start run by run: if one of them is shut in, the work is
   * at most twice the work of the smaller area, and a share.
   * @returns whether the start is shut in; otherwise the flood is done
   */
  private isShutIn(start: number, goal: number): boolean {
    const { flood, seeds, fillOf } = this;
    const fill = ++this.fill;
    seeds.length = 0;
    seeds.push(start);
    let due = SHARE;
    for (let i = 0; i < seeds.length; i++) {
      if (fillOf[seeds[i]] === fill) continue;
      if (flood.cost(seeds[i]) < Infinity) {
        fillOf[goal] = fill;
        break;
      }
      this.work += this.fillRun(seeds[i]);
      if (this.work < due) continue;
      if (flood.advance(SHARE)) return false;
      due += SHARE;
    }
    if (fillOf[goal] !== fill) return true;
    flood.advance(Infinity);
    return false;
  }

  /** Fills the run of open cells around one, and adds seeds in the runs that touch it. @returns its length */
  private fillRun(cell: number): number {
    const { ground: grid, seeds, fillOf, linksFrom } = this;
    const { open, stride } = grid;
    let [first, last] = [cell, cell];
    while (open[first - 1] > 0) first--;
    while (open[last + 1] > 0) last++;
    fillOf.fill(this.fill, first, last + 1);
    // Cells that touch at a side are connected under every move rule.
    const cut = Number(cutsCorners(grid));
    const hex = Number(isHex(grid));
    this.seedRuns(first - stride - cut, last - stride + (cut | hex));
    this.seedRuns(first + stride - (cut | hex), last + stride + cut);
    for (let c = first; linksFrom.size > 0 && c <= last; c++) seeds.push(...(linksFrom.get(c) ?? []));
    return last - first + 1;
  }

  /** Adds the first cell of each run from one cell to another that is not filled yet. */
  private seedRuns(first: number, last: number): void {
    const { ground, seeds, fillOf } = this;
    const { open } = ground;
    for (let cell = first; cell <= last; cell++) {
      if (open[cell] === 0) continue;
      if (fillOf[cell] !== this.fill) seeds.push(cell);
      while (cell < last && open[cell + 1] > 0) cell++;
    }
  }

  /** Which cells a unit gets to from a cell, until the next query. */
  reachable(x: number, y: number): (x: number, y: number) => boolean {
    this.refresh();
    const at = this.placeOf(x, y);
    this.lift(x, y);
    const { ground: grid } = this;
    const ways = this.links().map((way) => ({ ...way, from: way.to, to: way.from }));
    this.onward ??= ways.length > 0 ? new CellFlood(grid, this.marks, ways) : this.flood;
    const { onward } = this;
    onward.start([{ cell: grid.cell(...at), cost: 0 }], Infinity);
    onward.advance(Infinity);
    this.drop();
    return (column, row) => onward.cost(grid.cell(...this.placeOf(column, row))) < Infinity;
  }

  /** Takes the units off the cells that a unit covers. */
  private lift(x: number, y: number): void {
    const { counts, ground: grid, lifted } = this;
    const [left, top] = this.countedAt(x, y);
    for (let v = top; v < top + grid.size; v++)
      for (let u = left; u < left + grid.size; u++) {
        const count = counts[grid.cell(u, v)];
        if (count === 0) continue;
        lifted.push(u, v, count);
        this.setCount(u, v, 0);
      }
  }

  private drop(): void {
    const { lifted } = this;
    for (let i = 0; i < lifted.length; i += 3) this.setCount(lifted[i], lifted[i + 1], lifted[i + 2]);
    lifted.length = 0;
  }

  /** Takes over edits of the nav. */
  private refresh(): void {
    const { nav, known, base } = this;
    if (known === nav.version) return;
    const boxes = known < 0 || this.layout || nav.linked || nav.searched ? undefined : nav.since?.(known);
    this.known = nav.version;
    this.base = axialOf((nav.searched ?? nav.grid) as Grid);
    if (boxes && base.costs === this.base.costs && (!base.costs || this.flood.fits(this.base))) {
      this.settle(boxes);
      return;
    }
    this.ground = this.base.copy();
    this.marks = cellMarks(this.ground, 0);
    // Before cells of units are closed, because their costs also count.
    const links = this.links();
    this.flood = new CellFlood(this.ground, this.marks, links);
    this.linksFrom.clear();
    for (const { from, to } of links) this.linksFrom.set(from, [...(this.linksFrom.get(from) ?? []), to]);
    const { width, height } = this.ground;
    if (known >= 0) this.settle([[0, 0, width - 1, height - 1]]);
    while (this.marks.more());
    this.onward = undefined;
  }

  private links(): FloodLink[] {
    return floodLinks(this.nav.linked, (x, y) => this.ground.cell(...this.placeOf(x, y)), this.times);
  }

  /** Opens and closes the placements that cover cells of some boxes. */
  private settle(boxes: readonly Box[]): void {
    const { base, ground: grid, marks, taken, times } = this;
    const { width, height } = grid;
    const size = times > 1 ? 3 : grid.size;
    const placements = boxes.map(
      ([x0, y0, x1, y1]): Box => [
        Math.max(0, x0 - size + 1),
        Math.max(0, y0 - size + 1),
        Math.min(x1, width - 1),
        Math.min(y1, height - 1),
      ],
    );
    for (const [x0, y0, x1, y1] of placements)
      for (let y = y0; y <= y1; y++)
        for (let x = x0, cell = grid.cell(x0, y); x <= x1; x++, cell++) {
          const isFree = this.hasNoUnit(cell, size);
          if (isFree === taken[cell] > 0) {
            taken[cell] = Number(!isFree);
            if ((x | y) % times === 0) this.lines.flip(x / times, y / times);
          }
          grid.open[cell] = isFree ? base.open[cell] : 0;
          if (grid.costs && base.costs) grid.costs[cell] = isFree ? base.costs[cell] : 0;
        }
    marks.update(placements, 0);
  }

  /** Whether no unit is counted in the square whose top left cell is given. */
  private hasNoUnit(cell: number, size: number): boolean {
    const { counts, ground } = this;
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++) if (counts[cell + row * ground.stride + column] > 0) return false;
    return true;
  }
}

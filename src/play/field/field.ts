/** Fields: for many units with one goal, or one of several, whatever engine finds paths. */

import { assertNumber } from '../../core/errors.js';
import { cellOf } from '../../core/grid/cells.js';
import { DX, DY } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { drawnDirection, type HexLayout, hexLayout } from '../../core/grid/hexes.js';
import type { Box } from '../../core/grid/rectangle.js';
import { now } from '../../core/search/clock.js';
import { type Path, PathBuffer } from '../../core/search/path.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import { checkBuffer } from '../../runtime/answers.js';
import { type GridNav, inside, type Nav } from '../../runtime/nav.js';
import { noteCost } from '../../runtime/path-cost.js';
import { floodLinks, linkAt, pathAlong, pointOf, stepFrom } from './along.js';
import { fleeSeeds } from './flee.js';
import { CellFlood } from './flood.js';
import { diagonalOf, floodedGrid, type Marks, marksOf } from './marks.js';
import { GOAL } from './repair.js';
import type { Field, FieldOptions, FleeOptions, Flood, FloodLink, Seed } from './types.js';

export type { Field, FieldOptions, FleeOptions };

/**
 * Highest start cost of a goal, in steps, and bounds of the factor of {@link fleeField}: costs stay integers that a
 * double holds.
 */
const MOST_START = 1e6;
const MOST_FACTOR = 4;
const LEAST_FACTOR = 1.01;
/** Begins a flood on the edited map, or if possible updates it after edits in some boxes. */
type Start = (grid: Grid, flood: Flood, edited?: readonly Box[]) => void;
/** Work of an advance before it looks at the clock: some 20 us. */
const SLICE = 2000;

class CellField implements Field {
  private readonly points: number[] = [];
  private grid: Grid;
  private marks: Marks;
  private flood: Flood;
  private start: Start = () => {};
  private sliced = false;
  private readonly layout: HexLayout | undefined;
  /** Steps of the grid that is flooded for each step of the map: 2 with walls between cells. */
  readonly times: number;
  /** Integer cost of a diagonal; undefined for the square root of two. */
  diagonal: number | undefined;
  version: number;

  constructor(readonly nav: GridNav) {
    this.layout = hexLayout(nav.grid);
    this.times = nav.searched ? 2 : 1;
    this.grid = floodedGrid(nav);
    this.marks = marksOf(nav);
    this.version = nav.version;
    this.flood = new CellFlood(this.grid, this.marks, this.links());
  }

  links(): FloodLink[] {
    return floodLinks(this.nav.linked, (x, y) => this.cellAt(x, y), this.times);
  }

  begin(start: Start, sliced = false, diagonal?: number): this {
    const isOther = diagonal !== this.diagonal;
    this.diagonal = diagonal;
    if (isOther || this.version !== this.nav.version) this.refresh();
    this.start = start;
    this.sliced = sliced;
    start(this.grid, this.flood);
    if (!sliced) this.advance();
    return this;
  }

  /** Takes over edits. @returns boxes of changed cells, undefined if the flood must begin again */
  private refresh(): readonly Box[] | undefined {
    const { nav, grid, flood: before, marks } = this;
    const boxes = this.layout || nav.linked || nav.searched ? undefined : nav.since?.(this.version);
    this.marks = marksOf(nav, this.diagonal);
    this.grid = floodedGrid(nav);
    this.version = nav.version;
    // What cells cost goes into a flood when it is made.
    if (
      grid !== this.grid ||
      grid.costs !== this.grid.costs ||
      marks !== this.marks ||
      nav.linked ||
      (this.grid.costs && !before.fits(this.grid, boxes))
    )
      this.flood = new CellFlood(this.grid, this.marks, this.links());
    return this.flood === before ? boxes : undefined;
  }

  /**
   * The flood with all edits. It is updated immediately, unless it is cut into slices.
   */
  current(): Flood {
    if (this.version !== this.nav.version) {
      const edited = this.refresh();
      this.start(this.grid, this.flood, edited);
      if (!this.sliced) this.advance();
    }
    return this.flood;
  }

  get done(): boolean {
    return this.current().done;
  }

  get settled(): number {
    const { settled, step } = this.current();
    return settled / step / this.times;
  }

  get work(): number {
    return this.flood.work;
  }

  advance(limit: { ms?: number; work?: number } = {}): boolean {
    refuseUnknown(limit, 'ms', 'work');
    const { ms = Infinity, work = Infinity } = limit ?? {};
    assertNumber(ms, 'ms');
    assertNumber(work, 'work');
    const flood = this.current();
    const end = now() + ms;
    // They count as no work, which does not tell whether another field has made them.
    while (this.marks.more()) if (now() >= end) return false;
    for (let left = work; !flood.advance(Math.min(left, SLICE)) && left > SLICE && now() < end; left -= SLICE);
    return this.done;
  }

  /** Padded number of a cell in the grid that is flooded. */
  cellAt(x: number, y: number): number {
    const cell = cellOf(this.nav.grid, x, y);
    if (this.times > 1) return this.grid.cell(2 * x, 2 * y);
    if (!this.layout) return cell;
    const point = this.layout.toAxial(x | (y << 16));
    return this.grid.cell(point & 0xffff, point >> 16);
  }

  distanceAt(x: number, y: number): number {
    const flood = this.current();
    return flood.cost(this.cellAt(x, y)) / flood.step / this.times;
  }

  /** Direction of the next step in the grid that is flooded. */
  private stepAt(x: number, y: number): number {
    const flood = this.current();
    const cell = this.cellAt(x, y);
    const d = stepFrom(flood, this.grid, this.times, cell);
    return d < GOAL && flood.cost(cell) < Infinity ? d : -1;
  }

  directionAt(x: number, y: number): number {
    const d = this.stepAt(x, y);
    return d < 0 ? d : drawnDirection(this.nav.grid, d);
  }

  next(x: number, y: number): [x: number, y: number] | null {
    const way = this.nav.linked && linkAt(this.current(), this.cellAt(x, y));
    if (way) {
      const point = pointOf(this.grid, way.to);
      const at = this.layout ? this.layout.toOffset(point) : point / this.times;
      return [at & 0xffff, at >> 16];
    }
    const d = this.stepAt(x, y);
    if (d < 0) return null;
    const { layout } = this;
    if (!layout) return [x + DX[d], y + DY[d]];
    const point = layout.toOffset(layout.toAxial(x | (y << 16)) + DX[d] + (DY[d] << 16));
    return [point & 0xffff, point >> 16];
  }

  findPath(x: number, y: number): Path | null {
    const path = new PathBuffer();
    return this.findPathInto(x, y, path) ? path.toPath() : null;
  }

  findPathInto(x: number, y: number, path: PathBuffer): boolean {
    checkBuffer(path);
    const flood = this.current();
    const { grid, layout, points, times } = this;
    const { linked } = this.nav;
    if (!pathAlong(flood, { grid, layout, linked, times }, this.cellAt(x, y), path, points)) return false;
    if (this.diagonal !== undefined) noteCost(this.nav, path);
    return true;
  }
}

/**
 * Distances and directions from every cell to the nearest of some goals. Weighted terrain counts; goals in walls are
 * ignored.
 *
 *     const toExit = flowField(nav, [12, 40, 60, 3]); // the nearer of two
 *     for (const unit of units) unit.step(toExit.next(unit.x, unit.y));
 *
 * @param goals x, y pairs
 * @throws {TypeError} if the goals are no list
 * @throws {RangeError} if the goals are not pairs, or not on the map; if costs are not one for each goal, or below 0;
 * if `reuse` is of another map
 */
export function flowField(nav: Nav, goals: ArrayLike<number>, options: FieldOptions = {}): Field {
  refuseUnknown(options, 'costs', 'diagonal', 'from', 'maxCost', 'reuse', 'sliced');
  const { costs, from, maxCost = Infinity, reuse, sliced } = options ?? {};
  const diagonal = diagonalOf(inside(nav), options?.diagonal);
  const made = fieldFor(nav, reuse);
  checkPairs(goals);
  if (from && typeof from[0] !== 'number') throw new TypeError(`from is ${String(from)}, expected [x, y]`);
  allow('maxCost', maxCost, 0, Infinity);
  const cells: number[] = [];
  for (let i = 0; i < goals.length; i += 2) {
    cells.push(made.cellAt(goals[i], goals[i + 1]));
    if (costs) allow(`cost of goal ${i / 2}`, costs[i / 2], 0, MOST_START);
  }
  const starts = costs && Array.from(costs);
  const target = from && made.cellAt(from[0], from[1]);
  return made.begin(
    ({ open }, flood, edited) => {
      const seeds: Seed[] = [];
      cells.forEach((cell, i) => {
        if (open[cell] > 0) seeds.push({ cell, cost: Math.round((starts?.[i] ?? 0) * made.times * flood.step) });
      });
      if (edited && target === undefined) flood.revise(edited, seeds);
      else flood.start(seeds, Math.round(maxCost * made.times * flood.step), target);
    },
    sliced,
    diagonal,
  );
}

/**
 * A field that leads away from the goals of another field, and past them if that is the shorter way to safety ("safety
 * maps" of roguelikes). The distance of each cell, times -`factor`, is the start cost of a goal there. A cell that
 * `danger` does not reach because of its `maxCost` is safe. The safest cell has distance 0.
 *
 *     const away = fleeField(nav, flowField(nav, [wolf.x, wolf.y], { maxCost: 30 }));
 *
 * @throws {RangeError} if factor is not 1.01 to 4, or `danger` not done, or of another map
 */
export function fleeField(nav: Nav, danger: Field, options: FleeOptions = {}): Field {
  refuseUnknown(options, 'factor', 'maxCost', 'reuse', 'sliced');
  const { factor = 1.2, maxCost = Infinity, reuse: old, sliced } = options ?? {};
  allow('factor', factor, LEAST_FACTOR, MOST_FACTOR);
  allow('maxCost', maxCost, 0, Infinity);
  const from = ofMap(inside(nav), danger);
  if (!from.done) throw new RangeError('the field is not done');
  // The danger is queried again after each edit, so its memory cannot be reused.
  const reuse = old === danger ? undefined : old;
  return fieldFor(nav, reuse).begin(
    (grid, flood) => {
      // After an edit the danger may be under way again.
      from.advance();
      const { seeds, safe } = fleeSeeds(grid, from.current(), factor, from.links(), from.times);
      flood.start(seeds, Math.round(maxCost * from.times * flood.step));
      for (const cell of safe) flood.bound(cell, 0);
    },
    sliced,
    from.diagonal,
  );
}

function ofMap(nav: GridNav, field: Field): CellField {
  if (!(field instanceof CellField))
    throw new TypeError(`field is ${String(field)}, expected that of flowField or fleeField`);
  if (field.nav !== nav) throw new RangeError('field of another map');
  return field;
}

function fieldFor(map: Nav, reuse?: Field): CellField {
  const nav = inside(map);
  return reuse ? ofMap(nav, reuse) : new CellField(nav);
}

/** @throws {TypeError | RangeError} unless a list is one of x, y pairs */
export function checkPairs(list: ArrayLike<number>, what = 'goals'): void {
  if (typeof list?.length !== 'number') throw new TypeError(`${what} is ${list}, expected a list of x, y pairs`);
  if (list.length % 2 !== 0) throw new RangeError(`${what} are ${list.length} numbers, expected x, y pairs`);
}

function allow(what: string, value: number, low: number, high: number): void {
  if (!(typeof value === 'number' && value >= low && value <= high))
    throw new RangeError(`${what} is ${value}, not ${low} to ${high}`);
}

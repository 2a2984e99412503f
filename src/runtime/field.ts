/**
 * Fields: for many units with one goal, or one of several. `gridprep/runtime/field`, whatever engine finds paths; not part of `load`.
 *
 * Measured and decided: docs/decisions/fields-rays.md.
 */
import { fleeSeeds } from '../field/flee.js';
import { type Flood, flood, GOAL, type Seed } from '../field/flood.js';
import { cellMarks, type Marks } from '../field/marks.js';
import { DX, DY } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import { now } from '../search/clock.js';
import { type Path, PathBuffer } from '../search/path.js';
import type { GridNav } from './nav.js';

/** The map of a field: what `load` gives, or anything with a grid. */
export type FieldMap = Pick<GridNav, 'grid' | 'version'>;

/** Options of {@link field} and {@link flee}. */
export interface FieldOptions {
  /** Cells that are farther than this, in steps, are left out, and cost no time; all are in without it. */
  maxCost?: number | undefined;
  /** For each goal the cost it starts with, in steps, 0 or more: a goal is worth a way so much longer to one that starts with 0. */
  costs?: ArrayLike<number> | undefined;
  /** x and y of the only cell whose distance and path are asked for: the field ends when they are known, and looks that way first. */
  from?: readonly [x: number, y: number] | undefined;
  /** A field of the same map whose memory the new one takes over, and which is the new one afterwards; unless the map was edited since. */
  out?: Field | undefined;
  /** True to do nothing yet: {@link Field.advance} does it, a slice at a time. */
  slices?: boolean | undefined;
}

/** Options of {@link flee}. */
export interface FleeOptions extends Omit<FieldOptions, 'costs' | 'from'> {
  /** What a step away from the danger is worth, 1.01 to 4, 1.2 if not said: the higher, the longer the ways past it that are still taken. */
  factor?: number | undefined;
}

/** How far every cell is from the nearest goal, and which way it is. Costs are exact: a path that follows the directions costs the distance. */
export interface Field {
  /** Is it complete? Only with `slices` it may not be. */
  readonly done: boolean;
  /** Distances below this are final, in steps; Infinity when all are. */
  readonly settled: number;
  /** Work done for it, the same on every machine: cells written, and 8 for each place where paths branch. */
  readonly work: number;
  /** That of the map when the field was begun. */
  readonly version: number | undefined;
  /**
   * Uint8Array: direction of the step from each cell, 0 north to 7 north-west, clockwise; 8 on a goal, 9 where the field does not reach.
   * Of a field with `from` only those along the path mean anything. The entry of a cell is at `(y + 1) * (nav.width + 2) + x + 1`.
   */
  readonly directions: Uint8Array;
  /**
   * Goes on with it. @param limit how much: milliseconds, or an amount of {@link work}; all of it without
   * @returns whether it is done
   */
  advance(limit?: { ms?: number; work?: number }): boolean;
  /**
   * Cost in steps of the cheapest path to a goal, its start cost included; Infinity where the field does not reach.
   * @throws {RangeError} if the cell is not on the map
   */
  distance(x: number, y: number): number;
  /** Direction of the next step, 0 to 7; -1 on a goal and where the field does not reach. @throws {RangeError} as {@link distance} */
  direction(x: number, y: number): number;
  /** The next cell on the way to the nearest goal, null on a goal and where the field does not reach. @throws {RangeError} as {@link distance} */
  next(x: number, y: number): [x: number, y: number] | null;
  /** The path from a cell to its nearest goal, null where the field does not reach. Its cost is without the start cost. @throws {RangeError} as {@link distance} */
  findPath(x: number, y: number): Path | null;
  /** {@link findPath} without allocation. @returns whether there is one; `path` is as it was when there is none */
  findPathInto(x: number, y: number, path: PathBuffer): boolean;
}

/** Marks of each map, shared by all its fields. */
const known = new WeakMap<object, Marks>();
/** Highest start cost of a goal, in steps, and bounds of the factor of {@link flee}: costs stay integers that a double holds. */
const MOST_START = 1e6;
const MOST_FACTOR = 4;
const LEAST_FACTOR = 1.01;
/** What an advance by time does before it looks at the clock: some 20 us. */
const SLICE = 2000;

class CellField implements Field {
  private readonly points: number[] = [];

  constructor(
    readonly map: FieldMap,
    readonly grid: Grid,
    readonly flood: Flood,
    readonly marks: Marks,
  ) {}

  get done(): boolean {
    return this.flood.settled === Infinity;
  }

  get settled(): number {
    return this.flood.settled / this.flood.step;
  }

  get version(): number | undefined {
    return this.marks.version;
  }

  get work(): number {
    return this.flood.work;
  }

  get directions(): Uint8Array {
    return this.flood.directions;
  }

  advance({ ms = Infinity, work = Infinity }: { ms?: number; work?: number } = {}): boolean {
    const end = now() + ms;
    // They count as no work, which does not tell whether another field has made them.
    while (this.marks.more()) if (now() >= end) return false;
    for (let left = work; !this.flood.advance(Math.min(left, SLICE)) && left > SLICE && now() < end; left -= SLICE);
    return this.done;
  }

  distance(x: number, y: number): number {
    return this.flood.cost(cellOf(this.grid, x, y)) / this.flood.step;
  }

  direction(x: number, y: number): number {
    const { flood } = this;
    const cell = cellOf(this.grid, x, y);
    const d = flood.directions[cell];
    return d < GOAL && flood.cost(cell) < Infinity ? d : -1;
  }

  next(x: number, y: number): [x: number, y: number] | null {
    const d = this.direction(x, y);
    return d < 0 ? null : [x + DX[d], y + DY[d]];
  }

  findPath(x: number, y: number): Path | null {
    const path = new PathBuffer();
    return this.findPathInto(x, y, path) ? path.toPath() : null;
  }

  findPathInto(x: number, y: number, path: PathBuffer): boolean {
    const { flood, grid, points } = this;
    const { directions } = flood;
    const start = cellOf(grid, x, y);
    if (flood.cost(start) === Infinity) return false;
    points.length = 0;
    let c = start;
    let at = x | (y << 16);
    for (let last = -1; ; ) {
      const d = directions[c];
      if (d !== last) points.push(at);
      if (d === GOAL) break;
      last = d;
      at += DX[d] + (DY[d] << 16);
      c += DX[d] + DY[d] * grid.stride;
    }
    path.write(points.reverse(), points.length, (flood.cost(start) - flood.cost(c)) / flood.step);
    return true;
  }
}

/**
 * Distances and directions from every cell to the nearest of some goals. Priced maps, too; goals in walls are no goals.
 *
 *     const toExit = field(nav, [12, 40, 60, 3]);
 *     for (const unit of units) unit.step(toExit.next(unit.x, unit.y));
 *
 * @param goals x, y pairs
 * @throws {RangeError} if the goals are not pairs, or not on the map; if costs are not one for each goal, or below 0; if `out` is of another map
 */
export function field(nav: FieldMap, goals: ArrayLike<number>, options: FieldOptions = {}): Field {
  const made = fieldFor(nav, options.out);
  const { grid, flood } = made;
  const { costs } = options;
  if (goals.length % 2 !== 0) throw new RangeError(`goals are ${goals.length} numbers, expected x, y pairs`);
  const seeds: Seed[] = [];
  for (let i = 0; i < goals.length; i += 2) {
    const cell = cellOf(grid, goals[i], goals[i + 1]);
    const cost = costs ? costs[i / 2] : 0;
    allow(`cost of goal ${i / 2}`, cost, 0, MOST_START);
    if (grid.open[cell] > 0) seeds.push({ cell, cost: Math.round(cost * flood.step) });
  }
  return begin(made, seeds, options);
}

/**
 * Where to run from what a field leads to: away from it, and past it where what is behind is worth it (the "safety maps" of roguelikes). The
 * distance of each cell, times -`factor`, is the start cost of a goal there. A cell that `from` does not reach because of its `maxCost` is safe.
 * Distances count from the safest cell, which has 0.
 *
 *     const away = flee(nav, field(nav, [wolf.x, wolf.y], { maxCost: 30 }));
 *
 * @throws {RangeError} if factor is not 1.01 to 4, or `from` not done, or of another map
 */
export function flee(nav: FieldMap, from: Field, options: FleeOptions = {}): Field {
  const { factor = 1.2 } = options;
  allow('factor', factor, LEAST_FACTOR, MOST_FACTOR);
  const { grid, flood, done } = own(nav, from);
  if (!done) throw new RangeError('the field is not done');
  const { seeds, safe } = fleeSeeds(grid, flood, factor);
  return begin(fieldFor(nav, options.out), seeds, options, safe);
}

/** A field of this map. */
function own(nav: FieldMap, field: Field): CellField {
  if (!(field instanceof CellField && field.grid === nav.grid)) throw new RangeError('field of another map');
  return field;
}

/** A field that may be begun: the old one, or a new one. */
function fieldFor(nav: FieldMap, out?: Field): CellField {
  const grid = nav.grid as Grid;
  const { version } = nav;
  // One from before an edit is of the same map, with marks of the old cells.
  if (out && (out as CellField).map !== nav) own(nav, out);
  if (out?.version === version && (out as CellField)?.grid === grid) return out as CellField;
  const before = known.get(grid);
  const marks = before?.version === version && before ? before : cellMarks(grid, version);
  known.set(grid, marks);
  return new CellField(nav, grid, flood(grid, marks.bytes), marks);
}

/** Begins a field, and completes it unless that is to be done in slices. @param safe cells with cost 0 that it does not reach */
function begin(field: CellField, seeds: Seed[], { maxCost = Infinity, slices, from }: FieldOptions, safe: number[] = []): Field {
  allow('maxCost', maxCost, 0, Infinity);
  field.flood.start(seeds, Math.round(maxCost * field.flood.step), from && cellOf(field.grid, ...from));
  for (const cell of safe) field.flood.bound(cell, 0);
  if (!slices) field.advance();
  return field;
}

function allow(what: string, value: number, low: number, high: number): void {
  if (!(value >= low && value <= high)) throw new RangeError(`${what} is ${value}, not ${low} to ${high}`);
}

/** @throws {RangeError} if the cell is not on the map */
function cellOf(grid: Grid, x: number, y: number): number {
  if (!grid.contains(x, y)) throw new RangeError(`cell ${x}, ${y} is not on the map of ${grid.width} x ${grid.height} cells`);
  return grid.cell(x, y);
}

/**
 * Landmarks (ALT; Goldberg & Harrelson 2005): a path between two cells costs at least the difference of their costs
 * from a third cell. They raise the lower bounds of pieces, so that the engine finds fewer of them.
 *
 * Landmarks are ends of arcs. A flood for the next one advances by as many cells as take the time of the pieces that
 * the last query has asked for, so no query waits for it. Which landmarks there are depends on earlier queries; which
 * path is found does not.
 */

import { directionSteps } from '../../core/grid/directions.js';
import type { ReadonlyGrid } from '../../core/grid/grid.js';
import { DIAGONAL } from '../../core/grid/step-costs.js';
import { MAX_COST } from '../../core/limits.js';
import { BucketRing } from '../../core/search/ring.js';
import type { AllArcs } from './arcs.js';
import { stepLengths } from './legal-moves.js';

/** Most landmarks, and most costs that they hold. */
const MOST = 8;
const MOST_COSTS = 0x80_0000;
/** Cells that are flooded in the time of a search of the engine, about. */
const CELLS_OF_SEARCH = 256;
/** Most searches whose time a query spends on a flood: code may not be compiled yet. */
const MOST_ASKED = 2;
/** Cost of cells out of reach, and of all that costs as much. */
export const FAR = 0x7fff_ffff;

/** Costs on foot from a cell, by a flood in buckets that can be interrupted. */
class Flood {
  /** Integer costs by cell. */
  readonly costs: Int32Array;
  private readonly ring: BucketRing;
  private bucket = 0;

  constructor(
    private readonly grid: ReadonlyGrid,
    private readonly all: AllArcs,
    source: number,
  ) {
    this.costs = new Int32Array(grid.open.length).fill(FAR);
    this.ring = new BucketRing((2 * DIAGONAL * (grid.costs ? 2 * MAX_COST : 1)) / all.unit);
    this.costs[source] = 0;
    this.ring.push(source, 0);
  }

  /** Each cell is expanded again only for less, so it ends. @returns whether it is done */
  advance(cells: number): boolean {
    const { all, grid, costs, ring } = this;
    const { unit, legal } = all;
    const weights = grid.costs ?? grid.open;
    const steps = directionSteps(grid.stride);
    const [straight, diagonal] = stepLengths(grid);
    let left = cells;
    for (; this.bucket <= ring.last; this.bucket++) {
      for (let cell = ring.pop(this.bucket); cell >= 0; cell = ring.pop(this.bucket)) {
        const cost = costs[cell];
        if (cost < this.bucket * unit) continue;
        for (let mask = legal(cell), d = 0; mask > 0; mask >>= 1, d++) {
          if ((mask & 1) === 0) continue;
          const next = cell + steps[d];
          const total = cost + ((d & 1) > 0 ? diagonal : straight) * (weights[cell] + weights[next]);
          if (total >= costs[next]) continue;
          costs[next] = total;
          ring.push(next, Math.floor(total / unit));
        }
        if (--left <= 0) return false;
      }
    }
    return true;
  }
}

/** The entry of an arc. */
export interface Landmark {
  readonly arc: number;
  /** Costs from it by cell, if they are known. */
  readonly costs?: Int32Array;
  /** The same at the entries of arcs, and at their exits. */
  readonly ends: readonly Int32Array[];
}

export class Landmarks {
  private list: Landmark[] = [];
  private flood: Flood | undefined;
  private arc = 0;
  private readonly most: number;
  /** Costs of cells, 0 where they are blocked, and walls when the last was made. */
  private weights = new Uint8Array(0);
  private walls: Uint8Array | undefined;

  constructor(
    private readonly grid: ReadonlyGrid,
    private readonly all: AllArcs,
  ) {
    // Differences are bounds where ways back cost the same.
    this.most = grid.stepCosts ? 0 : Math.min(MOST, Math.floor(MOST_COSTS / grid.open.length));
  }

  /** Drops all after an edit with which a path may cost less; after others those whose costs to cells are not known. */
  update(): void {
    const { grid, weights, walls } = this;
    this.flood = undefined;
    // The engine would find their costs to a start or goal on the map as it is now, which are not comparable.
    this.list = this.list.filter(({ costs }) => costs);
    const now = grid.costs ?? grid.open;
    for (let cell = 0; cell < now.length; cell++) {
      const isOpened = grid.open[cell] > 0 && !(weights[cell] > 0 && weights[cell] <= now[cell]);
      const isFreed = walls && (walls[cell] & ~(grid.walls?.[cell] ?? 0)) > 0;
      if (!isOpened && !isFreed) continue;
      this.list = [];
      return;
    }
  }

  /** Raises lower bounds between a cell and arcs. @param costFrom a landmark to it @param end 0: entries, 1: exits */
  raise(costFrom: (mark: Landmark) => number | undefined, end: number, bounds: Float64Array): void {
    for (const mark of this.list) {
      const own = costFrom(mark) ?? FAR;
      const others = mark.ends[end];
      if (own === FAR) continue;
      for (let arc = 0; arc < bounds.length; arc++) {
        const bound = Math.abs(own - others[arc]);
        if (bound > bounds[arc]) bounds[arc] = bound;
      }
    }
  }

  /** The entry that is farthest from a cell and all landmarks, -1 if no other is needed. @param bounds from the cell */
  farthest(bounds: Float64Array): number {
    let [most, found] = [-1, -1];
    if (this.list.length >= this.most) return found;
    for (let arc = 0; arc < bounds.length; arc++) {
      const least = this.list.reduce((sum, { ends }) => Math.min(sum, ends[0][arc]), bounds[arc]);
      if (bounds[arc] < Infinity && least > most) [most, found] = [least, arc];
    }
    return found;
  }

  /** Works on the next one. @param bounds from the start @param asked pieces of the last query @returns if it is one */
  grow(bounds: Float64Array, asked: number): boolean {
    const { grid, all, list } = this;
    if (asked === 0) return false;
    if (!this.flood) {
      this.arc = list.find(({ costs }) => !costs)?.arc ?? this.farthest(bounds);
      if (this.arc < 0) return false;
      this.flood = new Flood(grid, all, all.cells[0][this.arc]);
    }
    if (!this.flood.advance(CELLS_OF_SEARCH * Math.min(asked, MOST_ASKED))) return false;
    const { costs } = this.flood;
    this.add({ arc: this.arc, costs, ends: all.cells.map((cells) => cells.map((at) => costs[at])) });
    this.flood = undefined;
    return true;
  }

  add(mark: Landmark): void {
    const { grid } = this;
    // Nothing was opened since older ones were made: what is closed now holds for all.
    this.weights = grid.open.map((open, at) => open * (grid.costs?.[at] ?? 1));
    this.walls = grid.walls && new Uint8Array(grid.walls);
    this.list = [...this.list.filter(({ arc }) => arc !== mark.arc), mark];
  }
}

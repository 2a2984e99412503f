/**
 * Landmarks (ALT; Goldberg & Harrelson 2005): a path between two cells costs at least the difference of their costs from
 * a third cell. They raise the lower bounds of pieces, so that the engine finds fewer of them.
 *
 * Landmarks are ends of arcs. The next one is made when the engine has found as many pieces as take the time of a flood
 * of the map. Which there are depends on earlier queries; which path is found does not.
 */
import type { ReadonlyGrid } from '../../core/grid/grid.js';
import type { Side } from './arcs.js';

/** Most landmarks, and most costs that they hold. */
const [MOST, MOST_COSTS] = [8, 1 << 23];
/** Cells that are flooded in the time of a search of the engine, about. */
const CELLS_OF_SEARCH = 256;

interface Landmark {
  /** Integer costs by cell, -1 out of reach. */
  readonly costs: Int32Array;
  /** The same at the entries of arcs, and at their exits. */
  readonly ends: readonly Int32Array[];
}

/** Arcs that are listed, with bounds of their costs from or to a cell. */
type Listed = Pick<Side, 'arcs' | 'bounds' | 'count'>;

export class Landmarks {
  /** Pieces that the engine has found since the last one. */
  asked = 0;
  private list: Landmark[] = [];
  private readonly most: number;
  /** Costs of cells and walls when the first was made. */
  private weights = new Uint8Array(0);
  private walls: ArrayLike<number> | undefined;

  /** @param flood costs on foot from a cell, Infinity out of reach */
  constructor(
    private readonly grid: ReadonlyGrid,
    private readonly ends: readonly Int32Array[],
    private readonly flood: (cell: number) => Float64Array,
  ) {
    // Differences are bounds where ways back cost the same.
    this.most = grid.stepCosts ? 0 : Math.min(MOST, Math.floor(MOST_COSTS / grid.open.length));
  }

  /** Drops all after an edit with which a path may cost less. */
  update(): void {
    const { grid, list, weights, walls } = this;
    if (list.length === 0) return;
    const now = grid.costs ?? grid.open;
    for (let cell = 0; cell < now.length; cell++) {
      const isOpened = grid.open[cell] > 0 && !(weights[cell] > 0 && weights[cell] <= now[cell]);
      const isFreed = walls && (walls[cell] & ~(grid.walls?.[cell] ?? 0)) > 0;
      if (!isOpened && !isFreed) continue;
      this.list = [];
      return;
    }
  }

  /** Lower bound of the costs between a cell and an arc. @param end 0 for its entry, 1 for its exit */
  bound(cell: number, end: number, arc: number): number {
    let most = 0;
    for (const { costs, ends } of this.list) {
      const bound = costs[cell] < 0 ? 0 : Math.abs(costs[cell] - ends[end][arc]);
      if (bound > most) most = bound;
    }
    return most;
  }

  /** Raises the bounds of all arcs that are listed. */
  raise(cell: number, end: number, { arcs, bounds, count }: Listed): void {
    for (const { costs, ends } of this.list) {
      const own = costs[cell];
      const others = ends[end];
      if (own < 0) continue;
      for (let i = 0; i < count; i++) {
        const bound = Math.abs(own - others[arcs[i]]);
        if (bound > bounds[i]) bounds[i] = bound;
      }
    }
  }

  /** Makes one if that pays: the entry, of those that are listed, that is farthest from a cell and all others. */
  grow({ arcs, bounds, count }: Listed): void {
    const { grid, list, ends, asked } = this;
    if (list.length >= this.most || count === 0 || asked * CELLS_OF_SEARCH < grid.open.length) return;
    this.asked = 0;
    let [most, cell] = [-1, 0];
    for (let i = 0; i < count; i++) {
      const least = list.reduce((sum, mark) => Math.min(sum, mark.ends[0][arcs[i]]), bounds[i]);
      if (least > most) [most, cell] = [least, ends[0][arcs[i]]];
    }
    if (list.length === 0) {
      this.weights = Uint8Array.from(grid.open, (open, at) => open * (grid.costs?.[at] ?? 1));
      this.walls = grid.walls && Uint8Array.from(grid.walls);
    }
    const far = this.flood(cell);
    const costs = new Int32Array(far.length);
    for (let at = 0; at < far.length; at++) costs[at] = far[at] < 2 ** 31 ? far[at] : -1;
    list.push({ costs, ends: ends.map((cells) => cells.map((at) => costs[at])) });
  }
}

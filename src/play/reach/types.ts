/** What callers see of a reach. */
import type { StepCosts } from '../../core/grid/entered.js';
import type { Path } from '../../core/search/path.js';
import type { QueryOptions } from '../../runtime/nav.js';
import type { Blockers } from '../avoid/blockers.js';

/** Options of {@link reach}. */
export interface ReachOptions {
  /** Cells that may not be entered, as x, y pairs or what `blockersOf` gives: enemies. */
  avoid?: ArrayLike<number> | Blockers | undefined;
  /** Cells that may be crossed, not stopped on, as x, y pairs or blockers: friends. */
  pass?: ArrayLike<number> | Blockers | undefined;
  /**
   * Cells that end the move when they are entered, as x, y pairs: zones of control. A cell that is also in `pass` is
   * not entered.
   */
  stop?: ArrayLike<number> | undefined;
  /**
   * x, y, steps: cells that cost this number of steps more to enter, 0 to 10,000. The highest counts if a cell is named
   * twice.
   */
  slow?: ArrayLike<number> | undefined;
  /**
   * Cost of a diagonal step between cells of cost 1; `alternate` is 1, then 2, then 1. Default: the square root of 2.
   */
  diagonal?: 1 | 1.5 | 2 | 'alternate' | undefined;
  /** Cost of a step: the `average` of both cells, or the cost of the `entered` cell. Default: as on the map. */
  costs?: StepCosts | undefined;
  /** Links that the unit may take, as of `findPath`. */
  links?: QueryOptions['links'];
  /** A reach of the same map. Its memory is reused, and it becomes the new reach. */
  reuse?: Reach | undefined;
}

/**
 * Cells that a unit can reach within a number of steps. For larger units, cells are top left cells; `avoid`, `pass`,
 * `stop` and `slow` name single cells that the unit would cover.
 */
export interface Reach {
  /** Number of cells that the unit can stop on, its own included; 0 if it stands in a wall. */
  readonly count: number;
  /**
   * x, y of each of these cells, nearest first to within a step: Int32Array(2 * count), valid until the next `reuse`.
   */
  readonly cells: Int32Array;
  /** Whether the unit can stop there. @throws {RangeError} if the cell is not on the map */
  has(x: number, y: number): boolean;
  /**
   * Cost in steps of the cheapest way to a cell, also to one that may only be crossed; Infinity beyond reach.
   * @throws {RangeError} as `has`
   */
  costAt(x: number, y: number): number;
  /** The cheapest path to a cell that the unit can stop on, null to any other. @throws {RangeError} as `has` */
  pathTo(x: number, y: number): Path | null;
}

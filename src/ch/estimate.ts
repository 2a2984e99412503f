/** What a contraction will take, without the whole of it. */
import { countOpen, type Grid } from '../grid/grid.js';
import { diagonalPieces } from '../grid/pieces.js';
import { buildHierarchy } from './build.js';
import { ruleOf } from './rules.js';

/** What the contraction hierarchy of a map will cost. */
export interface HierarchyEstimate {
  subgoals: number;
  /** Of contraction on one core of this machine. */
  seconds: number;
  /** Of levels and shortcuts, which are what the blob holds beside the grid. */
  bytes: number;
  /** What they may have at most, where the map was not contracted whole. */
  mostBytes: number;
}

/** Maps of so many subgoals are contracted whole: that takes three seconds at most. */
const WHOLE = 8000;
/** Of others pieces are, of so many subgoals together, then of twice as many. */
const FIRST = 3000;
const PIECES = 2;
/** Pieces get no larger once they take this long. */
const LONG_SECONDS = 0.4;
/**
 * Time grows faster than the number of subgoals, the more the denser their graph is: by this power of it at one edge a subgoal, and by that
 * much more for each further one (mazes 1.0 edges, noise of one blocked cell in ten 3.5).
 */
const POWER = 1;
const POWER_PER_EDGE = 0.13;

/** How much larger than estimated the bytes may be: 1.5 on noise of one blocked cell in ten, whose shortcuts grow with the map. */
const MOST = 1.6;

/**
 * Contracts the map, or pieces of it. Takes up to about three seconds.
 * @throws {MapTooLargeError} if a piece has more shortcuts than a blob could hold
 */
export function estimateHierarchy(grid: Grid): HierarchyEstimate {
  const rule = ruleOf(grid);
  const map = rule.find(grid);
  const subgoals = map.cells.length;
  const edges = rule.edges(grid, map).first[subgoals];
  const power = POWER + POWER_PER_EDGE * (edges / Math.max(1, subgoals) - 1);
  // The first contraction waits for the compiler, as a bake does.
  let compiling = 0;
  for (let count = subgoals <= WHOLE ? subgoals : FIRST; ; count *= 2) {
    const whole = 2 * count >= subgoals;
    const parts = whole ? [grid] : pieces(grid, count / subgoals);
    const start = performance.now();
    const bakes = parts.map((part) => buildHierarchy(part));
    const seconds = (performance.now() - start) / 1000;
    const bytes = bakes.reduce((sum, bake) => sum + bake.bits.length, 0);
    if (whole) return { subgoals, seconds: seconds + compiling, bytes, mostBytes: bytes };
    const contracted = bakes.reduce((sum, bake) => sum + bake.subgoals, 0);
    if (compiling > 0 && seconds > LONG_SECONDS) {
      const growth = ((subgoals * parts.length) / contracted) ** power / parts.length;
      const all = Math.round((bytes * subgoals) / contracted);
      return { subgoals, seconds: seconds * growth + compiling, bytes: all, mostBytes: Math.round(MOST * all) };
    }
    compiling ||= seconds;
  }
}

/** Squares that have a share of the map's cells together. */
function pieces(grid: Grid, share: number): Grid[] {
  const side = Math.ceil(Math.sqrt((grid.width * grid.height * share) / PIECES));
  return diagonalPieces(grid, PIECES, side, 1).filter((piece) => countOpen(piece) > 0);
}

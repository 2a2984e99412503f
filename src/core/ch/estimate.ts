/** Estimates of contractions, from pieces of the map. */
import { timeSample } from '../chunks/sample.js';
import { countOpen, type Grid } from '../grid/grid.js';
import { diagonalPieces } from '../grid/pieces.js';
import { buildHierarchy } from './build.js';
import { ruleOf } from './rules.js';

/** Estimate of a contraction hierarchy. */
export interface HierarchyEstimate {
  subgoals: number;
  /** Seconds of contraction on one core of this machine. */
  seconds: number;
  /** Bytes of levels and shortcuts; the blob holds the grid beside them. */
  bytes: number;
  /** Upper bound of `bytes`, where the map was not contracted whole. */
  mostBytes: number;
}

/** Maps of so many subgoals are contracted whole: that takes three seconds at most. */
const WHOLE = 8000;
const FIRST = 3000;
const PIECES = 2;
const ENOUGH_SECONDS = 0.4;
/**
 * Time grows faster than the number of subgoals, the more the denser their graph is: by this power at one edge a
 * subgoal, and by that much more for each further one (mazes 1.0 edges, noise of one blocked cell in ten 3.5).
 */
const POWER = 1;
const POWER_PER_EDGE = 0.13;
/** Factor by which bytes may exceed the estimate: 1.5 measured on noise of one blocked cell in ten. */
const MOST = 1.6;

/**
 * Contracts the map, or pieces of it. Takes up to about three seconds.
 * @throws {MapTooLargeError} if a piece has more shortcuts than a blob could hold
 */
export async function estimateHierarchy(grid: Grid): Promise<HierarchyEstimate> {
  const rule = ruleOf(grid);
  const map = rule.find(grid);
  const subgoals = map.cells.length;
  const edges = rule.edges(grid, map).first[subgoals];
  const { seconds, bytes, whole } = await timeSample({
    units: subgoals,
    whole: WHOLE,
    first: FIRST,
    enough: ENOUGH_SECONDS,
    power: POWER + POWER_PER_EDGE * (edges / Math.max(1, subgoals) - 1),
    run(share) {
      const side = Math.ceil(Math.sqrt((grid.width * grid.height * share) / PIECES));
      const pieces = share === 1 ? [grid] : diagonalPieces(grid, PIECES, side, 1);
      const bakes = pieces.filter((piece) => countOpen(piece) > 0).map((piece) => buildHierarchy(piece));
      const units = bakes.reduce((sum, bake) => sum + bake.subgoals, 0);
      return { units, bytes: bakes.reduce((sum, { bits }) => sum + bits.length, 0), pieces: bakes.length };
    },
  });
  return { subgoals, seconds, bytes, mostBytes: whole ? bytes : Math.round(MOST * bytes) };
}

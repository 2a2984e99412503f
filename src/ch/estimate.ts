/** What a contraction will take, without the whole of it. */
import { countOpen, type Grid } from '../grid/grid.js';
import { diagonalPieces } from '../grid/pieces.js';
import { buildHierarchy, directEdges } from './build.js';
import { subgoalRule } from './moves.js';
import { findSubgoals } from './subgoals.js';

/** What the contraction hierarchy of a map will cost. */
export interface HierarchyEstimate {
  subgoals: number;
  /** Of contraction on one core of this machine. */
  seconds: number;
  /** Of levels and shortcuts, which are what the blob holds beside the grid. */
  bytes: number;
}

/** Maps of so many subgoals are contracted whole: that takes about a second. */
const WHOLE = 6000;
/** Pieces of others have about so many. */
const PIECE = 3000;
const PIECES = 2;
/**
 * Time grows faster than the number of subgoals, the more the denser their graph is: by this power of it at one edge a subgoal, and by that
 * much more for each further one (mazes 1.0 edges, noise of one blocked cell in ten 3.5).
 */
const POWER = 1;
const POWER_PER_EDGE = 0.13;

/** Contracts the map, or pieces of a large one. Takes up to about two seconds. */
export function estimateHierarchy(grid: Grid): HierarchyEstimate {
  const rule = subgoalRule(grid.moveRule);
  const map = findSubgoals(grid, rule);
  const subgoals = map.cells.length;
  const edges = directEdges(grid, map, rule).targets.length / 2;
  const parts = subgoals <= WHOLE ? [grid] : pieces(grid, subgoals);
  let [seconds, bytes, contracted] = [0, 0, 0];
  for (const part of parts) {
    const start = performance.now();
    const bake = buildHierarchy(part);
    seconds += (performance.now() - start) / 1000;
    bytes += bake.bits.length;
    contracted += bake.subgoals;
  }
  if (parts.length === 1 || contracted === 0) return { subgoals, seconds, bytes };
  const power = POWER + POWER_PER_EDGE * (edges / subgoals - 1);
  const growth = ((subgoals * parts.length) / contracted) ** power / parts.length;
  return { subgoals, seconds: seconds * growth, bytes: Math.round((bytes * subgoals) / contracted) };
}

/** Squares of about {@link PIECE} subgoals each. */
function pieces(grid: Grid, subgoals: number): Grid[] {
  const side = Math.ceil(Math.sqrt((grid.width * grid.height * PIECE) / subgoals));
  return diagonalPieces(grid, PIECES, side, 1).filter((piece) => countOpen(piece) > 0);
}

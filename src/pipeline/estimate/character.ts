/** Counts of a map that decide which engine is fastest on it; the same on every machine. */
import { subgoalRule } from '../../core/ch/moves.js';
import { ruleOf } from '../../core/ch/rules.js';
import { PRICED_RULES } from '../../core/grid/beside.js';
import { withMoves } from '../../core/grid/clearance.js';
import { countOpen, type Grid } from '../../core/grid/grid.js';
import { random, sampleOpen } from '../../core/grid/sample.js';
import { bakeJps } from '../../core/jps/bake.js';
import { load } from '../../core/runtime/load-all.js';
import { PathBuffer } from '../../core/search/path.js';

/** Nodes of a contraction hierarchy: corners of walls, or jump points of terrain that costs. */
export interface Corners {
  /** Open cells. */
  cells: number;
  /** Nodes, as a share of the open cells. */
  subgoals: number;
  /** Direct edges of a node, on average, each counted at one end. */
  edges: number;
}

/** {@link Corners}, and what paths are like. */
export interface Character extends Corners {
  /** Nodes that JPS+ expands for a path. */
  expanded: number;
  /** Cells of a path. */
  steps: number;
}

/** Takes about as long as a load of a contraction hierarchy. */
export function cornersOf(grid: Grid): Corners {
  const rule = PRICED_RULES.includes(grid.moveRule) ? ruleOf(grid) : subgoalRule(grid.moveRule);
  const map = rule.find(grid);
  const cells = countOpen(grid);
  const count = map.cells.length;
  return {
    cells,
    subgoals: count / Math.max(1, cells),
    edges: rule.edges(grid, map).first[count] / Math.max(1, count),
  };
}

/** Paths that are looked at, and pairs of cells that are tried to find them. */
const PATHS = 100;
const PAIRS = 2000;

/** {@link Corners}, and averages over paths between cells at random. */
export async function characterOf(grid: Grid): Promise<Character> {
  // Jump points on terrain that costs know eight moves alone.
  const walked = grid.costs ? withMoves(grid, 'no-corners') : grid;
  const nav = load(await bakeJps(walked, { codec: 'none' }), { wasm: false });
  const cells = sampleOpen(grid, 2 * PAIRS, random(1));
  const path = new PathBuffer();
  let [paths, expanded, steps] = [0, 0, 0];
  for (let i = 0; i < cells.length && paths < PATHS; i += 2) {
    if (!nav.findPathInto(...cells[i], ...cells[i + 1], path)) continue;
    paths++;
    expanded += nav.search.expanded;
    steps += path.cellCount;
  }
  return { ...cornersOf(grid), expanded: expanded / Math.max(1, paths), steps: steps / Math.max(1, paths) };
}

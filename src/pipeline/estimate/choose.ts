/** Chooses the artifacts that suit a map, for presets and `prep estimate`. */

import { isDirected } from '../../core/grid/entered.js';
import { countOpen, type Grid } from '../../core/grid/grid.js';
import { axialOf } from '../../core/grid/hexes.js';
import { searchable } from '../../core/grid/refuse.js';
import { isHex, isStraight } from '../../core/grid/rules.js';
import { subgoalRule } from '../../engines/ch/moves.js';
import { buildJumpDistances } from '../../engines/jps/build.js';
import { weightedJumps } from '../../engines/weighted/jumps.js';

/** Artifacts between which a map chooses. */
const ALTERNATIVES = ['jps', 'bounds', 'ch', 'hpa'] as const;

export interface Choice {
  /** Names of artifacts that are not baked. */
  leftOut: string[];
  /** The reason, for people. */
  because: string;
}

/**
 * Below this number of edges per subgoal and above this share of subgoals, passages are narrow and goal bounds have a
 * box at every turn. Then a hierarchy answers up to twice as fast with a tenth of the bytes and of the bake time.
 * Figures in docs/decisions/contraction-hierarchies.md.
 */
const FEW_EDGES = 1.6;
const MANY_SUBGOALS = 0.05;
/**
 * From this number of edges per subgoal, queries of a hierarchy are slower than those of jump points without bounds,
 * and its bake may have more pairs of edges than a blob can hold.
 */
const OPEN_EDGES = 6;
/** Jump points times open cells, the work of the floods of goal bounds. More takes minutes. */
const LONG_FLOODS = 1e10;
/**
 * Jump points of weighted terrain whose contraction takes at most a minute: on any terrain, and on terrain where few
 * cells are jump points, such as patches and roads.
 */
const FEW_NODES = 80_000;
const MANY_NODES = 1_000_000;
const DENSE = 0.3;

/** Decides by counts, so that each machine chooses the same. @param named artifacts that are always baked */
export function chooseFastest(grid: Grid, named: readonly string[] = []): Choice {
  const { artifacts, because } = fastestFor(grid);
  const leftOut = ALTERNATIVES.filter((name) => !artifacts.includes(name));
  // Goal bounds need jump distances, a table needs HPA*.
  const needs: Record<string, string> = { jps: 'bounds', hpa: 'table' };
  const kept = leftOut.filter((name) => named.includes(name) || named.includes(needs[name]));
  if (kept.length === 0) return { leftOut, because };
  return {
    leftOut: leftOut.filter((name) => !kept.includes(name)),
    because: `${because}; and ${kept.join(', ')}, as the config says`,
  };
}

/** The artifacts that answer fastest without minutes of baking, and the reason. */
export function fastestFor(grid: Grid): { artifacts: string[]; because: string } {
  const [artifacts, because] = fastest(grid);
  return { artifacts, because };
}

function fastest(map: Grid): [artifacts: string[], because: string] {
  const grid = axialOf(searchable(map));
  const { costs } = grid;
  // Rows of walls are corridors, in which goal bounds have a box at every turn.
  if (map.walls && isStraight(map)) return [['ch'], 'walls between cells, and no diagonals'];
  if (costs && isDirected(grid)) return [['jps'], 'steps cost what the entered cell costs'];
  // Hierarchies make queries 2 to 10 times as fast on all measured patterns of costs.
  if (costs && contractsSoon(grid)) return [['ch'], 'weighted terrain'];
  if (costs) return [['jps'], 'weighted terrain on which ch would take minutes to bake'];
  if (isHex(grid))
    return floodsTooLong(grid)
      ? [['jps'], 'hexagons on which bounds would take minutes to bake']
      : [['jps', 'bounds'], 'hexagons'];
  const { edges, subgoals } = cornersOf(grid);
  const counts = `${(100 * subgoals).toFixed(1)} % wall corners, ${edges.toFixed(1)} ways from each`;
  if (edges < FEW_EDGES && subgoals > MANY_SUBGOALS) return [['ch'], `narrow passages: ${counts}`];
  if (!floodsTooLong(grid)) return [['jps', 'bounds'], `open ground: ${counts}`];
  const slow = 'bounds would take minutes to bake';
  if (edges < OPEN_EDGES) return [['ch'], `${slow}: ${counts}`];
  return [['jps'], `${slow}, ch would be large: ${counts}`];
}

/** Nodes of a contraction hierarchy, corners of walls, as a share of the open cells, and the direct edges of each. */
export function cornersOf(grid: Grid): { subgoals: number; edges: number } {
  const rule = subgoalRule(grid.moveRule);
  const map = rule.find(grid);
  const count = map.cells.length;
  return {
    subgoals: count / Math.max(1, countOpen(grid)),
    edges: rule.edges(grid, map).first[count] / Math.max(1, count),
  };
}

function contractsSoon(grid: Grid): boolean {
  const nodes = weightedJumps(grid).nodes.reduce((sum, arrivals) => sum + Number(arrivals > 0), 0);
  return nodes <= FEW_NODES || (nodes <= MANY_NODES && nodes < DENSE * countOpen(grid));
}

/** Whether goal bounds of a map without costs would take minutes. */
export function floodsTooLong(grid: Grid): boolean {
  return countOpen(grid) * buildJumpDistances(grid).arrivals.length > LONG_FLOODS;
}

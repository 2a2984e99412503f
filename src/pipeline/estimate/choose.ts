/** Choice between goal bounds and contraction hierarchies for a map. */
import { PRICED_RULES } from '../../core/grid/beside.js';
import { countOpen, type Grid } from '../../core/grid/grid.js';
import { buildJumpDistances } from '../../core/jps/build.js';
import { pricedJumps } from '../../core/priced/jumps.js';
import { cornersOf } from './character.js';

/** Choice between alternative artifacts. */
export interface Choice {
  /** Names of those that are not baked. */
  leftOut: string[];
  /** Why, for people. */
  because: string;
}

/**
 * Below so many edges a subgoal, and above such a share of them among the open cells, ways are so narrow that goal
 * bounds have a box at every turn: they answer no faster than a hierarchy then, or half as fast, and take ten times its
 * bytes and its bake. Figures in docs/decisions/contraction-hierarchies-or-goal-bounds.md.
 */
const FEW_EDGES = 1.6;
const MANY_SUBGOALS = 0.05;
/**
 * From so many edges a subgoal on a query of a hierarchy takes longer than one of jump points alone, and its bake may
 * end with more pairs of edges than a blob holds.
 */
const OPEN_EDGES = 6;
/** Jump points times open cells: what floods of goal bounds walk through. More takes minutes. */
const LONG_FLOODS = 1e10;
/** The limit with cell costs, where every flood visits every cell: 40 ns each. */
const LONG_PRICED_FLOODS = 5e9;
/**
 * Jump points of terrain that costs: so many take a minute at most, whatever the terrain. On patches and roads, where
 * few cells are jump points, a node takes a tenth of the time that it takes on gradients.
 */
const FEW_NODES = 80_000;
const MANY_NODES = 1_000_000;
const DENSE = 0.3;

/**
 * Decides by counts, not by times: the same map has the same artifacts on every machine.
 * @param named artifacts that are baked in any case
 * @param hasHpa whether HPA* may be chosen
 */
export function chooseFastest(grid: Grid, named: readonly string[] = [], hasHpa = true): Choice {
  const { leftOut, because } = choiceFor(grid, hasHpa);
  // Goal bounds answer no query without jump distances, a table none without HPA*.
  const needs: Record<string, string> = { jps: 'bounds', hpa: 'table' };
  const kept = leftOut.filter((name) => named.includes(name) || named.includes(needs[name]));
  if (kept.length === 0) return { leftOut, because };
  return {
    leftOut: leftOut.filter((name) => !kept.includes(name)),
    because: `${because}; and ${kept.join(', ')}, as the config says`,
  };
}

function choiceFor(grid: Grid, hasHpa: boolean): Choice {
  if (hasHpa && grid.costs && !PRICED_RULES.includes(grid.moveRule))
    return { leftOut: ['jps', 'bounds', 'ch'], because: `hpa alone knows costs under diagonals ${grid.moveRule}` };
  // They make queries 2 to 10 times as fast on every pattern of costs that was measured.
  if (grid.costs && contractsSoon(grid))
    return { leftOut: ['jps', 'bounds', 'hpa'], because: 'ch for terrain that costs' };
  if (grid.costs)
    return {
      leftOut: ['bounds', 'ch', 'hpa'],
      because: 'jps alone for terrain that costs: contraction would take minutes',
    };
  const { edges, subgoals } = cornersOf(grid);
  const counts = `${edges.toFixed(1)} edges a subgoal, ${(100 * subgoals).toFixed(1)} % of the cells subgoals`;
  if (edges < FEW_EDGES && subgoals > MANY_SUBGOALS)
    return { leftOut: ['jps', 'bounds', 'hpa'], because: `ch for narrow ways: ${counts}` };
  if (floodsTooLong(grid) && edges >= OPEN_EDGES)
    return { leftOut: ['bounds', 'ch', 'hpa'], because: `jps alone because goal bounds would take minutes: ${counts}` };
  if (floodsTooLong(grid))
    return { leftOut: ['jps', 'bounds', 'hpa'], because: `ch because goal bounds would take minutes: ${counts}` };
  return { leftOut: ['ch', 'hpa'], because: `goal bounds for open space: ${counts}` };
}

/** Whether the jump points of terrain that costs are contracted in a minute or two. */
function contractsSoon(grid: Grid): boolean {
  if (!PRICED_RULES.includes(grid.moveRule)) return false;
  const nodes = pricedJumps(grid).nodes.reduce((sum, arrivals) => sum + Number(arrivals > 0), 0);
  return nodes <= FEW_NODES || (nodes <= MANY_NODES && nodes < DENSE * countOpen(grid));
}

/** Whether goal bounds of a map would take minutes. */
export function floodsTooLong(grid: Grid): boolean {
  const cells = countOpen(grid);
  if (!grid.costs) return cells * buildJumpDistances(grid).arrivals.length > LONG_FLOODS;
  return cells * pricedJumps(grid).nodes.reduce((sum, arrivals) => sum + Number(arrivals > 0), 0) > LONG_PRICED_FLOODS;
}

/** The rule of any grid, for bakes and tools; games ship those rules alone that their engines know. */
import type { Grid } from '../grid/grid.js';
import { refuseMoves } from '../grid/refuse-costs.js';
import { subgoalRule } from './moves.js';
import { pricedRule } from './priced.js';
import type { SubgoalRule } from './subgoals.js';

/** @throws {MapError} if cells have costs under the move rule `never` */
export function ruleOf(grid: Grid): SubgoalRule {
  if (grid.costs) refuseMoves(grid, 'contraction hierarchies on terrain that costs');
  return grid.costs ? pricedRule(grid) : subgoalRule(grid.moveRule);
}

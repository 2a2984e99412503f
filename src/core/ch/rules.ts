/** The rule of any grid, for bakes and tools; games ship those rules alone that their engines know. */
import type { Grid } from '../grid/grid.js';
import { refuseHexes } from '../grid/refuse.js';
import { subgoalRule } from './moves.js';
import { pricedRule } from './priced.js';
import type { SubgoalRule } from './subgoals.js';

export function ruleOf(grid: Grid): SubgoalRule {
  refuseHexes(grid, 'contraction hierarchies');
  return grid.costs ? pricedRule(grid) : subgoalRule(grid.moveRule);
}

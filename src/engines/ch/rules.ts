/** The rule of any grid, for bakes and tools. Games ship only the rules of their engines. */
import type { Grid } from '../../core/grid/grid.js';
import { isHex } from '../../core/grid/rules.js';
import { subgoalRule } from './moves.js';
import type { SubgoalRule } from './subgoals.js';
import { weightedRule } from './weighted.js';

/** @param grid of hexagons in axial coordinates */
export function ruleOf(grid: Grid): SubgoalRule {
  return grid.costs || isHex(grid) ? weightedRule(grid) : subgoalRule(grid.moveRule);
}

/** Benchmark queries: lines of a scenario file, or seeded pairs of connected cells. */
import { componentsOf } from '../../core/grid/components.js';
import type { Grid } from '../../core/grid/grid.js';
import { cutsCorners } from '../../core/grid/rules.js';
import { random, shuffle } from '../../core/grid/sample.js';
import { PathBuffer } from '../../core/search/path.js';
import type { Scenario } from '../../maps/scen.js';
import { aStar } from '../baselines/astar.js';

type Cell = [x: number, y: number];

/** A query: start, goal, and the optimal length that a scenario file states, rounded as it is there. */
export interface BenchQuery {
  from: Cell;
  to: Cell;
  stated?: number;
}

export interface PairOptions {
  count: number;
  seed: number;
  /** Only pairs whose shortest path has more steps than this. */
  longer: number;
}

/** Draws that find no connected pair before the search for one is given up. */
const MOST_DRAWS = 100_000;

/**
 * Random queries: pairs of connected cells, the same for the same seed.
 * @param options 500 pairs with the seed 1 by default
 * @returns pairs of different cells with a path between them; fewer than asked where {@link MOST_DRAWS} in turn find
 * none
 */
export function drawPairs(grid: Grid, options: Partial<PairOptions> = {}): BenchQuery[] {
  const { count = 500, seed = 1, longer = 0 } = options;
  const components = componentsOf(grid)[0];
  const next = random(seed);
  const draw = (): Cell => [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
  const search = aStar(grid);
  const path = new PathBuffer();
  const pairs: BenchQuery[] = [];
  for (let failed = 0; pairs.length < count && failed < MOST_DRAWS; failed++) {
    const [from, to] = [draw(), draw()];
    if (!grid.isOpen(...from) || !grid.isOpen(...to)) continue;
    const [start, goal] = [grid.cell(...from), grid.cell(...to)];
    if (start === goal || components[start] !== components[goal]) continue;
    if (longer > 0 && !(search.search(...from, ...to, path) && path.cost > longer)) continue;
    pairs.push({ from, to });
    failed = 0;
  }
  return pairs;
}

/**
 * Scenarios as queries, without those whose start is their goal, evenly thinned out over the file, in seeded random
 * order: a benchmark that is cut short has then seen a fair share of all lengths.
 * @param count most of them; 0 for all
 * @param longer only those whose stated optimum is longer than this
 * @param stated false where the optima are of other walkers
 */
export function scenarioQueries(all: Scenario[], count: number, seed: number, longer = 0, stated = true): BenchQuery[] {
  const moving = all.filter((s) => (s.startX !== s.goalX || s.startY !== s.goalY) && s.optimal > longer);
  const most = count === 0 ? moving.length : Math.min(count, moving.length);
  const kept = Array.from({ length: most }, (_, i) => moving[Math.floor(((i + 0.5) * moving.length) / most)]);
  const queries = kept.map(({ startX, startY, goalX, goalY, optimal }): BenchQuery => {
    return { from: [startX, startY], to: [goalX, goalY], ...(stated && { stated: optimal }) };
  });
  return shuffle(queries, random(seed));
}

/** Scenarios, which are for units of one cell, that a larger unit can also answer. */
export function scenariosFor(grid: Grid, scenarios: Scenario[]): Scenario[] {
  if (grid.size === 1 && !cutsCorners(grid)) return scenarios;
  const components = componentsOf(grid)[0];
  const label = (x: number, y: number) => components[grid.cell(x, y)];
  return scenarios.filter(
    (s) => label(s.startX, s.startY) > 0 && label(s.startX, s.startY) === label(s.goalX, s.goalY),
  );
}

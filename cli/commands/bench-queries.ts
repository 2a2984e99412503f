/** The queries of `prep bench`: those of a scenario file, or seeded pairs of cells. */
import { existsSync } from 'node:fs';
import type { Grid } from '../../src/core/grid/grid.js';
import { parseScenarios } from '../../src/core/maps/scen.js';
import { drawPairs, type Query, scenarioQueries, scenariosFor } from '../../src/lab/bench/queries.js';
import { UsageError } from '../shared/errors.js';
import { readText } from '../shared/input.js';

export const DEFAULT_QUERIES = 500;
export const QUICK_QUERIES = 50;

interface QueryArguments {
  scenarios: string | undefined;
  queries: number | undefined;
  quick: boolean;
  'min-cost': number;
  pairs: boolean | undefined;
  seed: number;
}

/** Chooses the queries of a map. @throws {UsageError} if an option is wrong or the map has no such queries */
export function querySource(argv: QueryArguments): (file: string, grid: Grid) => Promise<Query[]> {
  const { seed, 'min-cost': longer } = argv;
  const count = argv.queries ?? (argv.quick ? QUICK_QUERIES : DEFAULT_QUERIES);
  return async (file, grid) => {
    const scen = argv.scenarios ?? `${file}.scen`;
    // Scenarios are for single cells: for larger units they must be named.
    const isFound = !argv.pairs && grid.size === 1 && existsSync(scen);
    if (argv.scenarios !== undefined || isFound) return scenarios(scen, grid, count, seed, longer);
    const pairs = drawPairs(grid, { count: count || DEFAULT_QUERIES, seed, longer });
    if (pairs.length === 0)
      throw new UsageError(
        `${file}: no two different cells found that are connected, or far enough apart; choose a smaller --min-cost`,
      );
    return pairs;
  };
}

async function scenarios(file: string, grid: Grid, count: number, seed: number, longer: number): Promise<Query[]> {
  const { width, height } = grid;
  const all = parseScenarios(await readText(file), file);
  for (const s of all) {
    if (s.width !== width || s.height !== height)
      throw new UsageError(`${file} is for a map of ${s.width} x ${s.height}, the map is ${width} x ${height}`);
  }
  const stated = grid.size === 1 && grid.moveRule === 'no-corners';
  const queries = scenarioQueries(scenariosFor(grid, all), count, seed, longer, stated);
  if (queries.length === 0)
    throw new UsageError(
      `${file}: no scenario ${grid.size > 1 ? `has room for a square of ${grid.size} cells, or ` : ''}is longer than ` +
        `${longer} steps; choose a smaller --min-cost`,
    );
  return queries;
}

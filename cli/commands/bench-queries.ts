/** The queries of `prep bench`: a scenario file where there is one, else seeded pairs of cells. */
import { existsSync } from 'node:fs';
import { drawPairs, type Query, type Square, scenarioQueries, scenariosFor } from '../../src/bench/queries.js';
import type { Grid } from '../../src/grid/grid.js';
import { parseScenarios } from '../../src/maps/scen.js';
import { UsageError } from '../shared/errors.js';
import { readText } from '../shared/input.js';
import { wholeNumber } from '../shared/options.js';

export const DEFAULT_QUERIES = 500;
export const QUICK_QUERIES = 50;

/** The options that say which queries. */
interface QueryArguments {
  scen: string | undefined;
  queries: number | undefined;
  quick: boolean;
  longer: number;
  pairs: 'uniform' | 'normal' | undefined;
  seed: number;
  'start-square': string | undefined;
  'goal-square': string | undefined;
}

/** How the queries of a map are found. @throws {UsageError} if an option is wrong; what it returns, if the map has no such queries */
export function querySource(argv: QueryArguments): (file: string, grid: Grid) => Promise<Query[]> {
  const given = argv.queries === undefined ? undefined : wholeNumber('queries', argv.queries, 0, 1_000_000);
  const count = given ?? (argv.quick ? QUICK_QUERIES : DEFAULT_QUERIES);
  const longer = wholeNumber('longer', argv.longer, 0, 1_000_000);
  const seed = wholeNumber('seed', argv.seed, 1, 2 ** 31 - 1);
  const startSquare = square('start-square', argv['start-square']);
  const goalSquare = square('goal-square', argv['goal-square']);
  return async (file, grid) => {
    const scen = argv.scen ?? `${file}.scen`;
    // A scenario is of single cells: of larger walkers only where it is named.
    const isMade = argv.pairs === undefined && grid.size === 1 && existsSync(scen);
    if (argv.scen !== undefined || isMade) return scenarios(scen, grid, count, seed, longer);
    checkSquares(file, grid, { 'start-square': startSquare, 'goal-square': goalSquare });
    const distribution = argv.pairs ?? 'uniform';
    const pairs = drawPairs(grid, {
      count: count || DEFAULT_QUERIES,
      seed,
      distribution,
      startSquare,
      goalSquare,
      longer,
    });
    if (pairs.length === 0)
      throw new UsageError(
        `${file}: no two different cells found there that are connected, or far enough apart; choose other squares or a smaller --longer`,
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
  const queries = scenarioQueries(
    scenariosFor(grid, all),
    count,
    seed,
    longer,
    grid.size === 1 && grid.moveRule === 'no-corners',
  );
  if (queries.length === 0)
    throw new UsageError(
      `${file}: no scenario ${grid.size > 1 ? `has room for a square of ${grid.size} cells, or ` : ''}is longer than ${longer} steps; choose a smaller --longer`,
    );
  return queries;
}

function square(name: string, value: string | undefined): Square | undefined {
  if (value === undefined) return undefined;
  const match = /^(\d+),(\d+),([1-9]\d*)$/.exec(value);
  if (!match) throw new UsageError(`--${name} is "${value}", expected X,Y,SIDE, for example --${name} 0,0,100`);
  const [x, y, side] = match.slice(1).map(Number);
  return { x, y, side };
}

function checkSquares(file: string, { width, height }: Grid, squares: Record<string, Square | undefined>): void {
  for (const [name, s] of Object.entries(squares)) {
    if (s && (s.x + s.side > width || s.y + s.side > height)) {
      throw new UsageError(`--${name} ${s.x},${s.y},${s.side} reaches beyond ${file}, which is ${width} x ${height}`);
    }
  }
}

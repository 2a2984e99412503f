/** `prep bench`: engines and baselines on the same queries, as tables and files. */
import { existsSync } from 'node:fs';
import type { Argv } from 'yargs';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import { countOpen, type Grid } from '../../src/core/grid/grid.js';
import { flag, names, text, whole } from '../../src/core/options/option.js';
import { FRAME_DEFAULTS, type FrameResult, simulateFrames } from '../../src/lab/bench/frames.js';
import { defaultEngines, engineLines, engineList, findEngine, knows } from '../../src/lab/bench/lookup.js';
import { type BenchQuery, drawPairs, scenarioQueries, scenariosFor } from '../../src/lab/bench/queries.js';
import { type Bench, rowsOf, settingOf, summary, toCsv, toRows } from '../../src/lab/bench/results.js';
import { BENCH_DEFAULTS, benchMap, type MapResult, QUICK } from '../../src/lab/bench/run.js';
import { COST_PATTERNS, type CostPattern, drawCosts } from '../../src/maps/cost-patterns.js';
import { DEFAULT_TERRAIN, terrainProfile } from '../../src/maps/movingai.js';
import { type ReadMapOptions, readMap } from '../../src/maps/read-map.js';
import { parseScenarios } from '../../src/maps/scen.js';
import { FailedError, UsageError } from '../shared/errors.js';
import { MAP_GROUP } from '../shared/help.js';
import { levelGiven, readCosts, readingOf, readMapFile, readText } from '../shared/input.js';
import {
  count,
  flags,
  json,
  listArgument,
  listOf,
  mapFlags,
  milliseconds,
  type Values,
  walkerFlags,
} from '../shared/options.js';
import { print, printJson, showStatus, table } from '../shared/output.js';
import { configAgent, namedFiles } from '../shared/work.js';

const [DEFAULT_QUERIES, QUICK_QUERIES] = [500, 50];
const ASKED = {
  costPattern: names(`Costs to draw, a benchmark each: ${COST_PATTERNS.join(', ')}`),
  scenarios: { ...text('Scenario file'), shown: 'MAP.scen, or seeded pairs' },
  engines: names('Engines; the first is the reference'),
  listEngines: flag('List the engines, with their parameters', false),
  quick: flag(`${QUICK_QUERIES} queries a map, ${QUICK.repeat} rounds: seconds in place of minutes`, false),
  repeat: { ...whole('Rounds over the queries', 1, 1000), shown: `${BENCH_DEFAULTS.repeat}` },
  queries: { ...whole('Most queries a map, 0: all scenarios', 0, 1_000_000), shown: `${DEFAULT_QUERIES}` },
  minCost: whole('Only queries with more steps than this', 0, 1_000_000, 0),
  pairs: { ...flag('Seeded pairs in place of scenarios'), flag: { conflicts: 'scenarios' } },
  bakeTimeout: {
    ...text('Most time of a bake'),
    shown: `${BENCH_DEFAULTS.bakeMillis / 1000}s; with --quick ${QUICK.bakeMillis / 1000}s`,
  },
  seed: whole('Seed of pairs, costs and of the order of queries', 1, 2 ** 31 - 1, 1),
};
const OUTPUTS = {
  frames: {
    ...whole('Instead: simulate this many frames of a game', 1, 1_000_000),
    flag: { conflicts: ['out-file', 'engines', 'scenarios'] },
  },
  units: whole('Units of --frames', 1, 100_000, FRAME_DEFAULTS.units),
  budget: text('Time of a frame that paths may take', `${FRAME_DEFAULTS.quota}ms`),
  outFile: { ...names('Files: .csv: rows; .json: every time'), flag: { alias: 'o' } },
  json: json('map and engine'),
};
/** Options of maps, all behind `--help-maps`. */
const MAPS = Object.fromEntries(
  Object.entries({ ...walkerFlags, ...mapFlags }).map(([name, one]) => [name, { ...one, group: MAP_GROUP }]),
) as unknown as typeof walkerFlags & typeof mapFlags;

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', listArgument('Maps of any kind, or folders of them'))
    .options({ ...flags(ASKED), ...MAPS, ...flags(OUTPUTS) })
    .example('$0 bench maps/arena.map --quick', 'a table in seconds')
    .example('$0 bench maps/arena.map --frames 600', 'how many frames of a game are too long')
    .example('$0 bench maps --engines astar,jps -o out/bench.csv', 'two engines, all maps')
    .epilogue('Exit code: 0 done; 1 an exact engine had a path that is not shortest; 2 wrong usage or bad input.');

type Arguments = Values<typeof builder>;

export async function handler(argv: Arguments): Promise<void> {
  if (argv['list-engines']) return print(['Parameters are given as astar:h=manhattan,w=1.65.', ...engineLines()]);
  if (argv.maps.length === 0) throw new UsageError('name a map or a folder; see prep bench --help');
  const options = benchOptions(argv);
  const agent: ReadMapOptions = argv.agent === undefined ? {} : await configAgent(argv.agent);
  const terrain = terrainProfile(argv.terrain ?? agent.terrain ?? DEFAULT_TERRAIN);
  const patterns = patternsOf(argv);
  const costs = argv.costs === undefined ? {} : await readCosts(argv.costs, terrain);
  const outputs = outputsOf(argv);
  const reading = { ...agent, ...(await readingOf(argv)), terrain, costs, level: levelGiven(argv) };
  const files = [...new Set((await namedFiles(argv.maps)).map(({ file }) => file))];
  if (argv.scenarios !== undefined && files.length > 1)
    throw new UsageError(`--scenarios is for one map, and ${files.length} are named; give one map, or no --scenarios`);
  const gridOf = async (file: string) => (await readMap(await readMapFile(file), { ...reading, file })).grid;

  if (argv.frames !== undefined) {
    for (const file of files) await reportFrames(file, await gridOf(file), argv);
    return;
  }
  const bench: Bench = { setting: settingOf(process.argv.slice(2).join(' ')), maps: [] };
  for (const file of files) {
    const grid = await gridOf(file);
    if (grid.links)
      throw new UsageError(`${file} has links, which the engines of prep bench do not take; leave them out`);
    for (const pattern of patterns) {
      const weighted = pattern ? drawCosts(grid, pattern, argv.seed) : grid;
      const engines = await engineNames(argv, weighted);
      const queries = await queriesOf(argv, file, grid);
      const name = pattern ? `${file} ${pattern}` : file;
      const result = await usage(() => benchMap(name, weighted, queries, { ...options, engines }));
      if (!argv.json) announce(result);
      bench.maps.push(result);
      // After each map: an interrupted run keeps what it has.
      if (outputs.csv !== undefined) await writeFileAtomic(outputs.csv, Buffer.from(toCsv(bench)));
    }
  }
  if (argv.json) for (const row of rowsOf(bench)) printJson(row);
  else if (bench.maps.length > 1) print(table(summary(bench.maps)));
  if (outputs.json !== undefined) await writeFileAtomic(outputs.json, Buffer.from(`${JSON.stringify(bench)}\n`));
  failIfWrong(bench.maps);
}

function benchOptions({ quick, repeat, 'bake-timeout': timeout }: Arguments) {
  const speed = quick ? QUICK : BENCH_DEFAULTS;
  return {
    ...speed,
    repeat: repeat ?? speed.repeat,
    bakeMillis: timeout === undefined ? speed.bakeMillis : milliseconds('bake-timeout', timeout, 1000, 1e9),
    onProgress: (text: string) => showStatus([text]),
  };
}

/** The queries of a map, from a scenario file or as seeded pairs of cells. @throws {UsageError} if there are none */
async function queriesOf(argv: Arguments, file: string, grid: Grid): Promise<BenchQuery[]> {
  const { seed, 'min-cost': longer } = argv;
  const count = argv.queries ?? (argv.quick ? QUICK_QUERIES : DEFAULT_QUERIES);
  const scen = argv.scenarios ?? `${file}.scen`;
  // Scenarios are for single cells: for larger units they must be named.
  const isFound = !argv.pairs && grid.size === 1 && existsSync(scen);
  if (argv.scenarios !== undefined || isFound) return scenariosOf(scen, grid, count, seed, longer);
  const pairs = drawPairs(grid, { count: count || DEFAULT_QUERIES, seed, longer });
  if (pairs.length > 0) return pairs;
  throw new UsageError(
    `${file}: no two different cells found that are connected, or far enough apart; choose a smaller --min-cost`,
  );
}

async function scenariosOf(
  file: string,
  grid: Grid,
  count: number,
  seed: number,
  longer: number,
): Promise<BenchQuery[]> {
  const { width, height } = grid;
  const all = parseScenarios(await readText(file), file);
  for (const s of all) {
    if (s.width !== width || s.height !== height)
      throw new UsageError(`${file} is for a map of ${s.width} x ${s.height}, the map is ${width} x ${height}`);
  }
  const stated = grid.size === 1 && grid.moveRule === 'no-corners';
  const queries = scenarioQueries(scenariosFor(grid, all), count, seed, longer, stated);
  if (queries.length > 0) return queries;
  const room = grid.size > 1 ? `has room for a square of ${grid.size} cells, or ` : '';
  throw new UsageError(`${file}: no scenario ${room}is longer than ${longer} steps; choose a smaller --min-cost`);
}

/** Turns a `RangeError` of the library, which is about an option, into a message. */
async function usage<T>(make: () => T | Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

async function reportFrames(file: string, grid: Grid, argv: Arguments): Promise<void> {
  const { frames = 0, units } = argv;
  const quota = milliseconds('budget', argv.budget, 0.001, 60_000);
  if (countOpen(grid) === 0) throw new UsageError(`${file}: no cell is open; units need one to stand on`);
  const results = await simulateFrames(grid, { frames, units, quota, seed: argv.seed });
  print(`${file}: ${count(units, 'unit')}, ${count(frames, 'frame')}, budget ${quota} ms`);
  const times = ['p50', 'p95', 'p99', 'most'] as const;
  const heads = ['paths by', 'over budget', 'over 1.5 x budget', ...times.map((time) => `${time} ms`)];
  const row = (result: FrameResult) => [
    result.way,
    ...[result.over, result.wellOver].map((share) => `${(100 * share).toFixed(1)} %`),
    ...times.map((time) => result[time].toFixed(2)),
    `${result.paths}`,
    result.wait.toFixed(1),
  ];
  print(table([[...heads, 'paths', 'frames waited'], ...results.map(row)]));
}

/** Patterns of drawn costs; undefined for the costs of the map. @throws {UsageError} */
function patternsOf({ costs, 'cost-pattern': given }: Arguments): (CostPattern | undefined)[] {
  const wanted = listOf(given ?? '');
  const unknown = wanted.find((name) => !COST_PATTERNS.some((pattern) => pattern === name));
  if (unknown !== undefined)
    throw new UsageError(`--cost-pattern has "${unknown}", allowed are ${COST_PATTERNS.join(', ')}`);
  if (wanted.length > 0 && costs !== undefined)
    throw new UsageError('--costs and --cost-pattern exclude each other; give one of them');
  return wanted.length > 0 ? COST_PATTERNS.filter((pattern) => wanted.includes(pattern)) : [undefined];
}

const KINDS = ['csv', 'json'] as const;
type Outputs = Partial<Record<(typeof KINDS)[number], string>>;

/** The files of `-o` by their endings. @throws {UsageError} */
function outputsOf({ 'out-file': given = '' }: Arguments): Outputs {
  const outputs: Outputs = {};
  for (const file of listOf(given)) {
    const kind = KINDS.find((one) => file.toLowerCase().endsWith(`.${one}`));
    if (!kind) throw new UsageError(`--out-file is "${file}", expected a file that ends in .${KINDS.join(', .')}`);
    if (outputs[kind] !== undefined) throw new UsageError(`--out-file has two .${kind} files, expected one`);
    outputs[kind] = file;
  }
  return outputs;
}

/** @throws {UsageError} if an engine is unknown, or does not support the map */
async function engineNames({ engines }: Arguments, grid: Grid): Promise<string[]> {
  const named = engines === undefined ? defaultEngines(grid) : engineList(engines);
  const { moveRule } = grid;
  if (named.length === 0)
    throw new UsageError(`--diagonals is ${moveRule}, and engines are measured only on maps of squares`);
  for (const name of named) await usage(() => findEngine(name));
  for (const name of named) {
    const others = `; for this map there are ${defaultEngines(grid).join(', ')}`;
    if (!knows(name, { moveRule }) && !knows(name, { moveRule, costs: grid.open }))
      throw new UsageError(`engine ${name} does not support --diagonals ${moveRule}${others}`);
    if (knows(name, grid)) continue;
    const kind = grid.costs ? 'whose cells all cost 1' : 'whose cells have costs, see --costs and --cost-pattern';
    throw new UsageError(`engine ${name} is for maps ${kind}${others}`);
  }
  return [...new Set(named)];
}

/** Columns that a narrow terminal may lack; files have all. */
const SPARE = ['storage kB', 'typical µs', '95 % µs', 'longest µs', 'expanded'];

function announce(result: MapResult): void {
  const { map, width, height, openCells, queries, disagreements, engines, skipped } = result;
  print(`${map}: ${width} x ${height}, ${count(openCells, 'open cell')}, ${count(queries.length, 'query', 'queries')}`);
  print(table(toRows(result), 1, SPARE));
  if (engines.some(({ unbeaten }) => unbeaten))
    print('unbeaten: no other engine is better in mean time, storage and path length together');
  if (skipped.length > 0) print(`left out, bake took too long (--bake-timeout): ${skipped.join(', ')}`);
  if (disagreements > 0) print(`${count(disagreements, 'optimum differs', 'optima differ')} from the scenario file`);
  for (const { engine, firstFault } of engines) if (firstFault) print(`${engine}: ${firstFault}`);
  print('');
}

/** @throws {FailedError} if an exact engine was not exact; engines too slow for all queries do not fail */
function failIfWrong(maps: readonly MapResult[]): void {
  for (const { map, engines } of maps) {
    for (const { engine, exact, measures } of engines) {
      const wrong = measures.invalid + measures.unsolved + measures.longer;
      if (exact && wrong > 0)
        throw new FailedError(
          `${engine} on ${map}: ${wrong} of ${count(measures.queries, 'query', 'queries')} without a shortest path`,
        );
    }
  }
}

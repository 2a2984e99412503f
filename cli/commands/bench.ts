/** `prep bench`: engines, baselines and peers on the same queries, as tables and files. */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Argv } from 'yargs';
import { FRAME_DEFAULTS, type FrameResult, simulateFrames } from '../../src/bench/frames.js';
import { defaultEngines, engineLines, engineList, findEngine, knows } from '../../src/bench/lookup.js';
import { type Bench, settingOf, toHtml, toJson, toRows } from '../../src/bench/output.js';
import { missingPeers, PEER_PACKAGES, PEERS } from '../../src/bench/peers.js';
import { Results, writeSqlite } from '../../src/bench/results.js';
import { BENCH_DEFAULTS, benchMap, type MapResult, QUICK } from '../../src/bench/run.js';
import { writeFileAtomic } from '../../src/files/atomic.js';
import { countOpen, type Grid } from '../../src/grid/grid.js';
import { COST_PATTERNS, type CostPattern, drawCosts } from '../../src/maps/cost-patterns.js';
import { DEFAULT_TERRAIN, TERRAIN_LETTERS, terrainProfile } from '../../src/maps/movingai.js';
import { type ReadMapOptions, readMap } from '../../src/maps/read-map.js';
import type { Values } from '../shared/command.js';
import { type Costs, readCosts } from '../shared/costs.js';
import { FailedError, UsageError } from '../shared/errors.js';
import { readText } from '../shared/input.js';
import { mapOptions, readingOf } from '../shared/map-options.js';
import { readMapFile } from '../shared/maps.js';
import { bakeOptions, wholeNumber } from '../shared/options.js';
import { print } from '../shared/output.js';
import { table } from '../shared/text-table.js';
import { configAgent } from '../shared/work.js';
import { DEFAULT_QUERIES, QUICK_QUERIES, querySource } from './bench-queries.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', {
      type: 'string',
      array: true,
      demandOption: true,
      describe: 'Maps of any kind, or folders of MovingAI .map files',
    })
    .options({
      costs: {
        type: 'string',
        requiresArg: true,
        describe: `Price the cells: patterns, parted by commas, of ${COST_PATTERNS.join(', ')}, each a benchmark of its own; or a JSON file, as for prep jps. Engines that know no costs are left out`,
      },
      scen: {
        type: 'string',
        requiresArg: true,
        describe: 'Scenario file of the one map; without it MAP.scen, else seeded pairs',
      },
      engines: {
        type: 'string',
        requiresArg: true,
        describe: 'Engines to run, parted by commas; the first is what the others are compared with',
      },
      quick: {
        type: 'boolean',
        default: false,
        describe: `${QUICK_QUERIES} queries a map, ${QUICK.repeat} rounds: seconds in place of minutes`,
      },
      repeat: {
        type: 'number',
        requiresArg: true,
        describe: `Rounds over the queries; ${BENCH_DEFAULTS.repeat} without it`,
      },
      queries: {
        type: 'number',
        requiresArg: true,
        describe: `Most queries a map, 0 for all scenarios; ${DEFAULT_QUERIES} without it`,
      },
      longer: {
        type: 'number',
        default: 0,
        requiresArg: true,
        describe: 'Only queries whose shortest path has more steps than this',
      },
      pairs: {
        choices: ['uniform', 'normal'] as const,
        requiresArg: true,
        conflicts: 'scen',
        describe: 'Seeded pairs of connected cells in place of scenarios, drawn evenly or around the middle',
      },
      'start-square': {
        type: 'string',
        requiresArg: true,
        implies: 'pairs',
        describe: 'Square for the starts of pairs, X,Y,SIDE',
      },
      'goal-square': { type: 'string', requiresArg: true, implies: 'pairs', describe: 'Square for their goals' },
      'bake-limit': {
        type: 'number',
        requiresArg: true,
        describe: `Seconds after which an engine still baking is left out; ${BENCH_DEFAULTS.bakeMillis / 1000} without it, ${QUICK.bakeMillis / 1000} with --quick`,
      },
      seed: { type: 'number', default: 1, requiresArg: true, describe: 'Seed of pairs, and of the order of queries' },
      terrain: {
        type: 'string',
        requiresArg: true,
        describe: `MovingAI: letters that are open, from ${TERRAIN_LETTERS} [default: "${DEFAULT_TERRAIN}"]`,
      },
      size: bakeOptions.size,
      diagonals: bakeOptions.diagonals,
      agent: bakeOptions.agent,
      ...mapOptions,
      peers: {
        type: 'boolean',
        default: false,
        describe: 'Run path finders from npm too (for development; they must be installed)',
      },
      frames: {
        type: 'number',
        requiresArg: true,
        conflicts: ['csv', 'json', 'html', 'sqlite', 'engines', 'scen'],
        describe: 'Instead: frames of a game in which units walk and ask for paths; how many take more than a quota',
      },
      units: { type: 'number', default: FRAME_DEFAULTS.units, requiresArg: true, describe: 'Units of --frames' },
      quota: {
        type: 'number',
        default: FRAME_DEFAULTS.quota,
        requiresArg: true,
        describe: 'Milliseconds of --frames that paths may take',
      },
      csv: {
        type: 'string',
        requiresArg: true,
        describe: 'Write all measures, one row a map and engine, after each map',
      },
      resume: {
        type: 'boolean',
        implies: 'csv',
        conflicts: ['json', 'html'],
        describe: 'Go on from the file of --csv: maps and engines that it has are not measured again',
      },
      sqlite: {
        type: 'string',
        requiresArg: true,
        describe: 'Write the rows of --csv into the table "results" of a SQLite database, too',
      },
      'maps-at-once': {
        type: 'number',
        default: 1,
        requiresArg: true,
        describe: 'Maps that are measured at the same time; more than one where there are cores for all their engines',
      },
      json: { type: 'string', requiresArg: true, describe: 'Write all measures, queries and times' },
      html: { type: 'string', requiresArg: true, describe: 'Write a report with plots, one file that opens offline' },
    })
    .example('$0 bench maps/arena.map --quick', 'a table in seconds')
    .example(
      '$0 bench maps/arena.map --frames 600 --units 500',
      'frames of a game: how many are over the quota, with a queue and without',
    )
    .example(
      '$0 bench maps --engines astar,jps --html out/bench.html',
      'two engines on all maps of a folder, with plots',
    )
    .epilogue(
      `Engines, with their parameters as astar:h=manhattan,w=1.65,aside:\n${engineLines().join('\n')}\n\nExit code: 0 done; 1 if an exact engine did not answer with a shortest path; 2 wrong usage or bad input.`,
    );

type Arguments = Values<typeof builder>;

export async function handler(argv: Arguments): Promise<void> {
  const speed = argv.quick ? QUICK : BENCH_DEFAULTS;
  const options = {
    ...speed,
    repeat: wholeNumber('repeat', argv.repeat ?? speed.repeat, 1, 1000),
    bakeMillis: 1000 * wholeNumber('bake-limit', argv['bake-limit'] ?? speed.bakeMillis / 1000, 1, 1_000_000),
    onProgress: process.stderr.isTTY ? progress : undefined,
  };
  const source = querySource(argv);
  const agent: ReadMapOptions = argv.agent === undefined ? {} : await configAgent(argv.agent);
  const terrain = terrainProfile(argv.terrain ?? agent.terrain ?? DEFAULT_TERRAIN);
  const { patterns, costs } = await pricesOf(argv.costs, terrain);
  const reading = { ...agent, ...(await readingOf(argv)), terrain, costs, level: argv['map-levels'] };
  const files = argv.maps.flatMap(mapFiles);
  if (argv.scen !== undefined && files.length > 1)
    throw new UsageError(`--scen is for one map, and ${files.length} are named; give one map, or no --scen`);
  if (argv.frames !== undefined) {
    for (const file of files)
      await tellFrames(file, (await readMap(await readMapFile(file), { ...reading, file })).grid, argv);
    return;
  }
  const bench: Bench = { setting: settingOf(process.argv.slice(2).join(' ')), maps: [] };
  const results = await resultsOf(argv);
  const measureMap = async (file: string): Promise<void> => {
    const { grid } = await readMap(await readMapFile(file), { ...reading, file });
    for (const pattern of patterns) {
      const ground = pattern ? drawCosts(grid, pattern, argv.seed) : grid;
      const name = pattern ? `${file} ${pattern}` : file;
      const engines = (await engineNames(argv, ground)).filter((engine) => !results.has(name, engine));
      if (engines.length === 0) continue;
      const result = await benchMap(name, ground, await source(file, grid), { ...options, engines });
      progress('');
      announce(result);
      results.add(result, bench.setting);
      if (argv.csv !== undefined) await writeFileAtomic(argv.csv, Buffer.from(results.toCsv()));
      // Every query and time of it: kept only where it is written.
      if (argv.json !== undefined || argv.html !== undefined) bench.maps.push(result);
    }
  };
  const limit = pLimit(wholeNumber('maps-at-once', argv['maps-at-once'], 1, 64));
  await Promise.all(files.map((file) => limit(measureMap, file)));
  if (new Set(results.rows.map(({ map }) => map)).size > 1) print(table(results.summary()));
  await write(argv, bench, results);
  failIfWrong(results);
}

/** What was asked and how, by the options that decide it: rows of another protocol are not comparable. */
function protocolOf(argv: Arguments): string {
  const options = [
    'quick',
    'scen',
    'queries',
    'seed',
    'longer',
    'pairs',
    'start-square',
    'goal-square',
    'repeat',
    'bake-limit',
  ] as const;
  const map = ['costs', 'terrain', 'size', 'diagonals', 'agent'] as const;
  const given = [...options, ...map].filter((name) => argv[name]);
  return given.map((name) => `${name}=${argv[name]}`).join(' ');
}

/** @throws {UsageError} if the file to go on from is of another protocol */
async function resultsOf(argv: Arguments): Promise<Results> {
  const { csv, resume } = argv;
  const earlier = resume && csv !== undefined && existsSync(csv) ? { file: csv, text: await readText(csv) } : undefined;
  return usage(() => new Results(protocolOf(argv), earlier));
}

/** Turns a `RangeError` of the library, which is about an option, into a message. */
function usage<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

/** Simulates the frames of a game on a map and prints a line for each way of asking for paths. */
async function tellFrames(file: string, grid: Parameters<typeof simulateFrames>[0], argv: Arguments): Promise<void> {
  const { quota } = argv;
  if (!(quota > 0)) throw new UsageError(`--quota is ${quota}; allowed is a number above 0`);
  const frames = wholeNumber('frames', argv.frames ?? 0, 1, 1_000_000);
  const units = wholeNumber('units', argv.units, 1, 100_000);
  if (countOpen(grid) === 0) throw new UsageError(`${file}: no cell is open; units need one to stand on`);
  const results = await simulateFrames(grid, { frames, units, quota, seed: argv.seed });
  print(`${file}: ${units} units, ${frames} frames, quota ${quota} ms`);
  const head = [
    'paths by',
    'over quota',
    'over 1.5 x quota',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'most ms',
    'paths',
    'frames waited',
  ];
  const row = ({ way, over, wellOver, p50, p95, p99, most, paths, wait }: FrameResult) => [
    way,
    `${(100 * over).toFixed(1)} %`,
    `${(100 * wellOver).toFixed(1)} %`,
    ...[p50, p95, p99, most].map((time) => time.toFixed(2)),
    `${paths}`,
    wait.toFixed(1),
  ];
  print(table([head, ...results.map(row)]));
}

/** What `--costs` says: patterns that are drawn, or a file; without either the map as it is. */
async function pricesOf(
  given: string | undefined,
  terrain: string,
): Promise<{ patterns: (CostPattern | undefined)[]; costs: Costs }> {
  const names = given?.split(',').map((name) => name.trim()) ?? [];
  const patterns = COST_PATTERNS.filter((pattern) => names.includes(pattern));
  if (given !== undefined && patterns.length === names.length) return { patterns, costs: {} };
  if (given !== undefined && !existsSync(given))
    throw new UsageError(
      `--costs is "${given}", which is neither a file nor patterns between commas; there are ${COST_PATTERNS.join(', ')}`,
    );
  return { patterns: [undefined], costs: given === undefined ? {} : await readCosts(given, terrain) };
}

/** @throws {UsageError} if one that is named is not known, or knows no costs where cells have some */
async function engineNames({ engines, peers }: Arguments, grid: Grid): Promise<string[]> {
  const named = engines === undefined ? defaultEngines(grid) : engineList(engines);
  for (const name of named) {
    usage(() => findEngine(name));
  }
  for (const name of named) {
    if (!knows(name, { moveRule: grid.moveRule }) && !knows(name, { moveRule: grid.moveRule, costs: grid.open }))
      throw new UsageError(
        `engine ${name} does not know --diagonals ${grid.moveRule}; for this map there are ${defaultEngines(grid).join(', ')}`,
      );
    if (!knows(name, grid))
      throw new UsageError(
        `engine ${name} is for maps ${grid.costs ? 'whose cells all cost 1' : 'whose cells have costs, see --costs'}; for this one there are ${defaultEngines(grid).join(', ')}`,
      );
  }
  const all = [...new Set([...named, ...(peers ? Object.keys(PEERS).filter((name) => knows(name, grid)) : [])])];
  if (all.some((name) => name in PEERS)) {
    const missing = await missingPeers();
    if (missing.length > 0) {
      throw new UsageError(
        `peers are not installed: ${missing.join(', ')}; they are for development: npm install --no-save ${PEER_PACKAGES.join(' ')}`,
      );
    }
  }
  return all;
}

/** The files of a folder, at any depth, or the file itself. */
function mapFiles(name: string): string[] {
  if (!existsSync(name) || !statSync(name).isDirectory()) return [name];
  const files = readdirSync(name, { recursive: true, encoding: 'utf8' }).filter((file) => /\.map$/i.test(file));
  if (files.length === 0) throw new UsageError(`${name}: no .map file in this folder`);
  return files.sort().map((file) => join(name, file));
}

/** One line that is written over, on a terminal. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

function announce(result: MapResult): void {
  const { map, width, height, openCells, queries, disagreements, engines, skipped } = result;
  print(`${map}: ${width} x ${height}, ${openCells} open cells, ${queries.length} queries`);
  print(table(toRows(result)));
  if (skipped.length > 0) print(`left out, bake took too long (--bake-limit): ${skipped.join(', ')}`);
  if (disagreements > 0) print(`${disagreements} optima are not those of the scenario file`);
  for (const { engine, firstFault } of engines) if (firstFault) print(`${engine}: ${firstFault}`);
  print('');
}

async function write({ json, html, sqlite }: Arguments, bench: Bench, results: Results): Promise<void> {
  if (json !== undefined) await writeFileAtomic(json, Buffer.from(toJson(bench)));
  if (html !== undefined) await writeFileAtomic(html, Buffer.from(toHtml(bench)));
  if (sqlite !== undefined) await writeSqlite(sqlite, results.rows);
}

/** @throws {FailedError} if an engine that has to be exact was not; one that was too slow to be asked everything is no failure */
function failIfWrong({ rows }: Results): void {
  for (const { map, engine, exact, queries, ...row } of rows) {
    const wrong = Number(row.invalid) + Number(row.unsolved) + Number(row.suboptimal);
    if (exact === 'yes' && wrong > 0)
      throw new FailedError(`${engine} on ${map}: ${wrong} of ${queries} queries without a shortest path`);
  }
}

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
import { DEFAULT_TERRAIN, terrainProfile } from '../../src/maps/movingai.js';
import { type ReadMapOptions, readMap } from '../../src/maps/read-map.js';
import type { Values } from '../shared/command.js';
import { type Costs, readCosts } from '../shared/costs.js';
import { FailedError, UsageError } from '../shared/errors.js';
import { MAP_GROUP } from '../shared/help.js';
import { readText } from '../shared/input.js';
import { mapOptions, readingOf } from '../shared/map-options.js';
import { readMapFile } from '../shared/maps.js';
import { bakeOptions, count, wholeNumber } from '../shared/options.js';
import { print, printJson, showStatus } from '../shared/output.js';
import { table } from '../shared/text-table.js';
import { configAgent } from '../shared/work.js';
import { DEFAULT_QUERIES, QUICK_QUERIES, querySource } from './bench-queries.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', {
      type: 'string',
      array: true,
      default: [] as string[],
      describe: 'Maps of any kind, or folders of .map files',
    })
    .options({
      costs: {
        type: 'string',
        requiresArg: true,
        describe: `${COST_PATTERNS.join(', ')}, or a JSON file of costs`,
      },
      scen: {
        type: 'string',
        requiresArg: true,
        describe: 'Scenario file; without it MAP.scen, else seeded pairs',
      },
      engines: {
        type: 'string',
        requiresArg: true,
        describe: 'Engines between commas; the first is the reference',
      },
      'list-engines': { type: 'boolean', default: false, describe: 'List the engines, with their parameters' },
      quick: {
        type: 'boolean',
        default: false,
        describe: `${QUICK_QUERIES} queries a map, ${QUICK.repeat} rounds: seconds in place of minutes`,
      },
      repeat: {
        type: 'number',
        requiresArg: true,
        describe: `Rounds over the queries [default: ${BENCH_DEFAULTS.repeat}]`,
      },
      queries: {
        type: 'number',
        requiresArg: true,
        describe: `Most queries a map, 0: all scenarios [default: ${DEFAULT_QUERIES}]`,
      },
      longer: {
        type: 'number',
        default: 0,
        requiresArg: true,
        describe: 'Only queries with more steps than this',
      },
      pairs: {
        choices: ['uniform', 'normal'] as const,
        requiresArg: true,
        conflicts: 'scen',
        describe: 'Seeded pairs in place of scenarios',
      },
      'start-square': {
        type: 'string',
        requiresArg: true,
        implies: 'pairs',
        describe: 'Square of the starts of --pairs, X,Y,SIDE',
      },
      'goal-square': {
        type: 'string',
        requiresArg: true,
        implies: 'pairs',
        describe: 'Square of the goals of --pairs',
      },
      'bake-limit': {
        type: 'number',
        requiresArg: true,
        describe: `Seconds of a bake [default: ${BENCH_DEFAULTS.bakeMillis / 1000}; with --quick ${QUICK.bakeMillis / 1000}]`,
      },
      seed: { type: 'number', default: 1, requiresArg: true, describe: 'Seed of pairs and of the order of queries' },
      terrain: bakeOptions.terrain,
      size: { ...bakeOptions.size, group: MAP_GROUP },
      diagonals: { ...bakeOptions.diagonals, group: MAP_GROUP },
      agent: { ...bakeOptions.agent, group: MAP_GROUP },
      ...mapOptions,
      peers: {
        type: 'boolean',
        default: false,
        hidden: true,
        describe: 'Run path finders of npm, too',
      },
      frames: {
        type: 'number',
        requiresArg: true,
        conflicts: ['csv', 'out-file', 'html', 'sqlite', 'engines', 'scen'],
        describe: 'Instead: simulate this many frames of a game',
      },
      units: { type: 'number', default: FRAME_DEFAULTS.units, requiresArg: true, describe: 'Units of --frames' },
      quota: {
        type: 'number',
        default: FRAME_DEFAULTS.quota,
        requiresArg: true,
        describe: 'Milliseconds of a frame that paths may take',
      },
      csv: {
        type: 'string',
        requiresArg: true,
        describe: 'Write a row for each map and engine, after each map',
      },
      resume: {
        type: 'boolean',
        implies: 'csv',
        conflicts: ['out-file', 'html'],
        describe: 'Continue from the file of --csv',
      },
      sqlite: {
        type: 'string',
        requiresArg: true,
        describe: 'Write these rows into a SQLite database, too',
      },
      'maps-at-once': {
        type: 'number',
        default: 1,
        requiresArg: true,
        describe: 'Maps measured at the same time',
      },
      'out-file': { alias: 'o', type: 'string', requiresArg: true, describe: 'Write every query and time as JSON' },
      json: { type: 'boolean', default: false, describe: 'Print JSON: an object per map and engine, a summary last' },
      html: { type: 'string', requiresArg: true, describe: 'Write a report with plots' },
    })
    .example('$0 bench maps/arena.map --quick', 'a table in seconds')
    .example('$0 bench maps/arena.map --frames 600', 'how many frames of a game are too long')
    .example('$0 bench maps --engines astar,jps --html out/bench.html', 'two engines, all maps, with plots')
    .epilogue('Exit code: 0 done; 1 an exact engine had a path that is not shortest; 2 wrong usage or bad input.');

type Arguments = Values<typeof builder>;

export async function handler(argv: Arguments): Promise<void> {
  if (argv['list-engines'])
    return print(`Parameters are given as astar:h=manhattan,w=1.65,aside.\n${engineLines().join('\n')}`);
  if (argv.maps.length === 0) throw new UsageError('name a map or a folder; see prep bench --help');
  const speed = argv.quick ? QUICK : BENCH_DEFAULTS;
  const options = {
    ...speed,
    repeat: wholeNumber('repeat', argv.repeat ?? speed.repeat, 1, 1000),
    bakeMillis: 1000 * wholeNumber('bake-limit', argv['bake-limit'] ?? speed.bakeMillis / 1000, 1, 1_000_000),
    onProgress: (text: string) => showStatus([text]),
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
      if (!argv.json) announce(result);
      results.add(result, bench.setting);
      if (argv.csv !== undefined) await writeFileAtomic(argv.csv, Buffer.from(results.toCsv()));
      // Every query and time of it: kept only where it is written.
      if (argv['out-file'] !== undefined || argv.html !== undefined) bench.maps.push(result);
    }
  };
  const limit = pLimit(wholeNumber('maps-at-once', argv['maps-at-once'], 1, 64));
  await Promise.all(files.map((file) => limit(measureMap, file)));
  if (argv.json) for (const row of results.rows) printJson(row);
  else if (new Set(results.rows.map(({ map }) => map)).size > 1) print(table(results.summary()));
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
  print(`${file}: ${count(units, 'unit')}, ${count(frames, 'frame')}, quota ${quota} ms`);
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

function announce(result: MapResult): void {
  const { map, width, height, openCells, queries, disagreements, engines, skipped } = result;
  print(`${map}: ${width} x ${height}, ${count(openCells, 'open cell')}, ${count(queries.length, 'query', 'queries')}`);
  print(table(toRows(result)));
  if (skipped.length > 0) print(`left out, bake took too long (--bake-limit): ${skipped.join(', ')}`);
  if (disagreements > 0) print(`${count(disagreements, 'optimum differs', 'optima differ')} from the scenario file`);
  for (const { engine, firstFault } of engines) if (firstFault) print(`${engine}: ${firstFault}`);
  print('');
}

async function write({ 'out-file': out, html, sqlite }: Arguments, bench: Bench, results: Results): Promise<void> {
  if (out !== undefined) await writeFileAtomic(out, Buffer.from(toJson(bench)));
  if (html !== undefined) await writeFileAtomic(html, Buffer.from(toHtml(bench)));
  if (sqlite !== undefined) await writeSqlite(sqlite, results.rows);
}

/** @throws {FailedError} if an engine that has to be exact was not; one that was too slow to be asked everything is no failure */
function failIfWrong({ rows }: Results): void {
  for (const { map, engine, exact, queries, ...row } of rows) {
    const wrong = Number(row.invalid) + Number(row.unsolved) + Number(row.suboptimal);
    if (exact === 'yes' && wrong > 0)
      throw new FailedError(
        `${engine} on ${map}: ${wrong} of ${count(Number(queries), 'query', 'queries')} without a shortest path`,
      );
  }
}

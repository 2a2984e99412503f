/** The work of `prep bench`: arguments in, tables and files out. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  BENCH_DEFAULTS,
  type Bench,
  benchMap,
  defaultEngines,
  drawPairs,
  findEngine,
  type MapResult,
  missingPeers,
  PEER_PACKAGES,
  PEERS,
  QUICK,
  type Query,
  type Square,
  scenarioQueries,
  settingOf,
  toCsv,
  toHtml,
  toJson,
  toTable,
} from '../src/bench.js';
import { type Grid, parseMap, parseScenarios, terrainProfile, writeFileAtomic } from '../src/index.js';
import { FailedError, UsageError } from './shared/errors.js';
import { readInput, readText } from './shared/input.js';
import { wholeNumber } from './shared/options.js';
import { print } from './shared/output.js';

export const DEFAULT_QUERIES = 500;
export const QUICK_QUERIES = 50;

export interface BenchArguments {
  maps: string[];
  scen?: string;
  engines?: string;
  quick: boolean;
  repeat?: number;
  queries?: number;
  pairs?: 'uniform' | 'normal';
  longer: number;
  'bake-limit'?: number;
  'start-square'?: string;
  'goal-square'?: string;
  seed: number;
  terrain: string;
  peers: boolean;
  csv?: string;
  json?: string;
  html?: string;
}

export async function runBench(argv: BenchArguments): Promise<void> {
  const speed = argv.quick ? QUICK : BENCH_DEFAULTS;
  const options = {
    ...speed,
    repeat: wholeNumber('repeat', argv.repeat ?? speed.repeat, 1, 1000),
    bakeMillis: 1000 * wholeNumber('bake-limit', argv['bake-limit'] ?? speed.bakeMillis / 1000, 1, 1_000_000),
    engines: await engineNames(argv),
    onProgress: process.stderr.isTTY ? progress : undefined,
  };
  const source = querySource(argv);
  const terrain = terrainProfile(argv.terrain);
  const files = argv.maps.flatMap(mapFiles);
  if (argv.scen !== undefined && files.length > 1)
    throw new UsageError(`--scen is for one map, and ${files.length} are named; give one map, or no --scen`);
  const bench: Bench = { setting: settingOf(process.argv.slice(2).join(' ')), maps: [] };
  for (const file of files) {
    const grid = parseMap(await readInput(file), { file, terrain });
    const queries = await source(file, grid);
    const result = await benchMap(file, grid, queries, options);
    progress('');
    announce(result);
    bench.maps.push(result);
  }
  await write(argv, bench);
  failIfWrong(bench);
}

async function engineNames({ engines, peers }: BenchArguments): Promise<string[]> {
  const named = engines?.split(',').map((name) => name.trim()) ?? defaultEngines();
  for (const name of named) {
    try {
      findEngine(name);
    } catch (error) {
      throw new UsageError((error as Error).message);
    }
  }
  const all = [...new Set([...named, ...(peers ? Object.keys(PEERS) : [])])];
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

/** How the queries of a map are found. */
function querySource(argv: BenchArguments): (file: string, grid: Grid) => Promise<Query[]> {
  const given = argv.queries === undefined ? undefined : wholeNumber('queries', argv.queries, 0, 1_000_000);
  const count = given ?? (argv.quick ? QUICK_QUERIES : DEFAULT_QUERIES);
  const longer = wholeNumber('longer', argv.longer, 0, 1_000_000);
  const seed = wholeNumber('seed', argv.seed, 1, 2 ** 31 - 1);
  const startSquare = square('start-square', argv['start-square']);
  const goalSquare = square('goal-square', argv['goal-square']);
  return async (file, grid) => {
    const scen = argv.scen ?? `${file}.scen`;
    if (argv.scen !== undefined || (argv.pairs === undefined && existsSync(scen))) return scenarios(scen, grid, count, seed, longer);
    checkSquares(file, grid, { 'start-square': startSquare, 'goal-square': goalSquare });
    const distribution = argv.pairs ?? 'uniform';
    const pairs = drawPairs(grid, { count: count || DEFAULT_QUERIES, seed, distribution, startSquare, goalSquare, longer });
    if (pairs.length === 0)
      throw new UsageError(
        `${file}: no two different cells found there that are connected, or far enough apart; choose other squares or a smaller --longer`,
      );
    return pairs;
  };
}

async function scenarios(file: string, { width, height }: Grid, count: number, seed: number, longer: number): Promise<Query[]> {
  const all = parseScenarios(await readText(file), file);
  for (const s of all) {
    if (s.width !== width || s.height !== height)
      throw new UsageError(`${file} is for a map of ${s.width} x ${s.height}, the map is ${width} x ${height}`);
  }
  const queries = scenarioQueries(all, count, seed, longer);
  if (queries.length === 0) throw new UsageError(`${file}: no scenario is longer than ${longer} steps; choose a smaller --longer`);
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

/** One line that is written over, on a terminal. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

function announce(result: MapResult): void {
  const { map, width, height, openCells, queries, disagreements, engines, skipped } = result;
  print(`${map}: ${width} x ${height}, ${openCells} open cells, ${queries.length} queries`);
  print(toTable(result));
  if (skipped.length > 0) print(`left out, bake took too long (--bake-limit): ${skipped.join(', ')}`);
  if (disagreements > 0) print(`${disagreements} optima are not those of the scenario file`);
  for (const { engine, firstFault } of engines) if (firstFault) print(`${engine}: ${firstFault}`);
  print('');
}

async function write({ csv, json, html }: BenchArguments, bench: Bench): Promise<void> {
  for (const [file, text] of [
    [csv, toCsv],
    [json, toJson],
    [html, toHtml],
  ] as const) {
    if (file === undefined) continue;
    await writeFileAtomic(file, Buffer.from(text(bench)));
  }
}

/** @throws {FailedError} if an engine that has to be exact was not; one that was too slow to be asked everything is no failure */
function failIfWrong({ maps }: Bench): void {
  for (const { map, engines } of maps) {
    for (const { engine, exact, measures } of engines) {
      const wrong = measures.invalid + measures.unsolved + measures.suboptimal;
      if (exact && wrong > 0) throw new FailedError(`${engine} on ${map}: ${wrong} of ${measures.queries} queries without a shortest path`);
    }
  }
}

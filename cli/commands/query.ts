/** `prep query`: one path, or every scenario of a file against its optimum. */
import { join } from 'node:path';
import type { Argv } from 'yargs';
import { decompressor } from '../../src/core/blob/decompress.js';
import { BlobError } from '../../src/core/errors.js';
import { STRAIGHT } from '../../src/core/grid/step-costs.js';
import { hasNoPath, isStated, parseScenarios, type Scenario } from '../../src/core/maps/scen.js';
import { choice, flag, text, whole } from '../../src/core/options/option.js';
import { checkPath } from '../../src/core/oracle/check-path.js';
import type { GridNav } from '../../src/core/runtime/nav.js';
import { type Path, PathBuffer } from '../../src/core/search/path.js';
import { MOST_NODES } from '../../src/core/table/fit.js';
import { ENGINE_NEEDS, loadForTools, TOOL_ENGINES } from '../../src/lab/engines/all.js';
import { loadWorld, type WorldWalk } from '../../src/world/world.js';
import { FailedError, UsageError } from '../shared/errors.js';
import { namingBlobs, readBlobFile, readInput, readText } from '../shared/input.js';
import { cell, cellOfFloor, count, flags, json, type Values } from '../shared/options.js';
import { print, printJson, summarize } from '../shared/output.js';
import { readIndex, worldFolder } from '../shared/world-folder.js';

const FLAGS = {
  from: { ...text('Start cell, X,Y'), flag: { conflicts: 'scenarios' } },
  to: { ...text('Goal cell, X,Y'), flag: { conflicts: 'scenarios' } },
  scenarios: text('MovingAI .scen file: find all its paths, compare the costs'),
  engine: { ...choice('Engine', Object.keys(TOOL_ENGINES)), shown: 'the best' },
  agent: text('Agent, of blobs that are for several'),
  refine: flag('Improve paths of HPA* by exact searches in windows', true),
  repeat: whole('Passes over the scenario file; the best time counts', 1, 1000, 1),
  cells: flag('With --json: print every cell of each path', false),
  json: json('query'),
};

export const builder = (yargs: Argv) =>
  yargs
    .positional('blobs', { type: 'string', array: true, demandOption: true, describe: 'Blobs of one map; or a world' })
    .options(flags(FLAGS))
    .example('$0 query out/arena.jps.prep --from 1,11 --to 40,30', 'cost and waypoints of one path')
    .example('$0 query out/arena.jps.prep --scenarios arena.map.scen', 'check and time every scenario')
    .epilogue('Exit code: 0 if every query was solved, and optimally; 1 if not; 2 wrong usage or bad input.');

type Arguments = Values<typeof builder>;

/** One answered scenario; cost null where no path was found. */
interface Answer {
  cost: number | null;
  micros: number;
  cells: Uint16Array | undefined;
}

export async function handler(argv: Arguments): Promise<void> {
  const { from, to, scenarios: scen } = argv;
  if (scen === undefined && (from === undefined || to === undefined)) {
    const missing = ['from', 'to'].filter((name) => argv[name as 'from' | 'to'] === undefined);
    throw new UsageError(`give --from X,Y --to X,Y, or --scenarios FILE; --${missing.join(' and --')} missing`);
  }
  if (from !== undefined) cell('from', from);
  if (to !== undefined) cell('to', to);
  const folder = worldFolder(argv.blobs[0]);
  if (folder !== undefined) return answerInWorld(folder, argv);
  const blobs = await Promise.all(argv.blobs.map(readBlobFile));
  const nav = namingBlobs(argv.blobs, () => loadFor(blobs, argv.engine, argv.agent));
  if (!argv.refine) leaveOutWindows(nav);
  if (scen !== undefined) return answerScenarios(nav, scen, argv);
  const ends = endsOn(nav, argv);
  await printPath(nav, ends, nav.findPath(...ends[0], ...ends[1]), argv);
}

function loadFor(blobs: Uint8Array[], engine: string | undefined, agent: string | undefined): GridNav {
  try {
    return loadForTools(blobs, { decompress: decompressor, engine, agent, maxNodes: MOST_NODES });
  } catch (error) {
    if (engine === undefined || !(error instanceof BlobError) || error.code !== 'missing') throw error;
    throw new UsageError(`engine ${engine} needs the output of ${ENGINE_NEEDS[engine]}; also name these blobs`);
  }
}

function leaveOutWindows({ engine, search }: GridNav): void {
  if (search.refine === undefined)
    throw new UsageError(`--no-refine is for engine hpa, this one is ${engine}, which has nothing to leave out`);
  search.refine = false;
}

type Ends = [from: [number, number], to: [number, number]];

function endsOn(map: { width: number; height: number }, { from = '', to = '' }: Arguments): Ends {
  return [cellOfFloor(map, 'from', from), cellOfFloor(map, 'to', to)];
}

async function answerInWorld(folder: string, argv: Arguments): Promise<void> {
  for (const name of ['scenarios', 'engine', 'agent'] as const)
    if (argv[name] !== undefined) throw new UsageError(`--${name} is not for worlds`);
  if (argv.blobs.length > 1) throw new UsageError(`${folder} is a world; name it without other blobs`);
  const loadTile = (_x: number, _y: number, name: string) => readInput(join(folder, name));
  const world = await readIndex(folder, (bytes) => loadWorld(bytes, { loadTile, decompress: decompressor }));
  const ends = endsOn(world, argv);
  const walk = await world.walk(...ends[0], ...ends[1]);
  const path = walk && (await world.findPath(...ends[0], ...ends[1]));
  await printPath(world, ends, path, argv, walk ?? undefined);
}

/** Prints the path of a query. @param walk through a world @throws {FailedError} if there is no path */
async function printPath(
  map: { isOpen(x: number, y: number): boolean | Promise<boolean> },
  [from, to]: Ends,
  path: Path | null,
  { json, cells }: Arguments,
  walk?: Pick<WorldWalk, 'cost' | 'tiles'>,
): Promise<void> {
  if (json) {
    const way = walk && { coarseCost: walk.cost, tiles: walk.tiles };
    const found = path && { waypoints: pairs(path.waypoints), ...(cells && { path: pairs(path.cells) }) };
    printJson({ from, to, cost: path?.cost ?? null, ...way, ...found });
  } else if (path) {
    const over = walk ? ` over ${count(walk.tiles.length, 'tile')}` : '';
    print(
      `cost ${path.cost.toFixed(4)}, ${count(path.cells.length / 2, 'cell')}${over}, waypoints ` +
        `${pairs(path.waypoints).join(' ')}`,
    );
  }
  if (path) return;
  const blocked = !(await map.isOpen(...from)) ? from : (await map.isOpen(...to)) ? undefined : to;
  throw new FailedError(
    `no path from ${from} to ${to}: ${blocked ? `${blocked} is blocked` : 'the cells are not connected'}`,
  );
}

function pairs(flat: Uint16Array): [number, number][] {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
}

async function answerScenarios(nav: GridNav, file: string, argv: Arguments): Promise<void> {
  const scenarios = parseScenarios(await readText(file), file);
  for (const s of scenarios) checkOnMap(nav, s, file);
  const { repeat } = argv;
  const answers = run(nav, scenarios, repeat);
  const faults = scenarios.map((s, i) => fault(nav, s, answers[i]));
  if (argv.json) for (const [i, s] of scenarios.entries()) printJson(line(s, answers[i], argv.cells));
  const summary = summaryOf(nav.engine, scenarios, answers);
  if (argv.json) summarize(summary);
  else {
    const { engine: name, queries, solved, unsolved, unreachable, suboptimal, meanSuboptimality, meanMicros } = summary;
    const none = unreachable > 0 ? `${unreachable} unreachable as stated, ` : '';
    print(
      `${file}: ${count(queries, 'query', 'queries')} by ${name}: ${solved} solved, ${unsolved} unsolved, ` +
        `${none}${suboptimal} not optimal`,
    );
    print(
      `mean suboptimality ${(100 * meanSuboptimality).toFixed(3)} %, mean time ${meanMicros.toFixed(2)} ` +
        `µs${repeat > 1 ? ` (best of ${repeat} passes per query)` : ''}`,
    );
  }
  const failed = scenarios.flatMap((s, i) => (faults[i] === '' ? [] : [`${endsOf(s)}: ${faults[i]}`]));
  if (failed.length > 0)
    throw new FailedError(
      `${failed.length} of ${count(scenarios.length, 'scenario')} failed, the first from ${failed[0]}`,
    );
}

const endsOf = ({ startX, startY, goalX, goalY }: Scenario) => `${startX},${startY} to ${goalX},${goalY}`;

function checkOnMap(nav: GridNav, s: Scenario, file: string): void {
  const { width, height } = nav;
  if (s.width !== width || s.height !== height)
    throw new UsageError(`${file} is for a map of ${s.width} x ${s.height}, the blob's map is ${width} x ${height}`);
  if (!nav.grid.contains(s.startX, s.startY) || !nav.grid.contains(s.goalX, s.goalY))
    throw new UsageError(`${file}: the path from ${endsOf(s)} is not on its map of ${width} x ${height}`);
}

/** Answers the whole file `repeat` times. Repeating one query back to back would measure a warm cache. */
function run(nav: GridNav, scenarios: Scenario[], repeat: number): Answer[] {
  const path = new PathBuffer();
  const answers: Answer[] = [];
  for (let pass = 0; pass < repeat; pass++) {
    scenarios.forEach(({ startX, startY, goalX, goalY }, i) => {
      const start = performance.now();
      const hasPath = nav.findPathInto(startX, startY, goalX, goalY, path);
      const micros = (performance.now() - start) * 1000;
      if (pass > 0) answers[i].micros = Math.min(answers[i].micros, micros);
      else
        answers[i] = {
          cost: hasPath ? path.cost : null,
          micros,
          cells: hasPath ? path.cells.slice(0, 2 * path.cellCount) : undefined,
        };
    });
  }
  return answers;
}

function fault(nav: GridNav, s: Scenario, { cost, cells }: Answer): string {
  const others = nav.grid.size > 1 || nav.grid.moveRule !== 'no-corners';
  // The file is for single cells and eight moves; other units may have no path.
  if (others && cost === null && !nav.isReachable(s.startX, s.startY, s.goalX, s.goalY)) return '';
  if (hasNoPath(s))
    return cost === null ? '' : `a path of cost ${cost.toFixed(4)}, the scenario states that there is none`;
  if (cost === null || !cells) return 'no path found';
  try {
    const walked =
      checkPath(nav.grid, cells, [s.startX, s.startY], [s.goalX, s.goalY]) / (nav.grid.costs ? 2 * STRAIGHT : STRAIGHT);
    if (walked !== cost) return `the path costs ${walked}, the engine said ${cost}`;
  } catch (error) {
    return (error as Error).message;
  }
  // Near-optimal engines, cell costs and other move rules have no optima in the file; `prep verify` computes them.
  if (['hpa', 'table'].includes(nav.engine) || nav.grid.costs || others) return '';
  return isStated(cost, s.optimal) ? '' : `cost ${cost.toFixed(4)}, the optimum is ${s.optimal}`;
}

function line(s: Scenario, { cost, micros, cells }: Answer, paths: boolean): object {
  const path = paths && cells && { path: pairs(cells) };
  return { from: [s.startX, s.startY], to: [s.goalX, s.goalY], cost, optimal: s.optimal, micros, ...path };
}

function summaryOf(engine: string, scenarios: Scenario[], answers: Answer[]) {
  const reachable = scenarios.flatMap((s, i) => (hasNoPath(s) ? [] : [{ s, cost: answers[i].cost }]));
  const solved = reachable.filter((q): q is { s: Scenario; cost: number } => q.cost !== null);
  const excess = solved.map(({ s, cost }) => (isStated(cost, s.optimal) ? 0 : cost / s.optimal - 1));
  return {
    engine,
    queries: scenarios.length,
    solved: solved.length,
    unsolved: reachable.length - solved.length,
    // Scenarios that state that there is no path.
    unreachable: scenarios.length - reachable.length,
    suboptimal: solved.filter(({ s, cost }) => !isStated(cost, s.optimal)).length,
    meanSuboptimality: excess.reduce((sum, e) => sum + e, 0) / (solved.length || 1),
    meanMicros: answers.reduce((sum, a) => sum + a.micros, 0) / answers.length,
  };
}

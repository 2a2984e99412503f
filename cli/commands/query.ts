/** `prep query`: a path, as a game finds it. */
import { join } from 'node:path';
import type { Argv } from 'yargs';
import { decompressor } from '../../src/core/blob/decompress.js';
import { BlobError } from '../../src/core/errors.js';
import { choice, flag, text } from '../../src/core/options/option.js';
import type { Path } from '../../src/core/search/path.js';
import { MOST_NODES } from '../../src/engines/table/fit.js';
import { loadForTools, TOOL_ENGINES } from '../../src/lab/engines/all.js';
import { bakesOf } from '../../src/lab/engines/needs.js';
import type { GridNav } from '../../src/runtime/nav.js';
import { loadWorld, type WorldWalk } from '../../src/world/world.js';
import { FailedError, UsageError } from '../shared/errors.js';
import { namingBlobs, readBlobBytes, readBlobFile } from '../shared/input.js';
import { cell, cellOfFloor, count, flags, json, type Values } from '../shared/options.js';
import { print, printJson } from '../shared/output.js';
import { readIndex, worldFolder } from '../shared/world-folder.js';

const FLAGS = {
  from: text('Start cell, X,Y'),
  to: text('Goal cell, X,Y'),
  engine: { ...choice('Engine', Object.keys(TOOL_ENGINES)), shown: 'the best' },
  agent: text('Agent, of blobs that are for several'),
  refine: flag('Improve paths of HPA* by exact searches in windows', true),
  cells: flag('With --json: print every cell of the path', false),
  json: json('query'),
};

export const builder = (yargs: Argv) =>
  yargs
    .positional('blobs', { type: 'string', array: true, demandOption: true, describe: 'Blobs of one map; or a world' })
    .options(flags(FLAGS))
    .example('$0 query out/arena.jps.prep --from 1,11 --to 40,30', 'cost and waypoints of one path')
    .example('$0 query out/*.prep --from 1,11 --to 40,30 --engine hpa --json', 'the same by HPA*, for programs')
    .epilogue('Exit code: 0 done; 1 if there is no path; 2 wrong usage or bad input.');

type Arguments = Values<typeof builder>;

export async function handler(argv: Arguments): Promise<void> {
  const ends = ['from', 'to'] as const;
  const missing = ends.filter((name) => argv[name] === undefined);
  if (missing.length > 0) throw new UsageError(`give --from X,Y --to X,Y; --${missing.join(' and --')} missing`);
  // Before any blob is read.
  for (const name of ends) cell(name, argv[name] ?? '');
  const folder = worldFolder(argv.blobs[0]);
  if (folder !== undefined) return answerInWorld(folder, argv);
  const blobs = await Promise.all(argv.blobs.map(readBlobFile));
  const nav = namingBlobs(argv.blobs, () => loadFor(blobs, argv.engine, argv.agent));
  if (!argv.refine) leaveOutWindows(nav);
  const [from, to] = endsOn(nav, argv);
  await printPath(nav, [from, to], nav.findPath(...from, ...to), argv);
}

function loadFor(blobs: Uint8Array[], engine: string | undefined, agent: string | undefined): GridNav {
  try {
    return loadForTools(blobs, { decompress: decompressor, engine, agent, maxNodes: MOST_NODES });
  } catch (error) {
    if (engine === undefined || !(error instanceof BlobError) || error.code !== 'missing') throw error;
    throw new UsageError(`engine ${engine} needs the output of ${bakesOf(engine)}; also name these blobs`);
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
  for (const name of ['engine', 'agent'] as const)
    if (argv[name] !== undefined) throw new UsageError(`--${name} is not for worlds`);
  if (argv.blobs.length > 1) throw new UsageError(`${folder} is a world; name it without other blobs`);
  const loadTile = (_x: number, _y: number, name: string) => readBlobBytes(join(folder, name));
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

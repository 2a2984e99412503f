/** `prep verify`: proves blobs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Argv } from 'yargs';
import { ASK } from '../../src/core/options/bake.js';
import { WALKER } from '../../src/core/options/maps.js';
import { defined, text, unfilled } from '../../src/core/options/option.js';
import { ARTIFACT_NAMES } from '../../src/engines/list.js';
import { TERRAIN_LETTERS } from '../../src/maps/movingai.js';
import type { ReadMapOptions } from '../../src/maps/read-map.js';
import { parseScenarios } from '../../src/maps/scen.js';
import { type VerifyReport, verifyBlobs } from '../../src/pipeline/prove/verify.js';
import { describeWorld } from '../../src/world/describe.js';
import { openWorld } from '../../src/world/source.js';
import { verifyWorld } from '../../src/world/verify.js';
import { FailedError, ofMap, UsageError } from '../shared/errors.js';
import { levelGiven, readBlobFile, readCosts, readingOf, readMapFile, readText } from '../shared/input.js';
import { count, flags, json, listArgument, mapFlags, type Values } from '../shared/options.js';
import { print, printJson, progress, table } from '../shared/output.js';
import { workOf } from '../shared/work.js';
import { readIndex, worldFolder } from '../shared/world-folder.js';

const FLAGS = {
  scenarios: { ...text('MovingAI .scen file: ask its queries'), flag: { conflicts: 'queries' } },
  queries: unfilled(ASK).queries,
  seed: ASK.seed,
  map: text('The map that the blobs were baked from'),
  tolerance: ASK.tolerance,
  agent: text('Agent to verify, of blobs of several; all without it'),
  json: json('map'),
  costs: { ...WALKER.costs, about: 'costs of --map, as given to the bake; needed for worlds' },
  walls: { ...WALKER.walls, about: 'walls between cells of --map, as given to the bake' },
  links: { ...WALKER.links, about: 'links of --map, as given to the bake' },
};

export const builder = (yargs: Argv) =>
  yargs
    .positional(
      'blobs',
      listArgument('Blobs; those of one map are tried together. Or worlds', 'those of the config, or of maps/'),
    )
    .options({ ...flags(FLAGS), ...mapFlags })
    .example('$0 verify out/*.prep', 'verify all blobs of a folder')
    .example(
      '$0 verify out/arena.prep --map maps/arena.map --scenarios maps/arena.map.scen',
      'one map, by its scenarios',
    )
    .epilogue('Exit code: 0 all is right; 1 something is not; 2 wrong usage, or a file is not there.');

type Arguments = Values<typeof builder>;

/** Where the fingerprint stands in every version of the format. */
const FINGERPRINT = [32, 64] as const;

export async function handler(argv: Arguments): Promise<void> {
  const { queries: random = ASK.queries.default, seed, tolerance: within, agent, scenarios: scen, map } = argv;
  const worlds = argv.blobs.flatMap((name) => worldFolder(name) ?? []);
  if (worlds.length > 0) return verifyWorlds(worlds, argv);
  const groups = argv.blobs.length > 0 ? groupByMap(await readBlobs(argv.blobs)) : await findGroups();
  refuseSeveral(argv, groups.length);
  const scenarios = scen === undefined ? undefined : parseScenarios(await readText(scen), scen);
  const named = map === undefined ? undefined : { file: map, bytes: await readMapFile(map) };
  const read = named && { ...named, options: await againstOptions(argv) };
  const reports: VerifyReport[] = [];
  for (const { blobs: group, against } of groups) {
    const options = defined({ random, seed, within, agent, scenarios, against: read ?? against });
    const report = await verifyBlobs(group, options).catch((error) => {
      throw ofMap(group.map(({ file }) => file).join(' + '), error);
    });
    reports.push(report);
    if (argv.json) printJson(report);
  }
  if (!argv.json) printReports(reports);
  failIfAny(reports.flatMap((report) => report.faults));
}

/** @throws {UsageError} if an option that is for one map is given for several */
function refuseSeveral(argv: Arguments, maps: number): void {
  for (const name of ['scenarios', 'map'] as const)
    if (argv[name] !== undefined && maps > 1)
      throw new UsageError(`--${name} is for the blobs of one map, these are of ${maps}; verify one map at a time`);
}

function failIfAny(faults: string[]): void {
  if (faults.length > 0) throw new FailedError(`${count(faults.length, 'violation')}; the first: ${faults[0]}`);
}

async function verifyWorlds(folders: string[], argv: Arguments): Promise<void> {
  if (folders.length < argv.blobs.length)
    throw new UsageError('worlds and blobs are named together; verify them with two commands');
  for (const name of ['scenarios', 'agent'] as const)
    if (argv[name] !== undefined) throw new UsageError(`--${name} is not for worlds`);
  refuseSeveral(argv, folders.length);
  const { queries: random, seed, tolerance: within } = argv;
  const against = argv.map === undefined ? undefined : await openWorld(argv.map, await worldReading(folders[0], argv));
  const faults: string[] = [];
  for (const folder of folders) {
    const bar = progress(folder);
    const options = defined({ random, seed, within, against, onProgress: bar.update });
    const report = await verifyWorld(folder, options).finally(() => bar.end());
    faults.push(...report.faults);
    if (argv.json) {
      printJson({ world: folder, ...report });
      continue;
    }
    print(`${folder}: ${report.faults.length === 0 ? 'sound' : 'not sound'}`);
    for (const check of report.checks) print(`  checked  ${check}`);
    const { paths, mean, p99, worst } = report.quality;
    const share = (value: number) => `${(100 * value).toFixed(2)} %`;
    if (paths > 0)
      print(
        `  quality  ${paths} short paths against the cheapest way near them: mean ${share(mean)} longer, p99 ` +
          `${share(p99)}, worst ${share(worst)}`,
      );
    for (const fault of report.faults.slice(0, MOST_FAULTS)) print(`  fault    ${fault}`);
  }
  failIfAny(faults);
}

/** Reading options of a world's map: the walker and the letters of its index. */
async function worldReading(folder: string, argv: Arguments): Promise<ReadMapOptions> {
  const { moveRule, size, terrain } = await readIndex(folder, describeWorld);
  return { ...(terrain !== '' && { terrain }), ...(await againstOptions(argv)), diagonals: moveRule, size };
}

const MOST_FAULTS = 20;

interface File {
  file: string;
  bytes: Uint8Array;
}

/** Blobs that are verified together, and their map if it is known. */
interface Group {
  blobs: File[];
  against?: File & { options: ReadMapOptions };
}

async function againstOptions(argv: Arguments): Promise<ReadMapOptions> {
  const costs = argv.costs === undefined ? undefined : await readCosts(argv.costs, TERRAIN_LETTERS);
  return { ...(await readingOf(argv)), ...defined({ level: levelGiven(argv), costs }) };
}

/** The blobs contain which letters are open, and their costs. */
function withoutLetters({ terrain: _, costs: __, ...reading }: ReadMapOptions): ReadMapOptions {
  return reading;
}

function readBlobs(files: string[]): Promise<File[]> {
  return Promise.all(files.map(async (file) => ({ file, bytes: await readBlobFile(file) })));
}

/** The blobs of the maps of this project, each with its map. @throws {UsageError} if a map has none */
async function findGroups(): Promise<Group[]> {
  const { maps, out } = await workOf({ maps: [] });
  const blobFiles = maps.map(({ name }) =>
    [...ARTIFACT_NAMES.map((artifact) => `${name}.${artifact}`), name]
      .map((start) => join(out, `${start}.prep`))
      .filter(existsSync),
  );
  const bare = maps.filter((_, i) => blobFiles[i].length === 0).map(({ file }) => file);
  if (bare.length > 0)
    throw new UsageError(`${out} holds no blob of ${bare.join(', ')}; bake them first, for example with prep jps`);
  return Promise.all(
    maps.map(async ({ file, content, reading }, i) => ({
      blobs: await readBlobs(blobFiles[i]),
      against: { file, bytes: await readMapFile(file, content), options: withoutLetters(reading) },
    })),
  );
}

function groupByMap(files: File[]): Group[] {
  const groups = new Map<string, File[]>();
  for (const blob of files) {
    const fingerprint = Buffer.from(blob.bytes.subarray(...FINGERPRINT)).toString('hex');
    groups.set(fingerprint, [...(groups.get(fingerprint) ?? []), blob]);
  }
  return [...groups.values()].map((together) => ({ blobs: together }));
}

/** Violations that are printed for each map; there may be thousands, all alike. */
const SHOWN = 10;
/** Columns of the output if the names of files are short, and columns that it may lack. */
const COLUMNS = 100;
const SPARE = ['unreachable', 'p99 %', 'p95 %', 'p50 %'];

function printReports(reports: VerifyReport[]): void {
  for (const { files, checks, faults } of reports) {
    print(`${files.join(' + ')}: ${faults.length === 0 ? 'right' : count(faults.length, 'violation')}`);
    for (const check of checks) print(`  ${check}`);
    for (const fault of faults.slice(0, SHOWN)) print(`  ${fault}`);
    if (faults.length > SHOWN) print(`  and ${faults.length - SHOWN} more`);
  }
  const percent = (share: number) => (100 * share).toFixed(3);
  const rows = reports.flatMap(({ files, engines }) =>
    engines.map((e) => [
      files[0],
      e.agent === undefined ? e.engine : `${e.agent}: ${e.engine}`,
      ...[e.queries, e.solved, e.unreachable].map(String),
      ...[e.mean, e.p50, e.p95, e.p99, e.max].map(percent),
      String(e.faults.length),
    ]),
  );
  if (rows.length === 0) return;
  const longer = ['longer: mean %', 'p50 %', 'p95 %', 'p99 %', 'max %'];
  const header = ['blob', 'engine', 'queries', 'solved', 'unreachable', ...longer, 'violations'];
  print(table([header, ...rows], 2, SPARE, Math.min(COLUMNS, process.stdout.columns || COLUMNS)));
}

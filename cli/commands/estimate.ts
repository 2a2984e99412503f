/** `prep estimate`: seconds and bytes of each artifact, before the bake. */
import type { Argv } from 'yargs';
import { ARTIFACT_NAMES } from '../../src/core/artifacts/list.js';
import { BOUNDS, THREADS } from '../../src/core/options/bake.js';
import { text, whole } from '../../src/core/options/option.js';
import { configOf, type Recommended } from '../../src/pipeline/config/config-of.js';
import { type ArtifactEstimate, estimateMap } from '../../src/pipeline/estimate/estimate.js';
import { type Proposal, type Recommendation, recommend } from '../../src/pipeline/estimate/recommend.js';
import { FEATURES, type Limits, parseWithin } from '../../src/pipeline/estimate/within.js';
import { FailedError, UsageError } from '../shared/errors.js';
import { costsOf, ofMap, readMapFile } from '../shared/input.js';
import { count, flags, json, mapFlags, mapsArgument, size, type Values, walkerFlags } from '../shared/options.js';
import { duration, print, printJson, summarize, table } from '../shared/output.js';
import { type MapFile, workOf } from '../shared/work.js';

const NEEDS = text(`Recommend artifacts by size, query time and words: ${FEATURES.join(', ')}`);
const WORKERS = whole('Time of a fleet of this many workers, too', 1, 100_000);

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', mapsArgument)
    .options({
      ...flags({ ...BOUNDS, needs: NEEDS }),
      ...walkerFlags,
      ...mapFlags,
      ...flags({ threads: THREADS, workers: WORKERS, json: json('artifact') }),
    })
    .example('$0 estimate huge.map', 'how long will it take, how large will it be?')
    .example('$0 estimate --workers 8', 'how long would prep build --fleet take, and what would it store?')
    .example('$0 estimate huge.map --needs 100kB,20us,edits', 'what should be baked for a game that needs this?');

type Arguments = Values<typeof builder>;

export async function handler({ boxes, exact, json: asJson, needs, workers, ...argv }: Arguments): Promise<void> {
  // A worker bakes a map in one thread.
  const threads = workers === undefined ? argv.threads : 1;
  const limits = needs === undefined ? undefined : limitsOf(needs);
  const { maps } = await workOf({ ...argv, costs: await costsOf(argv) });
  if (limits) return recommendFor(maps, limits, { threads, json: asJson, agent: argv.agent });
  const all = Object.fromEntries(ARTIFACT_NAMES.map((name) => [name, name === 'bounds' ? { boxes, exact } : {}]));
  const rows: string[][] = [];
  const fleet: MapEstimate[] = [];
  for (const { file, reading, agent, artifacts } of maps.flatMap((map) => kindsOf(map, argv.agent, all))) {
    const source = await readMapFile(file);
    const estimates = await estimateMap(source, { ...reading, file }, artifacts, threads).catch((error) => {
      throw ofMap(file, error);
    });
    fleet.push({ file, estimates });
    for (const { artifact, seconds, bytes, memory, openCells, problem } of estimates) {
      if (asJson)
        printJson({
          map: file,
          ...(agent !== undefined && { agent }),
          artifact,
          seconds,
          bytes,
          memory,
          openCells,
          problem,
        });
      if (problem !== undefined) {
        rows.push([title(file, agent), artifact, '-', '-', '-', problem]);
        continue;
      }
      rows.push([
        title(file, agent),
        artifact,
        seconds.toFixed(2),
        String(bytes),
        (bytes / openCells).toFixed(3),
        size(memory),
      ]);
    }
  }
  if (!asJson)
    print(table([['map', 'artifact', 'seconds', 'bytes', 'bytes per open cell', 'memory, at most'], ...rows], 2));
  if (workers !== undefined) tellFleet(fleet, workers, asJson);
}

type Artifacts = Readonly<Record<string, Record<string, unknown>>>;

/** A map once for each of its agents, with the artifacts that are baked for it. */
function kindsOf(map: MapFile, named: string | undefined, all: Artifacts) {
  // The reading options of a named agent are applied already.
  if (!map.agents || named !== undefined) return [{ ...map, agent: named, artifacts: all }];
  return Object.entries(map.agents).map(([agent, { artifacts: wanted, ...reading }]) => {
    const artifacts = Object.fromEntries(Object.entries(all).filter(([name]) => wanted?.includes(name) ?? true));
    return { ...map, agent, artifacts, reading: { ...map.reading, ...reading } };
  });
}

function title(file: string, agent: string | undefined): string {
  return agent === undefined ? file : `${file} (${agent})`;
}

/** A map, or one of its agents, and what each of its artifacts takes one thread. */
export interface MapEstimate {
  file: string;
  estimates: ArtifactEstimate[];
}

/** Seconds per map of the builder and per job of a worker (docs/scaling.md); longer bakes are sharded. */
const [BUILDER, WORKER, CUT] = [0.006, 0.015, 5.5];
/** Seconds until a cut is made, of a shard, and to merge. */
const SHARED = 4.5;

/** Seconds of a build: bound by the workers together, by the longest map, or by the machine that builds. */
export function fleetSeconds(maps: { seconds: number; shareable: number }[], workers: number): number {
  const all = maps.reduce((sum, { seconds }) => sum + seconds + WORKER, 0);
  const longest = maps.map(({ seconds, shareable }) => (shareable > CUT ? SHARED + seconds - shareable : seconds));
  const most = longest.reduce((a, b) => Math.max(a, b), 0);
  return Math.max(maps.length * BUILDER, all / workers + (workers > 1 ? most / 2 : 0), most);
}

/** One line, or one object, after those of the artifacts. */
export function tellFleet(all: MapEstimate[], workers: number, json: boolean): void {
  const maps = new Map<string, { seconds: number; shareable: number }>();
  let stored = 0;
  for (const { file, estimates } of all) {
    const map = maps.get(file) ?? { seconds: 0, shareable: 0 };
    for (const { artifact, seconds, bytes } of estimates) {
      map.seconds += seconds;
      if (artifact === 'bounds') map.shareable += seconds;
      stored += bytes;
    }
    maps.set(file, map);
  }
  const seconds = fleetSeconds([...maps.values()], workers);
  const alone = [...maps.values()].reduce((sum, map) => sum + map.seconds, 0);
  if (json) summarize({ maps: maps.size, workers, seconds, alone, stored });
  else
    print(
      `${count(maps.size, 'map')} on ${count(workers, 'worker')} of one job each: about ${duration(seconds)} (one ` +
        `thread: ${duration(alone)}); ${size(stored)} in the cache`,
    );
}

/** Accuracy of the times (docs/decisions/estimates-power-law.md). */
const RELIABLE =
  'times: from measured maps that are like it, on two cores of a cloud machine; mostly right within a factor of two';

/** @throws {UsageError} */
export function limitsOf(text: string): Limits {
  try {
    return parseWithin(text);
  } catch (error) {
    throw new UsageError(`--needs: ${(error as Error).message}`);
  }
}

/** Recommends artifacts for each map. @throws {FailedError} if nothing keeps to the limits on one of them */
export async function recommendFor(
  maps: MapFile[],
  limits: Limits,
  { threads, json, agent }: { threads: number; json: boolean; agent: string | undefined },
): Promise<void> {
  const several = maps.find(({ agents }) => agents && agent === undefined);
  if (several)
    throw new UsageError(
      `${several.file} is walked by ${Object.keys(several.agents ?? {}).join(', ')}; name one: --agent NAME`,
    );
  const chosen: Recommended[] = [];
  const unmet: string[] = [];
  for (const { file, reading } of maps) {
    const recommended = await recommend(await readMapFile(file), { ...reading, file }, limits, threads).catch(
      (error) => {
        throw ofMap(file, error);
      },
    );
    if (recommended.best) chosen.push({ file, reading, artifacts: recommended.best.artifacts });
    else unmet.push(`${file}: ${whyNot(recommended)}`);
    const config = recommended.best && configOf([{ file, reading, artifacts: recommended.best.artifacts }]);
    if (json) printJson({ map: file, limits, ...recommended, config });
    else print(proposalsOf(file, recommended));
  }
  if (!json) print(RELIABLE);
  if (!json && chosen.length > 0) print(`\nprep.config.json:\n${JSON.stringify(configOf(chosen), undefined, 2)}`);
  if (unmet.length > 0)
    throw new FailedError(`${unmet[0]}${unmet.length > 1 ? `; nor on ${count(unmet.length - 1, 'more map')}` : ''}`);
}

function proposalsOf(file: string, { best, proposals }: Recommendation): string {
  const rows = proposals.map((one) => [
    `${one === best ? '*' : ' '} ${one.name}`,
    size(one.bytes),
    one.us.toPrecision(2),
    one.seconds.toFixed(2),
    one.optimal ? 'optimal' : 'near',
    one.fails.length > 0 ? `over or without: ${one.fails.join(', ')}` : `as on ${one.like}`,
  ]);
  return table([[file, 'size', 'µs a query', 'bake s', 'paths', ''], ...rows], 1);
}

function whyNot({ nearest, problems }: Recommendation): string {
  if (!nearest) return `no artifact does all of that${problems.map((problem) => `; ${problem}`).join('')}`;
  return `nothing keeps to that; nearest is ${described(nearest)}, which misses ${nearest.fails.join(' and ')}`;
}

function described({ name, bytes, us, optimal }: Proposal): string {
  return `${name} with ${size(bytes)} and about ${us.toPrecision(2)} µs a query${optimal ? '' : ', near-optimal'}`;
}

/** `prep estimate`: seconds and bytes of each artifact, before the bake. */
import type { Argv } from 'yargs';
import { ARTIFACT_NAMES } from '../../src/core/artifacts/list.js';
import { BOUNDS, THREADS } from '../../src/core/options/bake.js';
import { whole } from '../../src/core/options/option.js';
import { type ArtifactEstimate, estimateMap } from '../../src/pipeline/estimate/estimate.js';
import { costsOf, ofMap, readMapFile } from '../shared/input.js';
import { count, flags, json, mapFlags, mapsArgument, size, type Values, walkerFlags } from '../shared/options.js';
import { duration, print, printJson, summarize, table } from '../shared/output.js';
import { type MapFile, workOf } from '../shared/work.js';

const WORKERS = whole('Time of a fleet of this many workers, too', 1, 100_000);

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', mapsArgument)
    .options({
      ...flags(BOUNDS),
      ...walkerFlags,
      ...mapFlags,
      ...flags({ threads: THREADS, workers: WORKERS, json: json('artifact') }),
    })
    .example('$0 estimate huge.map', 'how long will it take, how large will it be?')
    .example('$0 estimate --workers 8', 'how long would prep build --fleet take, and what would it store?');

type Arguments = Values<typeof builder>;

export async function handler({ boxes, exact, json: asJson, workers, ...argv }: Arguments): Promise<void> {
  // A worker bakes a map in one thread.
  const threads = workers === undefined ? argv.threads : 1;
  const { maps } = await workOf({ ...argv, costs: await costsOf(argv) });
  const all = Object.fromEntries(ARTIFACT_NAMES.map((name) => [name, name === 'bounds' ? { boxes, exact } : {}]));
  const rows: string[][] = [];
  const best: string[] = [];
  const fleet: MapEstimate[] = [];
  for (const { file, reading, agent, artifacts } of maps.flatMap((map) => kindsOf(map, argv.agent, all))) {
    const source = await readMapFile(file);
    const { estimates, choice } = await estimateMap(source, { ...reading, file }, artifacts, threads).catch((error) => {
      throw ofMap(file, error);
    });
    fleet.push({ file, estimates });
    const suited = ARTIFACT_NAMES.filter((name) => name !== 'table' && !choice.leftOut.includes(name));
    best.push(`best for ${title(file, agent)}: ${suited.join(', ')} (${choice.because})`);
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
          best: suited.includes(artifact),
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
    print(table([['map', 'artifact', 'seconds', 'bytes', 'B per open cell', 'memory, at most'], ...rows], 2));
  if (workers !== undefined) tellFleet(fleet, workers, asJson);
  if (!asJson) print(best.join('\n'));
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

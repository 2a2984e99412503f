/** `prep estimate`: seconds and bytes of each artifact, before the bake. */

import type { Argv } from 'yargs';
import { ARTIFACT_NAMES } from '../../src/artifacts/list.js';
import { estimateMap } from '../../src/estimate/estimate.js';
import { FEATURES } from '../../src/estimate/within.js';
import { BOUNDS, THREADS } from '../../src/options/bake.js';
import { text, whole } from '../../src/options/option.js';
import { type MapEstimate, tellFleet } from '../shared/fleet-estimate.js';
import { costsOf, ofMap, readMapFile } from '../shared/input.js';
import { flags, json, mapFlags, mapsArgument, size, type Values, walkerFlags } from '../shared/options.js';
import { print, printJson, table } from '../shared/output.js';
import { limitsOf, recommendFor } from '../shared/recommend.js';
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

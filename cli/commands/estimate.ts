/** `prep estimate`: seconds and bytes of each artifact, before the bake. */
import type { Argv } from 'yargs';
import { ARTIFACT_NAMES } from '../../src/core/artifacts/list.js';
import { BOUNDS, THREADS } from '../../src/core/options/bake.js';
import { estimateMap } from '../../src/pipeline/estimate/estimate.js';
import { costsOf, ofMap, readMapFile } from '../shared/input.js';
import { flags, json, mapFlags, mapsArgument, size, type Values, walkerFlags } from '../shared/options.js';
import { print, printJson, table } from '../shared/output.js';
import { type MapFile, workOf } from '../shared/work.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', mapsArgument)
    .options({ ...flags(BOUNDS), ...walkerFlags, ...mapFlags, ...flags({ threads: THREADS, json: json('artifact') }) })
    .example('$0 estimate huge.map', 'how long will it take, how large will it be?');

export async function handler({ boxes, exact, json: asJson, ...argv }: Values<typeof builder>): Promise<void> {
  const { maps } = await workOf({ ...argv, costs: await costsOf(argv) });
  const all = Object.fromEntries(ARTIFACT_NAMES.map((name) => [name, name === 'bounds' ? { boxes, exact } : {}]));
  const rows: string[][] = [];
  const best: string[] = [];
  for (const { file, content, reading, agent, artifacts } of maps.flatMap((map) => kindsOf(map, argv.agent, all))) {
    const source = await readMapFile(file, content);
    const named = { ...reading, file };
    const { estimates, choice } = await estimateMap(source, named, artifacts, argv.threads).catch((error) => {
      throw ofMap(file, error);
    });
    const suited = ARTIFACT_NAMES.filter((name) => name !== 'table' && !choice.leftOut.includes(name));
    best.push(`best for ${title(file, agent)}: ${suited.join(', ')} (${choice.because})`);
    for (const { artifact, seconds, bytes, memory, openCells, problem } of estimates) {
      const costs = { artifact, seconds, bytes, memory, openCells, best: suited.includes(artifact), problem };
      if (asJson) printJson({ map: file, agent, ...costs });
      const perCell = (bytes / openCells).toFixed(3);
      const texts =
        problem === undefined ? [seconds.toFixed(2), `${bytes}`, perCell, size(memory)] : ['-', '-', '-', problem];
      rows.push([title(file, agent), artifact, ...texts]);
    }
  }
  if (asJson) return;
  print(table([['map', 'artifact', 'seconds', 'bytes', 'B per open cell', 'memory, at most'], ...rows], 2));
  print(best.join('\n'));
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

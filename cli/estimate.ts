/** The work of `prep estimate`. */
import { ARTIFACT_NAMES, estimateMap } from '../src/build.js';
import { ofMap } from './shared/errors.js';
import { readInput } from './shared/input.js';
import { workOf } from './shared/maps.js';
import { size, wholeNumber } from './shared/options.js';
import { print, printJson } from './shared/output.js';
import { table } from './shared/text-table.js';

export interface EstimateArguments {
  maps: string[];
  terrain?: string;
  at: 'jump-points' | 'cells';
  exact: boolean;
  jobs: number;
  json: boolean;
}

export async function runEstimate({ at, exact, json, ...argv }: EstimateArguments): Promise<void> {
  const jobs = wholeNumber('jobs', argv.jobs, 0, 256);
  const { maps } = await workOf(argv);
  const artifacts = Object.fromEntries(ARTIFACT_NAMES.map((name) => [name, name === 'bounds' ? { at, exact } : {}]));
  const rows: string[][] = [];
  for (const { file, terrain, costs } of maps) {
    const source = await readInput(file);
    const estimates = await estimateMap(source, { file, terrain, costs }, artifacts, jobs).catch((error) => {
      throw ofMap(file, error);
    });
    for (const { artifact, seconds, bytes, memory, openCells, problem } of estimates) {
      if (json) printJson({ map: file, artifact, seconds, bytes, memory, openCells, problem });
      if (problem !== undefined) {
        rows.push([file, artifact, '-', '-', '-', problem]);
        continue;
      }
      rows.push([file, artifact, seconds.toFixed(2), String(bytes), (bytes / openCells).toFixed(3), size(memory)]);
    }
  }
  if (!json) print(table([['map', 'artifact', 'seconds', 'bytes', 'bytes per open cell', 'memory, at most'], ...rows], 2));
}

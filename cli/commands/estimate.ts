/** `prep estimate`: which artifacts suit a map. */
import type { Argv } from 'yargs';
import { readMap } from '../../src/maps/read-map.js';
import { fastestFor } from '../../src/pipeline/estimate/choose.js';
import { ofMap } from '../shared/errors.js';
import { costsOf, readMapFile } from '../shared/input.js';
import { flags, json, mapFlags, mapsArgument, type Values, walkerFlags } from '../shared/options.js';
import { print, printJson } from '../shared/output.js';
import { type MapFile, workOf } from '../shared/work.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', mapsArgument)
    .options({ ...walkerFlags, ...mapFlags, ...flags({ json: json('map') }) })
    .example('$0 estimate huge.map', 'what to bake for this map?');

export async function handler({ json: asJson, ...argv }: Values<typeof builder>): Promise<void> {
  const { maps } = await workOf({ ...argv, costs: await costsOf(argv) });
  for (const { file, content, reading, agent } of maps.flatMap((map) => kindsOf(map, argv.agent))) {
    const bytes = await readMapFile(file, content);
    const { grid } = await readMap(bytes, { ...reading, file }).catch((error) => {
      throw ofMap(file, error);
    });
    const { artifacts, because } = fastestFor(grid);
    if (asJson) printJson({ map: file, agent, artifacts, because });
    else print([`${file}${agent === undefined ? '' : ` (${agent})`}: ${artifacts.join(', ')}`, `  ${because}`]);
  }
}

function kindsOf(map: MapFile, named: string | undefined) {
  // The reading options of a named agent are applied already.
  if (!map.agents || named !== undefined) return [{ ...map, agent: named }];
  return Object.entries(map.agents).map(([agent, { artifacts: _, ...reading }]) => {
    return { ...map, agent, reading: { ...map.reading, ...reading } };
  });
}

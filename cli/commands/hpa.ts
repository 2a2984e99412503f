/** `prep hpa`: HPA*, near-optimal paths on weighted, large and changing maps. */
import type { Argv } from 'yargs';
import { bakeHpa } from '../../src/hpa/bake.js';
import type { Values } from '../shared/command.js';
import { hpaOptions, readHpaOptions } from '../shared/hpa-options.js';
import { bakeMaps } from '../shared/maps.js';
import { bakeOptions, mapsArgument } from '../shared/options.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', mapsArgument)
    .options({ ...hpaOptions, ...bakeOptions })
    .example('$0 hpa maps/*.map', 'write out/NAME.hpa.prep for every map')
    .example('$0 hpa --cluster 10', 'the same for the maps of prep.config.json, or of the folder maps')
    .example('$0 hpa swamp.map --costs costs.json', 'prefer the cheaper terrain');

export async function handler(argv: Values<typeof builder>): Promise<void> {
  const { options, costs } = await readHpaOptions(argv);
  await bakeMaps('hpa', { ...argv, costs }, (grid, common) => bakeHpa(grid, { ...options, ...common }));
}

/** `prep jps`: the map for JPS+, its jump distances checked; the runtime rebuilds jump lines from it. */
import type { Argv } from 'yargs';
import { JPS } from '../../src/core/options/bake.js';
import { bakeJps } from '../../src/engines/jps/bake.js';
import { bakeMaps } from '../shared/maps.js';
import { bakeFlags, flags, mapsArgument, optionsOf, type Values } from '../shared/options.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', mapsArgument)
    .options({ ...flags(JPS), ...bakeFlags })
    .example('$0 jps maps/*.map', 'write out/NAME.jps.prep for every map')
    .example('$0 jps swamp.map --costs costs.json', 'optimal paths on weighted terrain');

export async function handler(argv: Values<typeof builder>): Promise<void> {
  const options = optionsOf(JPS, argv);
  await bakeMaps('jps', argv, (grid, { output, ...common }) => bakeJps(grid, { ...options, ...common }));
}

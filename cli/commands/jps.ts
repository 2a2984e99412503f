/** `prep jps`: JPS+ jump distances. */
import type { Argv } from 'yargs';
import { bakeJps, JPS_DEFAULTS } from '../../src/index.js';
import type { Values } from '../shared/command.js';
import { bakeMaps } from '../shared/maps.js';
import { bakeOptions, mapsArgument } from '../shared/options.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', mapsArgument)
    .options({
      width: {
        choices: [8, 16] as const,
        default: JPS_DEFAULTS.width,
        requiresArg: true,
        describe: 'Bits per jump distance in the bake; the runtime keeps none',
      },
      store: {
        choices: ['grid', 'planes'] as const,
        default: JPS_DEFAULTS.store,
        requiresArg: true,
        describe: 'Store the grid alone and find the jump points at load, or store them too',
      },
      ...bakeOptions,
    })
    .example('$0 jps maps/*.map', 'write out/NAME.jps.prep for every map');

export async function handler({ width, store, ...argv }: Values<typeof builder>): Promise<void> {
  await bakeMaps('jps', argv, (grid, { output, ...common }) => bakeJps(grid, { width, store, ...common }));
}

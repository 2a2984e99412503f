/** `prep jps`: JPS+ jump distances. */
import type { CommandModule } from 'yargs';
import type { BakeArguments } from '../shared/bake-maps.js';

export const jps: CommandModule<object, BakeArguments> = {
  command: 'jps [maps..]',
  describe: 'Bake jump distances (JPS+): optimal paths in microseconds',
  // Imported here and not above, as in all commands: `prep --help` must not wait for the bakers.
  builder: async (yargs) => {
    const { JPS_DEFAULTS } = await import('../../src/index.js');
    const { bakeOptions, mapsArgument } = await import('../shared/options.js');
    return yargs
      .positional('maps', mapsArgument)
      .options({
        width: {
          choices: [8, 16],
          default: JPS_DEFAULTS.width,
          requiresArg: true,
          describe: 'Bits per jump distance in the bake; the runtime keeps none',
        },
        store: {
          choices: ['grid', 'planes'],
          default: JPS_DEFAULTS.store,
          requiresArg: true,
          describe: 'Store the grid alone and find the jump points at load, or store them too',
        },
        ...bakeOptions,
      })
      .example('$0 jps maps/*.map', 'write out/NAME.jps.prep for every map') as never;
  },
  handler: async (argv) => {
    const { bakeMaps } = await import('../shared/bake-maps.js');
    const { bakeJps } = await import('../../src/index.js');
    const { width, store } = argv as unknown as { width: 8 | 16; store: 'grid' | 'planes' };
    await bakeMaps('jps', argv, (grid, { output, ...common }) => bakeJps(grid, { width, store, ...common }));
  },
};

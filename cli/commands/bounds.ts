/** `prep bounds`: goal bounds. */
import type { CommandModule } from 'yargs';
import type { BoundsArguments } from '../bounds.js';

export const bounds: CommandModule<object, BoundsArguments> = {
  command: 'bounds [maps..]',
  describe: 'Bake goal bounds: with jump distances, queries expand little more than their path',
  builder: async (yargs) => {
    const { BOUNDS_DEFAULTS } = await import('../../src/index.js');
    const { bakeOptions, mapsArgument } = await import('../shared/options.js');
    return yargs
      .positional('maps', mapsArgument)
      .options({
        at: {
          choices: ['jump-points', 'cells'],
          default: BOUNDS_DEFAULTS.at,
          requiresArg: true,
          describe: 'Where boxes are kept: JPS+ wants them at jump points only, A* in every cell',
        },
        exact: { type: 'boolean', conflicts: 'fast', describe: 'The smallest boxes (default)' },
        fast: { type: 'boolean', describe: 'Larger boxes in less time; paths stay optimal' },
        resume: {
          type: 'boolean',
          default: false,
          describe: 'Keep a checkpoint beside the blob while baking, and go on from one that an interrupted bake has left',
        },
        ...bakeOptions,
      })
      .example('$0 bounds maps/*.map', 'write out/NAME.bounds.prep for every map')
      .example('$0 bounds arena.map --at cells', 'boxes in every cell') as never;
  },
  handler: async (argv) => {
    const { runBounds } = await import('../bounds.js');
    await runBounds(argv);
  },
};

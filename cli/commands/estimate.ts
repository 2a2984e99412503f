/** `prep estimate`: seconds and bytes of each artifact, before the bake. */
import type { CommandModule } from 'yargs';

interface Arguments {
  maps: string[];
  terrain?: string;
  at: 'jump-points' | 'cells';
  exact: boolean;
  jobs: number;
  json: boolean;
}

export const estimate: CommandModule<object, Arguments> = {
  command: 'estimate [maps..]',
  describe: 'Predict seconds, bytes and memory of each artifact of a map',
  builder: async (yargs) => {
    const { BOUNDS_DEFAULTS } = await import('../../src/index.js');
    const { bakeOptions, mapsArgument } = await import('../shared/options.js');
    const { terrain, jobs } = bakeOptions;
    return yargs
      .positional('maps', mapsArgument)
      .options({
        at: { choices: ['jump-points', 'cells'], default: BOUNDS_DEFAULTS.at, requiresArg: true, describe: 'Where goal bounds are kept' },
        exact: { type: 'boolean', default: BOUNDS_DEFAULTS.exact, describe: 'The smallest goal bounds; --no-exact for larger ones' },
        terrain,
        jobs,
        json: { type: 'boolean', default: false, describe: 'Print one JSON object a map and artifact' },
      })
      .example('$0 estimate huge.map', 'how long will it take, how large will it be?') as never;
  },
  handler: async (argv) => {
    const { runEstimate } = await import('../estimate.js');
    await runEstimate(argv);
  },
};

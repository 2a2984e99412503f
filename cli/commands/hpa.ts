/** `prep hpa`: HPA*, near-optimal paths on weighted, very large and changing maps. */
import type { CommandModule } from 'yargs';
import type { HpaArguments } from '../hpa.js';

export const hpa: CommandModule<object, HpaArguments> = {
  command: 'hpa [maps..]',
  describe: 'Bake clusters and their paths (HPA*): weighted terrain, large maps, paths step by step',
  builder: async (yargs) => {
    const { hpaOptions } = await import('../hpa.js');
    const { bakeOptions, mapsArgument } = await import('../shared/options.js');
    return yargs
      .positional('maps', mapsArgument)
      .options({ ...hpaOptions, ...bakeOptions })
      .example('$0 hpa maps/*.map', 'write out/NAME.hpa.prep for every map')
      .example('$0 hpa --cluster 10', 'the same for the maps of prep.config.json, or of the folder maps')
      .example('$0 hpa swamp.map --costs costs.json', 'prefer the cheaper terrain') as never;
  },
  handler: async (argv) => {
    const { bakeMaps } = await import('../shared/bake-maps.js');
    const { bakeHpa } = await import('../../src/index.js');
    const { readHpaOptions } = await import('../hpa.js');
    const { options, costs } = await readHpaOptions(argv);
    await bakeMaps('hpa', { ...argv, costs }, (grid, common) => bakeHpa(grid, { ...options, ...common }));
  },
};

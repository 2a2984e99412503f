/** `prep hpa`: HPA*, near-optimal paths on weighted, very large and changing maps. */
import type { CommandModule } from 'yargs';
import type { BakeArguments } from '../bake.js';

interface Arguments extends Omit<BakeArguments, 'costs'> {
  cluster: number;
  levels: number;
  merge: number;
  'entrance-width': number;
  paths: boolean;
  shortcuts: boolean;
  costs?: string;
}

export const hpa: CommandModule<object, Arguments> = {
  command: 'hpa <maps..>',
  describe: 'Bake clusters and their paths (HPA*): weighted terrain, large maps, paths step by step',
  builder: async (yargs) => {
    const { HPA_DEFAULTS } = await import('../../src/index.js');
    const { bakeOptions } = await import('../options.js');
    return yargs
      .positional('maps', { type: 'string', array: true, demandOption: true, describe: 'MovingAI .map files' })
      .options({
        cluster: { type: 'number', default: HPA_DEFAULTS.cluster, requiresArg: true, describe: 'Side of a cluster, 2 to 64 cells' },
        levels: { type: 'number', default: HPA_DEFAULTS.levels, requiresArg: true, describe: 'Levels of abstraction, 1 to 8' },
        merge: {
          type: 'number',
          default: HPA_DEFAULTS.merge,
          requiresArg: true,
          describe: 'N x N clusters of a level make one of the next, 2 to 8',
        },
        'entrance-width': {
          type: 'number',
          default: HPA_DEFAULTS.entranceWidth,
          requiresArg: true,
          describe: 'Entrances as wide as this have a transition at each end, others one in the middle',
        },
        costs: { type: 'string', requiresArg: true, describe: 'JSON file, cost of a cell by its letter: {".":1,"S":3}' },
        paths: { type: 'boolean', default: HPA_DEFAULTS.paths, describe: 'Store the path of each edge; --no-paths for a smaller file' },
        shortcuts: {
          type: 'boolean',
          default: HPA_DEFAULTS.shortcuts,
          describe: 'Edges of their own for lines between neighbouring clusters: better before smoothing, larger and slower',
        },
        ...bakeOptions,
      })
      .example('$0 hpa maps/*.map', 'write out/NAME.hpa.prep for every map')
      .example('$0 hpa swamp.map --costs costs.json', 'prefer the cheaper terrain') as never;
  },
  handler: async (argv) => {
    const { bakeMaps } = await import('../bake.js');
    const { bakeHpa, HPA_RANGES } = await import('../../src/index.js');
    const { readCosts } = await import('../costs.js');
    const { wholeNumber } = await import('../options.js');
    const { cluster, levels, merge, 'entrance-width': entranceWidth, paths, shortcuts } = argv;
    const options = { cluster, levels, merge, entranceWidth, paths, shortcuts };
    for (const [name, least, most] of HPA_RANGES) {
      wholeNumber(name === 'entranceWidth' ? 'entrance-width' : name, options[name], least, most);
    }
    const costs = argv.costs === undefined ? {} : await readCosts(argv.costs, argv.terrain);
    await bakeMaps('hpa', { ...argv, costs }, (grid, common) => bakeHpa(grid, { ...options, ...common }));
  },
};

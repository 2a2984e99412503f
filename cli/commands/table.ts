/** `prep table`: all-pairs tables over the nodes of HPA*. */
import type { CommandModule } from 'yargs';
import type { TableArguments } from '../table.js';

export const table: CommandModule<object, TableArguments> = {
  command: 'table [maps..]',
  describe: 'Bake all-pairs tables over HPA*: its paths without a search, distances in a microsecond',
  builder: async (yargs) => {
    const { TABLE_DEFAULTS } = await import('../../src/index.js');
    const { hpaOptions } = await import('../hpa.js');
    const { bakeOptions, mapsArgument } = await import('../shared/options.js');
    return yargs
      .positional('maps', {
        ...mapsArgument,
        describe: 'MovingAI .map files, for each of which NAME.hpa.prep is baked first, or blobs of prep hpa',
      })
      .options({
        level: {
          type: 'number',
          default: TABLE_DEFAULTS.level,
          requiresArg: true,
          describe: 'Level of the abstraction, 1 the lowest; 0 for the lowest with at most --max-nodes',
        },
        method: {
          choices: ['auto', 'floyd', 'search'],
          default: TABLE_DEFAULTS.method,
          requiresArg: true,
          describe: 'How distances are found; the bytes are the same',
        },
        'max-nodes': { type: 'number', default: TABLE_DEFAULTS.maxNodes, requiresArg: true, describe: 'Most nodes of a table' },
        'max-memory': {
          type: 'number',
          default: TABLE_DEFAULTS.maxMemory / 1e6,
          requiresArg: true,
          describe: 'Megabytes that a bake may take; it is refused before it begins',
        },
        ...hpaOptions,
        ...bakeOptions,
      })
      .example('$0 table maps/*.map --cluster 20', 'write out/NAME.hpa.prep and out/NAME.table.prep for every map')
      .example('$0 table out/arena.hpa.prep', 'a table for a bake that is there already')
      .epilogue('A table works with the very bake of HPA* that it was made from: ship both, or a pack of both.') as never;
  },
  handler: async (argv) => {
    const { runTable } = await import('../table.js');
    await runTable(argv);
  },
};

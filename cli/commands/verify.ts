/** `prep verify`: proves blobs. */
import type { CommandModule } from 'yargs';
import type { VerifyArguments } from '../verify.js';

export const verify: CommandModule<object, VerifyArguments> = {
  command: 'verify [blobs..]',
  describe: 'Prove blobs: structure, a sample recomputed, paths against Dijkstra',
  builder: async (yargs) => {
    const { VERIFY_DEFAULTS } = await import('../../src/build.js');
    return yargs
      .positional('blobs', {
        type: 'string',
        array: true,
        default: [] as string[],
        defaultDescription: 'those of the maps of prep.config.json, or of the folder maps',
        describe: 'Blobs; those of one map are tried together',
      })
      .options({
        scen: { type: 'string', requiresArg: true, conflicts: 'random', describe: 'MovingAI .scen file: ask its queries' },
        random: { type: 'number', requiresArg: true, describe: `Random queries to ask [default: ${VERIFY_DEFAULTS.random}]` },
        seed: { type: 'number', default: VERIFY_DEFAULTS.seed, requiresArg: true, describe: 'Of the random queries and samples' },
        against: { type: 'string', requiresArg: true, describe: 'The map: are the blobs baked from it, as it is now?' },
        within: {
          type: 'number',
          default: 100 * VERIFY_DEFAULTS.within,
          requiresArg: true,
          describe: 'Per cent that a path of hpa may be longer than the shortest; all others have to be shortest',
        },
        json: { type: 'boolean', default: false, describe: 'Print one JSON object a map' },
      })
      .example('$0 verify out/*.prep', 'prove all blobs of a folder')
      .example('$0 verify out/arena.prep --against maps/arena.map --scen maps/arena.map.scen', 'one map, by its scenarios')
      .epilogue('Exit code: 0 all is right; 1 something is not; 2 wrong usage, or a file is not there.') as never;
  },
  handler: async (argv) => {
    const { runVerify } = await import('../verify.js');
    await runVerify(argv);
  },
};

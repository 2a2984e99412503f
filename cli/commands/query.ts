/** `prep query`: one path, or every scenario of a file against its optimum. */
import type { CommandModule } from 'yargs';
import type { QueryArguments } from '../query.js';

export const query: CommandModule<object, QueryArguments> = {
  command: 'query <blobs..>',
  describe: 'Answer queries from blobs of one map, as a game would',
  builder: async (yargs) => {
    const { TOOL_ENGINES } = await import('../../src/index.js');
    return yargs
      .positional('blobs', { type: 'string', array: true, demandOption: true, describe: 'Blobs of one map' })
      .options({
        from: { type: 'string', requiresArg: true, conflicts: 'scen', describe: 'Start cell, X,Y' },
        to: { type: 'string', requiresArg: true, conflicts: 'scen', describe: 'Goal cell, X,Y' },
        scen: { type: 'string', requiresArg: true, describe: 'MovingAI .scen file: run every scenario, compare with its optimum' },
        engine: {
          choices: Object.keys(TOOL_ENGINES),
          requiresArg: true,
          describe: 'Default: the first that the blobs have all for; astar, cell by cell, is there to compare with',
        },
        repeat: {
          type: 'number',
          default: 1,
          requiresArg: true,
          describe: 'Passes over the scenario file; the best time of each query counts',
        },
        paths: { type: 'boolean', default: false, describe: 'With --json, print every cell of each path' },
        json: { type: 'boolean', default: false, describe: 'Print one JSON object a query, and a summary' },
      })
      .example('$0 query out/arena.jps.prep --from 1,11 --to 40,30', 'cost and waypoints of one path')
      .example('$0 query out/arena.jps.prep --scen arena.map.scen', 'check and time every scenario')
      .epilogue('Exit code: 0 if every query was solved, and optimally; 1 if not; 2 wrong usage or bad input.') as never;
  },
  handler: async (argv) => {
    const { runQuery } = await import('../query.js');
    await runQuery(argv);
  },
};

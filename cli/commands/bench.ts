/** `prep bench`: engines, baselines and peers on the same queries. */
import type { CommandModule } from 'yargs';
import type { BenchArguments } from '../bench.js';

export const bench: CommandModule<object, BenchArguments> = {
  command: 'bench <maps..>',
  describe: 'Measure the engines against the baselines of the field, on scenarios or seeded pairs',
  builder: async (yargs) => {
    const { BENCH_DEFAULTS, ENGINES, PEERS, QUICK } = await import('../../src/bench.js');
    const { DEFAULT_TERRAIN, TERRAIN_LETTERS } = await import('../../src/index.js');
    const { DEFAULT_QUERIES, QUICK_QUERIES } = await import('../bench.js');
    const lines = Object.entries({ ...ENGINES, ...PEERS }).map(
      ([name, { about, onRequest }]) => `  ${name.padEnd(19)}${about}${onRequest ? ' *' : ''}`,
    );
    return yargs
      .positional('maps', { type: 'string', array: true, demandOption: true, describe: 'MovingAI .map files, or folders of them' })
      .options({
        scen: { type: 'string', requiresArg: true, describe: 'Scenario file of the one map; without it MAP.scen, else seeded pairs' },
        engines: {
          type: 'string',
          requiresArg: true,
          describe: 'Engines to run, parted by commas; the first is what the others are compared with',
        },
        quick: {
          type: 'boolean',
          default: false,
          describe: `${QUICK_QUERIES} queries a map, ${QUICK.repeat} rounds: seconds in place of minutes`,
        },
        repeat: { type: 'number', requiresArg: true, describe: `Rounds over the queries; ${BENCH_DEFAULTS.repeat} without it` },
        queries: { type: 'number', requiresArg: true, describe: `Most queries a map, 0 for all scenarios; ${DEFAULT_QUERIES} without it` },
        longer: { type: 'number', default: 0, requiresArg: true, describe: 'Only queries whose shortest path has more steps than this' },
        pairs: {
          choices: ['uniform', 'normal'],
          requiresArg: true,
          conflicts: 'scen',
          describe: 'Seeded pairs of connected cells in place of scenarios, drawn evenly or around the middle',
        },
        'start-square': { type: 'string', requiresArg: true, implies: 'pairs', describe: 'Square for the starts of pairs, X,Y,SIDE' },
        'goal-square': { type: 'string', requiresArg: true, implies: 'pairs', describe: 'Square for their goals' },
        'bake-limit': {
          type: 'number',
          requiresArg: true,
          describe: `Seconds after which an engine still baking is left out; ${BENCH_DEFAULTS.bakeMillis / 1000} without it, ${QUICK.bakeMillis / 1000} with --quick`,
        },
        seed: { type: 'number', default: 1, requiresArg: true, describe: 'Seed of pairs, and of the order of queries' },
        terrain: {
          type: 'string',
          default: DEFAULT_TERRAIN,
          requiresArg: true,
          describe: `Letters of the map that are open, from ${TERRAIN_LETTERS}`,
        },
        peers: { type: 'boolean', default: false, describe: 'Run path finders from npm too (for development; they must be installed)' },
        csv: { type: 'string', requiresArg: true, describe: 'Write all measures, one row a map and engine' },
        json: { type: 'string', requiresArg: true, describe: 'Write all measures, queries and times' },
        html: { type: 'string', requiresArg: true, describe: 'Write a report with plots, one file that opens offline' },
      })
      .example('$0 bench maps/arena.map --quick', 'a table in seconds')
      .example('$0 bench maps --engines astar,jps --html out/bench.html', 'two engines on all maps of a folder, with plots')
      .epilogue(
        `Engines (* only where named):\n${lines.join('\n')}\n\nExit code: 0 done; 1 if an exact engine did not answer with a shortest path; 2 wrong usage or bad input.`,
      ) as never;
  },
  handler: async (argv) => {
    const { runBench } = await import('../bench.js');
    await runBench(argv);
  },
};

/** The command line: declares the commands, and turns errors into one line and an exit code. */
import yargs, { type Argv } from 'yargs';
import { hideBin } from 'yargs/helpers';
import { busy } from '../src/core/busy.js';
import { version } from '../src/core/version.js';
import { exitCode, report } from './shared/errors.js';
import type { Internals } from './shared/help.js';
import type { CommandFile } from './shared/options.js';
import { clearStatus, guardOutput, printSummary } from './shared/output.js';
import { expandPatterns } from './shared/patterns.js';
import { endWithoutWaiting, exitOnSignal, isInterruption } from './shared/signals.js';
import { joinCells, LISTS, refuseRepeats, usageErrors } from './shared/usage.js';

type Command = readonly [usage: string, describe: string, load: () => Promise<CommandFile>];

/**
 * Usage with positionals, line of `prep --help`, and file of each command, in the groups and the order of
 * `prep --help`. A file is imported when its command runs, so `prep --help` does not wait for bakers.
 */
const GROUPS: Readonly<Record<string, readonly Command[]>> = {
  Start: [
    ['init [folder]', 'Write a prep.config.json for the maps of this project', () => import('./commands/init.js')],
    ['build [config]', 'Bake all outputs of a config that are out of date', () => import('./commands/build.js')],
    ['view [files..]', 'Look at blobs and maps in a browser', () => import('./commands/view.js')],
  ],
  Bake: [
    ['jps [maps..]', 'Bake the map for JPS+: optimal paths in microseconds', () => import('./commands/jps.js')],
    ['bounds [maps..]', 'Bake goal bounds: JPS+ searches little beyond the path', () => import('./commands/bounds.js')],
    ['ch [maps..]', 'Bake contraction hierarchies: mazes, rooms, costs', () => import('./commands/ch.js')],
    ['hpa [maps..]', 'Bake clusters (HPA*): large maps, costs, walks', () => import('./commands/hpa.js')],
    ['table [maps..]', 'Bake all-pairs tables over HPA*: paths without search', () => import('./commands/table.js')],
    ['world [maps..]', 'Bake a very large map in tiles, loaded when needed', () => import('./commands/world.js')],
    ['estimate [maps..]', 'Print which artifacts suit a map', () => import('./commands/estimate.js')],
  ],
  Use: [
    ['query <blobs..>', 'Find paths with the blobs of a map, as a game would', () => import('./commands/query.js')],
    ['verify [blobs..]', 'Verify blobs: structure, samples, paths by Dijkstra', () => import('./commands/verify.js')],
    ['lint [maps..]', 'Find unreachable places and choke points of maps', () => import('./commands/lint.js')],
    ['inspect <file>', 'Check a blob and print its contents, or those of a map', () => import('./commands/inspect.js')],
    ['pack <blobs..>', 'Merge the blobs of one map into one file', () => import('./commands/pack.js')],
  ],
  Look: [
    ['draw [files..]', 'Draw a map, its blobs and a path as PNG or SVG', () => import('./commands/draw.js')],
    ['map <input>', 'Convert a map to MovingAI, PNG, JSON or CSV', () => import('./commands/map.js')],
    ['generate <kind>', 'Generate a map from a seed', () => import('./commands/generate.js')],
    ['bench [maps..]', 'Compare the engines with standard algorithms', () => import('./commands/bench.js')],
  ],
  Share: [
    ['worker <fleet>', 'Bake for builds on other machines until interrupted', () => import('./commands/worker.js')],
  ],
};

export const COMMANDS = Object.entries(GROUPS).flatMap(([group, commands]) =>
  commands.map(([usage, describe, load]) => ({ group, name: usage.split(' ')[0], usage, describe, load })),
);

/** Commands that leave nothing half done: a signal ends them immediately, even in a long loop. */
const SAVES_NOTHING = ['estimate', 'query', 'verify', 'lint', 'inspect', 'bench'];

const COMPLETION = 'completion';
const groupOf = (name: string) => COMMANDS.find((command) => command.name === name)?.group ?? 'Options';

/** Parser of a command line. @param columns of the terminal, for its help */
export async function makeParser(given: string[], columns?: number) {
  const args = given.map((arg) => (arg === '--help-maps' ? '--help' : arg));
  const usages = new Map([...COMMANDS.map(({ name, usage }) => [name, usage] as const), [COMPLETION, COMPLETION]]);
  const { fail, asUsageError } = usageErrors(args, usages, () => Object.keys(internals.getOptions().key));
  const parser = yargs(args)
    .scriptName('prep')
    // Messages are in English only, whatever the language of the terminal.
    .locale('en')
    .parserConfiguration({ 'dot-notation': false, 'camel-case-expansion': false })
    .usage('npx gridprep COMMAND: bakes grid maps into blobs for path queries in games.')
    .strict()
    .check(refuseRepeats)
    .version(version)
    .help()
    .alias('help', 'h')
    .exitProcess(false)
    .fail(fail);
  const internals = parser as unknown as Internals;
  // Yargs would format the help of each command, unused: 0.25 s.
  internals.getInternalMethods().getUsageInstance().cacheHelpMessage = () => {};
  if (args.length === 0 || args.some((arg) => HELP.includes(arg)))
    (await import('./shared/help.js')).useHelp(parser, given.includes('--help-maps'), groupOf, columns);
  parser.epilogue('Exit code: 0 done, 1 work failed, 2 wrong usage or bad input.');
  const isCompletion = args[0] === '--get-yargs-completions';
  for (const { name, usage, describe, load } of COMMANDS) {
    // Completion does not wait for a builder.
    const loaded = isCompletion && args.includes(name) ? await load() : undefined;
    parser.command({
      command: usage,
      describe,
      builder: loaded?.builder ?? (async (yargs) => (await load()).builder(yargs)),
      handler: async (argv) => {
        const { handler } = await load();
        await expandPatterns(argv, LISTS);
        await (SAVES_NOTHING.includes(name) ? busy(async () => handler(argv)) : handler(argv));
      },
    });
  }
  // `completion` of yargs has no help.
  parser.command({
    command: COMPLETION,
    describe: 'Print the completion script for bash or zsh',
    builder: (yargs: Argv) => yargs.example('$0 completion >> ~/.bashrc', 'complete from the next shell on'),
    handler: () => void parser.showCompletionScript(),
  });

  return { parser, asUsageError };
}

export async function main(): Promise<void> {
  exitOnSignal();
  guardOutput();
  const given = joinCells(hideBin(process.argv));
  const isWork = COMMANDS.some(({ name }) => name === given[0]) && !given.some((arg) => HELP.includes(arg));
  let isDone = true;
  const { parser, asUsageError } = await makeParser(given);
  try {
    if (given.length === 0) parser.showHelp('log');
    else if (given.length === 1 && given[0] === COMPLETION) parser.showCompletionScript();
    else await parser.parseAsync();
  } catch (thrown) {
    const error = asUsageError(thrown);
    if (!isInterruption(error)) {
      report(error);
      process.exitCode = exitCode(error);
      isDone = process.exitCode === 1;
    }
  }
  clearStatus();
  if (isWork && isDone && given.includes('--json')) printSummary();
  endWithoutWaiting();
}

const HELP = ['help', '-h', '--help', '--help-maps', '--version'];

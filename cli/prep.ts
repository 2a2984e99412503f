#!/usr/bin/env node
/** The command line: declares the commands, turns errors into one line and an exit code. */
import yargs, { type Argv } from 'yargs';
import { hideBin } from 'yargs/helpers';
import { version } from '../src/version.js';
import type { CommandFile } from './shared/command.js';
import { exitCode, report } from './shared/errors.js';
import { guardOutput } from './shared/output.js';
import { endWithoutWaiting, exitOnSignal, isInterruption } from './shared/signals.js';
import { joinCells, refuseRepeats, usageErrors } from './shared/usage.js';

/** In the order of `prep --help`. */
const COMMANDS = [
  command(
    'init',
    'Write a prep.config.json for the maps in maps/, and example maps if there are none',
    () => import('./commands/init.js'),
  ),
  command(
    'build [config]',
    'Bake what a config says from all its maps, as far as it is not up to date',
    () => import('./commands/build.js'),
  ),
  command(
    'worker <fleet>',
    'Bake for builds on other machines, until told to end',
    () => import('./commands/worker.js'),
  ),
  command(
    'cache <action> <cache>',
    'Remove from a shared cache what nobody uses, or check every file of it',
    () => import('./commands/cache.js'),
  ),
  command(
    'fleet <action> <fleet>',
    'Say what builds and workers share and who is there, or empty it',
    () => import('./commands/fleet.js'),
  ),
  command(
    'jps [maps..]',
    'Bake jump distances (JPS+): optimal paths in microseconds',
    () => import('./commands/jps.js'),
  ),
  command(
    'hpa [maps..]',
    'Bake clusters and their paths (HPA*): weighted terrain, large maps, paths step by step',
    () => import('./commands/hpa.js'),
  ),
  command(
    'world [maps..]',
    'Bake a map too large to load whole, in tiles that are loaded when needed',
    () => import('./commands/world.js'),
  ),
  command(
    'table [maps..]',
    'Bake all-pairs tables over HPA*: its paths without a search, distances in a microsecond',
    () => import('./commands/table.js'),
  ),
  command(
    'bounds [maps..]',
    'Bake goal bounds: with jump distances, queries expand little more than their path',
    () => import('./commands/bounds.js'),
  ),
  command(
    'ch [maps..]',
    'Bake contraction hierarchies over subgoals: optimal paths on mazes, rooms and noise',
    () => import('./commands/ch.js'),
  ),
  command('pack <blobs..>', 'Merge the blobs of one map into one file', () => import('./commands/pack.js')),
  command(
    'unpack <blob>',
    'Take a packed file apart into the blobs it was made from',
    () => import('./commands/unpack.js'),
  ),
  command(
    'query <blobs..>',
    'Answer queries from blobs of one map, as a game would',
    () => import('./commands/query.js'),
  ),
  command(
    'inspect <file>',
    'Check a blob and print its header, sections and metadata; or print what is in a map',
    () => import('./commands/inspect.js'),
  ),
  command(
    'verify [blobs..]',
    'Prove blobs: structure, a sample recomputed, paths against Dijkstra',
    () => import('./commands/verify.js'),
  ),
  command(
    'patch <blob> <map>',
    'Bring a shipped map up to date without shipping its blobs again',
    () => import('./commands/patch.js'),
  ),
  command(
    'view [files..]',
    'Look at blobs and maps in a browser: layers, queries, engines side by side',
    () => import('./commands/view.js'),
  ),
  command(
    'draw <files..>',
    'Draw a map or its blobs as a picture: layers, a path, goal boxes; PNG or SVG',
    () => import('./commands/draw.js'),
  ),
  command(
    'diff <a> <b>',
    'Say what differs between two blobs: map, options, revision, sections',
    () => import('./commands/diff.js'),
  ),
  command(
    'estimate [maps..]',
    'Predict seconds, bytes and memory of each artifact of a map',
    () => import('./commands/estimate.js'),
  ),
  command(
    'map <input>',
    'Write a map as it was understood: MovingAI, a picture, JSON or CSV',
    () => import('./commands/map.js'),
  ),
  command(
    'generate <kind>',
    'Make a map from a seed, the same one on every machine',
    () => import('./commands/generate.js'),
  ),
  command(
    'bench <maps..>',
    'Measure the engines against the baselines of the field, on scenarios or seeded pairs',
    () => import('./commands/bench.js'),
  ),
];

interface Command {
  name: string;
  usage: string;
  addTo(parser: Argv): void;
}

/**
 * Declares a command. Its file is imported only when that command is asked for: `prep --help` must not wait for the bakers.
 *
 * @param usage name and positionals, as in `jps [maps..]`
 * @param describe what `prep --help` says of it
 * @param file imports it
 */
function command<T>(usage: string, describe: string, file: () => Promise<CommandFile<T>>): Command {
  return {
    name: usage.split(' ')[0],
    usage,
    addTo(parser) {
      parser.command<T>({
        command: usage,
        describe,
        builder: async (yargs) => (await file()).builder(yargs),
        handler: async (argv) => (await file()).handler(argv),
      });
    },
  };
}

exitOnSignal();
guardOutput();
const args = joinCells(hideBin(process.argv));
const { fail, asUsageError } = usageErrors(
  args,
  new Map(COMMANDS.map(({ name, usage }) => [name, usage])),
  optionNames,
);
const parser = yargs(args)
  .scriptName('prep')
  // Not the user's language: our own messages are in English only.
  .locale('en')
  .parserConfiguration({ 'dot-notation': false, 'camel-case-expansion': false })
  .usage('$0 COMMAND\n\nBakes grid maps into small blobs for path queries in games.')
  .strict()
  .check(refuseRepeats)
  .version(version)
  .help()
  .alias('help', 'h')
  .wrap(Math.min(110, process.stdout.columns ?? 110))
  .epilogue('Exit code: 0 done, 1 work failed, 2 wrong usage or bad input.')
  .exitProcess(false)
  .fail(fail);
for (const { addTo } of COMMANDS) addTo(parser);

/** What yargs has, and its types lack. */
interface Internals {
  getOptions(): { key: object };
  getInternalMethods(): { getUsageInstance(): { cacheHelpMessage(): void } };
}

// Yargs formats the help of a command each time it runs one, for a `showHelp` that nobody calls: a quarter of a second of the start.
(parser as unknown as Internals).getInternalMethods().getUsageInstance().cacheHelpMessage = () => {};

/** Names of the options of the command that is parsed. */
function optionNames(): string[] {
  return Object.keys((parser as unknown as Internals).getOptions().key);
}

try {
  if (args.length === 0) parser.showHelp('log');
  else await parser.parseAsync();
} catch (thrown) {
  const error = asUsageError(thrown);
  if (!isInterruption(error)) {
    report(error);
    process.exitCode = exitCode(error);
  }
}
endWithoutWaiting();

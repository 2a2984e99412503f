#!/usr/bin/env node
/** The command line: declares the commands, turns errors into one line and an exit code. */
import { readFileSync } from 'node:fs';
import yargs, { type CommandModule } from 'yargs';
import { hideBin } from 'yargs/helpers';
import { bench } from './commands/bench.js';
import { bounds } from './commands/bounds.js';
import { build } from './commands/build.js';
import { diff } from './commands/diff.js';
import { estimate } from './commands/estimate.js';
import { hpa } from './commands/hpa.js';
import { init } from './commands/init.js';
import { inspect } from './commands/inspect.js';
import { jps } from './commands/jps.js';
import { pack, unpack } from './commands/pack.js';
import { query } from './commands/query.js';
import { table } from './commands/table.js';
import { verify } from './commands/verify.js';
import { exitCode, report } from './shared/errors.js';
import { guardOutput } from './shared/output.js';
import { exitOnSignal } from './shared/signals.js';
import { refuseRepeats, usageErrors } from './shared/usage.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const COMMANDS = [init, build, jps, hpa, table, bounds, pack, unpack, query, inspect, verify, diff, estimate, bench];

exitOnSignal();
guardOutput();
const args = hideBin(process.argv);
const { fail, asUsageError } = usageErrors(
  args,
  COMMANDS.map(({ command }) => String(command).split(' ')[0]),
);
const parser = yargs(args)
  .scriptName('prep')
  // Not the user's language: our own messages are in English only.
  .locale('en')
  .parserConfiguration({ 'dot-notation': false, 'camel-case-expansion': false })
  .usage('$0 COMMAND\n\nBakes grid maps into small blobs for path queries in games.')
  .command(COMMANDS as CommandModule[])
  .demandCommand(1, 'no command given; see prep --help')
  .strict()
  .recommendCommands()
  .check(refuseRepeats)
  .version(version)
  .help()
  .alias('help', 'h')
  .wrap(Math.min(110, process.stdout.columns ?? 110))
  .epilogue('Exit code: 0 done, 1 work failed, 2 wrong usage or bad input.')
  .exitProcess(false)
  .fail(fail);

try {
  await parser.parseAsync();
} catch (thrown) {
  const error = asUsageError(thrown);
  report(error);
  process.exitCode = exitCode(error);
}

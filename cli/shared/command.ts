/**
 * How a command is declared. `cli/prep.ts` lists its usage and what `prep --help` says of it; its file exports `builder` and `handler`, as
 * yargs calls them, and is imported only when that command is asked for: `prep --help` must not wait for the bakers.
 */
import type { ArgumentsCamelCase, Argv } from 'yargs';

/** What the file of a command exports. */
interface CommandFile<T> {
  /** Declares the arguments, with examples and exit codes for its help. */
  builder: (yargs: Argv) => Argv<T>;
  handler: (argv: ArgumentsCamelCase<T>) => Promise<void>;
}

/** The values of the arguments that a `builder` declares: what its `handler` is called with. */
export type Values<Builder extends (yargs: Argv) => Argv<unknown>> = ReturnType<Builder> extends Argv<infer T> ? T : never;

export interface Command {
  name: string;
  addTo(parser: Argv): void;
}

/**
 * @param usage name and positionals, as in `jps [maps..]`
 * @param describe what `prep --help` says of it
 * @param file imports it
 */
export function command<T>(usage: string, describe: string, file: () => Promise<CommandFile<T>>): Command {
  return {
    name: usage.split(' ')[0],
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

/** Types of a command's file, which exports `builder` and `handler` as yargs calls them. */
import type { ArgumentsCamelCase, Argv } from 'yargs';

/** Exports of a command's file. */
export interface CommandFile<T> {
  /** Declares the arguments, with examples and exit codes for its help. */
  builder: (yargs: Argv) => Argv<T>;
  handler: (argv: ArgumentsCamelCase<T>) => Promise<void>;
}

/** The values of the arguments that a `builder` declares: what its `handler` is called with. */
export type Values<Builder extends (yargs: Argv) => Argv<unknown>> =
  ReturnType<Builder> extends Argv<infer T> ? T : never;

/** What is said about a wrong command line: yargs finds the fault, the words are ours, on one line. */
import { UsageError } from './errors.js';

/** Positionals that may have several values; every option has one. */
const LISTS = ['_', 'maps', 'blobs', 'files'];

/** Each line of yargs' English messages, and what we say in its place, `HELP` the command's help; an empty text drops the line. */
const TEXTS: [RegExp, string][] = [
  [/^Not enough non-option arguments: got (\d+), need at least (\d+)/, 'got $1 files, need at least $2; see HELP'],
  [/^Unknown arguments?: (.*)/, 'unknown argument $1; see HELP'],
  [/^Missing required arguments?: (.*)/, '--$1 is missing; see HELP'],
  [/^Not enough arguments following: (.*)/, '-$1 needs a value; see HELP'],
  [/^Arguments (\S+) and (\S+) are mutually exclusive/, '--$1 and --$2 exclude each other; give one of them'],
  [/^Missing dependent arguments:/, ''],
  [/^(\S+) -> (\S+)$/, '--$1 needs --$2; give both'],
  [/^Did you mean (.*)\?/, 'unknown command; did you mean prep $1?'],
  [/^Invalid values:/, ''],
  [/^Argument: (\S+), Given: (.*), Choices: (.*)/, '--$1 is $2, allowed are $3'],
];

/**
 * @param args of the command line
 * @param commands names of all there are
 */
export function usageErrors(args: string[], commands: string[]) {
  const command = args.find((arg) => commands.includes(arg));
  const inOurWords = (message: string): string => {
    const word = args.find((arg) => !arg.startsWith('-'));
    if (command === undefined && word !== undefined && !message.includes('Did you mean'))
      return `unknown command ${word}; known are ${commands.join(', ')}`;
    const lines = message.split('\n').map((line) => {
      const [pattern, text] = TEXTS.find(([p]) => p.test(line.trim())) ?? [/$/, ''];
      return line
        .trim()
        .replace(pattern, text)
        .replace('HELP', `prep ${command} --help`)
        .replace(/^-(?=\w\w)/, '--');
    });
    return lines.filter((line) => line !== '').join('; ');
  };
  return {
    /** The `fail` handler. */
    fail(message: string, error: Error | undefined): never {
      throw error ?? new UsageError(inOurWords(message));
    },
    /** Some faults yargs throws past its own `fail` handler; all other errors stay what they are. */
    asUsageError(error: unknown): unknown {
      return error instanceof Error && error.name === 'YError' ? new UsageError(inOurWords(error.message)) : error;
    },
  };
}

/** @throws {UsageError} if an option is given twice: yargs would hand out an array where one value is expected */
export function refuseRepeats(argv: Record<string, unknown>): true {
  for (const [name, value] of Object.entries(argv)) {
    if (Array.isArray(value) && !LISTS.includes(name)) {
      throw new UsageError(`${name.length > 1 ? '--' : '-'}${name} is given ${value.length} times; give it once`);
    }
  }
  return true;
}

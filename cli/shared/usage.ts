/** Replaces yargs' messages about wrong command lines by one line. */
import { nearest, nearestOrLonger } from '../../src/core/unknown-names.js';
import { UsageError } from './errors.js';

/** Positionals that may have several values; every option has one. */
export const LISTS = ['_', 'maps', 'blobs', 'files'];

const NAMED: Readonly<Record<string, string>> = {
  maps: 'a map or a folder',
  blobs: 'a blob',
  files: 'a map, or blobs of one map',
  blob: 'a blob',
  map: 'a map',
  input: 'a map',
  file: 'a blob or a map',
  kind: 'a kind of map',
  fleet: 'the Redis of the fleet',
};

/** Replacements of yargs' English messages; `HELP` is the help command, an empty text drops the line. */
const TEXTS: [RegExp, string][] = [
  [/^Missing required arguments?: (.*)/, '--$1 is missing; see HELP'],
  [/^Not enough arguments following: (.*)/, '-$1 needs a value; see HELP'],
  [/^Arguments (\S+) and (\S+) are mutually exclusive/, '--$1 and --$2 exclude each other; give one of them'],
  [/^(Missing dependent arguments|Implications failed):/, ''],
  [/^(\S+) -> (\S+)$/, '--$1 needs --$2; give both'],
  [/^Invalid values:/, ''],
];

const CELLS = ['--from', '--to', '--focus', '--box'];

/** Reads `--from 5 5` as `--from 5,5`. */
export function joinCells(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const isCell = CELLS.includes(args[i]) && [args[i + 1], args[i + 2]].every((text) => /^\d+,?$/.test(text ?? ''));
    joined.push(args[i]);
    if (!isCell) continue;
    joined.push(`${args[i + 1].replace(',', '')},${args[i + 2].replace(',', '')}`);
    i += 2;
  }
  return joined;
}

/** @param commands usage of each by its name, as `jps [maps..]` @param options names of the command's options */
export function usageErrors(args: string[], commands: ReadonlyMap<string, string>, options: () => readonly string[]) {
  const word = args.find((arg) => !arg.startsWith('-'));
  const command = word !== undefined && commands.has(word) ? word : undefined;
  const help = command === undefined ? 'prep --help' : `prep ${command} --help`;

  /** Messages for a line of yargs. */
  const translated = (line: string): string[] => {
    const unknown = /^Unknown arguments?: (.*)/.exec(line);
    if (unknown) return unknown[1].split(', ').map((name) => unknownArgument(name, args, options(), help));
    const missing = /^Not enough non-option arguments: got (\d+)/.exec(line);
    if (missing) return [`name ${missingOf(commands.get(command ?? '') ?? '', Number(missing[1]))}; see ${help}`];
    const value = /^Argument: (\S+), Given: (.*), Choices: (.*)/.exec(line);
    if (value) return [`${value[1] in NAMED ? '' : '--'}${value[1]} is ${value[2]}, allowed are ${value[3]}`];
    const [pattern, text] = TEXTS.find(([known]) => known.test(line)) ?? [/$/, ''];
    const message = line.replace(pattern, text).replace('HELP', help);
    return [message.replace(/^-(?=\w\w)/, '--')];
  };
  const inOurWords = (message: string): string => {
    if (command === undefined && word !== undefined) return unknownCommand(word, [...commands.keys()]);
    const lines = message.split('\n').flatMap((line) => translated(line.trim()));
    return lines.filter((line) => line !== '').join('; ');
  };
  return {
    fail(message: string, error: Error | undefined): never {
      throw error ?? new UsageError(inOurWords(message));
    },
    /** Converts errors that yargs throws without its `fail` handler. */
    asUsageError(error: unknown): unknown {
      return error instanceof Error && error.name === 'YError' ? new UsageError(inOurWords(error.message)) : error;
    },
  };
}

function unknownCommand(word: string, commands: readonly string[]): string {
  const near = nearest(word, commands);
  const hint = near === undefined ? `known are ${commands.join(', ')}` : `did you mean prep ${near}?`;
  return `unknown command "${word}"; ${hint}`;
}

function unknownArgument(name: string, args: readonly string[], options: readonly string[], help: string): string {
  const dashes = ['--', '-'].find((one) => args.some((arg) => arg === one + name || arg.startsWith(`${one + name}=`)));
  if (dashes === undefined && args.includes(name)) return `unknown argument "${name}"; see ${help}`;
  const near = name.length > 1 ? nearestOrLonger(name, options) : undefined;
  const spelled = `${dashes ?? (name.length > 1 ? '--' : '-')}${name}`;
  return `unknown option ${spelled}; ${near === undefined ? `see ${help}` : `did you mean --${near}?`}`;
}

/** @param usage of the command @param given number of given positionals */
function missingOf(usage: string, given: number): string {
  const names = [...usage.matchAll(/<(\w+)/g)].map(([, name]) => name);
  return NAMED[names[given] ?? names[0] ?? ''] ?? 'a file';
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

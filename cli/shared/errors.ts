/** Errors as one line on the terminal, and their exit codes. */
import type * as library from '../../src/core/errors.js';
import { withMessage } from '../../src/core/errors.js';
import { excerptOf } from './excerpt.js';
import { paint, shortened, visible, warn } from './output.js';

/** The command line was wrong. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The work was done, and its result is wrong. */
export class FailedError extends Error {
  override name = 'FailedError';
}

const SYSTEM: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'is a folder, not a file',
  EEXIST: 'is a file, not a folder',
  ENOTDIR: 'a part of the path is not a folder',
  EACCES: 'no permission',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

/** Codes of a file that is missing or of the wrong kind. */
const BAD_INPUT = ['ENOENT', 'EISDIR', 'ENOTDIR', 'EEXIST', 'EACCES', 'ENAMETOOLONG', 'ELOOP', 'ENOTREG', 'EFBIG'];

type ErrorName = 'UsageError' | 'FailedError' | 'TileError' | 'JobError' | keyof typeof library;
/** Names of errors that the user can fix. Importing their classes would load all bakers before `prep --help`. */
const USERS = 'UsageError MapError BlobError BakeError ConfigError TileError JobError ViewError'.split(
  ' ',
) as ErrorName[];
/** Names of other errors without a stack. */
const KNOWN: ErrorName[] = [...USERS, 'FailedError', 'ThreadError', 'CacheError', 'FleetError'];

/** 2 for wrong usage or bad input; 1 for failed work, such as any failed write, and for bugs. */
export function exitCode(error: unknown): 1 | 2 {
  if (error instanceof Error && USERS.includes(error.name as ErrorName)) return 2;
  return isSystemError(error) && BAD_INPUT.includes(error.code) && error.syscall !== 'write' ? 2 : 1;
}

/** Whether it is an error of the operating system about a file; such errors are shown without a stack. */
function isSystemError(
  error: unknown,
): error is Error & { code: string; path: string; syscall: string; dest?: string } {
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined && path !== undefined;
}

/**
 * Prints an error on stderr: one line if the user can fix it, with the line of a file that it names; the stack of a
 * bug.
 */
export function report(error: unknown): void {
  for (const line of linesOf(error))
    warn([line.replace(/^prep:/, paint.error), ...excerptOf(line.replace(/^prep: /, ''))]);
}

/** Names the map in an error that does not name it, and what to do after a thread has ended. */
export function ofMap(map: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message } = error;
  const before = describe(error).includes(visible(map)) ? '' : `${map}: `;
  const after = name === 'ThreadError' && !message.endsWith(' again') ? '; run the command again' : '';
  // A copy, because several maps may fail by one error.
  return withMessage(error, `${before}${message}${after}`);
}

/** Characters of a line of an error. */
const MOST_CHARACTERS = 300;

/** Text of an error without control characters, except between the lines of a stack or of a config's faults. */
export const describe = (error: unknown): string => linesOf(error).join('\n');

function linesOf(error: unknown): string[] {
  return inWords(error).map((line) => visible(shortened(line, MOST_CHARACTERS)));
}

function inWords(error: unknown): string[] {
  if (!(error instanceof Error)) return [`prep: ${error}`];
  if (isSystemError(error)) {
    const what =
      error.syscall === 'write' && error.code === 'ENOENT' ? 'no folder can be made there' : SYSTEM[error.code];
    return [`prep: ${error.dest ?? error.path}: ${what ?? error.message}`];
  }
  // A line for each fault of a config; other errors have one.
  if (error.name === 'ConfigError') return error.message.split('\n').map((line) => `prep: ${line}`);
  const isKnown = exitCode(error) === 2 || KNOWN.includes(error.name as ErrorName);
  if (isKnown) return [`prep: ${error.message}`];
  const [head, ...frames] = (error.stack ?? error.message).split(/\n(?= {4}at )/);
  return [head, ...frames.flatMap((lines) => lines.split('\n'))];
}

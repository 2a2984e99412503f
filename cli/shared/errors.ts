/** Errors as one line on the terminal, and their exit codes. */
import type * as library from '../../src/core/errors.js';
import { paint, warn } from './output.js';

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
const BAD_INPUT = ['ENOENT', 'EISDIR', 'ENOTDIR', 'EEXIST', 'EACCES', 'ENAMETOOLONG', 'ELOOP', 'ENOTREG'];

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

/** Prints an error on stderr: one line if the user can fix it, the stack of a bug. */
export function report(error: unknown): void {
  warn(describe(error).replace(/^prep:/gm, paint.error));
}

/** Names the map in an error that does not name it, and what to do after a thread has ended. */
export function ofMap(map: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!describe(error).includes(map)) error.message = `${map}: ${error.message}`;
  if (error.name === 'ThreadError' && !error.message.endsWith(' again')) error.message += '; run the command again';
  return error;
}

const MOST_CHARACTERS = 300;
/** Characters kept of the end of a longer line, which often contains the advice. */
const END = 100;

/** Text of an error; no line is longer than {@link MOST_CHARACTERS}. */
export function describe(error: unknown): string {
  return inWords(error)
    .split('\n')
    .map((line) =>
      line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS - END - 5)} ... ${line.slice(-END)}` : line,
    )
    .join('\n');
}

function inWords(error: unknown): string {
  if (!(error instanceof Error)) return `prep: ${error}`;
  if (isSystemError(error)) {
    const what =
      error.syscall === 'write' && error.code === 'ENOENT' ? 'no folder can be made there' : SYSTEM[error.code];
    return `prep: ${error.dest ?? error.path}: ${what ?? error.message}`;
  }
  // A line for each fault of a config; other errors have one.
  if (error.name === 'ConfigError') return error.message.replace(/^/gm, 'prep: ');
  const isKnown = exitCode(error) === 2 || KNOWN.includes(error.name as ErrorName);
  return isKnown ? `prep: ${error.message.split('\n')[0]}` : (error.stack ?? error.message);
}

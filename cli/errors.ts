/** What an error looks like on the terminal, and which exit code it gives. */
import { BlobError, MapError } from '../src/errors.js';

/** The command line was wrong. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The work was done, but its result is not what it has to be; said already. */
export class FailedError extends Error {
  override name = 'FailedError';
}

const SYSTEM: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'a part of the path is not a folder',
  EACCES: 'no permission',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

/** 2 for wrong usage or bad input, 1 for failed work and bugs. */
export function exitCode(error: unknown): 1 | 2 {
  if (error instanceof UsageError || error instanceof MapError || error instanceof BlobError) return 2;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // Reading what is not there is bad input; failing to write is failed work.
  return (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES') && (syscall === 'open' || syscall === 'read') && !isWrite(error)
    ? 2
    : 1;
}

function isWrite(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).path).endsWith('.tmp');
}

/** One line on stderr for what the user can mend; bugs keep their stack. */
export function report(error: unknown): void {
  console.error(describe(error));
}

export function describe(error: unknown): string {
  if (!(error instanceof Error)) return `prep: ${error}`;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code && path && SYSTEM[code]) return `prep: ${path}: ${SYSTEM[code]}`;
  const known = exitCode(error) === 2 || error instanceof FailedError;
  return known ? `prep: ${error.message.split('\n')[0]}` : (error.stack ?? error.message);
}

/** Reading what the user named. */
import { readFile } from 'node:fs/promises';
import { BlobError } from '../src/errors.js';

/** Reads a file; its name is in the error even where Node leaves it out, as for folders. */
export async function readInput(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path: file });
  }
}

/** Runs a reader of blobs, which knows bytes but no files: its errors get the files' names. */
export function namingBlobs<T>(files: string[], read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof BlobError ? new BlobError(`${files.join(', ')}: ${error.message}`) : error;
  }
}

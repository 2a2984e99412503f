/** Reading what the user named. */
import { BakeError, BlobError, HpaError, ThreadError } from '../../src/errors.js';
import { readRegular } from '../../src/files/regular.js';
import { MAP_ENDING } from '../../src/maps/read-map.js';
import { UsageError } from './errors.js';

/** Reads a file; its name is in the error even where Node leaves it out, as for folders. */
export async function readInput(file: string): Promise<Buffer> {
  try {
    return await readRegular(file);
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path: file });
  }
}

/** Reads a text file, without the byte order mark that some editors put before it. */
export async function readText(file: string): Promise<string> {
  return new TextDecoder().decode(await readInput(file));
}

/** Imported for doubtful names only: bakes of named maps load nothing of the pipeline. */
const isBlob = async (bytes: Uint8Array) => (await import('../../src/blob/pack.js')).isBlob(bytes);

/** First line of a map. */
const MAP = /^\ufeff?\s*type\s/;

/** Reads a blob. @throws {UsageError} if it is a map: those are easily taken for each other */
export async function readBlobFile(file: string): Promise<Buffer> {
  const bytes = await readInput(file);
  if (MAP.test(bytes.toString('utf8', 0, 64)) || (MAP_ENDING.test(file) && !(await isBlob(bytes))))
    throw new UsageError(`${file}: this is a map, not a blob; bake it first: prep jps ${file}`);
  return bytes;
}

/** Runs a reader of blobs and adds the files' names to its errors. */
export function namingBlobs<T>(files: string[], read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof BlobError ? new BlobError(`${files.join(', ')}: ${error.message}`, error.code) : error;
  }
}

/** Adds the map's name to errors of threads and of HPA*. */
export function ofMap(file: string, error: unknown): unknown {
  if (error instanceof HpaError) return new BakeError(`${file}: ${error.message}`);
  return error instanceof ThreadError ? new ThreadError(`${file}: ${error.message}; run the command again`) : error;
}

/** A missing agent as an error of `--agent`. */
export function ofAgent(error: unknown): unknown {
  const isAgent = error instanceof RangeError && error.message.startsWith('agent is');
  return isAgent ? new UsageError(`--${error.message}`) : error;
}

/** Worlds as arguments of commands: their folder or its index. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { INDEX_NAME } from '../../src/world/folder.js';
import { UsageError } from './errors.js';
import { namingBlobs, readBlobBytes } from './input.js';

/** Names of tiles of a map or of a world. */
const TILE = /^\d+_\d+\.\w+$/;

/** The folder of a named world; undefined for other names. @throws {UsageError} for tiles without an index */
export function worldFolder(name: string): string | undefined {
  if (name.endsWith(INDEX_NAME) && existsSync(name)) return dirname(name);
  if (!existsSync(name) || !statSync(name).isDirectory()) return undefined;
  if (existsSync(join(name, INDEX_NAME))) return name;
  if (!readdirSync(name).some((file) => TILE.test(file))) return undefined;
  throw new UsageError(
    `${name} has no ${INDEX_NAME}: it is not a world, or its bake was interrupted; bake it: prep world MAP --tile 1024`,
  );
}

/** Reads the index of a world. @throws {BlobError} naming it, if it is damaged */
export async function readIndex<T>(folder: string, read: (bytes: Uint8Array) => T): Promise<T> {
  const index = join(folder, INDEX_NAME);
  const bytes = await readBlobBytes(index);
  return namingBlobs([index], () => read(bytes));
}

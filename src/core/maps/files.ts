/** Files of a map: read once, of bounded size, from allowed folders; hashed, so that stale outputs are known. */

import { realpath } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { MapError } from '../errors.js';
import { isBelow } from '../files/below.js';
import { openRegular } from '../files/regular.js';
import { sha256 } from '../files/sha256.js';
import { quote } from './text.js';

/** Largest file, in bytes: a map of 8192 x 8192 letters is half of it. */
export const MAX_FILE_BYTES = 128 << 20;

export interface ReadFile {
  file: string;
  bytes: Uint8Array;
}

export class MapFiles {
  /** SHA-256 of each file that was read beside the map itself, by its path from the map's folder, with slashes. */
  readonly beside = new Map<string, string>();

  /** @param file the map; undefined if only bytes are known @param root allowed folder, by default the map's */
  constructor(
    private readonly file: string | undefined,
    private readonly root: string | undefined,
  ) {}

  /**
   * Reads a file that the map, or a file of it, refers to.
   * @param reference as it stands in the file `from`
   * @param what it is, in error messages: `tileset`
   * @throws {MapError} if it lies where nothing may be read, is too large or not there
   */
  async read(reference: string, from: string, what: string): Promise<ReadFile> {
    if (this.file === undefined)
      throw new MapError(
        `${from}: ${what} ${quote(reference)} is a file of its own; say where the map is from with the option "file"`,
      );
    const folder = dirname(this.file);
    const path = resolve(dirname(from), reference.replaceAll('\\', '/'));
    const root = resolve(this.root ?? folder);
    this.check(path, root, reference, from, what);
    let bytes: Uint8Array;
    try {
      // Links are followed first: they lead out of a folder just as well.
      this.check(await realpath(path), await realpath(root), reference, from, what);
      bytes = await readWithin(path);
    } catch (error) {
      if (error instanceof MapError) throw new MapError(`${from}: ${what} ${quote(reference)}: ${error.message}`);
      throw new MapError(
        `${from}: ${what} ${quote(reference)} cannot be read: ${(error as Error).message.split(',')[0]}`,
      );
    }
    this.beside.set(relative(resolve(folder), path).replaceAll(sep, '/'), sha256(bytes));
    return { file: relativeTo(path), bytes };
  }

  private check(path: string, root: string, reference: string, from: string, what: string): void {
    if (!isBelow(path, root) || /^[a-z]:/i.test(reference) || reference.includes('\0')) {
      throw new MapError(
        `${from}: ${what} ${quote(reference)} lies outside the folder ${relativeTo(root)}; allow it with --root ` +
          'FOLDER (option "root")',
      );
    }
  }
}

/** @throws {MapError} if a file is too large, or changes while it is read; the system's error if it is not regular */
export async function readWithin(path: string): Promise<Uint8Array> {
  const { handle, size } = await openRegular(path);
  try {
    if (size > MAX_FILE_BYTES) throw new MapError(tooLarge(size));
    const bytes = await handle.readFile();
    if (bytes.length !== size)
      throw new MapError(`the file had ${size} bytes and then ${bytes.length} while it was read; read it again`);
    return bytes;
  } finally {
    await handle.close();
  }
}

export function tooLarge(bytes: number): string {
  return `the file has ${bytes} bytes, allowed are ${MAX_FILE_BYTES}`;
}

/** A path as messages show it: relative where it lies in the working folder, else absolute. */
function relativeTo(path: string): string {
  return isBelow(path, '.') ? relative('.', path) || '.' : path;
}

/**
 * Files for reading, regular ones alone: a FIFO, a device or a socket may keep its reader waiting for ever, in a thread of the system that a process
 * cannot end, not even by exiting.
 */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** Code of the error for what is neither file nor folder. */
export const NOT_REGULAR = 'ENOTREG';

/**
 * Opens a regular file for reading.
 * @returns its bytes, and when it was last changed, in milliseconds
 * @throws the system's error, `path` the file; code `EISDIR` for a folder, {@link NOT_REGULAR} for anything else that is no regular file
 */
export async function openRegular(path: string): Promise<{ handle: FileHandle; size: number; changed: number }> {
  check(await stat(path), path);
  // Another file may have its name by now: that of a FIFO opens at once this way.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await handle.stat();
    check(found, path);
    return { handle, size: found.size, changed: found.mtimeMs };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads a regular file whole, as {@link openRegular} opens it. */
export async function readRegular(path: string): Promise<Buffer> {
  const { handle } = await openRegular(path);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function check(found: Stats, path: string): void {
  if (found.isFile()) return;
  const code = found.isDirectory() ? 'EISDIR' : NOT_REGULAR;
  throw Object.assign(new Error(`it is ${kindOf(found)}; expected a regular file`), { code, syscall: 'open', path });
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a FIFO';
  return found.isSocket() ? 'a socket' : 'a device';
}

/** Regular files for reading: a FIFO, device or socket may block a system thread for ever, past exit. */
import { closeSync, constants, openSync, readSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** Code of the error for what is neither file nor folder. */
export const NOT_REGULAR = 'ENOTREG';

const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a regular file for reading.
 * @returns its bytes, and when it was last changed, in milliseconds
 * @throws the system's error, `path` the file; code `EISDIR` for a folder, {@link NOT_REGULAR} for anything else that
 * is no regular file
 */
export async function openRegular(path: string): Promise<{ handle: FileHandle; size: number; changed: number }> {
  check(await stat(path), path);
  // Another file may have its name by now: this way a FIFO opens without waiting.
  const handle = await open(path, READ_ONLY);
  try {
    const entry = await handle.stat();
    check(entry, path);
    return { handle, size: entry.size, changed: entry.mtimeMs };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads a regular file, as {@link openRegular} opens it, and closes it. */
export async function withRegular<T>(path: string, read: (handle: FileHandle, size: number) => Promise<T>): Promise<T> {
  const { handle, size } = await openRegular(path);
  try {
    return await read(handle, size);
  } finally {
    await handle.close();
  }
}

/** Bytes of the largest file that Node reads as a whole. */
const MOST_BYTES = 2 ** 31 - 1;

/** @param most bytes that it may have @throws as {@link openRegular}; the error `EFBIG` if it has more */
export const readRegular = (path: string, most = MOST_BYTES): Promise<Buffer> =>
  withRegular(path, (handle, size) => {
    if (size <= most) return handle.readFile();
    const text = `it has ${size} bytes, allowed are ${most}`;
    throw Object.assign(new Error(text), { code: 'EFBIG', syscall: 'open', path });
  });

/** Reads the first `most` bytes of a regular file, or all of a shorter one. */
export const readHead = (path: string, most: number): Promise<Buffer> =>
  withRegular(path, async (handle) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  });

/** Files up to this size are read by {@link readSmall}. */
const SMALL = 1 << 16;

/** Reads a small file synchronously. @returns undefined if large or unreadable: {@link readRegular} reports why */
export function readSmall(path: string): Buffer | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > SMALL) return undefined;
  let file: number | undefined;
  try {
    file = openSync(path, READ_ONLY);
    const bytes = Buffer.allocUnsafeSlow(stats.size + 1);
    return readSync(file, bytes) === stats.size ? bytes.subarray(0, stats.size) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function check(entry: Stats, path: string): void {
  if (entry.isFile()) return;
  const code = entry.isDirectory() ? 'EISDIR' : NOT_REGULAR;
  throw Object.assign(new Error(`it is ${kindOf(entry)}; expected a regular file`), { code, syscall: 'open', path });
}

function kindOf(entry: Stats): string {
  if (entry.isDirectory()) return 'a folder';
  if (entry.isFIFO()) return 'a FIFO';
  return entry.isSocket() ? 'a socket' : 'a device';
}

/** Files that are either whole or not there: written under another name in the same folder, then renamed. */
import { unlinkSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const partial = new Set<string>();
let count = 0;

/** Faults of the folder, not of a file in it. */
const FOLDERS = ['EACCES', 'EPERM', 'EROFS', 'ENOENT'];

/**
 * Writes a file atomically, creating its folder. A failed or interrupted write leaves the old file, if any.
 * @param bytes of the whole file, or its parts one after the other
 * @throws the system's error, `syscall` "write", `path` the folder if nothing can be written there, otherwise the file
 */
export async function writeFileAtomic(path: string, bytes: Uint8Array | Iterable<Uint8Array>): Promise<void> {
  const folder = dirname(path);
  try {
    await replaceFile(path, bytes);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Not a failed write, but a wrong name: a part of it is a file.
    if (code === 'ENOTDIR' || code === 'EEXIST') throw error;
    throw Object.assign(error as Error, {
      syscall: 'write',
      path: FOLDERS.includes(code) ? folder : path,
      dest: undefined,
    });
  }
}

/** As `mkdir -p`; Node's recurses for ever where the system reports ENOENT for a child of /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if ((await stat(folder).catch(() => undefined))?.isDirectory()) return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder).catch((again) => {
      // Another process may have been quicker.
      if (again.code !== 'EEXIST') throw again;
    });
  }
}

/** Makes the folder only where it is missing: most files go where others are. */
async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    await makeFolder(dirname(path));
    return open(path, 'wx');
  }
}

async function replaceFile(path: string, bytes: Uint8Array | Iterable<Uint8Array>): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${process.pid}-${++count}.tmp`);
  partial.add(temporary);
  try {
    const file = await openNew(temporary);
    try {
      for (const part of bytes instanceof Uint8Array ? [bytes] : bytes) await file.writeFile(part);
      // On the disk before it gets its name, so that a power cut leaves no empty file under it.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  } finally {
    partial.delete(temporary);
  }
}

/** Names that {@link writeFileAtomic} gives to unfinished files, with the process that does. */
const OLD_MS = 3_600_000;
const UNFINISHED = /^\..+\.(\d+)-\d+\.tmp$/;

type IsLeft = (file: string, pid: number) => boolean | Promise<boolean>;

async function removeUnfinished(folder: string, isLeft: IsLeft): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid] = UNFINISHED.exec(name) ?? [];
    const file = join(folder, name);
    if (pid && (await isLeft(file, Number(pid)))) await unlink(file).catch(() => {});
  }
}

/** Removes unfinished files that are an hour old, whichever machine has begun them. */
export const removeOld = (folder: string): Promise<void> =>
  removeUnfinished(folder, async (file) => {
    const stats = await stat(file).catch(() => undefined);
    return stats !== undefined && Date.now() - stats.mtimeMs > OLD_MS;
  });

/** Removes what writes of processes that are gone, killed for instance, have left in some folders. */
export async function removeLeftovers(folders: Iterable<string>): Promise<void> {
  // Process numbers are used again: a file with our own number which this process is not writing was left by an
  // earlier one.
  const isLeft: IsLeft = (file, pid) => (pid === process.pid ? !partial.has(file) : !isAlive(pid));
  for (const folder of folders) await removeUnfinished(folder, isLeft);
}

/** Whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: a process of another user is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes what unfinished writes have left; for signal handlers, hence synchronous. */
export function removePartialFiles(): void {
  for (const file of partial) {
    try {
      unlinkSync(file);
    } catch {
      // Not created yet, or renamed already: nothing is left behind either way.
    }
  }
}

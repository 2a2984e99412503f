/** Files that are either whole or not there: written under another name in the same folder, then renamed. */
import { unlinkSync } from 'node:fs';
import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const partial = new Set<string>();
let count = 0;

/** Writes a file atomically, creating its folder. A failed or interrupted write leaves the old file, if any. */
export async function writeFileAtomic(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.${basename(path)}.${process.pid}-${++count}.tmp`);
  partial.add(temporary);
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      // On the disk before it gets its name: else a power cut could leave an empty file under it.
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

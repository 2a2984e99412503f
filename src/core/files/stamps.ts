/** Looks at files that may change. */
import { stat } from 'node:fs/promises';

/** A text that changes with every file that is written, added or removed. */
export async function stampsOf(files: readonly string[]): Promise<string> {
  const stats = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  return files.map((file, i) => `${file} ${stats[i]?.mtimeMs} ${stats[i]?.size} ${stats[i]?.ino}`).join('\n');
}

/** Whether paths lead out of a folder, by `..` or by links. */
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';

/** Whether a path is a folder or lies below it; links are not followed. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The path without links; of one that does not exist, that of its deepest folder that does, and the rest. */
export async function withoutLinks(path: string): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch (error) {
    const parent = dirname(absolute);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === absolute) throw error;
    return resolve(await withoutLinks(parent), relative(parent, absolute));
  }
}

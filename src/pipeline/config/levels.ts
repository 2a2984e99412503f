/** Which levels of a map file are baked: most files are one, and have no name for it. */
import { resolve } from 'node:path';
import { ConfigError, MapError } from '../../core/errors.js';
import { openRegular } from '../../core/files/regular.js';
import { HEAD_BYTES, mapLevels, mayHaveLevels } from '../../core/maps/read-map.js';
import { quoteAll } from '../../core/maps/text.js';
import type { Input } from './config.js';

/**
 * @returns names in the file's order; undefined stands for a file that is one level, whatever is wrong with it
 * otherwise: reading it will tell
 * @throws {ConfigError} if the input names levels, and the file has none of them
 */
export async function levelsOf(
  map: string,
  { levels, format }: Pick<Input, 'levels' | 'format'>,
  folder: string,
  where: string,
): Promise<(string | undefined)[]> {
  const names = await allLevels(resolve(folder, map), format);
  if (names.length === 0) return [undefined];
  if (levels === undefined) return names;
  const wanted = names.filter((name) => levels.includes(name));
  if (wanted.length === 0)
    throw new ConfigError(`${where}.levels names no level of ${map}; there are ${quoteAll(names)}`);
  return wanted;
}

async function allLevels(path: string, format: Input['format']): Promise<string[]> {
  // Letters have no levels: thousands of maps need not be opened to know it.
  if (/\.map$/i.test(path) && format === undefined) return [];
  try {
    return mayHaveLevels(await headOf(path)) ? await mapLevels(path, { format }) : [];
  } catch (error) {
    if (error instanceof MapError || 'code' in (error as object)) return [];
    throw error;
  }
}

async function headOf(path: string): Promise<Uint8Array> {
  const { handle } = await openRegular(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

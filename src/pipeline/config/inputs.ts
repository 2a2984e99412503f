/** The maps of a config, the names of their outputs, and the files that decide them. */
import { readdir } from 'node:fs/promises';
import { dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { glob } from 'tinyglobby';
import { ConfigError, MapError } from '../../core/errors.js';
import { readHead } from '../../core/files/regular.js';
import { MAP_ENDING } from '../../maps/formats.js';
import { HEAD_BYTES, mapLevels, mayHaveLevels } from '../../maps/read-map.js';
import { quoteAll } from '../../maps/text.js';
import { allInputs, type Input } from './config.js';
import type { LoadedConfig } from './read-config.js';
import { legendFiles } from './reading.js';

/**
 * Maps of an input relative to the config's folder, in a stable order.
 * @throws {ConfigError} if a glob matches no file
 */
export async function mapsOf(input: Input, folder: string, where: string): Promise<Set<string>> {
  const maps = new Set<string>();
  for (const [i, pattern] of [input.maps ?? []].flat().entries()) {
    const files = await filesOf(pattern, input, folder);
    if (files.length === 0) {
      const at = Array.isArray(input.maps) ? `maps[${i}]` : 'maps';
      throw new ConfigError(`${where}.${at} is ${JSON.stringify(pattern)}, which matches no file`);
    }
    for (const file of files) maps.add(file);
  }
  return maps;
}

/** @returns paths from the config's folder, with slashes */
async function filesOf(pattern: string, { exclude = [] }: Input, folder: string): Promise<string[]> {
  const cwd = resolve(folder);
  // A link may lead to the root of the file system.
  const followSymbolicLinks = !pattern.includes('**');
  const options = { cwd, absolute: true, ignore: exclude, onlyFiles: true, expandDirectories: false };
  // A backslash is a slash of Windows, or escapes the letter after it.
  for (const path of new Set([pattern.replace(SLASHES, '/'), pattern.replaceAll('\\', '/')])) {
    const files = await glob(posix.normalize(path), { ...options, followSymbolicLinks });
    if (files.length > 0) return files.map((file) => ownText(slashes(relative(cwd, file)))).sort();
  }
  return [];
}

/** Backslashes that escape no letter of globs, and are no escaped backslash. */
const SLASHES = /(?<!\\)\\(?![()[\]{}!*+?@|\\])/g;

/** A copy of a text: a part of a longer text would keep that in memory. */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
}

export function slashes(path: string): string {
  return path.replaceAll(sep, '/');
}

/**
 * The first part of the names of a map's outputs. It depends only on the place of the map, so it stays the same if the
 * glob changes or maps are added.
 * @param base folder that names start from. Default: the first folder of the path, so `maps/town/a.map` is `town/a`
 * @throws {ConfigError} if the map is not below `base`
 */
export function nameOf(map: string, base: string | undefined, folder: string, where: string): string {
  const stem = map.replace(MAP_ENDING, '');
  if (base === undefined && !isAbsolute(stem)) return stem.replace(/^(\.\.\/)+/, '').replace(/^[^/]+\/(?=.)/, '');
  const name = slashes(relative(resolve(folder, base ?? ''), resolve(folder, stem)));
  if (!name.startsWith('../') && !isAbsolute(name)) return name;
  throw new ConfigError(
    `${where}: ${map} is not below the base ${JSON.stringify(base ?? '.')}, so its outputs would not lie below out; ` +
      'give a base above it',
  );
}

/**
 * The levels of a map file to bake.
 * @returns names in the file's order; undefined for a file with one level, also if it cannot be read
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
  // MovingAI maps have no levels, so thousands of maps need not be opened.
  if (/\.map$/i.test(path) && format === undefined) return [];
  try {
    return mayHaveLevels(await readHead(path, HEAD_BYTES)) ? await mapLevels(path, { format }) : [];
  } catch (error) {
    if (error instanceof MapError || 'code' in (error as object)) return [];
    throw error;
  }
}

/** A map, and the other files that were read, by path from it. */
export interface Recorded {
  map: string;
  beside?: Readonly<Record<string, string>>;
}

/** Absolute paths of a config, of its maps and of the files that these refer to. Globs may match no file. */
export async function inputFiles({ config, folder, file }: LoadedConfig, recorded: Recorded[]): Promise<string[]> {
  const files = [resolve(file), ...legendFiles(config, folder).map((one) => resolve(one))];
  for (const { map, beside = {} } of recorded)
    files.push(...Object.keys(beside).map((other) => resolve(folder, dirname(map), other)));
  for (const { map } of config.worlds ?? []) {
    const path = resolve(folder, map);
    // The files of a folder, or the file.
    const parts = await readdir(path).catch(() => undefined);
    files.push(...(parts?.map((name) => join(path, name)) ?? [path]));
  }
  for (const input of allInputs(config)) {
    files.push(
      ...Object.values(input.floors ?? {}).map((one) => resolve(folder, typeof one === 'string' ? one : one.map)),
    );
    for (const pattern of [input.maps ?? []].flat())
      files.push(...(await filesOf(pattern, input, folder)).map((map) => resolve(folder, map)));
  }
  return [...new Set(files)].sort();
}

/** Puts other options of a format in the place of the options that a map is read with. */
import { existsSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { escapePath } from 'tinyglobby';
import { ConfigError } from '../../core/errors.js';
import { writeFileAtomic } from '../../core/files/atomic.js';
import { isBelow } from '../../core/files/below.js';
import { readRegular } from '../../core/files/regular.js';
import { MOST_CONFIG } from '../../core/limits.js';
import type { FormatOptions } from '../../maps/formats.js';
import { type Input, parseConfig } from './config.js';
import { mapsOf, slashes } from './inputs.js';
import { CONFIG_NAMES, readConfig } from './read-config.js';

type Options = Readonly<Record<string, unknown>>;
type Key = keyof FormatOptions;

interface Place {
  /** The config; undefined if there is none. */
  file?: string;
  /** Number of the first input that has the map, and how many maps it has. */
  input?: number;
  maps: number;
  options: Options;
}

/** Options of a map in the config of this folder. @param key of its format @throws {ConfigError} if it is invalid */
export async function optionsIn(map: string, key: Key): Promise<Place> {
  if (!CONFIG_NAMES.some((name) => existsSync(name))) return { maps: 1, options: {} };
  const { config, file, folder } = await readConfig();
  const name = slashes(relative(resolve(folder), resolve(map)));
  for (const [input, one] of (config.inputs ?? []).entries()) {
    const maps = await mapsOf(one as Input, folder, file).catch(() => new Set<string>());
    if (maps.has(name)) return { file, input, maps: maps.size, options: { ...config[key], ...one[key] } };
  }
  return { file, maps: 1, options: { ...config[key] } };
}

export interface SavedOptions {
  /** The difference, or what to paste into a config that is a module. */
  text: string;
  canWrite: boolean;
}

/** The save that runs: each reads the config that the one before has written. */
let saving: Promise<unknown> = Promise.resolve();

/**
 * Puts options of a format into the config: into the input that has the map, or into a new one.
 * @param write false to only describe the change @throws {ConfigError} if the options or the config are invalid
 */
export async function saveOptions(map: string, key: Key, options: Options, write: boolean): Promise<SavedOptions> {
  const saved = saving.then(() => save(map, key, options, write));
  saving = saved.catch(() => {});
  return await saved;
}

async function save(map: string, key: Key, options: Options, write: boolean): Promise<SavedOptions> {
  const { file = CONFIG_NAMES[0], input, maps, options: before } = await optionsIn(map, key);
  const name = slashes(relative(resolve(dirname(file)), resolve(map)));
  const named = { maps: escapePath(name), preset: 'fastest', [key]: options };
  parseConfig({ inputs: [named] }, file);
  const shown = (sign: string, value: object) => `${sign} "${key}": ${JSON.stringify(value)}`;
  const added = shown('+', options);
  const target = file.endsWith('.json') ? await targetOf(file) : undefined;
  if (target === undefined) {
    const where = input === undefined ? `a new input { maps: ${JSON.stringify(named.maps)} }` : `inputs[${input}]`;
    const why = file.endsWith('.json') ? 'a link to another folder' : 'a module';
    const text = `${basename(file)} is ${why}. Put this into ${where}:\n${key}: ${JSON.stringify(options)}`;
    return { text, canWrite: false };
  }
  const text = existsSync(file) ? (await readRegular(file, MOST_CONFIG)).toString('utf8') : '';
  const config = text === '' ? { inputs: [], outDir: 'out' } : JSON.parse(text.replace(/^\ufeff/, ''));
  config.inputs ??= [];
  if (input === undefined) config.inputs.push(named);
  else if (config.inputs[input]) config.inputs[input] = { ...config.inputs[input], [key]: options };
  else throw new ConfigError(`${file} has changed meanwhile; save again`);
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const json = `${JSON.stringify(config, null, indent)}\n`;
  if (write) await writeFileAtomic(target, Buffer.from(text.includes('\r\n') ? json.replaceAll('\n', '\r\n') : json));
  const many = maps === 1 ? '1 map' : `${maps} maps`;
  const head = input === undefined ? `${file}, a new input for ${name}` : `${file}, input ${input + 1} (${many})`;
  const removed = Object.keys(before).length > 0 ? [shown('-', before)] : [];
  return { text: [head, ...removed, added].join('\n'), canWrite: true };
}

/** The file to write; undefined if that is a link out of the folder. */
async function targetOf(file: string): Promise<string | undefined> {
  const isThere = (await lstat(file).catch(() => undefined)) !== undefined;
  if (!isThere) return file;
  const real = await realpath(file).catch(() => undefined);
  return real !== undefined && isBelow(real, await realpath(dirname(file))) ? real : undefined;
}

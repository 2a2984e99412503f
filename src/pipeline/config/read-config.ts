/** Finds and reads a config file. */

import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../../core/errors.js';
import { readRegular } from '../../core/files/regular.js';
import { sha256 } from '../../core/files/sha256.js';
import { MOST_CONFIG } from '../../core/limits.js';
import { whyNotJson } from '../../maps/text.js';
import { parseConfig } from './config.js';

export const CONFIG_NAMES = ['prep.config.json', 'prep.config.mjs', 'prep.config.js', 'prep.config.cjs'];
const OTHER_NAMES = ['ts', 'mts', 'cts', 'yaml', 'yml', 'toml'].map((kind) => `prep.config.${kind}`);
const ALLOWED = 'a config is a .json file, or a .mjs, .js or .cjs module';

/** A checked config, and the folder of its paths, relative if the file's name is relative. */
export interface LoadedConfig {
  file: string;
  folder: string;
  config: ReturnType<typeof parseConfig>;
}

/**
 * Finds, reads and checks a config file.
 * @param file a `.json` file, or a module whose default export is the same object, or a function that returns it.
 * Default: one of {@link CONFIG_NAMES} in this folder
 * @throws {ConfigError} if there is none, or it is invalid
 */
export async function readConfig(file?: string): Promise<LoadedConfig> {
  const name = file ?? findConfig();
  const bytes = await readBytes(name).catch((error) => {
    throw Object.assign(error, { path: name });
  });
  const value = await configValue(name, bytes);
  return { file: name, folder: dirname(name), config: parseConfig(value, name) };
}

/** A shell's <(...) is a pipe; any other config must be a regular file. */
async function readBytes(name: string): Promise<Buffer> {
  if (extname(name) !== '' || !(await stat(name)).isFIFO()) return readRegular(name, MOST_CONFIG);
  const parts: Uint8Array[] = [];
  for await (const part of createReadStream(name, { end: MOST_CONFIG })) parts.push(part);
  return Buffer.concat(parts);
}

function configValue(name: string, bytes: Buffer): unknown {
  const kind = extname(name).toLowerCase();
  if (/^\.[cm]?js$/.test(kind)) return importConfig(name, bytes);
  if (kind === '.json' || kind === '') return parseJson(name, bytes.toString('utf8'));
  throw new ConfigError(`${name}: ${ALLOWED}`);
}

function findConfig(): string {
  const present = CONFIG_NAMES.filter((name) => existsSync(name));
  const other = OTHER_NAMES.find((name) => existsSync(name));
  if (present.length === 0 && other !== undefined) throw new ConfigError(`${other}: ${ALLOWED}`);
  if (present.length === 0)
    throw new ConfigError(
      'no prep.config.json or prep.config.mjs here; write one with npx gridprep init, or name a config',
    );
  if (present.length > 1) throw new ConfigError(`${present.join(' and ')} are both here; name the one to use`);
  return present[0];
}

async function importConfig(file: string, bytes: Uint8Array): Promise<unknown> {
  // A changed module gets another name, because imports are cached.
  const url = `${pathToFileURL(file)}?${sha256(bytes)}`;
  let value: unknown;
  try {
    const module: { default?: unknown } = await import(url);
    value = typeof module.default === 'function' ? await module.default() : await module.default;
  } catch (error) {
    throw new ConfigError(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
  }
  if (value === undefined)
    throw new ConfigError(
      `${file}: its default export is not a config; export it, or a function that returns it, with "export default"`,
    );
  return value;
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ConfigError(`${file}${whyNotJson(text, error)}`);
  }
}

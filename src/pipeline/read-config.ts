/** Finds and reads a config file. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../errors.js';
import { parseConfig } from './config.js';

/** Looked for when no config is named. */
export const CONFIG_NAMES = ['prep.config.json', 'prep.config.mjs'];

/** A config, checked, and the folder that its paths start from, which is relative where the file's name is. */
export interface LoadedConfig {
  file: string;
  folder: string;
  config: ReturnType<typeof parseConfig>;
}

/**
 * @param file a `.json` file, or a module whose default export is the same object; one of {@link CONFIG_NAMES} in this folder without it
 * @throws {ConfigError} if there is none, or it is not as it has to be
 */
export async function readConfig(file?: string): Promise<LoadedConfig> {
  const name = file ?? findConfig();
  const bytes = await readFile(name).catch((error) => {
    throw Object.assign(error, { path: name });
  });
  const value = /\.[cm]?js$/.test(name) ? await importConfig(name, bytes) : parseJson(name, bytes.toString('utf8'));
  return { file: name, folder: dirname(name), config: parseConfig(value, name) };
}

function findConfig(): string {
  const found = CONFIG_NAMES.filter((name) => existsSync(name));
  if (found.length === 0)
    throw new ConfigError(`no ${CONFIG_NAMES.join(' or ')} here; name a config, or see prep build --help for one to start with`);
  if (found.length > 1) throw new ConfigError(`${found.join(' and ')} are both here; name the one to use`);
  return found[0];
}

async function importConfig(file: string, bytes: Uint8Array): Promise<unknown> {
  // A changed module has another name, or --watch would get the first one for ever.
  const url = `${pathToFileURL(file)}?${createHash('sha256').update(bytes).digest('hex')}`;
  let module: { default?: unknown };
  try {
    module = await import(url);
  } catch (error) {
    throw new ConfigError(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
  }
  if (module.default === undefined) throw new ConfigError(`${file}: exports no default; export the config with "export default"`);
  return module.default;
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ConfigError(`${file}: this is not JSON: ${(error as Error).message.split('\n')[0]}`);
  }
}

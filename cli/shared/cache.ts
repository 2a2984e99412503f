/** Opens the shared cache of the command line, the environment or a config. */
import { flag, text } from '../../src/core/options/option.js';
import type { SharedCache } from '../../src/pipeline/cache/shared-cache.js';
import type { Config } from '../../src/pipeline/config/config.js';

export const CACHE = {
  cache: text('Shared cache: folder, redis(s)://, none'),
  cacheReadOnly: flag('Take from the cache, put nothing there'),
};

/** Timeout in milliseconds of a cache that is required. */
const PATIENT_MS = 30_000;

interface From {
  config?: Config;
  /** Folder that a path of the config starts from. */
  folder?: string;
  needed: boolean;
  /** Bytes of the build: a result may have a quarter, because it is unpacked too. */
  maxMemory?: number;
}

/** @throws {ConfigError} if the name is not that of a cache */
export async function namedCache(
  argv: { cache?: string | undefined; 'cache-read-only'?: boolean | undefined },
  onTrouble: (text: string) => void,
  { config = {}, folder = '.', needed, maxMemory }: From,
): Promise<SharedCache | undefined> {
  const named = argv.cache ?? (process.env.GRIDPREP_CACHE || undefined);
  const address = named ?? config.cache;
  if (address === undefined || address === 'none') return undefined;
  const { openCache } = await import('../../src/pipeline/cache/shared-cache.js');
  return openCache(address, {
    folder: named === undefined ? folder : '.',
    fromConfig: named === undefined,
    readOnly: argv['cache-read-only'] ?? config.cacheReadOnly ?? false,
    onTrouble,
    ...(needed && { limitMs: PATIENT_MS }),
    ...(maxMemory !== undefined && { mostBytes: Math.floor(maxMemory / 4) }),
  });
}

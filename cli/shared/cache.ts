/** The cache that machines share, as the command line, the environment or a config names it. */
import { flag, text } from '../../src/core/options/option.js';
import { openCache, type SharedCache } from '../../src/pipeline/cache/shared-cache.js';

export const CACHE = {
  cache: text('Shared cache: folder, http(s)://, redis(s)://, none'),
  cacheReadOnly: flag('Take from the cache, put nothing there'),
};

const NONE = 'none';

interface Named {
  cache: string | undefined;
  readOnly: boolean | undefined;
  folder: string;
}

/** Timeout in milliseconds of a cache that is required. */
const PATIENT_MS = 30_000;

/** @param needed the work cannot go on without it @throws {ConfigError} if the name is not that of a cache */
export async function namedCache(
  argv: { cache?: string | undefined; 'cache-read-only'?: boolean | undefined },
  onTrouble: (text: string) => void,
  config?: Named,
  needed = false,
): Promise<SharedCache | undefined> {
  const named = argv.cache ?? (process.env.GRIDPREP_CACHE || undefined);
  const address = named ?? config?.cache;
  if (address === undefined || address === NONE) return undefined;
  return openCache(address, {
    folder: named === undefined ? (config?.folder ?? '.') : '.',
    fromConfig: named === undefined,
    readOnly: argv['cache-read-only'] ?? config?.readOnly ?? false,
    onTrouble,
    ...(needed && { limitMs: PATIENT_MS }),
  });
}

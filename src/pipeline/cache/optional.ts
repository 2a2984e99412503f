/** Optional packages for sharing work over Redis. */
import { ConfigError } from '../../core/errors.js';

/** Imports a package. @param what needs it @throws {ConfigError} naming `packages` if it is not installed */
export async function optional<T>(load: () => Promise<T>, packages: string, what: string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new ConfigError(`${what} needs a package that is not installed; npm install ${packages}`);
  }
}

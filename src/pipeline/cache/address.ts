/** Addresses of shared caches and queues. Credentials come from the environment, because addresses are shown. */
import { resolve } from 'node:path';
import { ConfigError } from '../../core/errors.js';
import { defined } from '../../core/options/option.js';

/** An address; `shown` has no secrets. */
export type Address = { kind: 'folder'; path: string; shown: string } | { kind: 'redis'; url: URL; shown: string };

export interface Credentials {
  user?: string;
  password?: string;
}

/** Reads the address of a shared cache. @throws {ConfigError} if it is invalid, or has a password, query or fragment */
export function cacheAddress(text: string, folder = '.'): Address {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return { kind: 'folder', path: resolve(folder, text), shown: text };
  const url = urlOf(text, 'cache', 'a folder, redis:// or rediss://', REDIS);
  return { kind: 'redis', url, shown: shownAs(url) };
}

/** Checks a URL without secrets. @throws {ConfigError} with the variables for credentials */
export function urlOf(text: string, what: 'cache' | 'queue', allowed: string, protocols: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !protocols.includes(url.protocol)) {
    // An invalid URL may also contain a password.
    const given = url ? `${url.protocol}//...` : 'an invalid URL';
    throw new ConfigError(`the ${what} is ${given}, expected ${allowed}`);
  }
  const owner = what === 'queue' ? 'FLEET' : 'CACHE';
  const names = `GRIDPREP_${owner}_USER and GRIDPREP_${owner}_PASSWORD`;
  if (url.username !== '' || url.password !== '') {
    throw new ConfigError(
      `the ${what}'s address ${shownAs(url)} has a user or password in it, which would be shown; ` +
        `take it out and set ${names} in the environment`,
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new ConfigError(
      `the ${what}'s address ${shownAs(url)} has a query or fragment, expected none; ` +
        `credentials are taken from ${names}`,
    );
  }
  return url;
}

/** An address without secrets. */
export function shownAs({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

const REDIS = ['redis:', 'rediss:'];

/**
 * The environment's credentials for an address. An address from a config, which may name any host, gets them only if
 * GRIDPREP_CACHE_HOST or GRIDPREP_FLEET_HOST lists its host.
 * @param fromConfig whether the address comes from a config
 * @param onWithheld called with a sentence if the address does not get the credentials
 */
export function credentialsFor(
  what: 'CACHE' | 'FLEET',
  url: URL,
  fromConfig: boolean,
  onWithheld: (text: string) => void,
): Credentials {
  const variable = (name: string) => process.env[`GRIDPREP_${what}_${name}`] || undefined;
  const [user, password] = ['USER', 'PASSWORD'].map(variable);
  if (user === undefined && password === undefined) return {};
  if (fromConfig && !isListed(url, variable('HOST') ?? '')) {
    const name = `GRIDPREP_${what}_HOST`;
    onWithheld(
      `a config names this address, so no credentials are sent there; to send them, set ${name}=${url.host} in the ` +
        'environment',
    );
    return {};
  }
  return defined({ user, password });
}

/** @param hosts HOST for any port or HOST:PORT, separated by commas */
function isListed({ hostname, port }: URL, hosts: string): boolean {
  // Hosts of redis:// keep their case.
  const host = hostname.toLowerCase();
  const listed = hosts.toLowerCase().split(/[\s,]+/);
  return listed.includes(host) || listed.includes(`${host}:${port || 6379}`);
}

const UNKNOWN_CA = /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

/** Advice about a refused certificate; undefined for other errors. */
export function hintOfTls(code: string): string | undefined {
  return UNKNOWN_CA.test(code)
    ? 'name the authority that has signed its certificate in NODE_EXTRA_CA_CERTS'
    : undefined;
}

/**
 * Imports an optional package for sharing work over Redis.
 * @param what needs it @throws {ConfigError} naming `packages` if it is not installed
 */
export async function optional<T>(load: () => Promise<T>, packages: string, what: string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new ConfigError(`${what} needs a package that is not installed; npm install ${packages}`);
  }
}
